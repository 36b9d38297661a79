#include "shelf/niout.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <mutex>

#include "shelf/stopwatch.h"
#include "tables/niout_best.h"
#include "tables/niout_solver.h"
#include "tables/sector.h"
#include "tables/share.h"

namespace tavola::shelf {
namespace {

using niout::Layer;

/// Up to here memory allows double precision.
constexpr int most_in_double = 3;
constexpr double tolerance = 1e-13;

std::string name(Layer layer) {
    return tables::name({static_cast<std::uint8_t>(layer.own), static_cast<std::uint8_t>(layer.other)});
}

/// Layers with up to so many horses a side, in the order of solving.
std::vector<Layer> layers_up_to(int most) {
    std::vector<Layer> result;
    for (int more = 1; more <= most; ++more)
        for (int less = 1; less <= more; ++less) {
            result.push_back({more, less});
            if (less != more) result.push_back({less, more});
        }
    return result;
}

Result<std::vector<Layer>> choose_layers(std::string_view asked) {
    if (asked.empty()) return layers_up_to(niout::most_horses);
    int most = 0;
    const auto number = std::from_chars(asked.data(), asked.data() + asked.size(), most);
    if (number.ec == std::errc() && number.ptr == asked.data() + asked.size() && most >= 1)
        return layers_up_to(std::min(most, niout::most_horses));
    std::vector<Layer> chosen;
    for (std::size_t at = 0; at < asked.size();) {
        const std::size_t comma = std::min(asked.find(',', at), asked.size());
        const std::string_view text = asked.substr(at, comma - at);
        const auto sector = tables::parse_sector(text);
        if (!sector || sector->in_hand() != 0 || sector->own < 1 || sector->other < 1 ||
            std::max(sector->own, sector->other) > niout::most_horses)
            return Failure(Error{.key = "error.unknown-sector",
                                 .what = "sectors",
                                 .at = at + 1,
                                 .found = std::string(text),
                                 .expected = "1-1 .. 4-4"});
        chosen.push_back({sector->own, sector->other});
        at = comma + 1;
    }
    return chosen;
}

/// The chances of a table, whatever their precision on disk.
template <class Real>
Result<std::vector<Real>> read(const Shelf& shelf, const std::string& rules, Layer layer) {
    const auto table = shelf.find(Niout::id, rules, name(layer));
    if (!table) return Failure(table.error());
    const tables::TableView& view = (*table)->view();
    if (view.slots() != layer.size())
        return Failure(Error{.key = "error.table-other-size", .what = "table", .field = name(layer)});
    std::vector<Real> chances(view.slots());
    if (view.header().width == sizeof(Real)) {
        if (auto all = tables::read_all(view, std::span(chances)); !all) return Failure(all.error());
        return chances;
    }
    using Other = std::conditional_t<std::is_same_v<Real, float>, double, float>;
    std::vector<Other> others(view.slots());
    if (auto all = tables::read_all(view, std::span(others)); !all) return Failure(all.error());
    std::ranges::transform(others, chances.begin(), [](Other chance) { return static_cast<Real>(chance); });
    return chances;
}

class Work {
  public:
    Work(const niout::Rules& rules, Shelf& shelf, int threads, const std::atomic<bool>& stop, const Watcher& watcher)
        : rules_(rules),
          text_(tables::rules_text<Niout>(rules)),
          shelf_(shelf),
          threads_(threads),
          stop_(stop),
          watcher_(watcher) {}

