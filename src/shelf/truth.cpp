#include "shelf/truth.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "tables/frames.h"
#include "tables/places.h"

namespace tavola::shelf {
namespace {

using tables::Sector;

/// Blocks that this thread has looked at lately, of all tables.
tables::BlockCache& block_cache() {
    thread_local tables::BlockCache cache(128);
    return cache;
}

class TableTruth final : public Oracle {
  public:
    TableTruth(AnyGamePtr game, std::unique_ptr<tables::Places> places, std::shared_ptr<const Shelf> shelf)
        : game_(std::move(game)),
          rules_(tables::rules_text(game_->all_settings())),
          places_(std::move(places)),
          shelf_(std::move(shelf)) {}

    std::optional<int> ends_in(const AnyPosition& position) const override {
        if (places_->payload() != tables::Payload::exact) return {};
        const auto spot = places_->of(position);
        const Table* table = spot ? table_of(spot->sector) : nullptr;
        if (table == nullptr) return {};
        const auto word = tables::probe_word(table->view(), spot->slot, block_cache());
        if (!word || *word == tables::unused) return {};
        return spot->ends_in(*word);
    }

    std::optional<double> chance(const AnyPosition& position) const override {
        if (places_->payload() != tables::Payload::probability) return {};
        if (game_->dice_to_throw(position)) return chance_before_throw(position);
        // With the dice on the table, the best of the moves.
        const Player mover = game_->turn(position);
        std::optional<double> best;
        for (const AnyMove move : game_->moves(position)) {
            const AnyPosition after = game_->play(position, move);
            const Outcome outcome = game_->outcome(after);
            const auto there =
                outcome.over() ? std::optional(outcome.won_by(mover) ? 1.0 : 0.0) : chance_before_throw(after);
            if (!there) return {};
            const bool own = outcome.over() || game_->turn(after) == mover;
            best = std::max(best.value_or(0), own ? *there : 1 - *there);
        }
        return best;
    }

  private:
    std::optional<double> chance_before_throw(const AnyPosition& position) const {
        const auto spot = places_->of(position);
        const Table* table = spot ? table_of(spot->sector) : nullptr;
        if (table == nullptr) return {};
        const auto chance = tables::probe_probability(table->view(), spot->slot, block_cache());
        return chance ? std::optional<double>(*chance) : std::nullopt;
    }

    // A table is looked for once, and again when something new has come onto the shelf.
    const Table* table_of(const Sector& sector) const {
        std::atomic<const Table*>& place = tables_[sector.key()];
        if (const Table* table = place.load(std::memory_order_acquire)) return table;
        const std::uint64_t changes = shelf_->changes() + 1;
        if (missing_[sector.key()].load(std::memory_order_relaxed) == changes) return nullptr;
        const std::lock_guard lock(opening_);
        const auto table = shelf_->find(game_->id(), rules_, tables::name(sector));
        if (!table || (*table)->view().slots() != places_->slots(sector) ||
            (*table)->view().header().payload != places_->payload()) {
            missing_[sector.key()].store(changes, std::memory_order_relaxed);
            return nullptr;
        }
        kept_.push_back(*table);
        place.store(table->get(), std::memory_order_release);
        return table->get();
    }

    const AnyGamePtr game_;
    const std::string rules_;
    const std::unique_ptr<tables::Places> places_;
    const std::shared_ptr<const Shelf> shelf_;
    mutable std::mutex opening_;
    mutable std::vector<TablePtr> kept_;
    mutable std::vector<std::atomic<const Table*>> tables_ = decltype(tables_)(Sector::keys);
    mutable std::vector<std::atomic<std::uint64_t>> missing_ = decltype(missing_)(Sector::keys);
};

class Winners final : public Oracle {
  public:
    Winners(std::string game, std::string rules, std::unique_ptr<tables::Places> places,
            std::shared_ptr<const Shelf> shelf)
        : game_(std::move(game)), rules_(std::move(rules)), places_(std::move(places)), shelf_(std::move(shelf)) {}

    std::optional<int> ends_in(const AnyPosition& position) const override {
        const auto spot = places_->of(position);
        if (!spot || spot->limit != 0) return {};
        const Quarters* quarters = quarters_of(spot->sector);
        if (quarters->empty()) return {};
        switch ((*quarters)[spot->slot / 4] >> 2 * (spot->slot % 4) & 3) {
            case won: return 1;
            case lost: return -1;
            case drawn: return 0;
            default: return {};
        }
    }
    std::optional<double> chance(const AnyPosition&) const override { return {}; }

  private:
    using Quarters = std::vector<std::uint8_t>;  // empty: not known
    enum Quarter : std::uint8_t { drawn, won, lost, nothing };

    const Quarters* quarters_of(const Sector& sector) const {
        std::atomic<const Quarters*>& place = sectors_[sector.key()];
        if (const Quarters* known = place.load(std::memory_order_acquire)) return known;
        const std::lock_guard lock(fetching_);
        if (const Quarters* known = place.load(std::memory_order_acquire)) return known;
        kept_.push_back(std::make_unique<const Quarters>(fetch(sector)));
        place.store(kept_.back().get(), std::memory_order_release);
        return kept_.back().get();
    }

    Quarters fetch(const Sector& sector) const {
        const auto table = shelf_->find(game_, rules_, tables::name(sector));
        if (!table || (*table)->view().slots() != places_->slots(sector) ||
            (*table)->view().header().payload != tables::Payload::exact)
            return {};
        const tables::TableView& view = (*table)->view();
        const std::uint64_t block = view.header().block;
        Quarters quarters(view.slots() / 4 + 1);
        std::vector<tables::Word> words(block);
        for (std::uint64_t first = 0; first < view.slots(); first += block) {
            const std::span some(words.data(), std::min(block, view.slots() - first));
            if (!tables::read_blocks(view, first / block, 1, some)) return {};
            for (std::uint64_t i = 0; i < some.size(); ++i) {
                const tables::Word word = some[i];
                const Quarter quarter = tables::is_draw(word)   ? drawn
                                        : tables::is_win(word)  ? won
                                        : tables::is_loss(word) ? lost
                                                                : nothing;
                quarters[(first + i) / 4] |= static_cast<std::uint8_t>(quarter << 2 * ((first + i) % 4));
            }
        }
        return quarters;
    }

    const std::string game_, rules_;
    const std::unique_ptr<tables::Places> places_;
    const std::shared_ptr<const Shelf> shelf_;
    mutable std::mutex fetching_;
    mutable std::vector<std::unique_ptr<const Quarters>> kept_;
    mutable std::vector<std::atomic<const Quarters*>> sectors_ = decltype(sectors_)(Sector::keys);
};

}  // namespace

std::unique_ptr<Oracle> open_truth(AnyGamePtr game, std::shared_ptr<const Shelf> shelf) {
    auto places = tables::open_places(*game);
    if (!places) return nullptr;
    return std::make_unique<TableTruth>(std::move(game), *std::move(places), std::move(shelf));
}

std::unique_ptr<Oracle> open_winners(const AnyGame& game, std::shared_ptr<const Shelf> shelf) {
    auto places = tables::open_places(game);
    if (!places || (*places)->payload() != tables::Payload::exact) return nullptr;
    return std::make_unique<Winners>(std::string(game.id()), tables::rules_text(game.all_settings()),
                                     *std::move(places), std::move(shelf));
}

}  // namespace tavola::shelf
