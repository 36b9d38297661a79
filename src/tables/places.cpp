#include "tables/places.h"

#include <array>
#include <atomic>

#include "base/lock.h"
#include "games/registry.h"
#include "tables/niout_solver.h"
#include "tables/solved.h"
#include "tables/solving_alquerque.h"
#include "tables/solving_trilha.h"

namespace tavola::tables {
namespace {

template <Solvable G>
class SolvedPlaces final : public Places {
  public:
    explicit SolvedPlaces(const typename G::Rules& rules) : rules_(rules), indexes_(rules) {
        for (const Sector& sector : Solving<G>::sectors(rules)) known_[sector.key()] = true;
    }

    std::optional<Location> of(const AnyPosition& any) const override {
        const auto position = any.unwrap<typename G::Position>();
        const Sector sector = Solving<G>::sector(position);
        if (Solving<G>::lost(position) || !known_[sector.key()]) return {};
        const int horizon = Solving<G>::horizon(rules_, sector);
        const int limit = horizon == 0 ? 0 : horizon - Solving<G>::spent(position);
        if (horizon != 0 && limit <= 0) return {};
        return Location{sector, index(sector).slot(position.own, position.other), limit};
    }
    std::uint64_t slots(const Sector& sector) const override { return index(sector).size(); }
    Payload payload() const override { return Payload::exact; }

  private:
    // Indexes are made when they are first needed.
    const Index& index(const Sector& sector) const {
        std::atomic<const Index*>& place = ready_[sector.key()];
        if (const Index* index = place.load(std::memory_order_acquire)) return *index;
        const Guard guard(making_);
        const Index& index = indexes_[sector];
        place.store(&index, std::memory_order_release);
        return index;
    }

    const typename G::Rules rules_;
    std::vector<bool> known_ = std::vector<bool>(Sector::keys);
    mutable Lock making_;
    mutable Indexes<G> indexes_;
    mutable std::vector<std::atomic<const Index*>> ready_ = decltype(ready_)(Sector::keys);
};

/// Niout for two: a sector is how many horses the thrower and the other have still to bring home.
class NioutPlaces final : public Places {
  public:
    std::optional<Location> of(const AnyPosition& position) const override {
        const auto place = niout::place_of(position.unwrap<niout::Position>());
        if (!place) return {};
        return Location{{static_cast<std::uint8_t>(place->layer.own), static_cast<std::uint8_t>(place->layer.other)},
                        place->at};
    }
    std::uint64_t slots(const Sector& sector) const override { return niout::Layer{sector.own, sector.other}.size(); }
    Payload payload() const override { return Payload::probability; }
};

template <Game G>
Result<std::unique_ptr<Places>> open(const AnyGame& game) {
    if constexpr (std::same_as<G, Niout>) {
        const auto rules = parse_rules<G>(game.all_settings());
        if (!rules) return Failure(rules.error());
        if (auto refusal = niout::check_solvable(*rules)) return Failure(*refusal);
        return std::make_unique<NioutPlaces>();
    } else if constexpr (Solvable<G>) {
        const auto rules = parse_rules<G>(game.all_settings());
        if (!rules) return Failure(rules.error());
        if (auto refusal = Solving<G>::refuse(*rules)) return Failure(*refusal);
        return std::make_unique<SolvedPlaces<G>>(*rules);
    } else {
        return Failure(Error{.key = "error.game-not-solved", .what = "game", .found = std::string(game.id())});
    }
}

template <Game... Gs>
Result<std::unique_ptr<Places>> open_one(GameList<Gs...>, const AnyGame& game) {
    Result<std::unique_ptr<Places>> places;
    ((game.id() == Gs::id ? void(places = open<Gs>(game)) : void()), ...);
    return places;
}

}  // namespace

Result<std::unique_ptr<Places>> open_places(const AnyGame& game) { return open_one(AllGames(), game); }

}  // namespace tavola::tables