    /// What is not on the shelf yet, of all layers with up to so many horses a side.
    template <class Real>
    Result<void> solve(int most) {
        std::array<std::vector<Real>, niout::layers> known;
        std::optional<Error> fault;
        std::atomic<bool> halt{false};
        const niout::Shelf<Real> shelf{.find = [&](Layer layer) -> std::span<const Real> {
                                           std::vector<Real>& chances = known[layer.index()];
                                           if (chances.empty() && shelf_.has(Niout::id, text_, name(layer))) {
                                               auto read_in = read<Real>(shelf_, text_, layer);
                                               if (read_in)
                                                   chances = *std::move(read_in);
                                               else
                                                   fault = read_in.error();
                                           }
                                           return chances;
                                       },
                                       .keep =
                                           [&](Layer layer, niout::Chances<Real> found) {
                                               tables::Coding coding = tables::for_probabilities;
                                               coding.threads = threads_;
                                               const auto header =
                                                   shelf_.put({std::string(Niout::id), text_, name(layer)},
                                                              found.span(), coding);
                                               if (!header) {
                                                   fault = header.error();
                                                   halt = true;
                                                   return;
                                               }
                                               known[layer.index()].assign(found.span().begin(), found.span().end());
                                               made.push_back({*header, true, clock_.seconds() - since_});
                                               since_ = clock_.seconds();
                                               stage.slots += header->slots;
                                               stage.left -= std::min(stage.left, header->slots);
                                               ++stage.number;
                                           }};
        const auto listen = [&](const niout::Progress& progress) {
            stage.sector = name(progress.layer);
            stage.ply = progress.sweep;
            stage.seconds = clock_.seconds();
            if (watcher_) watcher_(stage);
            if (stop_.load(std::memory_order_relaxed)) halt = true;
        };
        const auto end = niout::solve<Real>(
            rules_,
            {.most = most, .tolerance = sizeof(Real) == sizeof(float) ? 1e-7 : tolerance, .threads = threads_}, shelf,
            listen, halt);
        if (fault) return Failure(*fault);
        if (!end) return Failure(end.error());
        return {};
    }

    std::vector<Made> made;
    Stage stage;

