#include "match/clock.h"

#include <algorithm>
#include <charconv>

namespace tavola {
namespace {

constexpr long long max_seconds = 100LL * 366 * 86400;

Failure bad_control(std::string_view text, std::size_t at) {
    return Failure(Error{.key = "error.clock",
                         .what = "clock",
                         .field = {},
                         .at = at + 1,
                         .found = std::string(text),
                         .expected = "-, 300, 300+5, 300d5, 86400/turn"});
}

// Whole seconds at the front of the text, which is shortened by them.
std::optional<Milliseconds> take_seconds(std::string_view& text) {
    long long seconds = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (fault != std::errc() || text.front() == '-' || seconds > max_seconds) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return std::chrono::seconds(seconds);
}

std::string seconds_text(Milliseconds time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count());
}

}  // namespace

Result<TimeControl> parse_time_control(std::string_view text) {
    TimeControl control;
    if (text == "-") return control;
    std::string_view rest = text;
    const auto base = take_seconds(rest);
    if (!base || base->count() == 0) return bad_control(text, 0);
    control.base = *base;
    if (rest.empty()) return control;
    if (rest == "/turn") {
        control.per_turn = true;
        return control;
    }
    const char kind = rest.front();
    if (kind != '+' && kind != 'd') return bad_control(text, text.size() - rest.size());
    rest.remove_prefix(1);
    const auto extra = take_seconds(rest);
    if (!extra || !rest.empty()) return bad_control(text, text.size() - rest.size());
    (kind == '+' ? control.increment : control.delay) = *extra;
    return control;
}

std::string print(const TimeControl& control) {
    if (control.unlimited()) return "-";
    std::string text = seconds_text(control.base);
    if (control.per_turn) return text + "/turn";
    if (control.increment.count() > 0) text += "+" + seconds_text(control.increment);
    if (control.delay.count() > 0) text += "d" + seconds_text(control.delay);
    return text;
}

Clock::Clock(const TimeControl& control, int players)
    : control_(control), left_(static_cast<std::size_t>(players), control.base) {}

// What the running turn has taken so far, beyond its free time.
Milliseconds Clock::used(Instant now) const { return std::max(Milliseconds{0}, now - since_ - free_); }

void Clock::turn_to(Player player, Instant now, Milliseconds lag) {
    std::optional<Player>& turn = paused_ ? paused_ : running_;
    if (turn == player) return;  // the same player acts again: his turn goes on
    if (turn) {
        Milliseconds& time = left(*turn);
        if (running_) time -= std::max(Milliseconds{0}, used(now) - std::max(Milliseconds{0}, lag));
        time = control_.per_turn ? control_.base : std::max(Milliseconds{0}, time) + control_.increment;
    }
    turn = player;
    since_ = now;
    free_ = control_.delay;
}

void Clock::pause(Instant now) {
    if (!running_) return;
    left(*running_) = std::max(Milliseconds{0}, left(*running_) - used(now));
    free_ = std::max(Milliseconds{0}, free_ - (now - since_));
    paused_ = running_;
    running_.reset();
}

void Clock::resume(Instant now) {
    if (!paused_) return;
    running_ = paused_;
    paused_.reset();
    since_ = now;
}

Milliseconds Clock::remaining(Player player, Instant now) const {
    const Milliseconds time = left(player);
    return running_ == player ? std::max(Milliseconds{0}, time - used(now)) : time;
}

std::optional<Player> Clock::fallen(Instant now) const {
    if (control_.unlimited() || !running_ || remaining(*running_, now).count() > 0) return {};
    return running_;
}

std::optional<Instant> Clock::falls_at() const {
    if (control_.unlimited() || !running_) return {};
    return since_ + free_ + left(*running_);
}

void Clock::add(Player player, Milliseconds time) { left(player) += time; }

}  // namespace tavola
