#include "arena/tournament.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace tavola::arena {
namespace {

// What a seed is for; every use has random numbers of its own. Openings (openings.h) have the first.
enum class Purpose : std::uint8_t { opening, dice, player };

Random random_for(const Plan& plan, int pair, Purpose purpose, int which = 0, int leg = 0) {
    return Random(hash_words(plan.seed, pair, static_cast<int>(purpose), which, leg));
}

/// The dice of a game. Each seat has its own, and they fall alike in both games of a pair: what luck gives a player
/// in one game, it gives his opponent in the other.
class Dice {
  public:
    Dice(const Plan& plan, int pair) {
        for (int seat = 0; seat < max_players; ++seat) seats_.push_back(random_for(plan, pair, Purpose::dice, seat));
    }
    /// The throw of the player to move.
    AnyMove toss(const Match& match) {
        return *match.game().random_move(match.position(), seats_[static_cast<std::size_t>(match.turn().index())]);
    }

  private:
    std::vector<Random> seats_;
};

OpeningPlan openings_of(const Plan& plan) {
    return {plan.game, plan.start, plan.seed, plan.opening_plies, plan.pairs, plan.growing_openings};
}

int half_points_of(const AnyGame& game, Outcome outcome, int side) {
    if (outcome.drawn()) return 1;
    for (int i = 0; i < game.players(); ++i)
        if (outcome.won_by(Player(i))) return side_of(game, Player(i)) == side ? 2 : 0;
    return 1;
}

/// Why a game is forfeited, as records tell it.
constexpr std::string_view faults[] = {"time", "gone", "illegal"};

/// The outcome whose word a record has.
Outcome outcome_of(const Record& record) {
    for (unsigned winners = 1; winners < 1u << record.game->players(); ++winners)
        if (const Outcome outcome = Outcome::win_of(winners); record.game->print(outcome) == record.result)
            return outcome;
    return Outcome::draw();
}

/// What a game of the plan is called, and who plays it.
std::vector<Record::Tag> tags_of(const Plan& plan, int pair, int leg) {
    const auto name = [&](int side) { return plan.players[static_cast<std::size_t>(contestant_of(side, leg))].name; };
    return {{"Event", plan.event},
            {"Round", std::to_string(pair + 1) + "." + std::to_string(leg + 1)},
            {"MatchSeed", std::to_string(plan.seed)},
            {"X", name(0)},
            {"O", name(1)}};
}

std::string tag_of(const Record& record, std::string_view name) {
    const std::string* const tag = find_tag(record, name);
    return tag == nullptr ? "" : *tag;
}

/// The pair and the leg of a game of the plan that a record tells to its end; nothing if it is of something else.
std::optional<std::pair<int, int>> place_of(const Record& record, const Plan& plan) {
    const std::string round = tag_of(record, "Round");
    int pair = 0, leg = 0;
    const char* const end = round.data() + round.size();
    const auto first = std::from_chars(round.data(), end, pair);
    if (first.ptr != end) std::from_chars(first.ptr + 1, end, leg);
    if (pair < 1 || pair > plan.pairs || leg < 1 || leg > 2) return {};
    const std::vector<Record::Tag> tags = tags_of(plan, --pair, --leg);
    const bool named =
        std::ranges::all_of(tags, [&](const auto& tag) { return tag_of(record, tag.first) == tag.second; });
    const bool ours = record.game->id() == plan.game->id() &&
                      print_settings(record.game->settings()) == print_settings(plan.game->settings()) &&
                      plan.game->print(record.start) == plan.game->print(plan.start);
    if (!named || !ours || record.result == "*") return {};
    return std::pair(pair, leg);
}

/// How many of a record's moves are its opening.
std::size_t opening_length(const Record& record) {
    const std::string text = tag_of(record, "Opening");
    std::size_t length = 0;
    std::from_chars(text.data(), text.data() + text.size(), length);
    return std::min(length, record.line.moves.size());
}

/// Whether a record begins with these moves and calls them its opening.
bool opens_with(const Record& record, const std::vector<AnyMove>& opening) {
    const auto same = [&](AnyMove move, const RecordMove& told) { return record.game->print(move) == told.word; };
    return std::ranges::equal(opening, std::span(record.line.moves).first(opening_length(record)), same);
}

bool legal(const Match& match, AnyMove move) {
    const std::vector<AnyMove> moves = match.game().moves(match.position());
    return std::ranges::find(moves, move) != moves.end();
}

/// One game, move by move.
class Board {
  public:
    Board(const Plan& plan, int pair, int leg, std::span<const AnyMove> opening,
          const std::array<std::unique_ptr<Contestant>, 2>& players)
        : plan_(plan),
          leg_(leg),
          players_(players),
          match_(plan.game, plan.start, plan.game->custom()),
          dice_(plan, pair),
          randoms_{random_for(plan, pair, Purpose::player, 0, leg), random_for(plan, pair, Purpose::player, 1, leg)} {
        game_.pair = pair;
        game_.leg = leg;
        for (const AnyMove move : opening) match_.play(move);
        opening_ = match_.steps().size();
    }