  private:
    const niout::Rules rules_;
    const std::string text_;
    Shelf& shelf_;
    int threads_;
    const std::atomic<bool>& stop_;
    const Watcher& watcher_;
    const Stopwatch clock_;
    double since_ = 0;
};

/// Bytes for a layer and its mirror in work, and all the layers below.
template <class Real>
std::uint64_t memory_for(int most) {
    std::uint64_t bytes = niout::memory_needed<Real>({most, most});
    for (const Layer layer : layers_up_to(most))
        if (layer != Layer{most, most}) bytes += layer.size() * sizeof(Real);
    return bytes;
}

}  // namespace

Result<std::vector<Made>> solve_niout(const niout::Rules& rules, Shelf& shelf, const Task& task, std::uint64_t memory,
                                      int threads, const std::atomic<bool>& stop, const Watcher& watcher) {
    if (auto refusal = niout::check_solvable(rules)) return Failure(*refusal);
    const auto asked = choose_layers(task.sectors);
    if (!asked) return Failure(asked.error());
    int most = 1;
    for (const Layer layer : *asked) most = std::max({most, layer.own, layer.other});
    const std::uint64_t bytes = most <= most_in_double ? memory_for<double>(most) : memory_for<float>(most);
    if (bytes > memory)
        return Failure(Error{.key = "error.table-memory",
                             .what = "memory",
                             .found = std::to_string(memory >> 20) + " MiB",
                             .expected = std::to_string((bytes >> 20) + 1) + " MiB"});
    shelf.sweep();
    const std::string text = tables::rules_text<Niout>(rules);
    Work work(rules, shelf, threads, stop, watcher);
    for (const Layer layer : layers_up_to(most)) {
        const bool there = shelf.has(Niout::id, text, name(layer));
        ++work.stage.all;
        work.stage.number += there;
        if (!there) work.stage.left += layer.size();
    }
    if (auto done = work.solve<double>(std::min(most, most_in_double)); !done) return Failure(done.error());
    if (most > most_in_double && !stop)
        if (auto done = work.solve<float>(most); !done) return Failure(done.error());

    std::vector<Made> all;
    for (const Layer layer : layers_up_to(most)) {
        const auto fresh = std::ranges::find_if(
            work.made, [&](const Made& one) { return one.header.subject.sector == name(layer); });
        if (fresh != work.made.end()) {
            all.push_back(*fresh);
        } else if (shelf.has(Niout::id, text, name(layer))) {
            const auto table = shelf.find(Niout::id, text, name(layer));
            if (!table) return Failure(table.error());
            all.push_back({(*table)->view().header(), false, 0});
        }
    }
    return all;
}

Result<std::vector<Checked>> verify_niout(const niout::Rules& rules, const Shelf& shelf, const Task& task,
                                          int threads, const std::atomic<bool>& stop, const Watcher& watcher) {
    if (auto refusal = niout::check_solvable(rules)) return Failure(*refusal);
    const auto asked = choose_layers(task.sectors);
    if (!asked) return Failure(asked.error());
    const std::string text = tables::rules_text<Niout>(rules);
    const tables::Watch watch{.threads = threads, .stop = &stop};
    const Stopwatch clock;
    Stage stage;
    for (const Layer layer : *asked)
        if (shelf.has(Niout::id, text, name(layer))) {
            ++stage.all;
            stage.left += layer.size();
        }

    // A layer leads to itself, its mirror, and those with fewer horses.
    std::array<std::vector<double>, niout::layers> known;
    niout::ChanceBook<double> book;
    const auto need = [&](Layer layer) -> std::optional<Error> {
        if (!known[layer.index()].empty()) return {};
        auto chances = read<double>(shelf, text, layer);
        if (!chances) return chances.error();
        known[layer.index()] = *std::move(chances);
        book.add(layer, known[layer.index()]);
        return {};
    };
    const auto fault_of = [&](Layer layer) -> std::optional<Error> {
        const auto table = shelf.find(Niout::id, text, name(layer));
        if (!table) return table.error();
        if (auto whole = tables::check((*table)->view()); !whole) return whole.error();
        for (const Layer one : {layer, layer.mirror()})
            for (const Layer other : {one, Layer{one.own - 1, one.other}, Layer{one.own, one.other - 1}})
                if (other.own > 0 && other.other > 0)
                    if (auto missing = need(other)) return missing;
        const double allowed = (*table)->view().header().width == sizeof(double) ? 1e-9 : 1e-6;
        std::optional<Error> fault;
        std::mutex finding;
        tables::share(watch, layer.size(), 4096, [&](std::size_t first, std::size_t last) {
            for (std::size_t at = first; at < last; ++at) {
                auto position = niout::position_at({layer, at});
                if (!position) continue;
                double expected = 0;
                for (int thrown = 1; thrown <= 5; ++thrown) {
                    position->thrown = static_cast<std::uint8_t>(thrown);
                    expected +=
                        niout::throws[thrown].sixteenths / 16.0 * book.choices(rules, *position).front().chance;
                }
                const double stored = known[layer.index()][at];
                if (std::abs(stored - expected) <= allowed) continue;
                position->thrown = 0;
                const std::lock_guard lock(finding);
                if (!fault)
                    fault = Error{.key = "error.table-wrong",
                                  .what = "table",
                                  .field = Niout::print_position(rules, *position),
                                  .found = std::to_string(stored),
                                  .expected = std::to_string(expected)};
                return;
            }
        });
        return fault;
    };
    std::vector<Checked> all;
    for (const Layer layer : *asked) {
        if (!shelf.has(Niout::id, text, name(layer))) continue;
        stage.sector = name(layer);
        stage.seconds = clock.seconds();
        if (watcher) watcher(stage);
        auto fault = fault_of(layer);
        if (stop) break;
        all.push_back({name(layer), layer.size(), std::move(fault), clock.seconds() - stage.seconds});
        ++stage.number;
        stage.slots += layer.size();
        stage.left -= std::min<std::uint64_t>(stage.left, layer.size());
    }
    return all;
}

}  // namespace tavola::shelf
