// The façade in JSON: one request, one answer. The command line's --json, the browser and later the server speak
// through this, so they cannot say different things.
//
//     {"verb": "moves", "game": "trilha", "settings": {"preset": "internacional"}, "position": "..."}
//
// An answer holds what was asked for, or {"error": {...}} with the parts of an Error. Nothing throws.
//
// | verb | asks for | with |
// |---|---|---|
// | games, board | the games with their options; where a board's cells lie | |
// | start, show, status | a position, and how it stands | position |
// | moves, apply | the legal moves; the position after some | position, moves |
// | match | a game so far: the position, its moves, its standing or its ending | start, played, arbiter, end, trace |
// | think, choose | the best lines; a move at a level | start, played (or position), arbiter, limits, level, seed |
// | consider | whether the computer would end it by agreement now | as choose, without the seed, and player |
// | compose | the position that somebody has set up | men, turn, dice |
// | record, write | the games of a text; a match as text | text; as match, and tags, colours, result, ending |
// | perft, random, bench | counts, a random game, the computer player's signature | |
// | probe | what tables of perfect play know (probe.h) | |
//
// "arbiter" says what ends a game beside its rules (conventions.h): `true` or nothing for the game's own, `false` for
// nothing, or an object with what is to be otherwise, `{"repetitions": 0, "quietPlies": 60}`; `games` tells the game's own,
// which cannot do what it never does (Niout's counts nothing). While a game goes on, `match` tells its "standing", how near
// such an end is and what it would come to ("countdown": an end that the rules themselves count down to), and of every move
// that leads there at once by what it "ends". An "ending" has what was counted ("count") and by what it was settled
// ("score", the points of Trench). "colours" says which colour each player has, where they are "free" (`games`).
//
// "played" are words of moves, or `out:N` for a player who leaves. An error in one of them tells which ("ply").
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "api/told.h"

namespace tavola::api {

class Thinker;

/// Hears what a long request finds on its way, in the form of its answer.
using Tell = std::function<void(const nlohmann::json&)>;

/// Somebody who asks, and what is kept for him from one request to the next: the computer player of the game and
/// rules he last asked it about, with what it has learnt (thinker.h says how much room that takes). Answers one
/// request at a time.
class Conversation {
  public:
    explicit Conversation(Tell tell = {});
    ~Conversation();

    nlohmann::json answer(const nlohmann::json& request);
    /// The same as text; a text that is not JSON is answered with an error.
    std::string answer_text(std::string_view request);

  private:
    std::unique_ptr<Thinker> thinker_;
};

/// Answers one request alone.
nlohmann::json answer(const nlohmann::json& request);

}  // namespace tavola::api