    PlayedGame play() {
        for (const auto& player : players_) player->new_game();
        for (int moves = 0; !match_.over();) {
            if (plan_.game->dice_to_throw(match_.position()))
                match_.play(dice_.toss(match_));
            else if (const auto outcome = foreseen())
                return finished({*outcome, Ending::truth, name(Ending::truth)});
            else if (moves++ < plan_.max_plies)
                move();
            else
                return finished({plan_.game->settle(match_.position()), Ending::agreement, "plies"});
        }
        return finished(match_.verdict());
    }

  private:
    /// How the game must end, where the arbiter knows it.
    std::optional<Outcome> foreseen() const {
        if (!plan_.arbiter) return {};
        const auto ends_in = plan_.arbiter->ends_in(match_.position());
        if (!ends_in) return {};
        if (*ends_in == 0) return Outcome::draw();
        return Outcome::win(*ends_in > 0 ? match_.turn() : match_.turn().opponent());
    }

    void move() {
        const int mover = contestant_of(side_of(*plan_.game, match_.turn()), leg_);
        const auto at = static_cast<std::size_t>(mover);
        const auto move = players_[at]->choose(match_, randoms_[at]);
        if (move && legal(match_, *move)) return match_.play(*move);
        game_.forfeit = {mover, move ? Fault{"illegal", "not a move of this position"} : move.error()};
        [[maybe_unused]] const auto left = match_.leave(match_.turn());
    }

    PlayedGame finished(const Verdict& verdict) {
        game_.half_points = half_points_of(*plan_.game, verdict.outcome, contestant_of(0, leg_));
        std::vector<Record::Tag> tags = tags_of(plan_, game_.pair, leg_);
        tags.emplace_back("Opening", std::to_string(opening_));
        game_.record = record_of(match_, std::move(tags));
        game_.record.result = plan_.game->print(verdict.outcome);
        game_.record.ending = game_.forfeit ? game_.forfeit->fault.why : verdict.why;
        if (game_.forfeit) comment(game_.forfeit->fault.note);
        return std::move(game_);
    }

    void comment(const std::string& text) {
        RecordLine& line = game_.record.line;
        (line.moves.empty() ? line.comments : line.moves.back().comments).push_back(text);
    }

    const Plan& plan_;
    int leg_;
    const std::array<std::unique_ptr<Contestant>, 2>& players_;
    Match match_;
    Dice dice_;
    std::array<Random, 2> randoms_;
    std::size_t opening_ = 0;
    PlayedGame game_;
};

/// Of both games of a pair, as far as they have been played.
using HalfPoints = std::array<std::optional<int>, 2>;

/// What the workers share.
class Tournament {
  public:
    Tournament(const Plan& plan, const OnGame& on_game, const std::atomic<bool>& stop,
               std::span<const PlayedGame> before)
        : plan_(plan),
          on_game_(on_game),
          stop_(stop),
          known_(static_cast<std::size_t>(plan.pairs)),
          scores_(scores_of(before)) {
        for (const PlayedGame& game : before)
            known_[static_cast<std::size_t>(game.pair)][static_cast<std::size_t>(game.leg)] = game.half_points;
    }

    Scores run() {
        {
            std::vector<std::jthread> workers;
            const int count = std::min(plan_.concurrency, plan_.pairs);
            for (int i = 1; i < count; ++i) workers.emplace_back([this] { work(); });
            work();
        }
        return scores_;
    }

  private:
    bool ended() const { return stop_.load() || enough_.load(); }

