// The sectors whose values are known, for looking up where a leaving move leads.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "tables/index.h"
#include "tables/solving.h"
#include "tables/value.h"

namespace tavola::tables {

/// The indexes of all sectors under some rules, made as they are asked for. Not for several threads at once.
template <Solvable G>
class Indexes {
  public:
    explicit Indexes(const typename G::Rules& rules)
        : symmetries_(G::board(rules), [&](const Symmetry& symmetry) { return G::symmetric(rules, symmetry); }) {}

    const Symmetries& symmetries() const noexcept { return symmetries_; }
    const Index& operator[](const Sector& sector) {
        auto& index = indexes_[sector.key()];
        if (!index) {
            auto& rows = rows_[sector.other];
            if (!rows) rows = std::make_unique<Rows>(symmetries_, sector.other);
            index = std::make_unique<Index>(symmetries_, *rows, sector);
        }
        return *index;
    }

  private:
    Symmetries symmetries_;
    std::vector<std::unique_ptr<Rows>> rows_{16};
    std::vector<std::unique_ptr<Index>> indexes_{Sector::keys};
};

/// What is known so far. The words belong to the caller.
template <Solvable G>
class Solved {
  public:
    void put(const Index& index, std::span<const Word> words) {
        sectors_[index.sector().key()] = {&index, words.data()};
    }
    void drop(const Sector& sector) { sectors_[sector.key()] = {}; }

    /// The value of a position in a known sector, or of one that is lost for want of men.
    Word operator()(const typename G::Position& position) const noexcept {
        if (Solving<G>::lost(position)) return 0;
        const Entry& entry = sectors_[Solving<G>::sector(position).key()];
        return entry.words[entry.index->slot(position.own, position.other)];
    }

  private:
    struct Entry {
        const Index* index = nullptr;
        const Word* words = nullptr;
    };
    std::vector<Entry> sectors_{Sector::keys};
};

}  // namespace tavola::tables
