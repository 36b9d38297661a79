#include "tables/niout_solver.h"

#include <new>

#include "tables/niout_sweep.h"

namespace tavola::niout {
namespace {

using Clock = std::chrono::steady_clock;

template <class Real>
Chances<Real> room(std::size_t size) {
    return {std::unique_ptr<Real[]>(new (std::nothrow) Real[size]), size};
}

Failure no_memory(std::size_t bytes) {
    return Failure(Error{.key = "error.memory", .what = "table", .expected = std::to_string(bytes >> 20)});
}

/// The moves and losses of herds of each size, made when first asked for.
class Lists {
  public:
    const HerdMoves& moves(int horses) { return get(moves_, horses); }
    const HerdLosses& losses(int horses) { return get(losses_, horses); }

  private:
    template <class List>
    static const List& get(std::array<std::unique_ptr<List>, most_horses + 1>& lists, int horses) {
        auto& list = lists[static_cast<std::size_t>(horses)];
        if (!list) list = std::make_unique<List>(horses);
        return *list;
    }
    std::array<std::unique_ptr<HerdMoves>, most_horses + 1> moves_;
    std::array<std::unique_ptr<HerdLosses>, most_horses + 1> losses_;
};

/// All that is in memory while a layer and its mirror are worked on.
template <class Real, class Quantity>
class Work {
  public:
    Work(const Rules& rules, Layer layer, Lists& lists) : rules_(rules), layer_(layer), lists_(lists) {}

    /// False if there is not so much memory. `find` gives the layers below; none are needed where they count nothing.
    template <class Find>
    bool prepare(const Find& find) {
        constants_.assign(Herds::of(most_horses).size(), static_cast<Real>(Quantity::won));
        for (const Layer layer : {layer_, layer_.mirror()}) {
            if (sides_.size() == 1 && layer == layer_) break;
            auto& [throwing, waiting] = arrays_[sides_.size()];
            throwing = room<Real>(layer.size());
            waiting = room<Real>(layer.size());
            if (!throwing.data || !waiting.data) return false;
            Side<Real> side{Herds::of(layer.own),
                            Herds::of(layer.other),
                            lists_.moves(layer.own),
                            lists_.losses(layer.other),
                            throwing.data.get(),
                            waiting.data.get(),
                            {}};
            side.rows[0] = {constants_.data(), constants_.data(), 0};
            for (int left = 1; left < layer.own; ++left) {
                LayerRows<Real>& rows = side.rows[static_cast<std::size_t>(left)];
                rows = side.rows[0];
                if constexpr (std::is_same_v<Quantity, Winning>)
                    if (!add_below({left, layer.other}, find, rows)) return false;
            }
            sides_.push_back(side);
        }
        return true;
    }

    /// Sweeps until nothing changes any more, or nothing but the last bit does, or somebody wants it stopped: then
    /// false.
    bool run(const SolveOptions& options, const ProgressListener& listener, const std::atomic<bool>& stop) {
        const std::size_t positions = layer_.size() * sides_.size();
        Sweeper<Real, Quantity> sweeper(sides_, rules_.capture_throws,
                                        positions < options.thread_from ? 1 : std::max(1, options.threads));
        double least = 0;
        int since_least = 0;
        constexpr int patience = 5;
        for (int sweep = 1;; ++sweep) {
            const auto start = Clock::now();
            change_ = sweeper.sweep(stop);
            if (stop.load(std::memory_order_relaxed)) return false;
            const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
            if (listener) listener({layer_, sweep, change_, static_cast<double>(positions) / seconds});
            if (sweep == 1 || change_ < least)
                least = change_, since_least = 0;
            else
                ++since_least;
            if (change_ <= options.tolerance || since_least == patience) break;
        }
        sweeper.finish();
        return true;
    }

    double last_change() const noexcept { return change_; }
    Chances<Real> take_values(std::size_t side) { return std::move(arrays_[side].throwing); }
    std::size_t sides() const noexcept { return sides_.size(); }

  private:
    struct Arrays {
        Chances<Real> throwing;
        Chances<Real> waiting;
    };

