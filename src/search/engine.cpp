#include "search/engine.h"

#include <algorithm>
#ifndef __wasm__
#include <thread>
#endif

#include "games/registry.h"
#include "search/chance.h"
#include "search/evaluations.h"
#include "search/pace.h"
#include "search/perfect.h"
#include "search/search.h"

namespace tavola {
namespace {

using search::Control;
using search::Table;
using SteadyClock = Control::Clock;

/// What all engines share: limits, time, the table.
template <Game G>
class EngineBase : public Engine {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;
    using Move = typename G::Move;

    EngineBase(AnyGamePtr game, const Rules& rules) : game_(std::move(game)), rules_(rules) {}

    const AnyGame& game() const override { return *game_; }
    void set_threads(int threads) override { threads_ = std::max(1, threads); }
    void set_oracle(std::shared_ptr<const Oracle> oracle) override { oracle_ = std::move(oracle); }
    int evaluate(const AnyPosition& position) const override {
        return Evaluation<G>::evaluate(rules_, position.unwrap<Position>());
    }

  protected:
    /// The answer without thinking, where the oracle knows it.
    std::optional<Report> known(const AnyPosition& position, const Limits& limits, const Listener& listener) const {
        if (!oracle_ || !limits.knowing) return {};
        auto report = perfect_report(*game_, *oracle_, position, limits.lines);
        if (report && listener) listener(*report);
        return report;
    }

    static void prepare(Control& control, const Limits& limits, SteadyClock::time_point start) {
        control.node_limit = limits.nodes;
        control.timed = limits.time.count() > 0;
        control.deadline = start + limits.time;
    }
    static std::chrono::milliseconds since(SteadyClock::time_point start) {
        return std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - start);
    }

    AnyGamePtr game_;
    Rules rules_;
    int threads_ = 1;
    std::shared_ptr<const Oracle> oracle_;
};

/// Two sides, no dice.
template <Game G>
class DeepEngine final : public EngineBase<G> {
    using Base = EngineBase<G>;
    using typename Base::Move;
    using typename Base::Position;
    using Worker = search::Worker<G>;
    using Line = typename Worker::Line;

  public:
    using Base::Base;

    void forget() override { table_.clear(); }
    void set_hash(std::size_t mebibytes) override { hash_ = std::max<std::size_t>(1, mebibytes); }

    Report think(const AnyPosition& any, std::span<const AnyPosition> history, const Limits& limits,
                 const std::atomic<bool>& stop, const Listener& listener) override {
        const auto start = SteadyClock::now();
        const auto root = any.unwrap<Position>();
        if (G::count(this->rules_, root) == 0) return {};
        if (auto report = this->known(any, limits, listener)) return *report;
        Control control{.stop = stop};
        Base::prepare(control, limits, start);
        make_room(limits);
        take_care(limits.careful ? std::optional(G::turn(root)) : std::nullopt);
        std::vector<std::uint64_t> keys;
        for (const AnyPosition& position : history) keys.push_back(G::hash(position.unwrap<Position>()));

        std::vector<std::unique_ptr<Worker>> workers;
        for (int i = 0; i < this->threads_; ++i) {
            workers.push_back(std::make_unique<Worker>(this->rules_, table_, control,
                                                       limits.knowing ? this->oracle_.get() : nullptr));
            workers.back()->set_history(keys);
            workers.back()->set_careful(careful_);
        }
#ifndef __wasm__  // a page has one thread a worker
        std::vector<std::jthread> threads;
        for (int i = 1; i < this->threads_; ++i)
            threads.emplace_back([&, i] { help(*workers[static_cast<std::size_t>(i)], root, limits, control, i); });
#endif
        Report report = lead(workers, root, limits, control, start, listener);
        control.over.store(true);
#ifndef __wasm__
        threads.clear();
#endif
        report.nodes = total(workers);
        report.time = Base::since(start);
        return report;
    }

  private:
    // A bound on nodes alone promises the same answer every time, so it starts from an empty table, no larger than
    // so many nodes can fill.
    void make_room(const Limits& limits) {
        const bool repeatable = limits.nodes != 0 && limits.time.count() == 0 && this->threads_ == 1;
        const std::size_t needed =
            repeatable ? static_cast<std::size_t>(std::min<std::uint64_t>(hash_, 1 + limits.nodes / 32768)) : hash_;
        if (table_.mebibytes() != needed)
            table_.resize(needed);
        else if (repeatable)
            table_.clear();
        table_.new_search();
    }

    // What was found for a careful player is not true for others.
    void take_care(std::optional<Player> careful) {
        if (!Worker::can_be_careful || careful == careful_) return;
        careful_ = careful;
        table_.clear();
    }

    static int last_depth(const Limits& limits) {
        return limits.depth > 0 ? std::min(limits.depth, search::max_ply - 2) : search::max_ply - 2;
    }
    static std::uint64_t total(const std::vector<std::unique_ptr<Worker>>& workers) {
        std::uint64_t sum = 0;
        for (const auto& worker : workers) sum += worker->nodes();
        return sum;
    }

