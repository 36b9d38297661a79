// Positions: a first line with the game, then the text of a position.
#include <cstddef>
#include <cstdint>

#include "fuzz.h"

using namespace tavola;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    const AnyGamePtr game = fuzz::game_of(fuzz::take_line(text));
    if (!game) return 0;
    const auto position = game->parse_position(text);
    if (!position) {
        fuzz::require_sound(position.error(), "position", text);
        fuzz::require(position.error().at > 0, "a fault in a position lies somewhere", text);
        return 0;
    }
    fuzz::require_sound(*game, *position, text);
    const std::vector<AnyMove> moves = game->moves(*position);
    // Lists of hundreds of moves differ little from move to move: some of them will do.
    for (std::size_t i = 0; i < moves.size(); i += 1 + moves.size() / 32) {
        const auto read = game->parse_move(*position, game->print(moves[i]));
        fuzz::require(read && *read == moves[i], "a printed move is read back", game->print(moves[i]));
        fuzz::play_soundly(*game, *position, moves[i]);
    }
    return 0;
}
