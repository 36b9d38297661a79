#include "match/countdown.h"

#include "games/trilha/trilha.h"

namespace tavola {

std::optional<Countdown> countdown(const AnyGame& game, const AnyPosition& any) {
    if (game.id() != Trilha::id) return {};
    const auto rules = parse_rules<Trilha>(game.all_settings());
    const auto position = any.unwrap<Trilha::Position>();
    if (!rules || rules->three_each == 0 || !position.three_each()) return {};
    return Countdown{.why = "three-each", .count = position.counter, .limit = rules->three_each};
}

}  // namespace tavola
