#include "shelf/solve.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "games/registry.h"
#include "shelf/background.h"
#include "shelf/loaded.h"
#include "shelf/niout.h"
#include "shelf/stopwatch.h"
#include "tables/solver.h"
#include "tables/solving_alquerque.h"
#include "tables/solving_trilha.h"
#include "tables/verify.h"

namespace tavola::shelf {
namespace {

using tables::Sector;
using tables::Word;

std::uint64_t memory_of(const Task& task) {
    if (task.memory != 0) return task.memory;
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) /
           2;
}
int threads_of(const Task& task) {
    return task.threads > 0 ? task.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// How many positions of a table stand behind its classes.
tables::Counts count_plain(const tables::Index& index, std::span<const Word> words, const tables::Watch& watch) {
    tables::Counts counts;
    std::mutex adding;
    tables::share(watch, index.rows().size(), 256, [&](std::size_t first, std::size_t last) {
        tables::Counts part;
        for (std::size_t number = first; number < last; ++number) {
            const tables::RowView row = index.row(number);
            for (std::uint32_t column = 0; column < index.columns(); ++column) {
                const Word word = words[row.first + column];
                if (word == tables::unused) continue;
                const int alike = row.stabilisers == 1 ? 1 : index.alike(row, index.own(row, column), column);
                const auto positions = static_cast<std::uint64_t>(index.symmetries().count() / alike);
                (tables::is_draw(word) ? part.drawn : tables::is_win(word) ? part.won : part.lost) += positions;
            }
        }
        const std::lock_guard lock(adding);
        counts.won += part.won;
        counts.drawn += part.drawn;
        counts.lost += part.lost;
    });
    return counts;
}

/// What is asked for, in the order of solving; with `rests` also all that it rests on.
template <tables::Solvable G>
Result<std::vector<Sector>> choose_sectors(const typename G::Rules& rules, std::string_view asked, bool rests) {
    const std::vector<Sector> all = tables::Solving<G>::sectors(rules);
    std::set<Sector> chosen;
    int men = 0;
    const auto number = std::from_chars(asked.data(), asked.data() + asked.size(), men);
    const bool counted = !asked.empty() && number.ec == std::errc() && number.ptr == asked.data() + asked.size();
    if (asked.empty() || counted) {
        for (const Sector& sector : all)
            if (asked.empty() || (sector.men() <= men && sector.in_hand() == 0)) chosen.insert(sector);
    }
    for (std::size_t at = 0; !counted && at < asked.size();) {
        const std::size_t comma = std::min(asked.find(',', at), asked.size());
        const std::string_view name = asked.substr(at, comma - at);
        const auto sector = tables::parse_sector(name);
        if (!sector || std::ranges::find(all, *sector) == all.end())
            return Failure(Error{.key = "error.unknown-sector",
                                 .what = "sectors",
                                 .at = at + 1,
                                 .found = std::string(name),
                                 .expected = tables::name(all.front()) + " .. " + tables::name(all.back())});
        chosen.insert(*sector);
        at = comma + 1;
    }
    if (chosen.empty())
        return Failure(Error{.key = "error.unknown-sector",
                             .what = "sectors",
                             .found = std::string(asked),
                             .expected = tables::name(all.front()) + " .. " + tables::name(all.back())});
    // Later sectors rest on earlier ones.
    std::vector<Sector> order;
    for (auto at = all.rbegin(); at != all.rend(); ++at) {
        const bool with_turned = tables::Solving<G>::can_stay(*at) && chosen.contains(at->turned());
        if (!chosen.contains(*at) && !(rests && with_turned)) continue;
        order.push_back(*at);
        if (!rests) continue;
        chosen.insert(*at);
        for (const Sector& before : tables::Solving<G>::leads_to(rules, *at)) {
            chosen.insert(before);
            if (tables::Solving<G>::can_stay(before)) chosen.insert(before.turned());
        }
    }
    std::ranges::reverse(order);
    return order;
}

/// One game under some rules, with what solving and checking share.
template <tables::Solvable G>
class Work {
  public:
    Work(const typename G::Rules& rules, const Shelf& shelf, const Task& task, const std::atomic<bool>& stop,
         const Watcher& watcher)
        : rules_(rules),
          text_(tables::rules_text<G>(rules)),
          watch_{threads_of(task), &stop,
                 [&](const tables::Progress& progress) { tell(progress.ply, progress.done); }},
          indexes_(rules),
          loaded_(shelf, rules, indexes_, memory_of(task), watch_),
          watcher_(watcher) {}

    Result<std::vector<Made>> solve(Shelf& shelf, const std::vector<Sector>& order) {
        shelf.sweep();
        std::vector<Sector> open;
        for (const Sector& sector : order) {
            if (shelf.has(G::id, text_, tables::name(sector))) continue;
            open.push_back(sector);
            stage_.left += indexes_[sector].size();
        }
        stage_.all = order.size();
        stage_.number = order.size() - open.size();
        // What will not fit is better known before hours of work.
        for (const Sector& sector : open)
            if (const auto room = loaded_.fits(rests(sector), tables::Solver<G>::memory(indexes_, sector)); !room)
                return Failure(room.error());

        std::vector<Made> made;
        for (const Sector& sector : open) {
            if (watch_.stopped()) break;
            if (std::ranges::any_of(
                    made, [&](const Made& one) { return one.header.subject.sector == tables::name(sector); }))
                continue;
            if (const auto done = solve_one(shelf, sector, made); !done) return Failure(done.error());
        }
        // All that was asked for, in order, whether it was there before or not.
        std::vector<Made> all;
        for (const Sector& sector : order) {
            const auto fresh = std::ranges::find_if(
                made, [&](const Made& one) { return one.header.subject.sector == tables::name(sector); });
            if (fresh != made.end()) {
                all.push_back(*fresh);
            } else if (shelf.has(G::id, text_, tables::name(sector))) {
                const auto table = shelf.find(G::id, text_, tables::name(sector));
                if (!table) return Failure(table.error());
                all.push_back({(*table)->view().header(), false, 0});
            }
        }
        return all;
    }

    Result<std::vector<Checked>> verify(const Shelf& shelf, const std::vector<Sector>& order) {
        std::vector<Sector> there;
        for (const Sector& sector : order) {
            if (!shelf.has(G::id, text_, tables::name(sector))) continue;
            there.push_back(sector);
            stage_.left += indexes_[sector].size();
        }
        stage_.all = there.size();
        std::vector<Checked> all;
        for (const Sector& sector : there) {
            begin(sector);
            const Stopwatch watch;
            auto fault = fault_of(shelf, sector);
            if (watch_.stopped()) break;
            all.push_back({tables::name(sector), indexes_[sector].size(), std::move(fault), watch.seconds()});
            end(sector);
        }
        return all;
    }

  private:
    static bool pair(const Sector& sector) {
        return tables::Solving<G>::can_stay(sector) && sector != sector.turned();
    }
    /// What solving a sector and its turned one rests on.
    std::vector<Sector> rests(const Sector& sector) const {
        std::vector<Sector> all = tables::Solving<G>::leads_to(rules_, sector);
        if (pair(sector))
            for (const Sector& other : tables::Solving<G>::leads_to(rules_, sector.turned()))
                if (std::ranges::find(all, other) == all.end()) all.push_back(other);
        return all;
    }

    Result<void> solve_one(Shelf& shelf, const Sector& sector, std::vector<Made>& made) {
        begin(sector);
        const Stopwatch watch;
        if (const auto there = loaded_.need(rests(sector), tables::Solver<G>::memory(indexes_, sector)); !there)
            return Failure(there.error());
        tables::Solver<G> solver(rules_, indexes_, loaded_.solved(), sector, watch_);
        if (!solver.run()) return {};
        // What is found is kept, and counted to the end even if somebody asks to stop meanwhile.
        const tables::Watch counting{.threads = watch_.threads};
        for (int half = 0; half < (pair(sector) ? 2 : 1); ++half) {
            const Sector& which = half == 0 ? sector : sector.turned();
            const std::vector<Word>& words = solver.words(half);
            const auto header = shelf.put({std::string(G::id), text_, tables::name(which)}, words,
                                          count_plain(indexes_[which], words, counting), {.threads = watch_.threads});
            if (!header) return Failure(header.error());
            made.push_back({*header, true, watch.seconds()});
            loaded_.put(which, std::move(solver.words(half)));
            end(which);
        }
        return {};
    }

    std::optional<Error> fault_of(const Shelf& shelf, const Sector& sector) {
        const auto table = shelf.find(G::id, text_, tables::name(sector));
        if (!table) return table.error();
        if (const auto whole = tables::check((*table)->view()); !whole) return whole.error();
        std::vector<Sector> needed = tables::Solving<G>::leads_to(rules_, sector);
        needed.push_back(sector);
        if (pair(sector)) needed.push_back(sector.turned());
        if (const auto there = loaded_.need(needed, 0); !there) return there.error();
        if (watch_.stopped()) return {};
        const auto fault =
            tables::verify_sector<G>(rules_, indexes_[sector], loaded_.words(sector), loaded_.solved(), watch_);
        if (!fault) return {};
        return Error{.key = "error.table-wrong",
                     .what = "table",
                     .field = G::print_position(rules_, fault->position),
                     .found = spell(fault->stored),
                     .expected = spell(fault->expected)};
    }

    static std::string spell(Word word) {
        if (word == tables::unused) return "?";
        if (tables::is_draw(word)) return "=";
        return (tables::is_win(word) ? '+' : '-') + std::to_string(tables::plies(word));
    }

    void begin(const Sector& sector) {
        stage_.sector = tables::name(sector);
        tell(-1);
    }
    void end(const Sector& sector) {
        ++stage_.number;
        stage_.slots += indexes_[sector].size();
        stage_.left -= std::min(stage_.left, indexes_[sector].size());
    }
    void tell(int ply, std::uint64_t done = 0) {
        if (!watcher_) return;
        Stage stage = stage_;
        stage.ply = ply;
        stage.seconds = clock_.seconds();
        stage.slots += done;
        stage.left -= std::min(done, stage.left);
        watcher_(stage);
    }

    const typename G::Rules rules_;
    const std::string text_;
    const tables::Watch watch_;
    tables::Indexes<G> indexes_;
    Loaded<G> loaded_;
    const Watcher& watcher_;
    const Stopwatch clock_;
    Stage stage_;
};

/// Calls use.operator()<G>(rules) for the game at hand, if it is one that can be solved so.
template <class Answer, class Use, Game... Gs>
Result<Answer> for_game(GameList<Gs...>, const AnyGame& game, const Use& use) {
    std::optional<Result<Answer>> answer;
    const auto attempt = [&]<Game G>() {
        if constexpr (tables::Solvable<G>) {
            const auto rules = parse_rules<G>(game.all_settings());
            if (!rules)
                answer = Failure(rules.error());
            else if (auto refusal = tables::Solving<G>::refuse(*rules))
                answer = Failure(*refusal);
            else
                answer = use.template operator()<G>(*rules);
        }
    };
    ((game.id() == Gs::id ? attempt.template operator()<Gs>() : void()), ...);
    if (answer) return *answer;
    return Failure(Error{.key = "error.game-not-solved", .what = "game", .found = std::string(game.id())});
}

}  // namespace

Result<std::vector<Made>> solve(const AnyGame& game, Shelf& shelf, const Task& task, const std::atomic<bool>& stop,
                                const Watcher& watcher) {
    if (game.id() == Niout::id) {
        const auto rules = parse_rules<Niout>(game.all_settings());
        if (!rules) return Failure(rules.error());
        return solve_niout(*rules, shelf, task, memory_of(task), threads_of(task), stop, watcher);
    }
    return for_game<std::vector<Made>>(AllGames(), game,
                                       [&]<Game G>(const typename G::Rules& rules) -> Result<std::vector<Made>> {
                                           const auto order = choose_sectors<G>(rules, task.sectors, true);
                                           if (!order) return Failure(order.error());
                                           return Work<G>(rules, shelf, task, stop, watcher).solve(shelf, *order);
                                       });
}

bool quickly_solved(const AnyGame& game) {
    const auto answer = for_game<bool>(AllGames(), game, []<Game G>(const typename G::Rules& rules) -> Result<bool> {
        constexpr std::uint64_t most = 100'000'000;
        tables::Indexes<G> indexes(rules);
        std::uint64_t slots = 0;
        for (const Sector& sector : tables::Solving<G>::sectors(rules)) {
            // No need to lay out what is too large anyway.
            const int cells = indexes.symmetries().cells();
            slots += std::uint64_t{tables::choose(cells, sector.own)} *
                     tables::choose(cells - sector.own, sector.other) /
                     static_cast<std::uint64_t>(indexes.symmetries().count());
            if (slots > most) return false;
        }
        return true;
    });
    return answer && *answer;
}

Background::Background(AnyGamePtr game, std::shared_ptr<Shelf> shelf)
    : thread_([this, game = std::move(game), shelf = std::move(shelf)] {
          [[maybe_unused]] const auto made = solve(*game, *shelf, {.threads = 1}, stop_);
      }) {}

Result<std::vector<Checked>> verify(const AnyGame& game, const Shelf& shelf, const Task& task,
                                    const std::atomic<bool>& stop, const Watcher& watcher) {
    if (game.id() == Niout::id) {
        const auto rules = parse_rules<Niout>(game.all_settings());
        if (!rules) return Failure(rules.error());
        return verify_niout(*rules, shelf, task, threads_of(task), stop, watcher);
    }
    return for_game<std::vector<Checked>>(
        AllGames(), game, [&]<Game G>(const typename G::Rules& rules) -> Result<std::vector<Checked>> {
            const auto order = choose_sectors<G>(rules, task.sectors, false);
            if (!order) return Failure(order.error());
            return Work<G>(rules, shelf, task, stop, watcher).verify(shelf, *order);
        });
}

}  // namespace tavola::shelf
