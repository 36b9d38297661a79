#include "arena/openings.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <optional>
#include <utility>

#include "games/registry.h"
#include "match/match.h"

namespace tavola::arena {
namespace {

std::optional<std::vector<AnyMove>> try_opening(const AnyGamePtr& game, const AnyPosition& start, int plies,
                                                Random& random) {
    Match match(game, start, game->custom());
    std::vector<AnyMove> moves;
    for (int ply = 0; ply < plies && !match.over(); ++ply) {
        moves.push_back(*game->random_move(match.position(), random));
        match.play(moves.back());
    }
    if (match.over()) return {};
    return moves;
}

template <Game G>
std::uint64_t likeness_in(const AnyGame& game, const AnyPosition& any) {
    const auto rules = parse_rules<G>(game.all_settings());
    assert(rules);
    const auto position = any.unwrap<typename G::Position>();
    std::uint64_t least = G::hash(position);
    for (Symmetry symmetry : G::board(*rules).symmetries) {
        if (G::symmetric(*rules, symmetry))
            least = std::min(least, G::hash(G::transform(*rules, symmetry, position)));
        symmetry.swaps_players = !symmetry.swaps_players;
        if (G::sides_alike) least = std::min(least, G::hash(G::transform(*rules, symmetry, position)));
    }
    return least;
}

template <Game... Gs>
std::uint64_t likeness_in_one(GameList<Gs...>, const AnyGame& game, const AnyPosition& position) {
    std::uint64_t number = 0;
    ((game.id() == Gs::id ? void(number = likeness_in<Gs>(game, position)) : void()), ...);
    return number;
}

AnyPosition position_after(const AnyGame& game, AnyPosition position, const std::vector<AnyMove>& moves) {
    for (const AnyMove move : moves) position = game.play(position, move);
    return position;
}

// So many random games that all end before the opening does, and it must be shorter.
constexpr int short_games = 50;
// So many positions in a row that were there before, or are decided, and there are no others of this length.
constexpr int tries = 200;
// Nobody would call it an opening any more; and for more of them nobody waits.
constexpr int most_plies = 60;
constexpr std::size_t most_counted = 8192;
// What a glance is, and how far behind a player may be, in hundredths of a man or ball.
constexpr std::uint64_t glance_nodes = 3000;
constexpr int most_uneven = 150;

const std::atomic<bool> never{false};

}  // namespace

int default_opening_plies(const AnyGame& game) {
    // Few enough to leave the game open: on the small boards a man too many is lost soon. In Niout the dice see to
    // variety.
    if (game.id() == "niout") return 0;
    if (game.id() == "pretoa" || game.id() == "policiais") return 4;
    return game.id() == "trilha" ? 6 : 8;
}

std::vector<AnyMove> random_opening(const AnyGamePtr& game, const AnyPosition& start, int plies, Random& random) {
    for (; plies > 0; --plies)
        for (int i = 0; i < short_games; ++i)
            if (const auto moves = try_opening(game, start, plies, random)) return *moves;
    return {};
}

std::uint64_t likeness(const AnyGame& game, const AnyPosition& position) {
    return likeness_in_one(AllGames(), game, position);
}

Openings::Openings(OpeningPlan plan) : plan_(std::move(plan)) {
    if (plan_.growing && plan_.plies > 0 && !plan_.game->dice() && !ample()) settle_length();
}

const std::vector<AnyMove>& Openings::of(int pair) {
    const std::scoped_lock lock(mutex_);
    while (openings_.size() <= static_cast<std::size_t>(pair)) draw();
    return *openings_[static_cast<std::size_t>(pair)];
}

// Whether hardly two of many random openings are alike, so that nobody need count them.
bool Openings::ample() const {
    constexpr std::size_t sample = 1000, alike = 10;
    Random random(0);
    std::unordered_set<std::uint64_t> different;
    for (std::size_t i = 0; i < sample; ++i) {
        const auto moves = random_opening(plan_.game, plan_.start, plan_.plies, random);
        different.insert(likeness(*plan_.game, position_after(*plan_.game, plan_.start, moves)));
    }
    return different.size() >= sample - alike;
}

// The least length of which there are enough.
void Openings::settle_length() {
    const std::size_t wanted = std::min(std::bit_ceil(static_cast<std::size_t>(plan_.pairs)), most_counted);
    for (;; ++plan_.plies) {
        while (openings_.size() < wanted && !exhausted_) draw();
        if (!exhausted_ || plan_.plies >= most_plies) return;
        openings_.clear();
        different_.clear();
        seen_.clear();
        exhausted_ = false;
    }
}

void Openings::draw() {
    Random random(hash_words(plan_.seed, openings_.size(), 0, 0, 0));
    openings_.push_back(std::make_unique<const std::vector<AnyMove>>(next(random)));
}

std::vector<AnyMove> Openings::next(Random& random) {
    if (plan_.plies == 0) return {};
    for (int i = 0; i < tries && !exhausted_; ++i) {
        std::vector<AnyMove> moves = random_opening(plan_.game, plan_.start, plan_.plies, random);
        const AnyPosition position = position_after(*plan_.game, plan_.start, moves);
        if (!seen_.insert(likeness(*plan_.game, position)).second || !even(position)) continue;
        different_.push_back(moves);
        return moves;
    }
    exhausted_ = true;
    // One of those again.
    if (different_.empty()) return random_opening(plan_.game, plan_.start, plan_.plies, random);
    return different_[random.below(static_cast<std::uint32_t>(different_.size()))];
}

// Whether both players still have something to hope for. With dice that is always so.
bool Openings::even(const AnyPosition& position) {
    if (plan_.game->dice()) return true;
    if (!judge_) {
        judge_ = make_engine(plan_.game);
        judge_->set_hash(1);
    }
    const Report report = judge_->think(position, {}, {.depth = 0, .nodes = glance_nodes}, never);
    return !report.lines.empty() && std::abs(report.lines.front().score) <= most_uneven;
}

}  // namespace tavola::arena
