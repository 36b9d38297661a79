#include "search/niout_race.h"

#include <algorithm>

namespace tavola::niout {
namespace {

constexpr std::size_t ways(std::size_t n, std::size_t k) noexcept {
    std::size_t result = 1;
    for (std::size_t i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return result;
}
/// [k][s]: how many groups of k + 1 horses stand on stations before s.
constexpr auto before = [] {
    std::array<std::array<std::uint32_t, stations>, 4> table{};
    for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t s = 1; s < stations; ++s) table[k][s] = static_cast<std::uint32_t>(ways(s + k, k + 1));
    return table;
}();

/// Up to four horses on any stations, home among them: numbered by the last of them, then the one before it, ...
class Race {
  public:
    Race() noexcept {
        needed_.fill(-1);
        find(Horses(4));
    }
    double needed(const Horses& horses) const noexcept { return static_cast<double>(needed_[number_of(horses)]); }

  private:
    /// A horse that does not take part counts as home.
    static std::size_t number_of(const Horses& horses) noexcept {
        std::size_t sum = 0;
        for (std::size_t k = 0; k < 4; ++k)
            sum += before[k][static_cast<std::size_t>(number(std::min(horses.stations()[k], Station::home)))];
        return sum;
    }

    // Every position reached from here on; horses only run forward, so this comes to an end.
    float find(const Horses& horses) noexcept {
        float& known = needed_[number_of(horses)];
        if (known >= 0) return known;
        if (horses.all_home()) return known = 0;
        double sum = 0, passing = 0;
        for (int cells = 1; cells <= 5; ++cells) {
            float best = -1;
            for (const Station from : horses.stations()) {
                if (from >= Station::home) break;
                for (const Run& run : runs_from(from, cells))
                    for (int count = 1; count <= (from == Station::outside ? 1 : horses.count(from)); ++count) {
                        Horses next = horses;
                        next.move(from, run.back(), count);
                        const float rest = find(next);
                        if (best < 0 || rest < best) best = rest;
                    }
            }
            const double chance = throws[cells].sixteenths / 16.0;
            if (best < 0)
                passing += chance;
            else
                sum += chance * (static_cast<double>(best) + !throws[cells].again);
        }
        // Who must pass throws again a turn later.
        return known = static_cast<float>((sum + passing) / (1 - passing));
    }

    std::array<float, ways(stations + 3, 4)> needed_;
};

}  // namespace

double throws_needed(const Horses& horses) noexcept {
    static const Race race;
    return race.needed(horses);
}

}  // namespace tavola::niout
