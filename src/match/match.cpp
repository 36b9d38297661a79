#include "match/match.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "match/countdown.h"

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
        case Ending::insufficient: return "insufficient";
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

Match::Step Match::step_of(AnyMove move) const {
    Step step{.move = move, .left = {}, .mover = turn(), .after = game_->play(position(), move)};
    if (!steps_.empty()) step.gone = steps_.back().gone;
    step.quiet = makes_progress(game_->effects(position(), move)) ? 0 : quiet() + 1;
    skip_absent(step.after, step.gone);
    return step;
}

void Match::play(AnyMove move) {
    steps_.push_back(step_of(move));
    judge();
}

Verdict Match::foretell(AnyMove move) const {
    const Step step = step_of(move);
    return judged(step.after, step.quiet, steps_.size() + 1);
}

void Match::go_on() {
    if (verdict_.ending != Ending::insufficient) return;
    custom_.insufficient = false;
    judge();
}

Result<void> Match::follow(std::string_view word) {
    go_on();
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

Result<void> Match::may_agree() const {
    if (over()) return refused("error.match.over", {});
    if (!custom_.by_agreement) return refused("error.match.agreement", {});
    return {};
}

Result<void> Match::agree() {
    if (auto right = may_agree(); !right) return right;
    verdict_ = settled();
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

// How often a position has been on the board when it stands there after `before` steps, the last of which may be one that
// has not been played yet. Nothing comes back across a placement or a capture.
int Match::occurrences(const AnyPosition& position, std::size_t before) const {
    int count = before > steps_.size();
    for (std::size_t n = std::min(before, steps_.size());; --n) {
        count += game_->equal(this->position(n), position);
        if (n == 0 || steps_[n - 1].quiet == 0) return count;
    }
}

void Match::end(Outcome outcome, Ending ending) { verdict_ = {outcome, ending, name(ending)}; }

Verdict Match::settlement(const AnyPosition& position, Ending ending, int count) const {
    return {game_->settle(position), ending, name(ending), count, game_->score(position)};
}

void Match::judge() { verdict_ = judged(position(), quiet(), steps_.size()); }

// Of a position that stands on the board after `before` steps, the last `quiet` of them quiet.
Verdict Match::judged(const AnyPosition& position, int quiet, std::size_t before) const {
    if (const Outcome outcome = game_->outcome(position); outcome.over()) {
        const std::string_view why = game_->why(position);
        const std::optional<Countdown> counted = countdown(*game_, position);
        return {outcome, Ending::rules, why, counted && counted->why == why ? counted->count : 0};
    }
    if (custom_.insufficient && game_->insufficient(position)) return settlement(position, Ending::insufficient);
    if (custom_.repetitions > 0 && quiet > 0) {
        const int count = occurrences(position, before);
        if (count >= custom_.repetitions) return settlement(position, Ending::repetition, count);
    }
    if (custom_.quiet_plies > 0 && quiet >= custom_.quiet_plies) return settlement(position, Ending::quiet, quiet);
    return {};
}

}  // namespace tavola
