// Requests to the façade, a line each, in one conversation: every one gets an answer in JSON, and what is answered can
// be asked for again.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "api/api.h"
#include "base/parse_json.h"
#include "fuzz.h"

using namespace tavola;
using nlohmann::json;

namespace {

// Counting and thinking take as long as they are told to; here that is a moment.
void hurry(json& request) {
    if (!request.is_object()) return;
    const json verb = request.value("verb", json());
    if (verb == "bench") request["verb"] = "games";
    if (verb == "perft" && request.contains("depth")) request["depth"] = 1;
    if (verb == "random") request["plies"] = 50;
    if (verb == "think" || verb == "choose") request["time"] = 1;
    if (verb == "think") request["nodes"] = 200;
}

void require_sound(const json& request, const json& answer, api::Conversation& conversation) {
    const std::string text = request.dump(-1, ' ', false, json::error_handler_t::replace);
    fuzz::require(answer.is_object(), "an answer is an object", text);
    if (answer.contains("error")) {
        const json& error = answer["error"];
        fuzz::require(error["key"].get<std::string>().starts_with("error."), "an error names its sentence", text);
        return;
    }
    const json& verb = request["verb"];
    json again{{"game", request.value("game", json())}, {"settings", request.value("settings", json::object())}};
    if (verb == "compose" || verb == "match") {
        again["verb"] = "show";
        again["position"] = answer["position"];
        fuzz::require(conversation.answer(again)["men"] == answer["men"], "what is shown is there", text);
        fuzz::require(verb == "compose" || (answer["status"] == "ongoing") == !answer.contains("ending"),
                      "a status agrees with its ending", text);
        fuzz::require(verb == "compose" || answer["moves"].empty() == answer.contains("ending"),
                      "over when nobody can move", text);
    } else if (verb == "write") {
        again = {{"verb", "record"}, {"text", answer["text"]}};
        const json read = conversation.answer(again);
        fuzz::require(read.contains("records"), "what is written can be read", text);
        fuzz::require(read["records"].size() == 1 && read["records"][0]["text"] == answer["text"],
                      "and is written the same", text);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    api::Conversation conversation([](const json& told) {
        fuzz::require(told.contains("lines"), "what is told on the way looks like the answer", told.dump());
    });
    while (!rest.empty()) {
        const std::string_view line = fuzz::take_line(rest);
        json request = parse_json(line);
        if (request.is_discarded()) {
            fuzz::require(json::parse(conversation.answer_text(line)).contains("error"), "bad JSON is refused", line);
            continue;
        }
        hurry(request);
        require_sound(request, conversation.answer(request), conversation);
    }
    return 0;
}
