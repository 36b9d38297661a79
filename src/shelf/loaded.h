// Solved sectors in memory, fetched from the shelf when they are needed and let go when room is.
#pragma once

#include <map>
#include <thread>
#include <vector>

#include "shelf/shelf.h"
#include "tables/solved.h"
#include "tables/solver.h"

namespace tavola::shelf {

template <tables::Solvable G>
class Loaded {
  public:
    using Sector = tables::Sector;
    using Word = tables::Word;

    Loaded(const Shelf& shelf, const typename G::Rules& rules, tables::Indexes<G>& indexes, std::uint64_t memory,
           const tables::Watch& watch)
        : shelf_(shelf), rules_(tables::rules_text<G>(rules)), indexes_(indexes), memory_(memory), watch_(watch) {}

    const tables::Solved<G>& solved() const noexcept { return solved_; }
    const std::vector<Word>& words(const Sector& sector) const { return sectors_.at(sector); }

    /// Takes words that have just been found.
    void put(const Sector& sector, std::vector<Word> words) {
        std::vector<Word>& kept = sectors_[sector] = std::move(words);
        solved_.put(indexes_[sector], kept);
    }

    /// Whether these sectors, and so many bytes beside them, find room at all.
    Result<void> fits(const std::vector<Sector>& wanted, std::uint64_t room) {
        const std::uint64_t bytes = room + size(wanted);
        if (bytes > memory_)
            return Failure(Error{.key = "error.table-memory",
                                 .what = "memory",
                                 .found = in_mebibytes(memory_),
                                 .expected = in_mebibytes(bytes)});
        return {};
    }

    /// Makes sure that these sectors are there, and room for so many bytes beside them.
    Result<void> need(const std::vector<Sector>& wanted, std::uint64_t room) {
        if (auto space = fits(wanted, room); !space) return space;
        std::uint64_t bytes = room + size(wanted);
        for (auto at = sectors_.begin(); at != sectors_.end();) {
            const bool keep =
                std::ranges::find(wanted, at->first) != wanted.end() || bytes + size(at->first) <= memory_;
            if (keep) {
                if (std::ranges::find(wanted, at->first) == wanted.end()) bytes += size(at->first);
                ++at;
                continue;
            }
            solved_.drop(at->first);
            at = sectors_.erase(at);
        }
        for (const Sector& sector : wanted) {
            if (sectors_.contains(sector)) continue;
            if (const auto read = fetch(sector); !read) return read;
        }
        return {};
    }

  private:
    static std::string in_mebibytes(std::uint64_t bytes) { return std::to_string((bytes >> 20) + 1) + " MiB"; }
    std::uint64_t size(const Sector& sector) { return indexes_[sector].size() * sizeof(Word); }
    std::uint64_t size(const std::vector<Sector>& sectors) {
        std::uint64_t bytes = 0;
        for (const Sector& sector : sectors) bytes += size(sector);
        return bytes;
    }

    Result<void> fetch(const Sector& sector) {
        const auto table = shelf_.find(G::id, rules_, tables::name(sector));
        if (!table) return Failure(table.error());
        const tables::TableView& view = (*table)->view();
        if (view.slots() != indexes_[sector].size())
            return Failure(Error{.key = "error.table-other-size", .what = "table", .field = tables::name(sector)});
        std::vector<Word> words(view.slots());
        std::optional<Error> fault;
        std::mutex finding;
        tables::share(watch_, view.header().blocks(), 64, [&](std::size_t first, std::size_t last) {
            const std::uint64_t from = first * std::uint64_t{view.header().block};
            const std::uint64_t to = std::min<std::uint64_t>(last * std::uint64_t{view.header().block}, words.size());
            const auto read =
                tables::read_blocks(view, first, last - first, std::span(words).subspan(from, to - from));
            if (read) return;
            const std::lock_guard lock(finding);
            fault = read.error();
        });
        if (fault) return Failure(*fault);
        if (!watch_.stopped()) put(sector, std::move(words));
        return {};
    }

    const Shelf& shelf_;
    std::string rules_;
    tables::Indexes<G>& indexes_;
    std::uint64_t memory_;
    const tables::Watch& watch_;
    tables::Solved<G> solved_;
    std::map<Sector, std::vector<Word>> sectors_;
};

}  // namespace tavola::shelf
