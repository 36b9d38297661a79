#include "api/thinker.h"

#include <nlohmann/json.hpp>

#include "api/asked.h"
#include "search/consent.h"

namespace tavola::api {
namespace {

using nlohmann::json;

constexpr std::size_t hash_mebibytes = 32;

const std::atomic<bool> never{false};

// What can come again: the positions since the last placement or capture, the oldest first.
std::vector<AnyPosition> history_of(const Match& match) {
    std::vector<AnyPosition> history;
    const std::size_t played = match.steps().size();
    const std::size_t quiet = played == 0 ? 0 : static_cast<std::size_t>(match.steps().back().quiet);
    for (std::size_t n = played - quiet; n < played; ++n) history.push_back(match.position(n));
    return history;
}

}  // namespace

Engine& Thinker::engine(const AnyGamePtr& game) {
    if (std::string rules = std::string(game->id()) + ' ' + print_settings(game->all_settings()); rules != rules_) {
        engine_.reset();  // its memory first
        engine_ = make_engine(game);
        engine_->set_hash(hash_mebibytes);
        rules_ = std::move(rules);
    }
    return *engine_;
}

Result<json> Thinker::think(const json& request) {
    const auto match = match_of(request);
    if (!match) return Failure(match.error());
    const auto depth = number_of(request, "depth", 0, 0, 98), lines = number_of(request, "lines", 1, 1, 500),
               time = number_of(request, "time", 0, 0, 3'600'000),
               nodes = number_of(request, "nodes", 0, 0, 2'000'000'000);
    for (const auto* number : {&depth, &lines, &time, &nodes})
        if (!*number) return Failure(number->error());
    const bool unbound = *depth == 0 && *time == 0 && *nodes == 0;
    const Limits limits{.depth = *depth,
                        .nodes = static_cast<std::uint64_t>(*nodes),
                        .time = std::chrono::milliseconds(unbound ? 1000 : *time),
                        .lines = *lines};
    const AnyGame& game = match->game();
    const Listener listener = [&](const Report& report) {
        if (tell_) tell_(report_json(game, report));
    };
    return report_json(
        game, engine(match->game_ptr()).think(match->position(), history_of(*match), limits, never, listener));
}

Result<json> Thinker::choose(const json& request) {
    const auto match = match_of(request);
    if (!match) return Failure(match.error());
    const auto level = number_of(request, "level", max_level, 1, max_level);
    const auto time = number_of(request, "time", 1000, 1, 3'600'000);
    const auto seed = number_of(request, "seed", 0, 0, 2'147'483'647);
    for (const auto* number : {&level, &time, &seed})
        if (!*number) return Failure(number->error());
    const AnyGame& game = match->game();
    if (match->over() || game.dice_to_throw(match->position())) return bad_request("position", "a decision");
    Random random(static_cast<std::uint64_t>(*seed));
    const Limits limits{.depth = 0, .nodes = 0, .time = std::chrono::milliseconds(*time), .lines = 1};
    const auto choose_by = [&](Engine& engine) {
        return choose_move(engine, match->position(), history_of(*match), *level, random, limits, never);
    };
    const AnyMove move =
        *level == max_level ? choose_by(engine(match->game_ptr())) : choose_by(*make_engine(match->game_ptr()));
    return json{{"move", game.print(move)}};
}

Result<json> Thinker::consider(const json& request) {
    const auto match = match_of(request);
    if (!match) return Failure(match.error());
    const AnyGame& game = match->game();
    const auto player = number_of(request, "player", match->turn().opponent().index(), 0, game.players() - 1),
               level = number_of(request, "level", max_level, 1, max_level),
               time = number_of(request, "time", 0, 0, 3'600'000),
               nodes = number_of(request, "nodes", 0, 0, 2'000'000'000);
    for (const auto* number : {&player, &level, &time, &nodes})
        if (!*number) return Failure(number->error());
    if (auto right = match->may_agree(); !right) return Failure(right.error());
    const Limits limits{.depth = 0,
                        .nodes = static_cast<std::uint64_t>(*nodes),
                        .time = std::chrono::milliseconds(*time == 0 && *nodes == 0 ? 500 : *time)};
    const std::vector<AnyPosition> history = history_of(*match);
    const Offer offer{.position = match->position(),
                      .history = history,
                      .plies = static_cast<int>(match->steps().size()),
                      .player = Player(*player)};
    // An engine of its own: what it learns for this answer is not what the game is played by.
    const Consent consent = tavola::consider(*make_engine(match->game_ptr()), offer, *level, limits, never);
    return json{{"accept", consent.accept}, {"settled", game.print(consent.settled)}, {"expected", consent.expected}};
}

}  // namespace tavola::api
