#include "shelf/truth.h"

#include <atomic>
#include <mutex>

#include "games/registry.h"
#include "tables/frames.h"
#include "tables/solved.h"
#include "tables/solving_alquerque.h"
#include "tables/solving_trilha.h"

namespace tavola::shelf {
namespace {

/// Blocks that this thread has looked at lately, of all tables.
tables::BlockCache& block_cache() {
    thread_local tables::BlockCache cache(128);
    return cache;
}

template <tables::Solvable G>
class TableTruth final : public Oracle {
  public:
    TableTruth(const typename G::Rules& rules, std::shared_ptr<const Shelf> shelf)
        : rules_(rules), text_(tables::rules_text<G>(rules)), shelf_(std::move(shelf)), indexes_(rules) {}

    std::optional<int> ends_in(const AnyPosition& any) const override {
        const auto position = any.unwrap<typename G::Position>();
        if (tables::Solving<G>::lost(position)) return {};
        const tables::Sector sector = tables::Solving<G>::sector(position);
        const Entry* entry = entry_of(sector);
        if (entry == nullptr) return {};
        const std::uint64_t slot = entry->index->slot(position.own, position.other);
        const auto word = tables::probe_word(entry->table->view(), slot, block_cache());
        if (!word || *word == tables::unused) return {};
        if (tables::is_draw(*word)) return 0;
        // Who needs longer than the rules leave him has drawn.
        const int horizon = tables::Solving<G>::horizon(rules_, sector);
        if (horizon != 0 && tables::plies(*word) > horizon - tables::Solving<G>::spent(position)) return 0;
        return tables::is_win(*word) ? tables::plies(*word) : -tables::plies(*word);
    }
    std::optional<double> chance(const AnyPosition&) const override { return {}; }

  private:
    struct Entry {
        TablePtr table;
        const tables::Index* index;
    };

    // A table is looked for once, and again when something new has come onto the shelf.
    const Entry* entry_of(const tables::Sector& sector) const {
        std::atomic<const Entry*>& place = entries_[sector.key()];
        if (const Entry* entry = place.load(std::memory_order_acquire)) return entry;
        const std::uint64_t changes = shelf_->changes();
        if (missing_[sector.key()].load(std::memory_order_relaxed) == changes + 1) return nullptr;
        const std::lock_guard lock(opening_);
        if (const Entry* entry = place.load(std::memory_order_acquire)) return entry;
        const auto table = shelf_->find(G::id, text_, tables::name(sector));
        if (!table || (*table)->view().slots() != indexes_[sector].size()) {
            missing_[sector.key()].store(changes + 1, std::memory_order_relaxed);
            return nullptr;
        }
        kept_.push_back(std::make_unique<Entry>(Entry{*table, &indexes_[sector]}));
        place.store(kept_.back().get(), std::memory_order_release);
        return kept_.back().get();
    }

    const typename G::Rules rules_;
    const std::string text_;
    const std::shared_ptr<const Shelf> shelf_;
    mutable std::mutex opening_;
    mutable tables::Indexes<G> indexes_;
    mutable std::vector<std::unique_ptr<Entry>> kept_;
    mutable std::vector<std::atomic<const Entry*>> entries_ = decltype(entries_)(tables::Sector::keys);
    mutable std::vector<std::atomic<std::uint64_t>> missing_ = decltype(missing_)(tables::Sector::keys);
};

template <Game G>
std::unique_ptr<Oracle> open(const AnyGame& game, std::shared_ptr<const Shelf> shelf) {
    if constexpr (tables::Solvable<G>) {
        const auto rules = parse_rules<G>(game.all_settings());
        if (rules && !tables::Solving<G>::refuse(*rules))
            return std::make_unique<TableTruth<G>>(*rules, std::move(shelf));
    }
    return nullptr;
}

template <Game... Gs>
std::unique_ptr<Oracle> open_one(GameList<Gs...>, const AnyGame& game, const std::shared_ptr<const Shelf>& shelf) {
    std::unique_ptr<Oracle> truth;
    ((game.id() == Gs::id ? void(truth = open<Gs>(game, shelf)) : void()), ...);
    return truth;
}

}  // namespace

std::unique_ptr<Oracle> open_truth(const AnyGame& game, std::shared_ptr<const Shelf> shelf) {
    return open_one(AllGames(), game, shelf);
}

}  // namespace tavola::shelf
