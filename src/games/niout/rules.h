// Niout: the rules, for 2 to 4 players, alone or in pairs.
#pragma once

#include <array>
#include <cstdint>

#include "base/hash.h"
#include "games/niout/board.h"
#include "games/player.h"

namespace tavola::niout {

struct Rules {
    std::uint8_t players = 2;
    bool pairs = false;
    bool capture_throws = false;

    /// 2 players have 4 horses each, 3 have 3, 4 have 2.
    constexpr int horses() const noexcept { return players == 2 ? 4 : players == 3 ? 3 : 2; }
    constexpr Player next(Player player) const noexcept { return Player((player.index() + 1) % players); }
    static constexpr Player partner(Player player) noexcept { return Player(player.index() ^ 2); }
    constexpr bool together(Player one, Player other) const noexcept {
        return one == other || (pairs && partner(one) == other);
    }
    friend constexpr bool operator==(const Rules&, const Rules&) noexcept = default;
};

/// A player's horses by station, in order; what is missing of four is at no station.
class Horses {
  public:
    static constexpr Station none = static_cast<Station>(255);

    constexpr Horses() noexcept = default;
    /// So many horses, all outside.
    explicit constexpr Horses(int count) noexcept {
        for (int i = 0; i < count; ++i) at_[static_cast<std::size_t>(i)] = Station::outside;
    }
    constexpr const std::array<Station, 4>& stations() const noexcept { return at_; }
    constexpr int count(Station station) const noexcept {
        int result = 0;
        for (Station at : at_) result += at == station;
        return result;
    }
    constexpr bool all_home() const noexcept {
        for (Station at : at_)
            if (at != Station::home && at != none) return false;
        return true;
    }
    /// Some horses run from one station to another.
    constexpr void move(Station from, Station to, int count) noexcept {
        for (Station& at : at_)
            if (count > 0 && at == from) {
                at = to;
                --count;
            }
        sort();
    }
    /// All horses on a cell go back outside; tells how many did.
    constexpr int send_back(Cell cell) noexcept {
        int sent = 0;
        for (Station& at : at_)
            if (at != Station::outside && at < Station::home && niout::cell(at) == cell) {
                at = Station::outside;
                ++sent;
            }
        if (sent > 0) sort();
        return sent;
    }
    constexpr std::uint64_t bits() const noexcept {
        std::uint64_t result = 0;
        for (Station at : at_) result = result << 8 | static_cast<std::uint64_t>(at);
        return result;
    }
    friend constexpr bool operator==(const Horses&, const Horses&) noexcept = default;

  private:
    constexpr void sort() noexcept {
        const auto order = [this](std::size_t a, std::size_t b) {
            if (at_[b] < at_[a]) {
                const Station other = at_[a];
                at_[a] = at_[b];
                at_[b] = other;
            }
        };
        order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
    }
    std::array<Station, 4> at_ = {none, none, none, none};
};

struct Position {
    std::array<Horses, max_players> horses;
    Player turn;
    std::uint8_t thrown = 0;  ///< the cells to run, 1 to 5; 0 when the dice are to be thrown

    constexpr Horses& of(Player player) noexcept { return horses[static_cast<std::size_t>(player.index())]; }
    constexpr const Horses& of(Player player) const noexcept {
        return horses[static_cast<std::size_t>(player.index())];
    }
    friend constexpr bool operator==(const Position&, const Position&) noexcept = default;
};

/// An action in one word:
///
///     bit  19   18 17     15 14     12 11         6 5          0
///         |  kind |  along  |  count  |      to      |    from    |
///
/// A throw keeps its number in `from`; a pass keeps nothing.
class Move {
  public:
    enum class Kind : std::uint8_t { toss, run, pass };

    constexpr Move() noexcept = default;
    static constexpr Move toss(int cells) noexcept { return Move(Kind::toss, cells, 0, 0, 0); }
    static constexpr Move pass() noexcept { return Move(Kind::pass, 0, 0, 0, 0); }
    /// `count` of the runner's horses, and `along` of his partner's.
    static constexpr Move run(Station from, Station to, int count, int along) noexcept {
        return Move(Kind::run, number(from), number(to), count, along);
    }

    constexpr Kind kind() const noexcept { return static_cast<Kind>(bits_ >> 18); }
    constexpr int cells() const noexcept { return static_cast<int>(bits_ & 63); }
    constexpr Station from() const noexcept { return station(static_cast<int>(bits_ & 63)); }
    constexpr Station to() const noexcept { return station(static_cast<int>(bits_ >> 6 & 63)); }
    constexpr int count() const noexcept { return static_cast<int>(bits_ >> 12 & 7); }
    constexpr int along() const noexcept { return static_cast<int>(bits_ >> 15 & 7); }
    friend constexpr bool operator==(Move, Move) noexcept = default;

