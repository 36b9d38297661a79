// A match: one game being played, its history, and the arbiter who knows when it is over.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/any_game.h"

namespace tavola {

/// How a game came to its end.
enum class Ending : std::uint8_t {
    none,
    rules,         ///< by the rules of the game itself
    repetition,    ///< the same position too often
    quiet,         ///< too long without placement or capture
    insufficient,  ///< neither side has enough left to win
    agreement,     ///< the players agreed (Trench: an armistice)
    resignation,   ///< somebody gave up
    time,          ///< a flag fell
    absence,       ///< somebody stayed away, and his opponent did not wait any longer
    truth,         ///< the arbiter knows how it must end
};

struct Verdict {
    Outcome outcome;
    Ending ending = Ending::none;
    std::string_view why = {};  ///< one word for the catalogues: blocked, home, repetition, resignation, ...
    int count = 0;              ///< what was counted: so many times, so many plies; 0: nothing
    Score score = {};           ///< by what it was settled, where settling counts something

    bool over() const noexcept { return outcome.over(); }
};

class Match {
  public:
    /// From a position, or from the start. `custom` says what the arbiter does when nothing happens any more.
    explicit Match(AnyGamePtr game);
    Match(AnyGamePtr game, const AnyPosition& start, const Custom& custom);

    const AnyGame& game() const noexcept { return *game_; }
    const AnyGamePtr& game_ptr() const noexcept { return game_; }
    const Custom& custom() const noexcept { return custom_; }
    const AnyPosition& start() const noexcept { return start_; }
    const AnyPosition& position() const noexcept { return steps_.empty() ? start_ : steps_.back().after; }
    /// The position after the first n steps.
    const AnyPosition& position(std::size_t n) const noexcept { return n == 0 ? start_ : steps_[n - 1].after; }
    Player turn() const { return game_->turn(position()); }
    const Verdict& verdict() const noexcept { return verdict_; }
    bool over() const noexcept { return verdict_.over(); }

    /// A move, or a player leaving the table while the others go on.
    struct Step {
        std::optional<AnyMove> move;
        Player left;   ///< who left, when there is no move
        Player mover;  ///< whose turn it was
        AnyPosition after;
        int quiet = 0;      ///< plies in a row, this one included, without placement or capture
        unsigned gone = 0;  ///< the players who have left, a bit each
    };
    const std::vector<Step>& steps() const noexcept { return steps_; }

    /// How often the present position has been on the board, with the same player to move.
    int repeated() const { return occurrences(position(), steps_.size()); }
    /// Plies in a row without placement or capture.
    int quiet() const noexcept { return steps_.empty() ? 0 : steps_.back().quiet; }
    /// What the game would come to if it stopped now, by agreement or by the arbiter.
    Verdict settled(Ending ending = Ending::agreement) const { return settlement(position(), ending); }
    /// How it would stand after a legal move of a game that goes on.
    Verdict foretell(AnyMove move) const;
    /// A step as records write it: the move's word, or `out:N`.
    std::string word(const Step& step) const;

    Result<void> play(std::string_view word);
    void play(AnyMove move);
    /// The same as a record has it: a move's word, or `out:N`. The game goes on where it did.
    Result<void> follow(std::string_view word);
    /// Something is known to have happened after neither side had enough left to win: the game was played without that
    /// convention, or before there was one, and so it does not hold here.
    void go_on();
    /// Takes the last step back, and with it the end of the game; false if there is none.
    bool undo();

    /// Whether the players may end the game by agreement now.
    Result<void> may_agree() const;
    /// Ends the game by agreement, where custom allows it.
    Result<void> agree();
    /// The arbiter ends the game, because he knows how it must end under best play.
    Result<void> adjudicate(Outcome outcome);
    /// A player gives up, or his flag falls. With two sides that decides the game; with more the others go on.
    Result<void> leave(Player player, Ending ending = Ending::resignation);

  private:
    Step step_of(AnyMove move) const;
    void judge();
    Verdict judged(const AnyPosition& position, int quiet, std::size_t before) const;
    int occurrences(const AnyPosition& position, std::size_t before) const;
    Verdict settlement(const AnyPosition& position, Ending ending, int count = 0) const;
    void end(Outcome outcome, Ending ending);
    void skip_absent(AnyPosition& position, unsigned gone) const;

    AnyGamePtr game_;
    Custom custom_;
    AnyPosition start_;
    std::vector<Step> steps_;
    Verdict verdict_;
};

/// The word for an ending that is not by the rules of the game.
std::string_view name(Ending ending);

}  // namespace tavola
