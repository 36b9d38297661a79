// Matches: the arbiter, take-backs, clocks, records.
import { gtest } from './kinds.mjs';

const clock = gtest('match_test', 'Clock.*:TimeControl.*');
const arbiter = gtest('match_test', 'Arbiter.*:Match.*:Conventions.*');
const records = gtest('match_test', 'Record*:Arbiter*:Match.*');

export default [
    {
        id: 'clock-increment-before-the-turn-is-whole',
        file: 'src/match/clock.cpp',
        find: 'if (turn == player) return;',
        replace: 'if (turn == player && running_ == player && free_.count() > 0) return;',
        tests: [clock],
    },
    {
        id: 'clock-below-zero',
        file: 'src/match/clock.cpp',
        find: 'return running_ == player ? std::max(Milliseconds{0}, time - used(now)) : time;',
        replace: 'return running_ == player ? time - used(now) : time;',
        tests: [clock],
    },
    {
        id: 'clock-flag-falls-late',
        file: 'src/match/clock.cpp',
        find: 'if (control_.unlimited() || !running_ || remaining(*running_, now).count() > 0) return {};',
        replace: 'if (control_.unlimited() || !running_ || now <= since_ + free_ + left(*running_)) return {};',
        tests: [clock],
    },
    {
        id: 'clock-delay-kept-through-a-pause',
        file: 'src/match/clock.cpp',
        find: 'free_ = std::max(Milliseconds{0}, free_ - (now - since_));',
        replace: 'free_ = std::max(Milliseconds{0}, free_);',
        tests: [clock],
    },
    {
        id: 'clock-pause-charges-nothing',
        file: 'src/match/clock.cpp',
        find: 'left(*running_) = std::max(Milliseconds{0}, left(*running_) - used(now));',
        replace: '',
        tests: [clock],
    },
    {
        id: 'clock-not-stopped-on-resume',
        file: 'src/match/clock.cpp',
        find: '    running_ = paused_;\n    paused_.reset();\n    since_ = now;',
        replace: '    running_ = paused_;\n    paused_.reset();',
        tests: [clock],
    },
    {
        id: 'clock-lag-earns-time',
        file: 'src/match/clock.cpp',
        find: 'time -= std::max(Milliseconds{0}, used(now) - std::max(Milliseconds{0}, lag));',
        replace: 'time -= used(now) - std::max(Milliseconds{0}, lag);',
        tests: [clock],
    },
    {
        id: 'clock-per-turn-not-given-anew',
        file: 'src/match/clock.cpp',
        find: 'time = control_.per_turn ? control_.base : std::max(Milliseconds{0}, time) + control_.increment;',
        replace: 'time = std::max(Milliseconds{0}, time) + control_.increment;',
        tests: [clock],
    },
    {
        id: 'repetition-one-too-many',
        file: 'src/match/match.cpp',
        find: 'if (count >= custom_.repetitions)',
        replace: 'if (count > custom_.repetitions)',
        tests: [arbiter],
    },
    {
        id: 'repetition-across-captures-only',
        file: 'src/match/match.cpp',
        find: 'if (n == 0 || steps_[n - 1].quiet == 0) return count;',
        replace: 'if (n <= 1 || steps_[n - 1].quiet == 0) return count;',
        tests: [arbiter],
    },
    {
        id: 'quiet-count-not-started-again',
        file: 'src/match/match.cpp',
        find: 'step.quiet = makes_progress(game_->effects(position(), move)) ? 0 : quiet() + 1;',
        replace: 'step.quiet = makes_progress(game_->effects(position(), move)) ? quiet() : quiet() + 1;',
        tests: [arbiter],
    },
    {
        id: 'end-stays-after-a-take-back',
        file: 'src/match/match.cpp',
        find: '    steps_.pop_back();\n    judge();',
        replace: '    steps_.pop_back();',
        tests: [arbiter],
    },
    {
        id: 'leaver-has-the-turn-again',
        file: 'src/match/match.cpp',
        find: 'if (!steps_.empty()) step.gone = steps_.back().gone;',
        replace: '',
        tests: [arbiter],
    },
    {
        id: 'partner-stays',
        file: 'src/match/match.cpp',
        find: 'if (game_->together(player, Player(i))) gone |= bit(Player(i));',
        replace: 'if (player == Player(i)) gone |= bit(Player(i));',
        tests: [arbiter],
    },
    {
        id: 'agreement-where-it-is-excluded',
        file: 'src/match/match.cpp',
        find: 'if (!custom_.by_agreement) return refused("error.match.agreement", {});',
        replace: '',
        tests: [arbiter],
    },
    {
        id: 'record-glyph-256',
        file: 'src/match/record.cpp',
        find: 'if (wrong != std::errc() || glyph < 0 || glyph > 255)',
        replace: 'if (wrong != std::errc() || glyph < 0 || glyph > 256)',
        tests: [records],
    },
    {
        id: 'record-variation-from-the-wrong-place',
        file: 'src/match/record.cpp',
        find: '                ++at_;\n                match.undo();\n                auto variation',
        replace: '                ++at_;\n                auto variation',
        tests: [records],
    },
];