    // The rows of a finished layer. What the waiting player has is the mirror turned round.
    template <class Find>
    bool add_below(Layer layer, const Find& find, LayerRows<Real>& rows) {
        const Herds &own = Herds::of(layer.own), &other = Herds::of(layer.other);
        const Real* const throwing = find(layer).data();
        const Real* const mirror = find(layer.mirror()).data();
        Chances<Real> waiting = room<Real>(layer.size());
        if (!waiting.data) return false;
        constexpr std::size_t block = 16;
        for (std::size_t i0 = 0; i0 < own.size(); i0 += block)
            for (std::size_t j0 = 0; j0 < other.size(); j0 += block)
                for (std::size_t i = i0; i < std::min(i0 + block, own.size()); ++i)
                    for (std::size_t j = j0; j < std::min(j0 + block, other.size()); ++j)
                        waiting.data[i * other.size() + j] = 1 - mirror[j * own.size() + i];
        // Levels from the first up, because a herd that is sent back comes to a lower one.
        const HerdLosses& losses = lists_.losses(layer.other);
        for (Herds::Number herd = 0; herd < own.size(); ++herd) {
            const Real* const there = throwing + herd * other.size();
            Real* const here = waiting.data.get() + herd * other.size();
            for (std::size_t level = 0; level < other.levels(); ++level)
                for (const Cell cell : cells_of(own[herd]))
                    for (const HerdLosses::Loss loss : losses.on(level, cell))
                        here[loss.before] = rules_.capture_throws ? there[loss.after] : here[loss.after];
        }
        rows = {throwing, waiting.data.get(), other.size()};
        below_.push_back(std::move(waiting));
        return true;
    }

    Rules rules_;
    Layer layer_;
    Lists& lists_;
    std::vector<Real> constants_;
    std::array<Arrays, 2> arrays_;
    std::vector<Chances<Real>> below_;
    std::vector<Side<Real>> sides_;
    double change_ = 0;
};

}  // namespace

std::optional<Error> check_solvable(const Rules& rules) {
    if (rules.players == 2) return std::nullopt;
    return Error{.key = "error.niout.table",
                 .what = "option",
                 .field = "players",
                 .found = std::to_string(rules.players),
                 .expected = "players=2"};
}

template <class Real>
std::size_t memory_needed(Layer layer) {
    std::size_t numbers = 0;
    for (const Layer one : {layer, layer.mirror()}) {
        numbers += 2 * one.size();
        for (int left = 1; left < one.own; ++left) numbers += Layer{left, one.other}.size();
        if (layer == layer.mirror()) break;
    }
    return numbers * sizeof(Real);
}

template <class Real>
Result<SolveEnd> solve(const Rules& rules, const SolveOptions& options, const Shelf<Real>& shelf,
                       const ProgressListener& listener, const std::atomic<bool>& stop) {
    if (auto error = check_solvable(rules)) return Failure(std::move(*error));
    Lists lists;
    // Fewer horses in sum first: then the layers below are there.
    for (int sum = 2; sum <= 2 * options.most; ++sum)
        for (int own = (sum + 1) / 2; own <= std::min(sum - 1, options.most); ++own) {
            const Layer layer{own, sum - own};
            const auto there = [&](Layer one) { return shelf.find(one).size() == one.size(); };
            if (there(layer) && there(layer.mirror())) continue;
            Work<Real, Winning> work(rules, layer, lists);
            if (!work.prepare(shelf.find)) return no_memory(memory_needed<Real>(layer));
            if (!work.run(options, listener, stop)) return SolveEnd::stopped;
            shelf.keep(layer, work.take_values(0));
            if (work.sides() == 2) shelf.keep(layer.mirror(), work.take_values(1));
        }
    return SolveEnd::finished;
}

Result<double> longest_stay(const Rules& rules, Layer layer, int threads, const ProgressListener& listener,
                            const std::atomic<bool>& stop) {
    if (auto error = check_solvable(rules)) return Failure(std::move(*error));
    Lists lists;
    Work<double, Staying> work(rules, layer, lists);
    if (!work.prepare([](Layer) { return std::span<const double>(); }))
        return no_memory(memory_needed<double>(layer));
    SolveOptions options;
    options.tolerance = 1e-3;
    options.threads = threads;
    work.run(options, listener, stop);
    double longest = 0;
    for (std::size_t side = 0; side < work.sides(); ++side) {
        const Chances<double> stay = work.take_values(side);
        longest = std::max(longest, std::ranges::max(stay.span()));
    }
    // One look ahead adds a throw and no more than the last change, so this is an upper bound.
    return longest / (1 - std::min(work.last_change(), 0.5));
}

template Result<SolveEnd> solve(const Rules&, const SolveOptions&, const Shelf<float>&, const ProgressListener&,
                                const std::atomic<bool>&);
template Result<SolveEnd> solve(const Rules&, const SolveOptions&, const Shelf<double>&, const ProgressListener&,
                                const std::atomic<bool>&);
template std::size_t memory_needed<float>(Layer);
template std::size_t memory_needed<double>(Layer);

}  // namespace tavola::niout
