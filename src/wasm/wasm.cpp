// The core for the browser: one function that takes a request and gives an answer, both JSON text (api/api.h).
//
//     request  = tavola_alloc(length)         write the text there
//     answer   = tavola_answer(request, length)
//     length   = tavola_length()              of the answer
//     tavola_free(request)                    the answer is the module's own, until the next call
//
// The host gives one function: tavola.tell(text, length) hears what a long request finds on its way, JSON too.
#include <cstddef>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "api/api.h"

#define TAVOLA_EXPORT(name) extern "C" __attribute__((export_name(#name)))

extern "C" __attribute__((import_module("tavola"), import_name("tell"))) void tavola_tell(const char* text,
                                                                                          std::size_t length);

namespace {

tavola::api::Conversation& conversation() {
    static tavola::api::Conversation one([](const nlohmann::json& found) {
        const std::string text = found.dump();
        tavola_tell(text.data(), text.size());
    });
    return one;
}

// Kept for the caller to read.
std::string& last_answer() {
    static std::string text;
    return text;
}

}  // namespace

TAVOLA_EXPORT(tavola_alloc) void* tavola_alloc(std::size_t length) { return std::malloc(length); }

TAVOLA_EXPORT(tavola_free) void tavola_free(void* text) { std::free(text); }

TAVOLA_EXPORT(tavola_answer) const char* tavola_answer(const char* request, std::size_t length) {
    last_answer() = conversation().answer_text({request, length});
    return last_answer().data();
}

TAVOLA_EXPORT(tavola_length) std::size_t tavola_length() { return last_answer().size(); }
