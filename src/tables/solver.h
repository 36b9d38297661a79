// Retrograde analysis: solves a sector together with its turned one, backwards from what is decided.
//
// Every slot holds one word. At first a sweep over all positions looks at the moves that leave the sector, whose worth is
// known, and counts those that stay. Then, ply by ply, whatever is decided in n plies tells its predecessors: a lost
// position makes them won in n + 1, a won one takes one off the count of moves that may still save them. What nobody has
// decided in the end can go on for ever: a draw.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "tables/share.h"
#include "tables/solved.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace tavola::tables {

template <Solvable G>
class Solver {
  public:
    using Rules = typename G::Rules;
    using Position = typename G::Position;

    /// For this sector and, if it is another one, its turned one. All earlier sectors are in `solved`.
    Solver(const Rules& rules, Indexes<G>& indexes, const Solved<G>& solved, const Sector& sector, const Watch& watch)
        : rules_(rules), symmetries_(indexes.symmetries()), solved_(solved), watch_(watch) {
        halves_[0].prepare(indexes[sector]);
        two_ = Solving<G>::can_stay(sector) && sector != sector.turned();
        if (two_) halves_[1].prepare(indexes[sector.turned()]);
        horizon_ = Solving<G>::horizon(rules, sector);
    }

    /// False if the watch stopped it.
    bool run() {
        total_ = halves_[0].words.size() + halves_[1].words.size();
        sweep(halves_[0]);
        if (two_) sweep(halves_[1]);
        for (int ply = 0; !watch_.stopped(); ++ply) {
            if (horizon_ != 0 && ply > horizon_) break;
            if (!Solving<G>::can_stay(halves_[0].index->sector())) break;
            tell(ply);
            pending_ = false;
            spread_ply(halves_[0], halves_[two_ ? 1 : 0], ply);
            if (two_) spread_ply(halves_[1], halves_[0], ply);
            if (!pending_) break;
        }
        if (watch_.stopped()) return false;
        finish(halves_[0]);
        if (two_) finish(halves_[1]);
        return !watch_.stopped();
    }

    /// What was found: 0 for the sector, 1 for its turned one if that is another.
    std::vector<Word>& words(int half) noexcept { return halves_[half].words; }
    bool two() const noexcept { return two_; }

    /// Bytes that solving this sector takes, beside what is solved already.
    static std::uint64_t memory(Indexes<G>& indexes, const Sector& sector) {
        std::uint64_t slots = indexes[sector].size();
        if (Solving<G>::can_stay(sector) && sector != sector.turned()) slots += indexes[sector.turned()].size();
        return slots * sizeof(Word) + slots / 8 + slots / block_size * 3;
    }

  private:
    // ---- what a word says while the work goes on ---------------------------------------------------------------
    //
    //     15 14 13              0
    //     0  0  |     plies     |   decided in so many plies (odd: won, even: lost), unless a quicker win turns up
    //     0  1  |     plies     |   the same, and no move stays: not to be touched
    //     1  0     moves | count    open: so many staying moves don't lose yet; `moves` if others leave and lose
    //     0xfffe                    drawn by a leaving move, unless a win turns up
    //     0xffff                    drawn, and no move stays; or unused
    static constexpr Word fixed = 0x4000, plies_mask = 0x3fff, open = 0x8000, leaving = 0x0100, count_mask = 0x00ff;
    static constexpr Word draw_unless_won = 0xfffe, draw_fixed = 0xffff;
    static constexpr int never = 0x3fff;

    static constexpr std::size_t block_size = 2048;

    struct Half {
        const Index* index = nullptr;
        std::vector<Word> words;
        std::vector<Word> next;            // by block: what has not told its predecessors yet is decided no sooner
        std::vector<std::uint8_t> found;   // by block: has it something to tell at this ply?
        std::vector<std::uint64_t> marks;  // by slot: that is it
        std::vector<std::uint32_t>
            columns;  // the sets of the mover's men, before they are spread over the free cells

        void prepare(const Index& of) {
            index = &of;
            words.resize(of.size());
            next.assign((of.size() + block_size - 1) / block_size, never);
            found.resize(next.size());
            marks.resize(of.size() / 64 + 1);
            columns.resize(of.columns());
            std::uint32_t set = (std::uint32_t{1} << of.sector().own) - 1;
            for (std::uint32_t& column : columns) {
                column = set;
                set = next_subset(set);
            }
        }
    };

