// How fast the core plays: uniform random games from the start to the end, and perft, on one core.
//
// Each figure stands beside the best open program for that game, measured on a machine of this kind, as
// `vs_peer`. Rates are in millions a second; trust the ratios, the machine may be shared.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

#include "games/play.h"
#include "games/registry.h"

namespace {

using namespace tavola;

template <Game G>
typename G::Rules rules_of(const char* settings) {
    const auto list = parse_settings(settings);
    const auto rules = list ? parse_rules<G>(*list) : Failure(list.error());
    if (!rules) std::abort();
    return *rules;
}

void report(benchmark::State& state, const char* unit, double total, double peer) {
    state.counters[unit] = benchmark::Counter(total / 1e6, benchmark::Counter::kIsRate);
    if (peer > 0) state.counters["vs_peer"] = benchmark::Counter(total / 1e6 / peer, benchmark::Counter::kIsRate);
}

/// Random games to their end; the odd one that would not end is left after 1,000 moves. `peer` in millions of moves a
/// second.
template <Game G>
void random_play(benchmark::State& state, const char* settings, double peer) {
    const auto rules = rules_of<G>(settings);
    Random random(2026);
    double moves = 0, games = 0;
    for (auto _ : state) {
        auto position = G::start(rules);
        int played = 0;
        while (played < 1000 && play_random<G>(rules, position, random)) ++played;
        benchmark::DoNotOptimize(G::hash(position));
        moves += played;
        ++games;
    }
    report(state, "Mmoves/s", moves, peer);
    state.counters["plies"] = moves / games;
}

/// Perft from the start; `peer` in millions of leaves a second.
template <Game G>
void perft_leaves(benchmark::State& state, const char* settings, int depth, double peer) {
    const auto rules = rules_of<G>(settings);
    double leaves = 0;
    for (auto _ : state) leaves += static_cast<double>(perft<G>(rules, G::start(rules), depth));
    report(state, "Mleaves/s", leaves, peer);
}

// Trilha: OpenSpiel's nine men's morris. Policiais, Pretoa, Niout: Ludii. Abalone: the best open core. Trench:
// Boardspace.
void register_all() {
    const auto random = [](const char* name, auto run, const char* settings, double peer) {
        benchmark::RegisterBenchmark((std::string("random/") + name).c_str(), run, settings, peer);
    };
    const auto leaves = [](const char* name, auto run, const char* settings, int depth, double peer) {
        benchmark::RegisterBenchmark((std::string("perft/") + name).c_str(), run, settings, depth, peer);
    };
    random("trilha_internacional", random_play<Trilha>, "preset=internacional", 4.2);
    random("trilha_classica", random_play<Trilha>, "preset=classica", 4.2);
    random("trilha_recomendada", random_play<Trilha>, "preset=recomendada", 4.2);
    random("policiais", random_play<Policiais>, "huff=no", 0.36);
    random("policiais_huff", random_play<Policiais>, "huff=yes", 0.36);
    random("pretoa", random_play<Pretoa>, "huff=no", 0.43);
    random("pretoa_huff", random_play<Pretoa>, "huff=yes", 0.43);
    random("niout", random_play<Niout>, "players=2", 0.15);
    random("niout_pairs", random_play<Niout>, "players=4,pairs=yes", 0.15);
    random("abalone", random_play<Abalone>, "start=standard", 0);
    random("trench", random_play<Trench>, "-", 0);
    leaves("trilha_internacional", perft_leaves<Trilha>, "preset=internacional", 5, 8);
    leaves("abalone", perft_leaves<Abalone>, "start=standard", 4, 20);
    leaves("trench", perft_leaves<Trench>, "-", 5, 6.8);
    leaves("policiais", perft_leaves<Policiais>, "huff=no", 14, 0);
    leaves("pretoa", perft_leaves<Pretoa>, "huff=no", 14, 0);
    leaves("niout", perft_leaves<Niout>, "players=2", 13, 0);
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    register_all();
    benchmark::RunSpecifiedBenchmarks();
}
