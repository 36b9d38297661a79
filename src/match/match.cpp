#include "match/match.h"

#include <bit>
#include <utility>

namespace tavola {
namespace {

// Placements and captures are what crosses the edge of the board.
bool makes_progress(const Effects& effects) {
    for (const Effect& effect : effects)
        if (effect.from.on_board() != effect.to.on_board()) return true;
    return false;
}

unsigned bit(Player player) noexcept { return 1u << player.index(); }

Failure refused(std::string_view key, std::string found) {
    return Failure(Error{.key = key, .what = "match", .field = {}, .at = 0, .found = std::move(found)});
}

constexpr std::string_view leave_prefix = "out:";

}  // namespace

std::string_view name(Ending ending) {
    switch (ending) {
        case Ending::none: return "none";
        case Ending::rules: return "rules";
        case Ending::repetition: return "repetition";
        case Ending::quiet: return "quiet";
        case Ending::agreement: return "agreement";
        case Ending::truth: return "truth";
        case Ending::resignation: return "resignation";
        case Ending::time: return "time";
        case Ending::absence: return "absence";
    }
    return "none";
}

Match::Match(AnyGamePtr game) : Match(game, game->start(), game->custom()) {}

Match::Match(AnyGamePtr game, const AnyPosition& start, const Custom& custom)
    : game_(std::move(game)), custom_(custom), start_(start) {
    judge();
}

std::string Match::word(const Step& step) const {
    if (step.move) return game_->print(*step.move);
    return std::string(leave_prefix) + std::to_string(step.left.index() + 1);
}

Result<void> Match::play(std::string_view word) {
    if (over()) return refused("error.match.over", std::string(word));
    const auto move = game_->parse_move(position(), word);
    if (!move) return Failure(move.error());
    play(*move);
    return {};
}

void Match::play(AnyMove move) {
    Step step{.move = move, .left = {}, .mover = turn(), .after = game_->play(position(), move)};
    if (!steps_.empty()) step.gone = steps_.back().gone;
    const int before = steps_.empty() ? 0 : steps_.back().quiet;
    step.quiet = makes_progress(game_->effects(position(), move)) ? 0 : before + 1;
    skip_absent(step.after, step.gone);
    steps_.push_back(step);
    judge();
}

Result<void> Match::follow(std::string_view word) {
    if (!word.starts_with(leave_prefix)) return play(word);
    const std::string_view digit = word.substr(leave_prefix.size());
    if (digit.size() != 1 || digit[0] < '1' || digit[0] > '0' + game_->players())
        return refused("error.match.player", std::string(word));
    const std::size_t before = steps_.size();
    if (auto left = leave(Player(digit[0] - '1')); !left) return left;
    if (steps_.size() != before) return {};
    // That decided the game: a record tells it by its result.
    judge();
    return refused("error.match.leave", std::string(word));
}

bool Match::undo() {
    if (steps_.empty()) return false;
    steps_.pop_back();
    judge();
    return true;
}

Result<void> Match::agree() {
    if (over()) return refused("error.match.over", {});
    if (!custom_.by_agreement) return refused("error.match.agreement", {});
    end(game_->settle(position()), Ending::agreement);
    return {};
}

Result<void> Match::adjudicate(Outcome outcome) {
    if (over()) return refused("error.match.over", {});
    end(outcome, Ending::truth);
    return {};
}

Result<void> Match::leave(Player player, Ending ending) {
    if (over()) return refused("error.match.over", {});
    const unsigned before = steps_.empty() ? 0 : steps_.back().gone;
    if ((before & bit(player)) != 0) return refused("error.match.gone", std::to_string(player.index() + 1));
    // One of a pair takes his partner along.
    unsigned gone = before, present = 0;
    for (int i = 0; i < game_->players(); ++i) {
        if (game_->together(player, Player(i))) gone |= bit(Player(i));
        if ((gone & bit(Player(i))) == 0) present |= bit(Player(i));
    }
    const Player somebody(std::countr_zero(present));
    bool one_side = true;
    for (int i = 0; i < game_->players(); ++i)
        if ((present & bit(Player(i))) != 0) one_side = one_side && game_->together(somebody, Player(i));
    if (one_side) {
        end(Outcome::win_of(present), ending);
        return {};
    }
    Step step{.move = {}, .left = player, .mover = turn(), .after = position()};
    step.gone = gone;
    if (!steps_.empty()) step.quiet = steps_.back().quiet;
    skip_absent(step.after, gone);
    steps_.push_back(step);
    return {};
}

// The turn never stays with a player who has left.
void Match::skip_absent(AnyPosition& position, unsigned gone) const {
    while ((gone & bit(game_->turn(position))) != 0) {
        const auto next = game_->skip(position);
        if (!next) return;
        position = *next;
    }
}

// How often a position has been on the board. Nothing comes back across a placement or a capture.
int Match::occurrences(const AnyPosition& position) const {
    int count = 0;
    for (std::size_t n = steps_.size();; --n) {
        count += game_->equal(this->position(n), position);
        if (n == 0 || steps_[n - 1].quiet == 0) return count;
    }
}

void Match::end(Outcome outcome, Ending ending) { verdict_ = {outcome, ending, name(ending)}; }

void Match::judge() {
    verdict_ = {};
    if (const Outcome outcome = game_->outcome(position()); outcome.over()) {
        verdict_ = {outcome, Ending::rules, game_->why(position())};
        return;
    }
    const int quiet = steps_.empty() ? 0 : steps_.back().quiet;
    if (custom_.repetitions > 0 && occurrences(position()) >= custom_.repetitions)
        end(game_->settle(position()), Ending::repetition);
    else if (custom_.quiet_plies > 0 && quiet >= custom_.quiet_plies)
        end(game_->settle(position()), Ending::quiet);
}

}  // namespace tavola
