// Where a position stands in its sector's table: a dense index with the symmetries of the board divided out.
//
// The opponent's men are brought into a canonical place by some symmetry; each such place is a row. In it the men of the
// player to move are ranked among the cells that are left. So all positions that differ only in the mover's men lie
// together, and what a solver does to one position's predecessors stays within one row. Where a symmetry leaves the
// opponent's men as they are, the lowest of the mover's ranks counts and the other slots stay unused.
//
// Everything here is plain arrays and arithmetic, fit for any kind of processor.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "board/topology.h"
#include "tables/sector.h"
#include "tables/subsets.h"

namespace tavola::tables {

/// The symmetries of a board of up to 24 cells, as tables by bytes of a set.
class Symmetries {
  public:
    /// Those of the board for which `holds(symmetry)`; the first must be the identity.
    template <class Holds>
    Symmetries(const Topology& board, const Holds& holds) : cells_(board.cells) {
        for (const Symmetry& symmetry : board.symmetries) {
            if (symmetry.swaps_players || !holds(symmetry)) continue;
            auto& images = images_[static_cast<std::size_t>(count_++)];
            for (std::size_t place = 0; place < 3; ++place)
                for (std::size_t byte = 0; byte < 256; ++byte)
                    for (std::size_t bit = 0; bit < 8; ++bit)
                        if ((byte >> bit & 1) && 8 * place + bit < static_cast<std::size_t>(cells_))
                            images[place][byte] |= std::uint32_t{1} << symmetry.image[8 * place + bit].index();
        }
    }

    int cells() const noexcept { return cells_; }
    int count() const noexcept { return count_; }
    std::uint32_t all() const noexcept { return (std::uint32_t{1} << cells_) - 1; }
    std::uint32_t apply(std::uint32_t symmetry, std::uint32_t set) const noexcept {
        const auto& images = images_[symmetry];
        return images[0][set & 255] | images[1][set >> 8 & 255] | images[2][set >> 16];
    }

  private:
    int cells_;
    int count_ = 0;
    std::array<std::array<std::array<std::uint32_t, 256>, 3>, 16> images_{};
};

/// The canonical places of so many men of the opponent.
class Rows {
  public:
    struct Row {
        std::uint32_t set;          ///< the men
        std::uint32_t stabilisers;  ///< the symmetries that leave them as they are, one bit each
    };
    /// How a set comes into its row.
    struct Way {
        std::uint32_t row : 28;
        std::uint32_t symmetry : 4;
    };

    Rows(const Symmetries& symmetries, int men) : ways_(choose(symmetries.cells(), men)) {
        std::vector<bool> seen(ways_.size());
        for (std::uint32_t i = 0; i < ways_.size(); ++i) {
            if (seen[i]) continue;
            const std::uint32_t set = unrank(i, men);
            std::uint32_t stabilisers = 0;
            const auto row = static_cast<std::uint32_t>(rows_.size());
            for (std::uint32_t s = 0; s < static_cast<std::uint32_t>(symmetries.count()); ++s) {
                const std::uint32_t image = symmetries.apply(s, set);
                if (image == set) stabilisers |= std::uint32_t{1} << s;
                const std::uint32_t at = rank(image);
                if (seen[at]) continue;
                seen[at] = true;
                // The way back: the inverse is the symmetry that brings the image to the set.
                std::uint32_t back = 0;
                while (symmetries.apply(back, image) != set) ++back;
                ways_[at] = {row & 0xfffffff, back & 15};
            }
            rows_.push_back({set, stabilisers});
        }
    }

    std::size_t size() const noexcept { return rows_.size(); }
    const Row& operator[](std::size_t row) const noexcept { return rows_[row]; }
    Way way(std::uint32_t set) const noexcept { return ways_[rank(set)]; }

  private:
    std::vector<Way> ways_;
    std::vector<Row> rows_;
};

/// A row with what is needed to find slots in it: the opponent's men stand as the row has them.
struct RowView {
    std::uint64_t first;        ///< its first slot
    std::uint32_t free;         ///< the cells without opposing men
    std::uint32_t stabilisers;  ///< 1 if only the identity
};

/// The index of one sector.
class Index {
  public:
    Index(const Symmetries& symmetries, const Rows& rows, const Sector& sector)
        : symmetries_(&symmetries),
          rows_(&rows),
          sector_(sector),
          columns_(choose(symmetries.cells() - sector.other, sector.own)) {}

    const Sector& sector() const noexcept { return sector_; }
    const Symmetries& symmetries() const noexcept { return *symmetries_; }
    const Rows& rows() const noexcept { return *rows_; }
    std::uint32_t columns() const noexcept { return columns_; }
    std::uint64_t size() const noexcept { return std::uint64_t{columns_} * rows_->size(); }

    RowView row(std::size_t number) const noexcept {
        const Rows::Row& row = (*rows_)[number];
        return {std::uint64_t{columns_} * number, symmetries_->all() & ~row.set, row.stabilisers};
    }

    /// The slot of a position whose opposing men stand as the row has them.
    std::uint64_t slot(const RowView& row, std::uint32_t own) const noexcept {
        std::uint32_t column = rank(gather(own, row.free));
        for (std::uint32_t rest = row.stabilisers & (row.stabilisers - 1); rest != 0; rest &= rest - 1) {
            const auto symmetry = static_cast<std::uint32_t>(std::countr_zero(rest));
            column = std::min(column, rank(gather(symmetries_->apply(symmetry, own), row.free)));
        }
        return row.first + column;
    }

    /// The slot of any position of the sector.
    std::uint64_t slot(CellSet own, CellSet other) const noexcept {
        const Rows::Way way = rows_->way(static_cast<std::uint32_t>(other.bits()));
        return slot(row(way.row), symmetries_->apply(way.symmetry, static_cast<std::uint32_t>(own.bits())));
    }

    /// The mover's men in some column of a row.
    std::uint32_t own(const RowView& row, std::uint32_t column) const noexcept {
        return spread(unrank(column, sector_.own), row.free);
    }

    /// How many symmetries leave a position as it is, which lies in this row; 0 if its slot is unused, because
    /// another position of its class has a lower one.
    int alike(const RowView& row, std::uint32_t own, std::uint32_t column) const noexcept {
        int alike = 1;
        for (std::uint32_t rest = row.stabilisers & (row.stabilisers - 1); rest != 0; rest &= rest - 1) {
            const auto symmetry = static_cast<std::uint32_t>(std::countr_zero(rest));
            const std::uint32_t image = rank(gather(symmetries_->apply(symmetry, own), row.free));
            if (image < column) return 0;
            alike += image == column;
        }
        return alike;
    }

  private:
    const Symmetries* symmetries_;
    const Rows* rows_;
    Sector sector_;
    std::uint32_t columns_;
};

}  // namespace tavola::tables