    // ---- the first sweep -----------------------------------------------------------------------------------------

    void sweep(Half& half) {
        const std::thread::id teller = std::this_thread::get_id();
        share(watch_, half.index->rows().size(), 16, [&](std::size_t first, std::size_t last) {
            for (std::size_t number = first; number < last; ++number) sweep_row(half, number);
            done_.fetch_add((last - first) * half.index->columns() / 2, std::memory_order_relaxed);
            if (std::this_thread::get_id() == teller && first % 256 == 0) tell(-1);
        });
    }

    void sweep_row(Half& half, std::size_t number) {
        const Index& index = *half.index;
        const RowView row = index.row(number);
        const CellSet other(index.rows()[number].set);
        for (std::uint32_t column = 0; column < index.columns(); ++column) {
            const std::uint32_t own = spread(half.columns[column], row.free);
            const std::uint64_t slot = row.first + column;
            Word word = draw_fixed;
            if (row.stabilisers == 1 || index.alike(row, own, column) != 0)
                word = first_word(Solving<G>::position(index.sector(), CellSet(own), other));
            half.words[slot] = word;
            if (word < open) lower(half, slot, word & plies_mask);
        }
    }

    Word first_word(const Position& position) const {
        const Exits exits = look_out(position);
        if (exits.staying == 0) {
            if (exits.best_win != never) return static_cast<Word>(fixed | (exits.best_win + 1));
            if (exits.drawn) return draw_fixed;
            if (exits.worst_loss >= 0) return static_cast<Word>(fixed | (exits.worst_loss + 1));
            // No move at all: the game is over.
            return G::outcome(rules_, position).drawn() ? draw_fixed : fixed;
        }
        if (exits.best_win != never) return static_cast<Word>(exits.best_win + 1);
        if (exits.drawn) return draw_unless_won;
        return static_cast<Word>(open | (exits.worst_loss >= 0 ? leaving : 0) | exits.staying);
    }

    /// What the leaving moves are worth.
    struct Exits {
        int staying = 0;
        int best_win = never;  // plies after the quickest that wins
        int worst_loss = -1;   // plies after the slowest that loses
        bool drawn = false;
    };
    Exits look_out(const Position& position) const {
        Exits exits;
        exits.staying = Solving<G>::forward(rules_, position, [&](const Position& next) {
            const Word word = solved_(next);
            if (word == drawn)
                exits.drawn = true;
            else if (word & 1)
                exits.worst_loss = std::max<int>(exits.worst_loss, word);
            else
                exits.best_win = std::min<int>(exits.best_win, word);
        });
        return exits;
    }

    // ---- ply by ply ----------------------------------------------------------------------------------------------

    // Everything in `from` that is decided in `ply` plies tells its predecessors, which are in `to`. First it is found,
    // then told: the two may be the same words.
    void spread_ply(Half& from, Half& to, int ply) {
        std::atomic<bool> later{false};
        share(watch_, from.next.size(), 256, [&](std::size_t first, std::size_t last) {
            for (std::size_t block = first; block < last; ++block) {
                from.found[block] = from.next[block] <= ply && find(from, block, ply);
                if (from.next[block] != never) later.store(true, std::memory_order_relaxed);
            }
        });
        share(watch_, from.next.size(), 64, [&](std::size_t first, std::size_t last) {
            Teller teller{*this, from, to, ply};
            for (std::size_t block = first; block < last; ++block)
                if (from.found[block]) teller.tell_block(block);
            teller.flush();
            done_.fetch_add(teller.told / 2, std::memory_order_relaxed);
            if (teller.later) later.store(true, std::memory_order_relaxed);
        });
        if (later.load(std::memory_order_relaxed)) pending_ = true;
    }

