#include "tables/niout_index.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tavola::niout {
namespace {

// n over k.
constexpr std::size_t choose(int n, int k) noexcept {
    std::size_t result = 1;
    for (int i = 1; i <= k; ++i) result = result * static_cast<std::size_t>(n - k + i) / static_cast<std::size_t>(i);
    return result;
}

constexpr auto below = [] {
    // [k][s]: how many herds of k horses have all of them on stations before s.
    std::array<std::array<std::uint32_t, live_stations>, most_horses + 1> table{};
    for (int k = 1; k <= most_horses; ++k)
        for (int s = 0; s < live_stations; ++s)
            table[static_cast<std::size_t>(k)][static_cast<std::size_t>(s)] =
                static_cast<std::uint32_t>(s == 0 ? 0 : choose(s + k - 1, k));
    return table;
}();

int progress_of(const Horses& horses) noexcept {
    int sum = 0;
    for (const Station at : horses.stations())
        if (at < Station::home) sum += steps_run[static_cast<std::size_t>(number(at))];
    return sum;
}

// Every herd in the combinatorial order: by the last horse, then the one before it.
void list_herds(int left, int last, Horses horses, std::vector<Horses>& herds) {
    if (left == 0) {
        herds.push_back(horses);
        return;
    }
    for (int at = 0; at <= last; ++at) {
        Horses next = horses;
        if (at > 0) next.move(Station::outside, station(at), 1);
        list_herds(left - 1, at, next, herds);
    }
}

}  // namespace

const Herds& Herds::of(int horses) {
    assert(horses >= 1 && horses <= most_horses);
    switch (horses) {
        case 1: {
            static const Herds one(1);
            return one;
        }
        case 2: {
            static const Herds two(2);
            return two;
        }
        case 3: {
            static const Herds three(3);
            return three;
        }
        default: {
            static const Herds four(4);
            return four;
        }
    }
}

Herds::Herds(int horses) : horses_(horses) {
    Horses all(most_horses);
    all.move(Station::outside, Station::home, most_horses - horses);
    std::vector<Horses> listed;
    list_herds(horses, live_stations - 1, all, listed);
    assert(listed.size() == choose(live_stations + horses - 1, horses));

    std::vector<Number> order(listed.size());
    std::iota(order.begin(), order.end(), Number{0});
    std::ranges::sort(order, {}, [&](Number i) { return std::pair(progress_of(listed[i]), i); });
    number_.resize(order.size());
    int level = -1;
    for (Number i = 0; i < order.size(); ++i) {
        const Horses& herd = listed[order[i]];
        for (; level < progress_of(herd); ++level) level_begin_.push_back(i);
        horses_at_.push_back(herd);
        number_[unsorted(herd)] = i;
    }
    level_begin_.push_back(static_cast<Number>(order.size()));
}

std::size_t Herds::unsorted(const Horses& horses) noexcept {
    std::size_t sum = 0;
    std::size_t k = 0;
    for (const Station at : horses.stations())
        if (at < Station::home) sum += below[++k][static_cast<std::size_t>(number(at))];
    return sum;
}

std::optional<Place> place_of(const Position& position) {
    const Horses &own = position.of(position.turn), &other = position.of(position.turn.opponent());
    const Layer layer{still_to_run(own), still_to_run(other)};
    if (layer.own == 0 || layer.other == 0) return std::nullopt;
    const Herds &mine = Herds::of(layer.own), &theirs = Herds::of(layer.other);
    return Place{layer, mine.number_of(own) * theirs.size() + theirs.number_of(other)};
}

std::optional<Position> position_at(Place place) {
    const Herds &mine = Herds::of(place.layer.own), &theirs = Herds::of(place.layer.other);
    Position position;
    position.of(player_x) = mine[static_cast<Herds::Number>(place.at / theirs.size())];
    position.of(player_o) = theirs[static_cast<Herds::Number>(place.at % theirs.size())];
    if (!(cells_of(position.of(player_x)) & cells_of(position.of(player_o))).empty()) return std::nullopt;
    return position;
}

}  // namespace tavola::niout
