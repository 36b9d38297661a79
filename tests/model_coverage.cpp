#include "model_coverage.h"

#include <algorithm>
#include <cctype>

#include "support.h"

namespace tavola::test {
namespace {

/// The step again, with what most games ask of it.
struct Seen : Step {
    std::string before_text, word, after_text;
    Effects effects;

    explicit Seen(const Step& step)
        : Step(step),
          before_text(game.print(before)),
          word(game.print(move)),
          after_text(game.print(after)),
          effects(game.effects(before, move)) {}

    int count(EffectKind kind) const { return static_cast<int>(std::ranges::count(effects, kind, &Effect::kind)); }
    std::string field(std::size_t number) const { return split(before_text, ' ').at(number); }
    bool is(const std::string& option, const std::string& value) const { return options.at(option) == value; }
    bool could(const std::string& start) const {
        return std::ranges::any_of(legal, [&](const std::string& other) { return other.starts_with(start); });
    }
};

CellSet men_of(const AnyGame& game, const AnyPosition& position, Player player) {
    CellSet men;
    for (const Standing& standing : game.picture(position))
        if (standing.spot.on_board() && standing.man.owner == player) men |= standing.spot.cell();
    return men;
}

bool in_mill(const Topology& board, CellSet men, Cell cell) {
    for (const Line& line : board.lines)
        for (std::size_t i = 0; line.reaches(i, 2); ++i) {
            const CellSet three{line.ahead(i, 0), line.ahead(i, 1), line.ahead(i, 2)};
            if (men.contains(three) && three.has(cell)) return true;
        }
    return false;
}

std::string how(EffectKind kind) {
    switch (kind) {
        case EffectKind::place: return "place";
        case EffectKind::slide: return "slide";
        case EffectKind::jump: return "jump";
        case EffectKind::fly: return "fly";
        default: return "?";
    }
}

void note_trilha(const Seen& step, Coverage& met) {
    const Player mover = step.game.turn(step.before);
    const bool removes = step.count(EffectKind::capture) > 0;
    ++met[how(step.effects[0].kind) + (removes ? " and remove" : "")];
    const Topology& board = step.game.board();
    if (removes) {
        const CellSet others = men_of(step.game, step.before, mover.opponent());
        const bool protected_man = in_mill(board, others, step.effects.back().from.cell());
        if (protected_man) ++met["remove from a mill, protection " + step.options.at("protection")];
    } else if (in_mill(board, men_of(step.game, step.after, mover), step.effects[0].to.cell())) {
        if (step.could(step.word + "x"))
            ++met["decline to remove"];
        else if (step.effects[0].kind == EffectKind::place && step.is("placing-captures", "no"))
            ++met["close a mill by placing, without a removal"];
        else
            ++met["close a mill, all men protected"];
    }
}

void note_abalone(const Seen& step, Coverage& met) {
    const int own = step.count(EffectKind::slide), out = step.count(EffectKind::capture);
    const int pushed = step.count(EffectKind::push) + out;
    std::string event = step.word.find(':') != std::string::npos ? "broadside " : "in line ";
    event += std::to_string(own);
    if (pushed > 0) event += " against " + std::to_string(pushed);
    if (out > 0) event += ", out";
    ++met[event];
}

struct Square {
    int column, row;
    explicit Square(const std::string& name) : column(name.at(0) - 'a'), row(name.at(1) - '1') {}
    Square(int c, int r) : column(c), row(r) {}
    int height() const { return column + row - 7; }  // 0 in the trench, below it on x's side
    bool on_board() const { return column >= 0 && column < 8 && row >= 0 && row < 8; }
};

// What stands next to each other and yet may not be taken: Trench rules 4, 5 and 6.
void note_trench_neighbours(const Seen& step, Coverage& met) {
    const std::vector<std::string> rows = split(step.field(0), '/');
    const auto piece = [&](Square at) {
        return at.on_board() ? rows[static_cast<std::size_t>(7 - at.row)][static_cast<std::size_t>(at.column)] : '.';
    };
    const bool x_moves = step.field(1) == "x";
    const auto is_own = [&](char c) { return c != '.' && (std::isupper(c) != 0) == x_moves; };
    const auto is_other = [&](char c) { return c != '.' && (std::isupper(c) != 0) != x_moves; };
    const int forward = x_moves ? 1 : -1;
    for (int column = 0; column < 8; ++column) {
        const Square here(column, 7 - column), behind(column - forward, 7 - column), beside(column + 1, 6 - column);
        const char own = piece(here);
        if (is_own(own) && is_other(piece(behind))) ++met["rule 4: from the trench into one's own territory"];
        if (is_own(own) && std::string_view("LGlg").contains(own) && is_other(piece(beside)))
            ++met["rule 5: along the trench"];
        if (is_other(own) && is_own(piece(behind))) ++met["rule 6: into the trench from one's own territory"];
    }
}

void note_trench(const Seen& step, Coverage& met) {
    const std::vector<std::string> ends = split(step.word, step.word.find('x') == std::string::npos ? '-' : 'x');
    const Square from(ends.at(0)), to(ends.at(1));
    const int taken = step.count(EffectKind::capture);
    std::string event = from.height() == 0 ? "from the trench" : "from outside";
    if (taken > 0) event += ", takes " + std::to_string(std::min(taken, 3));
    if (taken > 0 && to.height() == 0) event += " in the trench";
    if (from.height() * to.height() < 0) event += " across";
    ++met[event];
    note_trench_neighbours(step, met);

    const bool x_has = std::stoi(step.field(2)) >= 25;
    if (x_has) ++met["last move: " + step.game.print(step.game.outcome(step.after))];
    if (step.is("equal-turns", "yes") && !x_has && std::stoi(split(step.after_text, ' ').at(2)) >= 25)
        ++met["x has 25, o has one more move"];
}

void note_niout_run(const Seen& step, Coverage& met) {
    const std::string from = step.word.substr(0, step.word.find('-'));
    const std::string to = step.word.substr(from.size() + 1, step.word.find_first_of("*+") - from.size() - 1);
    const bool to_ring = std::isdigit(to[0]) != 0;
    if (from == "0") ++met["enter"];
    if (from == "5" || from == "10" || from == "15")
        ++met[to_ring ? "large cell, along the ring" : "turn in at " + from];
    if (from == "m") ++met[to[0] == 'q' || to_ring ? (to == "20" ? "m to 20" : "m outwards") : "m to t"];
    if (from == "mr") ++met["mr to t"];
    if (from[0] == 'l' && to[0] == 'q') ++met["from l through m to q"];
    if (from[0] == 'b' && to[0] == 't') ++met["from b through m to t"];
    if (from[0] == 'r' && to[0] == 't') ++met["from r through mr to t"];
    if (from[0] == 'q' && to_ring && to != "15") ++met["from q through 15"];
    if (to == "20") ++met["home"];
    if (step.word.find('*') != std::string::npos) ++met["tandem"];
    if (step.word.find('+') != std::string::npos) ++met["take the partner along"];
    // With all his own home, a player runs his partner's.
    const Player mover = step.game.turn(step.before);
    if (step.effects[0].man.owner != mover) ++met["run the partner's"];
}

void note_niout_capture(const Seen& step, Coverage& met) {
    std::vector<int> victims;
    const Effect* runner = nullptr;
    for (const Effect& effect : step.effects) {
        if (effect.kind != EffectKind::capture) {
            runner = &effect;
            continue;
        }
        victims.push_back(effect.man.owner.index());
        if (effect.count > 1) ++met["capture a tandem"];
        if (effect.man.rank != runner->becomes)
            ++met[std::string("capture across ") +
                  (step.game.board().name(effect.from.cell()) == "m" ? "m and mr" : "r and q")];
    }
    if (victims.empty()) return;
    ++met["capture"];
    if (victims.front() != victims.back()) ++met["capture two players' horses"];
    const bool again = step.game.turn(step.after) == step.game.turn(step.before);
    const bool large = step.field(2) >= "4";
    if (step.is("capture-throws", "yes") && !large && again) ++met["throw again for a capture"];
    if (step.is("capture-throws", "yes") && large && again) ++met["throw once for a capture with niout or mo"];
    if (step.is("capture-throws", "no") && !large && !again) ++met["capture without another throw"];
}

void note_niout(const Seen& step, Coverage& met) {
    if (step.count(EffectKind::dice) > 0) {
        ++met["throw"];
    } else if (step.word == "passa") {
        ++met[step.field(2) >= "4" ? "pass after niout or mo" : "pass"];
    } else {
        note_niout_run(step, met);
        note_niout_capture(step, met);
    }
}

void note_alquerque(const Seen& step, Coverage& met) {
    const auto jumps = std::ranges::count(step.word, 'x');
    const bool could_capture = std::ranges::any_of(step.legal, [](const std::string& w) { return w.contains('x'); });
    if (step.word[0] == '~') {
        ++met["removal"];
        if (std::ranges::all_of(step.legal, [](const std::string& w) { return w[0] == '~'; }))
            ++met["removal, nothing else being possible"];
        if (step.game.outcome(step.after).over()) ++met["removal, then " + std::string(step.game.why(step.after))];
    } else if (jumps == 0) {
        ++met[could_capture ? "step instead of a capture" : "step"];
        if (split(step.after_text, ' ').back().find(',') != std::string::npos) ++met["step, several offend"];
    } else {
        ++met[jumps == 1 ? "capture one" : jumps < 4 ? "capture two or three" : "capture four or more"];
        if (step.could(step.word + "x")) ++met["series cut short"];
        const std::vector<std::string> points = split(step.word, 'x');
        if (std::ranges::count(points, points.front()) > 1) ++met["series back over its start"];
    }
}

}  // namespace

void note(const Step& step, Coverage& coverage) {
    const Seen seen(step);
    if (step.game.id() == "trilha") return note_trilha(seen, coverage);
    if (step.game.id() == "abalone") return note_abalone(seen, coverage);
    if (step.game.id() == "trench") return note_trench(seen, coverage);
    if (step.game.id() == "niout") return note_niout(seen, coverage);
    note_alquerque(seen, coverage);
}

void note_end(const AnyGame& game, const model::Options& options, const AnyPosition& position, Coverage& coverage) {
    const std::string why(game.why(position));
    if (game.id() == "niout") {
        ++coverage[options.at("pairs") == "yes" ? "end: a pair" : "end: a player"];
    } else if (game.id() == "trilha" && why == "blocked") {
        ++coverage["end: blocked, " + options.at("blocked")];
        const std::string counter = split(game.print(position), ' ').at(4);
        if (counter != "0" && counter == options.at("three-each")) ++coverage["end: blocked as the counter runs out"];
    } else {
        ++coverage["end: " + why];
    }
}

std::vector<std::string> expected_events(std::string_view game) {
    if (game == "trilha")
        return {"place",
                "place and remove",
                "slide",
                "slide and remove",
                "jump",
                "jump and remove",
                "fly",
                "fly and remove",
                "remove from a mill, protection none",
                "remove from a mill, protection international",
                "decline to remove",
                "close a mill by placing, without a removal",
                "close a mill, all men protected",
                "end: blocked, loss",
                "end: blocked, draw",
                "end: blocked as the counter runs out",
                "end: few-men",
                "end: three-each"};
    if (game == "abalone")
        return {"in line 1",
                "in line 2",
                "in line 3",
                "in line 2 against 1",
                "in line 3 against 1",
                "in line 3 against 2",
                "in line 2 against 1, out",
                "in line 3 against 1, out",
                "in line 3 against 2, out",
                "broadside 2",
                "broadside 3",
                "end: six-out"};
    if (game == "trench")
        return {"from outside",
                "from outside across",
                "from outside, takes 1",
                "from outside, takes 1 across",
                "from outside, takes 1 in the trench",
                "from the trench",
                "from the trench, takes 1",
                "from the trench, takes 2",
                "from the trench, takes 3",
                "rule 4: from the trench into one's own territory",
                "rule 5: along the trench",
                "rule 6: into the trench from one's own territory",
                "x has 25, o has one more move",
                "last move: x",
                "last move: o",
                "last move: draw",
                "end: points",
                "end: no-move"};
    if (game == "niout")
        return {"throw",
                "pass",
                "pass after niout or mo",
                "enter",
                "large cell, along the ring",
                "turn in at 5",
                "turn in at 10",
                "turn in at 15",
                "m to t",
                "m to 20",
                "m outwards",
                "mr to t",
                "from l through m to q",
                "from b through m to t",
                "from r through mr to t",
                "from q through 15",
                "home",
                "tandem",
                "take the partner along",
                "run the partner's",
                "capture",
                "capture a tandem",
                "capture two players' horses",
                "capture across m and mr",
                "capture across r and q",
                "throw again for a capture",
                "throw once for a capture with niout or mo",
                "capture without another throw",
                "end: a player",
                "end: a pair"};
    return {"step",
            "step instead of a capture",
            "step, several offend",
            "capture one",
            "capture two or three",
            "capture four or more",
            "series cut short",
            "series back over its start",
            "removal",
            "removal, nothing else being possible",
            "removal, then blocked",
            "removal, then no-men",
            "end: blocked",
            "end: no-men"};
}

}  // namespace tavola::test