    /// Marks what in a block is decided in `ply` plies, and notes when there will be more. Is there any?
    static bool find(Half& half, std::size_t block, int ply) {
        const std::size_t first = block * block_size, last = std::min(first + block_size, half.words.size());
        int next = never;
        bool any = false;
        for (std::size_t at = first; at < last; at += 64) {
            const std::uint64_t marks = find_64(&half.words[at], std::min<std::size_t>(64, last - at), ply, next);
            half.marks[at / 64] = marks;
            any = any || marks != 0;
        }
        half.next[block] = static_cast<Word>(next);
        return any;
    }
    static std::uint64_t find_64(const Word* words, std::size_t count, int ply, int& next) {
        std::uint64_t marks = 0;
#if defined(__AVX2__)
        if (count == 64) {
            const __m256i all = _mm256_set1_epi16(-1), wanted = _mm256_set1_epi16(static_cast<short>(ply));
            const __m256i mask = _mm256_set1_epi16(static_cast<short>(open | plies_mask));
            __m256i least = all;
            for (int i = 0; i < 2; ++i) {
                const auto load = [&](int j) {
                    return _mm256_and_si256(
                        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + 32 * i + 16 * j)), mask);
                };
                const __m256i a = load(0), b = load(1);
                const __m256i same_a = _mm256_cmpeq_epi16(a, wanted), same_b = _mm256_cmpeq_epi16(b, wanted);
                const __m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi16(same_a, same_b), 0b11011000);
                marks |= std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(both))} << (32 * i);
                // Whatever is not beyond `ply` becomes as large as can be.
                const auto beyond = [&](__m256i words_here) {
                    const __m256i sooner = _mm256_cmpeq_epi16(_mm256_min_epu16(words_here, wanted), words_here);
                    return _mm256_or_si256(words_here, sooner);
                };
                least = _mm256_min_epu16(least, _mm256_min_epu16(beyond(a), beyond(b)));
            }
            const __m128i half = _mm_min_epu16(_mm256_castsi256_si128(least), _mm256_extracti128_si256(least, 1));
            const int smallest = _mm_extract_epi16(_mm_minpos_epu16(half), 0);
            if (smallest < open) next = std::min(next, smallest);
            return marks;
        }
