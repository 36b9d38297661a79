// The engine's protocol: UCI as chess programs know it, for all games of the house.
//
// What differs from chess:
// - The option UCI_Variant names the game (a new game: its start position, its usual rules), the option Rules its
//   rules (`preset=internacional,rings=3`, or `-`), in that order. `fen` is followed by the house's own position text.
// - x is white and o is black, on clocks and otherwise. In Niout players 1 and 3 go by white's clock.
// - `score cp` counts hundredths of a man or ball. Where there are dice (Niout) it counts hundredths of a percent of
//   winning chance: 5000 is an even game, 10000 a won one.
// - Throws of the dice are moves of `position`, such as `position startpos moves kai 0-2`. While the dice are to be
//   thrown there is nothing to think about: `go` gets `bestmove (none)`, as it does when the game is over.
// - `score mate` counts the mover's own moves until the game is decided, whatever decides it.
// - The option TablePath names the folder of perfect-play tables; where they know, the answer is exact and at once.
// - Below level 10 the computer plays like a weaker player: it tells its move but no lines.
// - What cannot be understood is answered by `info string` with the reason, and changes nothing. But every `go` gets
//   its one `bestmove`: unknown words and illegal `searchmoves` are passed over, numbers out of bounds count as the
//   nearest within them, and a limit without a number as the lowest. `go` without any limit waits for `stop`.
// - `movetime` goes before clocks and is used up, but for a move without a choice or an end that is seen. Of a clock, a
//   share is used, and less where another depth would not be finished.
// - `go mate N` looks 2 N plies ahead.
// - `d` prints the position.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "games/any_game.h"
#include "protocol/go.h"
#include "protocol/line.h"
#include "protocol/thinking.h"
#include "search/engine.h"
#include "words/words.h"

namespace tavola::protocol {

/// What the protocol may use at most, whatever it is asked for.
struct Bounds {
    int hash = 4096;  ///< MiB
    int threads = 256;
    std::uint64_t nodes = 0;  ///< of one search; 0: no bound
    std::string tables = {};  ///< the folder of perfect-play tables at the beginning; empty: none
};

class Uci {
  public:
    /// Takes one line of output, without its end. Never called twice at the same time, though by different threads.
    using Output = std::function<void(std::string_view line)>;

    /// The seed is for the whims of the weaker levels.
    explicit Uci(Output output, std::uint64_t seed = 0, const Bounds& bounds = {});

    /// Obeys one line of input. Comes back at once, but for the little that it takes to end a running search.
    void command(std::string_view line);
    /// Whether `quit` has been said; nothing is obeyed any more.
    bool finished() const noexcept { return finished_; }

  private:
    struct Options {
        int hash = 16;
        int threads = 1;
        int lines = 1;
        int level = max_level;
        bool ponder = false;
        std::string variant = "trilha";
        std::string rules = "-";
        std::string tables;
    };
    struct Spin;
    struct Question;

    // The commands.
    void identify(Line words);
    void is_ready(Line words);
    void set_option(Line words);
    void new_game(Line words);
    void position(Line words);
    void go(Line words);
    void stop(Line words);
    void ponder_hit(Line words);
    void print_position(Line words);
    void quit(Line words);

    // Options, one by one.
    std::vector<Spin> spins() const;
    void set_spin(const Spin& spin, const std::string& value);
    void set_ponder(const std::string& value);
    void set_game(const std::string& variant, const std::string& rules);
    void set_tables(const std::string& folder);

    // Searching.
    Engine& engine();
    Question question(const Go& go);
    void answer_nothing(std::string_view why);
    std::string think(const Question& question, const std::atomic<bool>& stop);
    std::string think_freely(const Question& question, const std::atomic<bool>& stop);
    void end_search();

    // Output.
    void say(std::string_view line);
    void note(std::string_view text);
    void note(const Error& error) { note(words_.say(error)); }

    Output output_;
    std::mutex speaking_;
    const Words words_{Language::en};
    Random random_;  // the search's, while there is one
    Bounds bounds_;
    Options options_;
    AnyGamePtr game_;
    std::vector<AnyPosition> positions_;  // of the game so far, the oldest first; never empty
    std::unique_ptr<Engine> engine_;      // made when it is first needed
    /// What holds from `ponderhit` on, while pondering.
    struct Ponder {
        bool endless;
        milliseconds time;
    };
    std::optional<Ponder> ponder_;
    bool finished_ = false;
    Thinking thinking_;  // the last, so that it ends before what it uses
};

/// Speaks the protocol until `quit` or the end of the input.
void run(std::istream& in, std::ostream& out, std::uint64_t seed = 0, const Bounds& bounds = {});

}  // namespace tavola::protocol
