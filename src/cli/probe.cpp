#include "cli/probe.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <utility>

#include "cli/columns.h"
#include "cli/figures.h"
#include "cli/tables.h"
#include "match/countdown.h"
#include "shelf/truth.h"
#include "tables/frames.h"
#include "tables/places.h"

namespace tavola::cli {
namespace {

using nlohmann::json;

/// Why the tables don't know a position.
struct Gap {
    std::optional<Error> fault = {};  ///< what is wrong with the table that should
    std::string sector = {};          ///< the one that is missing; empty if it has no name
    bool solved = true;               ///< it is one that can be made

    friend bool operator<(const Gap& one, const Gap& other) { return one.sector < other.sector; }
};

Gap find_gap(const AnyGame& game, const tables::Places& places, const shelf::Shelf& shelf,
             const AnyPosition& position) {
    const auto place = places.of(position);
    if (!place) return {.fault = {}, .sector = {}, .solved = false};
    const std::string sector = tables::name(place->sector);
    Gap gap{.fault = {}, .sector = sector, .solved = true};
    const auto table = shelf.find(game.id(), tables::rules_text(game.all_settings()), sector);
    if (!table) {
        if (table.error().key != "error.table.missing") gap.fault = table.error();
    } else if (const auto whole = tables::check((*table)->view()); !whole) {
        gap.fault = whole.error();
        gap.fault->field = sector;
    } else {
        gap.fault = Error{.key = "error.table-other-size", .what = "table", .field = sector};
    }
    return gap;
}

struct Choice {
    std::string move;
    Worth worth;
    AnyPosition after;
    bool over = false;
};

bool same_side(const AnyGame& game, Player one, Player other) { return one == other || game.together(one, other); }

// Whether everybody is on the side of one of these two.
bool two_sides(const AnyGame& game, Player one, Player other) {
    for (int i = 0; i < game.players(); ++i)
        if (!same_side(game, Player(i), one) && !same_side(game, Player(i), other)) return false;
    return true;
}

// A move is worth what it leads to, seen by the player who makes it.
Worth worth_of_move(const Oracle& oracle, const AnyGame& game, Player mover, const AnyPosition& after) {
    if (const Outcome outcome = game.outcome(after); outcome.over()) {
        const bool won = outcome.won_by(mover);
        if (game.dice()) return {.chance = won ? 1.0 : 0.0};
        return {.ends_in = outcome.drawn() ? 0 : won ? 1 : -1};
    }
    Worth worth = worth_of(oracle, after);
    const Player next = game.turn(after);
    const bool own = same_side(game, mover, next);
    if (worth.ends_in && *worth.ends_in != 0) {
        const int later = *worth.ends_in > 0 ? *worth.ends_in + 1 : *worth.ends_in - 1;
        worth.ends_in = own ? later : -later;
    }
    if (worth.chance && !own)
        worth.chance = two_sides(game, mover, next) ? std::optional(1 - *worth.chance) : std::nullopt;
    return worth;
}

// Quick wins first, then draws, then losses, long ones before short; what is not known comes last.
double rank(const Worth& worth) {
    if (worth.chance) return *worth.chance;
    if (!worth.ends_in) return -2;
    if (*worth.ends_in == 0) return 0;
    return 1.0 / *worth.ends_in;
}

std::vector<Choice> choices_of(const Oracle& oracle, const AnyGame& game, const AnyPosition& position) {
    std::vector<Choice> choices;
    for (const AnyMove move : game.moves(position)) {
        const AnyPosition after = game.play(position, move);
        choices.push_back({game.print(move), worth_of_move(oracle, game, game.turn(position), after), after,
                           game.outcome(after).over()});
    }
    std::ranges::sort(choices, {}, [](const Choice& choice) { return std::pair(-rank(choice.worth), choice.move); });
    return choices;
}

// In a word, for a list.
std::string short_text(const Terminal& terminal, const Worth& worth) {
    const Words& words = terminal.words;
    if (worth.chance) return Figures(words.language()).plain(100 * *worth.chance, 2) + '%';
    if (!worth.ends_in) return words.say("probe.unknown");
    if (*worth.ends_in == 0) return words.say("probe.draw");
    return words.say(*worth.ends_in > 0 ? "analyse.wins" : "analyse.loses",
                     {{"count", std::to_string(std::abs(*worth.ends_in))}});
}

std::string side_name(const Terminal& terminal, const AnyGame& game, Player player) {
    return terminal.words.say("side." + std::string(game.id()) + '.' + std::to_string(player.index()));
}

// What is missing, and how to make it.
void tell_gap(const Terminal& terminal, const AnyGame& game, const Gap& gap,
              const std::optional<std::filesystem::path>& folder) {
    if (gap.fault) return terminal.complain(*gap.fault);
    if (!gap.solved) {
        terminal.err << terminal.words.say("probe.never") << '\n';
        return;
    }
    std::string command = "tavola solve " + typed(game);
    if (!gap.sector.empty()) command += " --sectors " + gap.sector;
    command += typed_folder(folder);
    terminal.err << terminal.words.say(gap.sector.empty() ? "probe.missing" : "probe.missing.sector",
                                       {{"sector", gap.sector}, {"example", command}})
                 << '\n';
}

Status probe_finished(const Terminal& terminal, const Table& table) {
    const AnyGame& game = *table.game;
    const Outcome outcome = game.outcome(table.position);
    const Player mover = game.turn(table.position);
    if (terminal.json) {
        const char* value = outcome.drawn() ? "draw" : outcome.won_by(mover) ? "win" : "loss";
        json answer{{"position", game.print(table.position)}, {"value", value}, {"moves", json::array()}};
        if (!outcome.drawn()) answer["plies"] = 0;
        terminal.out << answer.dump() << '\n';
        return good;
    }
    const auto counted = countdown(game, table.position);
    const std::string why = terminal.words.say("why." + std::string(game.why(table.position)),
                                               {{"count", std::to_string(counted ? counted->count : 0)}});
    std::vector<std::string> winners;
    for (int i = 0; i < game.players(); ++i)
        if (outcome.won_by(Player(i))) winners.push_back(side_name(terminal, game, Player(i)));
    if (winners.empty())
        terminal.out << terminal.words.say("play.drawn", {{"why", why}}) << '\n';
    else
        terminal.out << terminal.words.say(winners.size() == 1 ? "play.won" : "play.won.pair",
                                           {{"side", winners.front()}, {"other", winners.back()}, {"why", why}})
                     << '\n';
    return good;
}

}  // namespace

Worth worth_of(const Oracle& oracle, const AnyPosition& position) {
    if (const auto ends_in = oracle.ends_in(position)) return {.ends_in = ends_in};
    return {.chance = oracle.chance(position)};
}

std::string say_worth(const Terminal& terminal, const AnyGame& game, const AnyPosition& position,
                      const Worth& worth) {
    const Words& words = terminal.words;
    const std::string side = side_name(terminal, game, game.turn(position));
    if (worth.chance)
        return words.say("probe.side.chance",
                         {{"side", side}, {"percent", Figures(words.language()).plain(100 * *worth.chance, 2)}});
    if (!worth.ends_in) return words.say("probe.unknown");
    if (*worth.ends_in == 0) return words.say("probe.side.draws", {{"side", side}});
    return words.say(*worth.ends_in > 0 ? "probe.side.wins" : "probe.side.loses",
                     {{"side", side}, {"count", std::to_string(std::abs(*worth.ends_in))}});
}

json worth_json(const Worth& worth) {
    if (worth.chance) return {{"chance", *worth.chance}};
    if (!worth.ends_in) return {{"value", nullptr}};
    if (*worth.ends_in == 0) return {{"value", "draw"}};
    return {{"value", *worth.ends_in > 0 ? "win" : "loss"}, {"plies", std::abs(*worth.ends_in)}};
}

Status probe(const Terminal& terminal, const Question& question, const std::optional<std::filesystem::path>& folder) {
    const auto table = set_up(question);
    if (!table) return terminal.refuse(table.error());
    const AnyGame& game = *table->game;
    const AnyPosition& position = table->position;
    const auto shelf = open_shelf(folder);
    const auto places = tables::open_places(game);
    if (!places) return terminal.refuse(places.error());
    const auto truth = shelf::open_truth(table->game, shelf);
    if (game.outcome(position).over()) return probe_finished(terminal, *table);

    const Worth worth = worth_of(*truth, position);
    std::set<Gap> gaps;
    if (!worth.known()) gaps.insert(find_gap(game, **places, *shelf, position));
    // Dice are nobody's decision.
    std::vector<Choice> choices;
    if (worth.known() && !game.dice_to_throw(position)) choices = choices_of(*truth, game, position);
    for (const Choice& choice : choices)
        if (!choice.over && !choice.worth.known()) gaps.insert(find_gap(game, **places, *shelf, choice.after));

    if (terminal.json) {
        json answer = worth_json(worth);
        answer["position"] = game.print(position);
        if (!game.dice_to_throw(position)) answer["moves"] = json::array();
        for (const Choice& choice : choices) {
            answer["moves"].push_back(worth_json(choice.worth));
            answer["moves"].back()["move"] = choice.move;
        }
        for (const Gap& gap : gaps)
            if (!gap.sector.empty()) answer["missing"].push_back(gap.sector);
        terminal.out << answer.dump() << '\n';
    } else if (worth.known()) {
        terminal.out << say_worth(terminal, game, position, worth) << '\n';
        Columns columns;
        for (const Choice& choice : choices) columns.line({choice.move, short_text(terminal, choice.worth)});
        columns.write(terminal.out, "  ");
    }
    for (const Gap& gap : gaps) tell_gap(terminal, game, gap, folder);
    return gaps.empty() ? good : failed;
}

}  // namespace tavola::cli