    // Deeper and deeper until a limit, or until the end is seen.
    Report lead(const std::vector<std::unique_ptr<Worker>>& workers, const Position& root, const Limits& limits,
                Control& control, SteadyClock::time_point start, const Listener& listener) {
        Report report;
        std::vector<Line> lines;
        for (int depth = 1; depth <= last_depth(limits); ++depth) {
            const std::vector<Line> found = workers[0]->search_root(root, depth, limits.lines, limits.within, lines);
            const bool whole = !control.over.load();
            if (!found.empty() && (whole || lines.empty() || better(found, lines))) {
                lines = found;
                report.depth = depth;
                report.lines.clear();
                for (const Line& line : lines) report.lines.push_back(variation(root, line));
            }
            report.nodes = total(workers);
            report.time = Base::since(start);
            report.hash_permille = table_.permille();
            if (listener && whole) listener(report);
            if (!whole || settled(lines, depth)) break;
            if (!search::goes_deeper(limits, report.time, 2) || control.expired(workers[0]->nodes())) break;
        }
        return report;
    }

    // A depth that was broken off counts if it found something better than the last whole one knew.
    static bool better(const std::vector<Line>& found, const std::vector<Line>& before) {
        return found.size() == before.size() && !(found[0].moves[0] == before[0].moves[0]);
    }

    static bool settled(const std::vector<Line>& lines, int depth) {
        return !lines.empty() && std::ranges::all_of(lines, [&](const Line& line) {
            return std::abs(line.score) >= search::decided && search::win - std::abs(line.score) <= depth;
        });
    }

    // Other threads search the same, a little out of step, and leave what they find in the table.
    void help(Worker& worker, const Position& root, const Limits& limits, Control& control, int number) {
        std::vector<Line> lines;
        for (int depth = 1 + number % 2; depth <= last_depth(limits) && !control.over.load(); ++depth) {
            const auto found = worker.search_root(root, depth, 1, 0, lines);
            if (!found.empty()) lines = found;
        }
    }

    Variation variation(const Position& root, const Line& line) const {
        Variation result{.moves = {}, .score = line.score, .ends_in = 0};
        Position position = root;
        for (const Move move : line.moves) {
            result.moves.push_back(AnyMove::wrap(move));
            G::play(this->rules_, position, move);
        }
        if (std::abs(line.score) >= search::decided) {
            const int plies = search::win - std::abs(line.score);
            result.ends_in = line.score > 0 ? plies : -plies;
        }
        return result;
    }

    Table table_;
    std::size_t hash_ = 16;          // in mebibytes; the table gets it when there is something to think about
    std::optional<Player> careful_;  // for whom the table was filled
};

/// With dice.
template <Game G>
class DiceEngine final : public EngineBase<G> {
    using Base = EngineBase<G>;
    using typename Base::Move;
    using typename Base::Position;

  public:
    using Base::Base;

    void forget() override {}
    void set_hash(std::size_t) override {}

    Report think(const AnyPosition& any, std::span<const AnyPosition>, const Limits& limits,
                 const std::atomic<bool>& stop, const Listener& listener) override {
        const auto start = SteadyClock::now();
        const auto root = any.unwrap<Position>();
        Report report;
        if (G::count(this->rules_, root) == 0) return report;
        if (auto known = this->known(any, limits, listener)) return *known;
        Control control{.stop = stop};
        Base::prepare(control, limits, start);
        search::ChanceWorker<G> worker(this->rules_, control);
        for (int depth = 1; depth <= (limits.depth > 0 ? limits.depth : 12); ++depth) {
            const auto lines = worker.search_root(root, depth);
            if (!lines.empty()) {
                report.depth = depth;
                report.lines.clear();
                for (const auto& line : lines) {
                    if (report.lines.size() == static_cast<std::size_t>(limits.lines)) break;
                    report.lines.push_back(
                        {{AnyMove::wrap(line.moves[0])}, static_cast<int>(line.chance * 10000 + 0.5), 0});
                }
            }
            report.nodes = worker.nodes();
            report.time = Base::since(start);
            if (listener && !control.over.load()) listener(report);
            if (lines.size() == 1 || control.expired(worker.nodes())) break;
            if (!search::goes_deeper(limits, report.time, 8)) break;
        }
        return report;
    }
};

template <Game G>
std::unique_ptr<Engine> make(AnyGamePtr game) {
    const auto rules = parse_rules<G>(game->all_settings());
    assert(rules);
    if constexpr (G::dice)
        return std::make_unique<DiceEngine<G>>(std::move(game), *rules);
    else
        return std::make_unique<DeepEngine<G>>(std::move(game), *rules);
}

template <Game... Gs>
std::unique_ptr<Engine> make_one(GameList<Gs...>, const AnyGamePtr& game) {
    std::unique_ptr<Engine> engine;
    ((game->id() == Gs::id ? void(engine = make<Gs>(game)) : void()), ...);
    return engine;
}

}  // namespace

std::unique_ptr<Engine> make_engine(AnyGamePtr game) { return make_one(AllGames(), game); }

}  // namespace tavola
