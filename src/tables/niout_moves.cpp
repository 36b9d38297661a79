#include "tables/niout_moves.h"

#include <algorithm>

namespace tavola::niout {

HerdMoves::HerdMoves(int horses) {
    const Herds& herds = Herds::of(horses);
    const Rules rules;
    for (Herds::Number herd = 0; herd < herds.size(); ++herd) {
        int passing = 0;
        for (int thrown = 1; thrown <= 5; ++thrown) {
            begin_.push_back(static_cast<std::uint32_t>(arrivals_.size()));
            // The other player's horses wait outside, where nothing can happen to them.
            Position position = start(rules);
            position.of(player_x) = herds[herd];
            position.thrown = static_cast<std::uint8_t>(thrown);
            MoveList<Niout> moves;
            generate(rules, position, moves);
            for (const Move move : moves) {
                if (move.kind() == Move::Kind::pass) {
                    passing += throws[thrown].sixteenths;
                    continue;
                }
                Position next = position;
                play(rules, next, move);
                const Horses& there = next.of(player_x);
                const int left = still_to_run(there);
                arrivals_.push_back({static_cast<std::uint32_t>(left) & 7,
                                     (left == 0 ? 0 : Herds::of(left).number_of(there)) & ((1u << 29) - 1)});
            }
        }
        passing_.push_back(static_cast<std::uint8_t>(passing));
    }
    begin_.push_back(static_cast<std::uint32_t>(arrivals_.size()));
    for (std::size_t level = 0; level < herds.levels(); ++level) {
        const std::size_t begin = herds.level_begin(level), end = herds.level_begin(level + 1);
        level_passes_.push_back(std::ranges::any_of(std::span(passing_).subspan(begin, end - begin),
                                                    [](std::uint8_t chance) { return chance > 0; }));
    }
}

HerdLosses::HerdLosses(int horses) {
    const Herds& herds = Herds::of(horses);
    for (std::size_t level = 0; level < herds.levels(); ++level)
        for (std::size_t i = 0; i < cells; ++i) {
            begin_.push_back(static_cast<std::uint32_t>(losses_.size()));
            const Cell cell(static_cast<int>(i));
            for (Herds::Number herd = herds.level_begin(level); herd < herds.level_begin(level + 1); ++herd) {
                Horses left = herds[herd];
                if (left.send_back(cell) > 0) losses_.push_back({herd, herds.number_of(left)});
            }
        }
    begin_.push_back(static_cast<std::uint32_t>(losses_.size()));
}

}  // namespace tavola::niout
