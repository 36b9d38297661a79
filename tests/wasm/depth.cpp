// The deepest searches in the browser's build: a module of its own, with no more stack than a search may need.
#include "../dive.h"
#include "games/registry.h"

namespace {

using namespace tavola;

template <Game G>
std::size_t dive(std::string_view settings, std::string_view text) {
    const auto list = parse_settings(settings);
    if (!list) return 0;
    const auto rules = parse_rules<G>(*list);
    if (!rules) return 0;
    if (text.empty()) return stack_of_dives<G>(*rules, G::start(*rules));
    const auto position = G::parse_position(*rules, text);
    return position ? stack_of_dives<G>(*rules, *position) : 0;
}

}  // namespace

/// The bytes of the stack that a game's search took; 0 if there is no such game.
extern "C" __attribute__((export_name("tavola_depth"))) std::size_t tavola_depth(int game) {
    switch (game) {
        case 0: return dive<Trilha>("rings=8,jump=yes,fly=yes,removal=may", "");
        case 1: return dive<Abalone>("", "");
        case 2: return dive<Trench>("", "");
        case 3: return dive<Policiais>("huff=yes", "");
        case 4: return dive<Pretoa>("huff=yes", "o.o.ox/.o.o.o/o.o.o./x x a1,a3,a5,b2,b4,b6,c1,c3,c5");
        default: return 0;
    }
}
