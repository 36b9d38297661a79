#include "search/bench.h"

#include "base/hash.h"

namespace tavola {
namespace {

// Deep enough to use every part of the search, quick enough to run at every change.
int bench_depth(const AnyGame& game) {
    return game.id() == "niout" ? 4 : game.id() == "policiais" || game.id() == "pretoa" ? 10 : 6;
}

}  // namespace

Signature bench(std::string_view id) {
    const auto game = make_game(id, std::span<const Setting>());
    Signature signature;
    if (!game) return signature;
    const auto engine = make_engine(*game);
    const std::atomic<bool> stop{false};
    const Limits limits{.depth = bench_depth(**game), .nodes = 0, .time = {}, .lines = 1};
    const Listener nobody;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        // From the start, then ever deeper into random games.
        Random random(seed);
        AnyPosition position = (*game)->start();
        for (std::uint64_t ply = 0; ply < 5 * seed || (*game)->dice_to_throw(position); ++ply) {
            const auto move = (*game)->random_move(position, random);
            if (!move) break;
            position = (*game)->play(position, *move);
        }
        engine->forget();
        const Report report = engine->think(position, {}, limits, stop, nobody);
        signature.nodes += report.nodes;
        for (const Variation& line : report.lines) {
            signature.hash = hash_words(signature.hash, static_cast<std::uint64_t>(line.score) & 0xffffffff);
            for (const char c : (*game)->print(line.moves.front())) signature.hash = hash_words(signature.hash, c);
        }
        signature.hash = hash_words(signature.hash, report.nodes);
    }
    return signature;
}

}  // namespace tavola
