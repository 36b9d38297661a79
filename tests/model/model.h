// The slow, obvious model of the games: text in, text out, no bitboards, nothing shared with `src/`.
// It is written from the rules alone, so that agreement with the fast core means something.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tavola::model {

/// Every option of the game by its key, none left out: {"rings": "3", "fly": "yes", ...}.
using Options = std::map<std::string, std::string>;

/// One game under one set of options. Positions and moves are the texts of the rules; a model trusts
/// that the positions it is given are well formed and the moves legal.
class Model {
  public:
    virtual ~Model() = default;

    virtual std::string start() const = 0;
    /// The legal actions in any order; none when the game is over.
    virtual std::vector<std::string> moves(const std::string& position) const = 0;
    virtual std::string apply(const std::string& position, const std::string& move) const = 0;
    /// `ongoing`, `x`, `o`, `draw`; in Niout `ongoing`, the winner's number, or `13` / `24`.
    virtual std::string status(const std::string& position) const = 0;
};

std::unique_ptr<Model> make_trilha(const Options&);
std::unique_ptr<Model> make_alquerque(const std::string& game, const Options&);  // policiais, pretoa
std::unique_ptr<Model> make_abalone(const Options&);
std::unique_ptr<Model> make_trench(const Options&);
std::unique_ptr<Model> make_niout(const Options&);

/// The model of a game by its id.
std::unique_ptr<Model> make(const std::string& game, const Options&);

}  // namespace tavola::model