#endif
        for (std::size_t i = 0; i < count; ++i) {
            if (words[i] >= open) continue;
            const int plies = words[i] & plies_mask;
            if (plies == ply) marks |= std::uint64_t{1} << i;
            if (plies > ply) next = std::min(next, plies);
        }
        return marks;
    }

    // Predecessors are looked up some time after their place in memory was named, so that it is there by then.
    struct Teller {
        Solver& solver;
        Half& from;
        Half& to;
        int ply;
        bool later = false;
        std::uint64_t told = 0;

        static constexpr std::size_t delay = 64;
        std::uint64_t waiting[delay] = {};
        std::size_t count = 0;  // how many were ever put there

        void tell_block(std::size_t block) {
            const std::size_t first = block * block_size, last = std::min(first + block_size, from.words.size());
            const std::uint32_t columns = from.index->columns();
            std::size_t number = first / columns;
            RowView row = from.index->row(number);
            for (std::size_t at = first; at < last; at += 64)
                for (std::uint64_t marks = from.marks[at / 64]; marks != 0; marks &= marks - 1) {
                    const std::size_t slot = at + static_cast<std::size_t>(std::countr_zero(marks));
                    while (slot >= row.first + columns) row = from.index->row(++number);
                    tell_predecessors(row, number, static_cast<std::uint32_t>(slot - row.first));
                    ++told;
                }
        }

        void tell_predecessors(const RowView& row, std::size_t number, std::uint32_t column) {
            const std::uint32_t own = spread(from.columns[column], row.free);
            const std::uint32_t other = from.index->rows()[number].set;
            // In the predecessors the other player was to move, so the row there is that of our own men.
            const Symmetries& symmetries = solver.symmetries_;
            const Rows::Way way = to.index->rows().way(own);
            const RowView target = to.index->row(way.row);
            const CellSet here(to.index->rows()[way.row].set);
            const CellSet there(symmetries.apply(way.symmetry, other));
            if (target.stabilisers == 1 || ply % 2 == 0) {
                Solving<G>::backward(solver.rules_, here, there, [&](CellSet before) {
                    put(to.index->slot(target, static_cast<std::uint32_t>(before.bits())));
                });
            } else {
                tell_symmetric(target, here, there);
            }
        }

        // Where symmetries leave positions as they are, the moves between two classes are not as many forwards as
        // backwards: they are to each other as the symmetries of the two.
        void tell_symmetric(const RowView& target, CellSet here, CellSet there) {
            struct Before {
                std::uint64_t slot;
                int times;
                int alike;
            };
            FixedList<Before, 256> list;
            const Index& index = *to.index;
            Solving<G>::backward(solver.rules_, here, there, [&](CellSet before) {
                const auto set = static_cast<std::uint32_t>(before.bits());
                const std::uint64_t slot = index.slot(target, set);
                for (Before& known : list)
                    if (known.slot == slot) {
                        ++known.times;
                        return;
                    }
                list.push_back({slot, 1, fixed_by(target.stabilisers, set)});
            });
            const int alike = fixed_by(target.stabilisers, static_cast<std::uint32_t>(there.bits()));
            for (const Before& before : list)
                for (int i = before.times * before.alike / alike; i > 0; --i) put(before.slot);
        }

        int fixed_by(std::uint32_t stabilisers, std::uint32_t set) const {
            int alike = 0;
            for (; stabilisers != 0; stabilisers &= stabilisers - 1)
                alike +=
                    solver.symmetries_.apply(static_cast<std::uint32_t>(std::countr_zero(stabilisers)), set) == set;
            return alike;
        }

        void put(std::uint64_t slot) {
            __builtin_prefetch(&to.words[slot], 1);
            std::uint64_t& place = waiting[count++ % delay];
            if (count > delay) reach(place);
            place = slot;
        }
        void flush() {
            for (std::size_t i = count > delay ? count - delay : 0; i < count; ++i) reach(waiting[i % delay]);
            count = 0;
        }

        void reach(std::uint64_t slot) {
            const std::atomic_ref<Word> word(to.words[slot]);
            const Word seen = word.load(std::memory_order_relaxed);
            if (ply % 2 == 0) {
                // One of its moves leads to a lost position: won, unless sooner.
                const bool slower = seen >= open ? seen != draw_fixed : seen < fixed && seen > ply + 1;
                if (!slower) return;
                word.store(static_cast<Word>(ply + 1), std::memory_order_relaxed);
                settle(slot, ply + 1);
            } else if (seen >= open && seen < draw_unless_won) {
                // One of its moves leads to a won position; was it the last that might have saved it?
                const Word before = word.fetch_sub(1, std::memory_order_relaxed);
                if ((before & count_mask) != 1) return;
                int plies = ply + 1;
                if (before & leaving) plies = std::max(plies, solver.look_out(to, slot).worst_loss + 1);
                word.store(static_cast<Word>(plies), std::memory_order_relaxed);
                settle(slot, plies);
            }
        }
        void settle(std::uint64_t slot, int plies) {
            solver.lower(to, slot, plies);
            later = true;
        }
    };

    Exits look_out(const Half& half, std::uint64_t slot) const {
        const std::size_t number = slot / half.index->columns();
        const RowView row = half.index->row(number);
        const std::uint32_t own = spread(half.columns[slot - row.first], row.free);
        return look_out(
            Solving<G>::position(half.index->sector(), CellSet(own), CellSet(half.index->rows()[number].set)));
    }

    /// Somewhere in the slot's block there is a word to tell of at this ply.
    static void lower(Half& half, std::uint64_t slot, int plies) {
        const std::atomic_ref<Word> next(half.next[slot / block_size]);
        Word seen = next.load(std::memory_order_relaxed);
        while (seen > plies &&
               !next.compare_exchange_weak(seen, static_cast<Word>(plies), std::memory_order_relaxed)) {
        }
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    // From the words of the work to those that are kept.
    void finish(Half& half) {
        const Index& index = *half.index;
        share(watch_, index.rows().size(), 64, [&](std::size_t first, std::size_t last) {
            for (std::size_t number = first; number < last; ++number) {
                const RowView row = index.row(number);
                for (std::uint32_t column = 0; column < index.columns(); ++column) {
                    Word& word = half.words[row.first + column];
                    const int plies = word & plies_mask;
                    word = word >= open || (horizon_ != 0 && plies > horizon_) ? drawn : static_cast<Word>(plies);
                    if (row.stabilisers != 1 && index.alike(row, spread(half.columns[column], row.free), column) == 0)
                        word = unused;
                }
            }
        });
    }

    void tell(int ply) const {
        if (watch_.tell)
            watch_.tell({halves_[0].index->sector(), ply, total_, done_.load(std::memory_order_relaxed)});
    }

    const Rules rules_;
    const Symmetries& symmetries_;
    const Solved<G>& solved_;
    const Watch& watch_;
    Half halves_[2];
    bool two_ = false;
    int horizon_ = 0;
    std::uint64_t total_ = 0;
    std::atomic<std::uint64_t> done_{0};
    bool pending_ = false;
};

}  // namespace tavola::tables
