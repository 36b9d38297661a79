#include "games/any_game.h"

#include <algorithm>

#include "games/play.h"
#include "games/registry.h"
#include "games/text.h"

namespace tavola {

namespace {

template <Game G>
class Erased final : public AnyGame {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    explicit Erased(const typename G::Rules& rules) : rules_(rules) {}

    std::string_view id() const override { return G::id; }
    std::vector<Setting> settings() const override { return print_rules<G>(rules_); }
    std::vector<Setting> all_settings() const override { return tavola::all_settings<G>(rules_); }
    Custom custom() const override { return G::custom; }
    bool free_colours() const override { return G::free_colours; }
    int players() const override { return G::players(rules_); }
    bool dice() const override { return G::dice; }
    bool together(Player one, Player other) const override { return G::together(rules_, one, other); }
    const Topology& board() const override { return G::board(rules_); }

    AnyPosition start() const override { return AnyPosition::wrap(G::start(rules_)); }
    Player turn(const AnyPosition& position) const override { return G::turn(position.unwrap<Position>()); }
    std::vector<AnyMove> moves(const AnyPosition& position) const override {
        MoveList<G> list;
        G::generate(rules_, position.unwrap<Position>(), list);
        std::vector<AnyMove> result;
        result.reserve(list.size());
        for (const Move move : list) result.push_back(AnyMove::wrap(move));
        return result;
    }
    AnyPosition play(const AnyPosition& position, AnyMove move) const override {
        auto next = position.unwrap<Position>();
        G::play(rules_, next, move.unwrap<Move>());
        return AnyPosition::wrap(next);
    }
    Outcome outcome(const AnyPosition& position) const override {
        return G::outcome(rules_, position.unwrap<Position>());
    }
    std::string_view why(const AnyPosition& position) const override {
        return G::why(rules_, position.unwrap<Position>());
    }
    Outcome settle(const AnyPosition& position) const override {
        return G::settle(rules_, position.unwrap<Position>());
    }
    Score score(const AnyPosition& position) const override { return G::score(rules_, position.unwrap<Position>()); }
    bool insufficient(const AnyPosition& position) const override {
        return G::insufficient(rules_, position.unwrap<Position>());
    }
    int chance(const AnyPosition& position, AnyMove move) const override {
        return G::chance(position.unwrap<Position>(), move.unwrap<Move>());
    }
    std::optional<AnyPosition> skip(const AnyPosition& position) const override {
        if constexpr (requires { G::skip(rules_, position.unwrap<Position>()); })
            return AnyPosition::wrap(G::skip(rules_, position.unwrap<Position>()));
        else
            return {};
    }
    bool equal(const AnyPosition& one, const AnyPosition& other) const override {
        return one.unwrap<Position>() == other.unwrap<Position>();
    }
    std::uint64_t hash(const AnyPosition& position) const override { return G::hash(position.unwrap<Position>()); }
    std::uint64_t perft(const AnyPosition& position, int depth) const override {
        return tavola::perft<G>(rules_, position.unwrap<Position>(), depth);
    }
    std::optional<AnyMove> random_move(const AnyPosition& position, Random& random) const override {
        auto next = position.unwrap<Position>();
        Move move;
        if (!play_random<G>(rules_, next, random, &move)) return {};
        return AnyMove::wrap(move);
    }

    Result<AnyPosition> parse_position(std::string_view text) const override {
        const Result<Position> position = G::parse_position(rules_, text);
        if (!position) return Failure(position.error());
        return AnyPosition::wrap(*position);
    }
    std::string print(const AnyPosition& position) const override {
        return G::print_position(rules_, position.unwrap<Position>());
    }
    std::string print(AnyMove move) const override { return G::print_move(rules_, move.unwrap<Move>()); }
    std::string print(Outcome outcome) const override { return G::print_outcome(rules_, outcome); }
    Gestures gestures(const AnyPosition& position, AnyMove move) const override {
        Gestures result;
        G::gestures(rules_, position.unwrap<Position>(), move.unwrap<Move>(), result);
        return result;
    }
    Effects effects(const AnyPosition& position, AnyMove move) const override {
        Effects result;
        G::effects(rules_, position.unwrap<Position>(), move.unwrap<Move>(), result);
        return result;
    }
    Picture picture(const AnyPosition& position) const override {
        Picture result;
        G::picture(rules_, position.unwrap<Position>(), result);
        return result;
    }
    Result<AnyPosition> compose(const Setup& setup) const override {
        Result<Position> position = G::compose(rules_, setup);
        if (position) return AnyPosition::wrap(*position);
        position.error().at = 0;  // there is no text that a fault could lie in
        return Failure(position.error());
    }

  private:
    typename G::Rules rules_;
};

template <Game G>
GameInfo describe() {
    GameInfo info{.id = G::id, .options = {}, .presets = {}, .custom = G::custom, .free_colours = G::free_colours};
    const typename G::Rules standard{};
    for (const auto& option : G::options) {
        OptionInfo entry{
            .key = option.key, .values = {}, .standard = detail::value_text(option.names, option.get(standard))};
        for (int value = option.low; value <= option.high; ++value)
            entry.values.push_back(detail::value_text(option.names, value));
        info.options.push_back(std::move(entry));
    }
    for (const auto& preset : G::presets) info.presets.push_back({preset.name, all_settings<G>(preset.rules)});
    return info;
}

template <Game G>
Result<AnyGamePtr> make(std::span<const Setting> settings) {
    const auto rules = parse_rules<G>(settings);
    if (!rules) return Failure(rules.error());
    return std::make_shared<Erased<G>>(*rules);
}

template <Game... Gs>
std::vector<GameInfo> describe_all(GameList<Gs...>) {
    return {describe<Gs>()...};
}

template <Game... Gs>
Result<AnyGamePtr> make_one(GameList<Gs...>, std::string_view id, std::span<const Setting> settings) {
    std::string known;
    std::optional<Result<AnyGamePtr>> result;
    ((id == Gs::id ? void(result = make<Gs>(settings))
                   : void(known.append(known.empty() ? "" : ", ").append(Gs::id))),
     ...);
    if (result) return *std::move(result);
    return Failure(Error{.key = "error.game.unknown",
                         .what = "game",
                         .field = {},
                         .at = 0,
                         .found = std::string(id),
                         .expected = std::move(known)});
}

}  // namespace

std::vector<std::string> AnyGame::move_words(const AnyPosition& position) const {
    std::vector<std::string> words;
    for (const AnyMove move : moves(position)) words.push_back(print(move));
    std::ranges::sort(words);
    return words;
}

Result<AnyMove> AnyGame::parse_move(const AnyPosition& position, std::string_view text) const {
    const std::vector<AnyMove> legal = moves(position);
    std::vector<std::string> words;
    words.reserve(legal.size());
    for (const AnyMove move : legal) words.push_back(print(move));
    const auto index = find_word(text, words);
    if (!index) return Failure(index.error());
    return legal[*index];
}

bool AnyGame::dice_to_throw(const AnyPosition& position) const {
    const std::vector<AnyMove> legal = moves(position);
    return !legal.empty() && chance(position, legal.front()) > 0;
}

const std::vector<GameInfo>& all_games() {
    static const std::vector<GameInfo> games = describe_all(AllGames());
    return games;
}

Result<AnyGamePtr> make_game(std::string_view id, std::span<const Setting> settings) {
    return make_one(AllGames(), id, settings);
}

Result<AnyGamePtr> make_game(std::string_view id, std::string_view settings) {
    const auto list = parse_settings(settings);
    if (!list) return Failure(list.error());
    return make_game(id, std::span(*list));
}

}  // namespace tavola
