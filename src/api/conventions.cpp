#include "api/conventions.h"

#include <nlohmann/json.hpp>

#include "api/asked.h"
#include "match/countdown.h"

namespace tavola::api {
namespace {

using nlohmann::json;

json score_json(const Score& score) {
    json list = json::array();
    for (const int points : score) list.push_back(points);
    return list;
}

}  // namespace

Result<Custom> custom_of(const json& request, const AnyGame& game) {
    Custom custom = game.custom();
    const auto found = request.find("arbiter");
    if (found == request.end()) return custom;
    if (found->is_boolean()) return found->get<bool>() ? custom : Custom{.by_agreement = custom.by_agreement};
    if (!found->is_object()) return bad_request("arbiter", "true, false, {repetitions, quietPlies, ...}");
    std::size_t known = 0;
    for (const Convention& convention : conventions()) {
        const auto part = found->find(convention.json);
        if (part == found->end()) continue;
        ++known;
        const auto& option = convention.option;
        const std::string field = "arbiter." + std::string(convention.json);
        if (part->is_boolean() && (convention.truth || !part->get<bool>())) {
            option.set(custom, part->get<bool>());
            continue;
        }
        if (convention.truth) return bad_request(field, "true, false");
        const auto number =
            number_of(*found, option.key == "repetitions" ? "repetitions" : "quietPlies", 0, option.low, option.high);
        if (!number) return bad_request(field, number.error().expected);
        option.set(custom, *number);
    }
    if (known < found->size()) return bad_request("arbiter", "repetitions, quietPlies, byAgreement, insufficient");
    if (auto right = check_custom(custom, game); !right) return Failure(right.error());
    return custom;
}

json custom_json(const Custom& custom) {
    json result = json::object();
    for (const Convention& convention : conventions()) {
        const int value = convention.option.get(custom);
        result[std::string(convention.json)] = convention.truth ? json(value != 0) : json(value);
    }
    return result;
}

Result<Colours> colours_of(const json& request, const AnyGame& game) {
    const auto found = request.find("colours");
    if (found == request.end()) return Colours();
    const Failure fault = bad_request("colours", "[0, 1]");
    if (!found->is_array() || found->size() > max_players) return fault;
    std::vector<int> colours;
    for (const json& colour : *found) {
        if (!colour.is_number_integer()) return fault;
        const auto number = colour.get<long long>();
        colours.push_back(number >= 0 && number < max_players ? static_cast<int>(number) : -1);
    }
    return Colours::of(colours, game);
}

json colours_json(const Colours& colours, const AnyGame& game) {
    json list = json::array();
    for (int i = 0; i < game.players(); ++i) list.push_back(colours[Player(i)]);
    return list;
}

json ending_json(const AnyGame& game, const Verdict& verdict) {
    json ending{{"status", game.print(verdict.outcome)}, {"why", verdict.why}};
    if (verdict.count > 0) ending["count"] = verdict.count;
    if (!verdict.score.empty()) ending["score"] = score_json(verdict.score);
    return ending;
}

json standing_json(const Match& match) {
    const Custom& custom = match.custom();
    json standing{{"repeated", match.repeated()}, {"quiet", match.quiet()}, {"byAgreement", custom.by_agreement}};
    if (custom.repetitions > 0) standing["repetitions"] = custom.repetitions;
    if (custom.quiet_plies > 0) standing["quietPlies"] = custom.quiet_plies;
    if (const auto counted = countdown(match.game(), match.position()))
        standing["countdown"] = {{"why", counted->why}, {"count", counted->count}, {"limit", counted->limit}};
    // Nothing settles what can only be played to its end.
    if (custom == Custom{.by_agreement = false}) return standing;
    const Verdict settled = match.settled();
    standing["settled"] = match.game().print(settled.outcome);
    if (!settled.score.empty()) standing["score"] = score_json(settled.score);
    return standing;
}

}  // namespace tavola::api