  private:
    constexpr Move(Kind kind, int from, int to, int count, int along) noexcept
        : bits_(static_cast<std::uint32_t>(from | to << 6 | count << 12 | along << 15 |
                                           static_cast<int>(kind) << 18)) {}
    std::uint32_t bits_;
};

struct Throw {
    std::string_view name;
    int sixteenths;
    bool again;
};
/// By the number of cells, from 1.
inline constexpr Throw throws[] = {
    {"", 0, false}, {"to", 4, false}, {"kai", 6, false}, {"kul", 4, false}, {"niout", 1, true}, {"mo", 1, true},
};

/// Niout rule 7: the first player, or pair, with all horses home.
constexpr Outcome outcome(const Rules& rules, const Position& position) noexcept {
    for (int i = 0; i < (rules.pairs ? 2 : rules.players); ++i) {
        const Player player(i);
        if (!position.of(player).all_home()) continue;
        if (!rules.pairs) return Outcome::win(player);
        if (position.of(Rules::partner(player)).all_home()) return Outcome::win(player, Rules::partner(player));
    }
    return Outcome::ongoing();
}

/// Whose horses run: the player's own; in pairs, once they are all home, his partner's.
constexpr Player runner(const Rules& rules, const Position& position) noexcept {
    return rules.pairs && position.of(position.turn).all_home() ? Rules::partner(position.turn) : position.turn;
}

template <class List>
constexpr void generate(const Rules& rules, const Position& position, List& moves) noexcept {
    if (outcome(rules, position).over()) return;
    if (position.thrown == 0) {
        for (int cells = 1; cells <= 5; ++cells) moves.push_back(Move::toss(cells));
        return;
    }
    const std::size_t before = moves.size();
    const Player who = runner(rules, position);
    const Horses& horses = position.of(who);
    Station last = Horses::none;
    for (const Station from : horses.stations()) {
        if (from == last || from >= Station::home) continue;
        last = from;
        // Rules 2 and 3: horses enter one at a time; of a tandem as many run as the player likes.
        const bool enters = from == Station::outside;
        const int most = enters ? 1 : horses.count(from);
        // Rule 7: his partner's horses on the same station may be taken along.
        const int along =
            rules.pairs && who == position.turn && !enters ? position.of(Rules::partner(who)).count(from) : 0;
        for (const Run& run : runs_from(from, position.thrown))
            for (int count = 1; count <= most; ++count)
                for (int taken = 0; taken <= along; ++taken)
                    moves.push_back(Move::run(from, run.back(), count, taken));
    }
    // Rule 5: who cannot use the throw passes.
    if (moves.size() == before) moves.push_back(Move::pass());
}

constexpr void play(const Rules& rules, Position& position, Move move) noexcept {
    if (move.kind() == Move::Kind::toss) {
        position.thrown = static_cast<std::uint8_t>(move.cells());
        return;
    }
    bool again = false;
    if (move.kind() == Move::Kind::run) {
        const Player who = runner(rules, position);
        position.of(who).move(move.from(), move.to(), move.count());
        if (move.along() > 0) position.of(Rules::partner(who)).move(move.from(), move.to(), move.along());
        // Rule 4: opposing horses on the cell go back, whichever way they run.
        int sent_back = 0;
        if (move.to() != Station::home)
            for (int i = 0; i < rules.players; ++i)
                if (!rules.together(Player(i), who)) sent_back += position.of(Player(i)).send_back(cell(move.to()));
        // Rule 6, and option capture-throws: one more throw at most.
        again = throws[position.thrown].again || (rules.capture_throws && sent_back > 0);
    }
    position.thrown = 0;
    if (!again) position.turn = rules.next(position.turn);
}

constexpr Position start(const Rules& rules) noexcept {
    Position position;
    for (int i = 0; i < rules.players; ++i) position.of(Player(i)) = Horses(rules.horses());
    return position;
}

constexpr std::uint64_t hash(const Position& position) noexcept {
    return hash_words(position.horses[0].bits() << 32 | position.horses[1].bits(),
                      position.horses[2].bits() << 32 | position.horses[3].bits(),
                      position.turn.index() << 8 | position.thrown);
}

}  // namespace tavola::niout