    // Both games of a pair are played by one worker, one after the other.
    void work() {
        std::array<std::unique_ptr<Contestant>, 2> players;
        for (std::size_t i = 0; i < 2; ++i) players[i] = make_contestant(plan_.players[i], plan_.game);
        while (!ended()) {
            const int pair = next_pair_.fetch_add(1);
            if (pair >= plan_.pairs) return;
            HalfPoints& known = known_[static_cast<std::size_t>(pair)];
            for (int leg = 0; leg < 2 && !ended(); ++leg)
                if (!known[static_cast<std::size_t>(leg)])
                    gather(play_game(plan_, pair, leg, openings_.of(pair), players), known);
        }
    }

    void gather(const PlayedGame& game, HalfPoints& known) {
        const std::scoped_lock lock(gathering_);
        known[static_cast<std::size_t>(game.leg)] = game.half_points;
        scores_.tally.add(game.half_points);
        if (known[0] && known[1]) scores_.pairs.add(*known[0] + *known[1]);
        if (!on_game_(game, scores_)) enough_ = true;
    }

    const Plan& plan_;
    const OnGame& on_game_;
    const std::atomic<bool>& stop_;
    Openings openings_{openings_of(plan_)};
    std::atomic<bool> enough_{false};
    std::atomic<int> next_pair_{0};
    std::vector<HalfPoints> known_;  ///< a pair belongs to the worker who plays it
    std::mutex gathering_;
    Scores scores_;
};

}  // namespace

int side_of(const AnyGame& game, Player player) { return game.together(Player(0), player) ? 0 : 1; }

Result<void> check_plan(const Plan& plan) {
    const AnyGame& game = *plan.game;
    for (int i = 1; i < game.players(); ++i)
        if (side_of(game, Player(i)) == 1 && !game.together(Player(1), Player(i)))
            return Failure(Error{.key = "error.arena.sides", .what = "match"});
    if (Match(plan.game, plan.start, game.custom()).over())
        return Failure(Error{.key = "error.match.over", .what = "match"});
    for (const PlayerSpec& player : plan.players)
        if (const auto known = check_player(player, game); !known) return known;
    return {};
}

PlayedGame play_game(const Plan& plan, int pair, int leg, std::span<const AnyMove> opening,
                     const std::array<std::unique_ptr<Contestant>, 2>& players) {
    return Board(plan, pair, leg, opening, players).play();
}

void Variety::add(const PlayedGame& game) {
    const Match match = match_of(game.record);
    openings_.insert(likeness(match.game(), match.position(opening_length(game.record))));
    std::string moves;
    for (const RecordMove& move : game.record.line.moves) moves.append(move.word).append(" ");
    games_.insert(std::move(moves));
}

Result<std::vector<PlayedGame>> played_before(const Plan& plan, std::span<const Record> records) {
    std::vector<PlayedGame> games;
    std::set<std::pair<int, int>> seen;
    Openings openings(openings_of(plan));
    for (const Record& record : records) {
        const auto place = place_of(record, plan);
        if (!place || !seen.insert(*place).second || !opens_with(record, openings.of(place->first)))
            return Failure(Error{.key = "error.arena.other", .what = "record", .found = tag_of(record, "Round")});
        const auto [pair, leg] = *place;
        PlayedGame& game = games.emplace_back(pair, leg, 0, record);
        game.half_points = half_points_of(*record.game, outcome_of(record), contestant_of(0, leg));
        // Who forfeits has lost.
        const auto fault = std::ranges::find(faults, record.ending);
        if (fault != std::end(faults)) game.forfeit = {game.half_points == 0 ? 0 : 1, {.why = *fault, .note = {}}};
    }
    return games;
}

Scores scores_of(std::span<const PlayedGame> games) {
    Scores scores;
    std::map<int, int> first;
    for (const PlayedGame& game : games) {
        scores.tally.add(game.half_points);
        if (const auto [other, alone] = first.emplace(game.pair, game.half_points); !alone)
            scores.pairs.add(other->second + game.half_points);
    }
    return scores;
}

Scores run_tournament(const Plan& plan, const OnGame& on_game, const std::atomic<bool>& stop,
                      std::span<const PlayedGame> before) {
    return Tournament(plan, on_game, stop, before).run();
}

}  // namespace tavola::arena
