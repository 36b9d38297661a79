// The messages between house and players, as texts of JSON. Their kinds are told in docs/protocol.md.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "rooms/room.h"
#include "server/listener.h"

namespace tavola::server {

inline Text text_of(const nlohmann::json& message) {
    return std::make_shared<const std::string>(
        message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

/// Carries the `id` of the message that it answers, if that had one.
nlohmann::json answer_to(const nlohmann::json& asked, std::string_view kind);
Text refusal(const nlohmann::json& asked, const Error& error);
/// For all that is asked once the store is broken.
Error in_doubt();

std::string_view phase_word(rooms::Room::Phase phase) noexcept;

/// How a room stands: board, turn, clocks, who agrees on what.
nlohmann::json state_of(const rooms::Room& room, Instant now);
nlohmann::json events_json(std::span<const rooms::Event> events);

/// A field that must be a text.
Result<std::string> need_text(const nlohmann::json& message, const char* field);
/// A field that may be missing; 0 then.
std::int64_t number_or_zero(const nlohmann::json& message, const char* field);

}  // namespace tavola::server
