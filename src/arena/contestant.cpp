#include "arena/contestant.h"

#include <atomic>
#include <limits>
#include <utility>

#include "arena/external.h"
#include "arena/furthest.h"
#include "shelf/truth.h"

namespace tavola::arena {
namespace {

std::unique_ptr<Engine> engine_for(const PlayerSpec& spec, AnyGamePtr game) {
    std::unique_ptr<Engine> engine = make_engine(game);
    engine->set_hash(static_cast<std::size_t>(spec.hash));
    engine->set_threads(spec.threads);
    if (!spec.tables.empty())
        engine->set_oracle(shelf::open_truth(std::move(game), std::make_shared<shelf::Shelf>(spec.tables)));
    return engine;
}

// The positions before the present one.
std::vector<AnyPosition> history(const Match& match) {
    std::vector<AnyPosition> positions;
    positions.reserve(match.steps().size());
    for (std::size_t n = 0; n < match.steps().size(); ++n) positions.push_back(match.position(n));
    return positions;
}

// A game is always played to its end, so a search is never called off.
const std::atomic<bool> never{false};

/// Searches within its limits, and plays the best it saw.
class Searcher final : public Contestant {
  public:
    Searcher(const PlayerSpec& spec, AnyGamePtr game)
        : engine_(engine_for(spec, std::move(game))), limits_(spec.limits) {}

    void new_game() override { engine_->forget(); }
    std::expected<AnyMove, Fault> choose(const Match& match, Random&) override {
        const Report report = engine_->think(match.position(), history(match), limits_, never);
        if (report.lines.empty() || report.lines.front().moves.empty())
            return std::unexpected(Fault{"illegal", "the search gave no move"});
        return report.lines.front().moves.front();
    }

  private:
    std::unique_ptr<Engine> engine_;
    Limits limits_;
};

/// Plays as people of some strength do.
class Leveller final : public Contestant {
  public:
    Leveller(const PlayerSpec& spec, AnyGamePtr game)
        : engine_(engine_for(spec, std::move(game))), limits_(spec.limits), level_(spec.level) {}

    void new_game() override { engine_->forget(); }
    std::expected<AnyMove, Fault> choose(const Match& match, Random& random) override {
        return choose_move(*engine_, match.position(), history(match), level_, random, limits_, never);
    }

  private:
    std::unique_ptr<Engine> engine_;
    Limits limits_;
    int level_;
};

class RandomPlayer final : public Contestant {
  public:
    void new_game() override {}
    std::expected<AnyMove, Fault> choose(const Match& match, Random& random) override {
        if (const auto move = match.game().random_move(match.position(), random)) return *move;
        return std::unexpected(Fault{"illegal", "there is no move"});
    }
};

/// Looks one move ahead.
class Greedy final : public Contestant {
  public:
    Greedy(const PlayerSpec& spec, AnyGamePtr game) : engine_(engine_for(spec, std::move(game))) {}

    void new_game() override { engine_->forget(); }
    std::expected<AnyMove, Fault> choose(const Match& match, Random& random) override {
        std::vector<AnyMove> best;
        int best_value = std::numeric_limits<int>::min();
        for (const AnyMove move : match.game().moves(match.position())) {
            const int value = glance(*engine_, match.game().play(match.position(), move), match.turn());
            if (value > best_value) best.clear();
            if (value >= best_value) best.push_back(move);
            best_value = std::max(best_value, value);
        }
        if (best.empty()) return std::unexpected(Fault{"illegal", "there is no move"});
        return best[random.below(static_cast<std::uint32_t>(best.size()))];
    }

  private:
    std::unique_ptr<Engine> engine_;
};

/// Niout without a plan: the safe move that comes furthest.
class Furthest final : public Contestant {
  public:
    void new_game() override {}
    std::expected<AnyMove, Fault> choose(const Match& match, Random& random) override {
        return furthest_move(match.game(), match.position(), random);
    }
};

}  // namespace

std::unique_ptr<Contestant> make_contestant(const PlayerSpec& spec, AnyGamePtr game) {
    switch (spec.kind) {
        case PlayerSpec::Kind::level: return std::make_unique<Leveller>(spec, std::move(game));
        case PlayerSpec::Kind::search: return std::make_unique<Searcher>(spec, std::move(game));
        case PlayerSpec::Kind::random: return std::make_unique<RandomPlayer>();
        case PlayerSpec::Kind::greedy: return std::make_unique<Greedy>(spec, std::move(game));
        case PlayerSpec::Kind::furthest: return std::make_unique<Furthest>();
        case PlayerSpec::Kind::command: return make_external(spec, std::move(game));
    }
    return nullptr;
}

}  // namespace tavola::arena
