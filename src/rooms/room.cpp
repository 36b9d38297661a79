#include "rooms/room.h"

#include <algorithm>
#include <utility>

#include "api/conventions.h"

namespace tavola::rooms {
namespace {

using nlohmann::json;

constexpr std::size_t longest_id = 64;
constexpr int highest_level = 10;                      // of a computer
constexpr Instant latest{std::chrono::days(400'000)};  // about the year 3065: what is later is no time
constexpr Milliseconds longest_lag{60'000};

// So often a seat may say or offer something, within that time: texts, phrases, offers and their refusals.
struct Pace {
    std::size_t at_once;
    Milliseconds time;
};
constexpr Pace paces[] = {{5, Milliseconds{10'000}}, {5, Milliseconds{10'000}}, {10, Milliseconds{10'000}}};

std::string play_key(int seat, std::string_view id) { return std::to_string(seat) + ':' + std::string(id); }

unsigned bit(int seat) noexcept { return 1u << seat; }

Failure damaged(std::int64_t number) { return refuse("error.room.damaged", std::to_string(number)); }

std::string text_of(const json& body, const char* key) {
    const auto found = body.find(key);
    return found != body.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Ending ending_of(std::string_view why) {
    for (const Ending ending : {Ending::time, Ending::absence})
        if (name(ending) == why) return ending;
    return Ending::resignation;
}

/// A number from 0 to this. (What was just written may be of a signed type, what was read again never is.)
bool is_count(const json& value, std::uint64_t most) {
    return value.is_number_integer() && (value.is_number_unsigned() || value.get<std::int64_t>() >= 0) &&
           value.get<std::uint64_t>() <= most;
}

int number_of(const json& body, const char* key, int standard = 0) {
    const auto found = body.find(key);
    return found != body.end() && found->is_number_integer() ? found->get<int>() : standard;
}

}  // namespace

json public_form(const Event& event) {
    json form = event.body;
    form.erase("private");
    form["number"] = event.number;
    form["at"] = event.at.count();
    return form;
}

std::optional<Matter> parse_matter(std::string_view word) noexcept {
    for (std::size_t i = 0; i < std::size(matters); ++i)
        if (matters[i] == word) return static_cast<Matter>(i);
    return {};
}

Room::Room(const Setup& setup)
    : setup_(setup),
      seats_(static_cast<std::size_t>(setup.game->players())),
      match_(setup.game, setup.game->start(), setup.custom.value_or(setup.game->custom())),
      clock_(setup.clock, setup.game->players()),
      lag_left_(seats_.size(), lag_allowance) {}

Room Room::make(const Setup& setup, Instant now) {
    Room room(setup);
    json body = print_setup(setup);
    body["kind"] = "made";
    body["seats"] = room.seats_.size();
    if (setup.game->dice()) {
        const secrets::Dice dice{.seed = secrets::random_seed(), .words = {}};
        body["commitment"] = dice.commitment();
        body["private"] = {{"seed", secrets::hexadecimal(dice.seed)}};
    }
    room.add(std::move(body), now);
    return room;
}

Result<Room> Room::replay(std::span<const Event> events) {
    if (events.empty() || text_of(events.front().body, "kind") != "made") return damaged(1);
    const auto setup = parse_setup(events.front().body);
    if (!setup) return Failure(setup.error());
    Room room(*setup);
    for (const Event& event : events)
        if (auto followed = room.follow(event); !followed) return Failure(followed.error());
    return room;
}

Result<void> Room::follow(const Event& event) {
    if (event.number != number_ + 1 || !event.body.is_object()) return damaged(event.number);
    if (event.at < Instant{0} || event.at > latest) return damaged(event.number);
    // Whatever nlohmann finds wrong with an event makes this room unreadable, and no other.
    try {
        return apply_checked(event);
    } catch (const json::exception&) {
        return damaged(event.number);
    }
}

// ---- what an event does to the room ---------------------------------------------------------------------------

/// What comes from a store or an import was written by a house, but perhaps not by one like this, and files can be changed:
/// only what an action could have led to is followed.
Result<void> Room::apply_checked(const Event& event) {
    const json& body = event.body;
    const std::string kind = text_of(body, "kind");
    const auto seat = static_cast<std::size_t>(number_of(body, "seat", -1));
    const bool playing = phase_ == Phase::playing;
    bool fits = true;
    if (kind == "made") {
        fits = event.number == 1;
    } else if (kind == "sat") {
        const int level = number_of(body, "level");
        fits = phase_ == Phase::gathering && seat < seats_.size() && !seats_[seat].taken() &&
               !text_of(body, "name").empty() && level >= 0 && level <= highest_level;
    } else if (kind == "began") {
        fits = phase_ == Phase::gathering && std::ranges::all_of(seats_, &Seat::taken);
    } else if (kind == "moved") {
        const auto lag = body.find("lag");
        // Whether the game is over, the match knows: it may have gone on past a convention that did not hold yet.
        fits = playing && seat < seats_.size() &&
               (lag == body.end() || is_count(*lag, static_cast<std::uint64_t>(longest_lag.count())));
    } else if (kind == "left") {
        fits = playing && seat < seats_.size();
    } else if (kind == "agreed" || kind == "tookback") {
        const auto to = body.find("to");
        const bool needed = kind == "tookback";
        fits = to == body.end() ? !needed : is_count(*to, match_.steps().size());
        fits = fits && (!needed || playing);
    } else if (kind == "over") {
        fits = playing && (match_.over() || match_.custom().by_agreement);
    }
    if (!fits) return damaged(event.number);
    return apply(event);
}

std::int64_t Room::add(json body, Instant now) {
    Event event{number_ + 1, now, std::move(body)};
    // It was checked before it was made.
    [[maybe_unused]] const auto applied = apply(event);
    fresh_.push_back(std::move(event));
    return number_;
}

Result<void> Room::apply(const Event& event) {
    const json& body = event.body;
    const std::string kind = text_of(body, "kind");
    const int seat = number_of(body, "seat", -1);
    const bool known_seat = seat >= 0 && static_cast<std::size_t>(seat) < seats_.size();
    bool changes_turn = true;
    number_ = event.number;
    last_at_ = event.at;

    if (kind == "made") {
        if (setup_.game->dice()) {
            dice_.emplace();
            const auto secret = body.find("private");
            if (secret == body.end() || !secrets::parse_seed(text_of(*secret, "seed"), dice_->seed))
                return damaged(event.number);
        }
    } else if (kind == "sat" && known_seat) {
        Seat& place = seats_[static_cast<std::size_t>(seat)];
        place.name = text_of(body, "name");
        place.level = number_of(body, "level");
        place.word = text_of(body, "word");
        place.member = body.contains("member");
        if (const auto secret = body.find("private"); secret != body.end()) {
            place.key = text_of(*secret, "key");
            place.account = text_of(*secret, "account");
        }
    } else if (kind == "signed" && known_seat) {
        const auto secret = body.find("private");
        if (secret == body.end()) return damaged(event.number);
        seats_[static_cast<std::size_t>(seat)].account = text_of(*secret, "account");
        changes_turn = false;
    } else if (kind == "began") {
        phase_ = Phase::playing;
        if (dice_)
            for (const Seat& place : seats_) dice_->words.push_back(place.word);
        clock_.turn_to(match_.turn(), event.at);
    } else if (kind == "moved") {
        match_.go_on();
        if (auto played = match_.play(text_of(body, "move")); !played) return Failure(played.error());
        if (const std::string id = text_of(body, "id"); !id.empty()) played_[play_key(seat, id)] = event.number;
        if (known_seat && !body.contains("dice")) {
            Milliseconds& left = lag_left_[static_cast<std::size_t>(seat)];
            left = std::min(std::max(left - Milliseconds(number_of(body, "lag")), Milliseconds{0}) + lag_refill,
                            lag_allowance);
        }
        agreed_[static_cast<int>(Matter::draw)] = agreed_[static_cast<int>(Matter::takeback)] = 0;
        draw_declined_ = false;
        if (!match_.over()) clock_.turn_to(match_.turn(), event.at, Milliseconds(number_of(body, "lag")));
    } else if (kind == "left" && known_seat) {
        match_.go_on();
        if (auto left = match_.leave(Player(seat), ending_of(text_of(body, "why"))); !left)
            return Failure(left.error());
        // What was on offer was between those who were there: a move back would bring the leaver with it.
        agreed_[static_cast<int>(Matter::draw)] = agreed_[static_cast<int>(Matter::takeback)] = 0;
        if (!match_.over()) clock_.turn_to(match_.turn(), event.at);
    } else if (kind == "agreed" && known_seat) {
        const auto matter = parse_matter(text_of(body, "matter"));
        if (!matter) return damaged(event.number);
        agreed_[static_cast<std::size_t>(*matter)] |= bit(seat);
        if (body.contains("to")) takeback_to_ = body["to"].get<std::size_t>();
        note(seat, Chatter::offer, event.at);
        changes_turn = false;
    } else if (kind == "declined") {
        const auto matter = parse_matter(text_of(body, "matter"));
        if (!matter) return damaged(event.number);
        agreed_[static_cast<std::size_t>(*matter)] = 0;
        note(seat, Chatter::offer, event.at);
        if (matter == Matter::draw && known_seat && seats_[static_cast<std::size_t>(seat)].level > 0)
            draw_declined_ = true;
        changes_turn = false;
    } else if (kind == "tookback") {
        agreed_[static_cast<int>(Matter::takeback)] = agreed_[static_cast<int>(Matter::draw)] = 0;
        draw_declined_ = false;
        const auto to = static_cast<std::size_t>(number_of(body, "to"));
        while (match_.steps().size() > to) match_.undo();
        clock_.turn_to(match_.turn(), event.at);
    } else if (kind == "over") {
        if (text_of(body, "why") == name(Ending::agreement)) match_.go_on();
        if (!match_.over()) std::ignore = match_.agree();  // the one end that no other event tells
        phase_ = Phase::over;
        clock_.pause(event.at);
    } else if (kind == "rematch") {
        next_ = text_of(body, "room");
        changes_turn = false;
    } else if (kind == "paused") {
        clock_.pause(event.at);
        changes_turn = false;
    } else if (kind == "resumed") {
        clock_.resume(event.at);
        changes_turn = false;
    } else if (kind == "said") {
        note(seat, body.contains("text") ? Chatter::text : Chatter::phrase, event.at);
        changes_turn = false;
    } else {
        return damaged(event.number);
    }
    if (changes_turn) turn_number_ = event.number;
    return {};
}

void Room::note(int seat, Chatter kind, Instant at) {
    ++chatter_;
    auto& times = chatter_at_[{kind, seat}];
    times.push_back(at);
    if (times.size() > paces[static_cast<std::size_t>(kind)].at_once) times.erase(times.begin());
}

/// What follows by itself: throws of the dice, and the end of the game.
void Room::follow_up(Instant now) {
    while (!match_.over() && dice_ && match_.game().dice_to_throw(match_.position()))
        add({{"kind", "moved"}, {"seat", match_.turn().index()}, {"move", dice_->toss(match_)}, {"dice", true}}, now);
    if (!match_.over()) return;
    json body = api::ending_json(match_.game(), match_.verdict());
    body["kind"] = "over";
    if (dice_) body["seed"] = secrets::hexadecimal(dice_->seed);
    add(std::move(body), now);
}

// ---- questions ------------------------------------------------------------------------------------------------

std::optional<int> Room::seat_of_key(std::string_view key) const noexcept {
    for (std::size_t i = 0; i < seats_.size(); ++i)
        if (!key.empty() && seats_[i].key == key) return static_cast<int>(i);
    return {};
}

std::optional<int> Room::seat_of_account(std::string_view account) const noexcept {
    for (std::size_t i = 0; i < seats_.size(); ++i)
        if (!account.empty() && seats_[i].account == account) return static_cast<int>(i);
    return {};
}

std::optional<int> Room::to_act() const {
    if (phase_ != Phase::playing) return {};
    return match_.turn().index();
}

std::optional<int> Room::to_consider() const {
    // Once all people agree; a take-back is what people alone agree on.
    const unsigned asked = voters(Matter::takeback);
    if (phase_ != Phase::playing || agreed(Matter::draw) == 0 || (agreed(Matter::draw) & asked) != asked) return {};
    for (std::size_t i = 0; i < seats_.size(); ++i)
        if (seats_[i].level > 0 && (agreed(Matter::draw) & bit(static_cast<int>(i))) == 0) return static_cast<int>(i);
    return {};
}

std::optional<Instant> Room::due() const {
    if (phase_ == Phase::over) return {};
    if (phase_ == Phase::gathering) return last_at_ + gathering_time;
    const bool computer = seats_[static_cast<std::size_t>(match_.turn().index())].level > 0;
    if (match_.over() || computer || computers_only() || to_consider()) return last_at_;
    if (setup_.clock.unlimited()) return {};
    return clock_.paused() ? last_at_ + return_time : clock_.falls_at();
}

bool Room::computers_only() const noexcept {
    return std::ranges::all_of(seats_, [](const Seat& seat) { return seat.taken() && !seat.person(); });
}

unsigned Room::people() const noexcept {
    unsigned result = 0;
    for (std::size_t i = 0; i < seats_.size(); ++i)
        if (seats_[i].person()) result |= bit(static_cast<int>(i));
    return result;
}

/// Who must agree on a matter. A computer takes no move back and asks for no other game, but it lets people have both. A
/// player who left while the others went on is not asked. (A player who ends the game by leaving adds no step, and is asked
/// whether there is to be another.)
unsigned Room::voters(Matter matter) const noexcept {
    unsigned result = people();
    for (std::size_t i = 0; i < seats_.size(); ++i)
        if (matter == Matter::draw && seats_[i].level > 0) result |= bit(static_cast<int>(i));
    const auto& steps = match_.steps();
    return steps.empty() ? result : result & ~steps.back().gone;
}

bool Room::gone(int seat) const noexcept {
    return !match_.steps().empty() && (match_.steps().back().gone & bit(seat)) != 0;
}

bool Room::live() const noexcept { return !(setup_.clock.per_turn && setup_.clock.base >= std::chrono::days(1)); }

bool Room::rematch_due() const noexcept {
    const unsigned agreed = this->agreed(Matter::rematch), asked = voters(Matter::rematch);
    return phase_ == Phase::over && next_.empty() && agreed != 0 && (agreed & asked) == asked;
}

/// Offers and talk have a pace for each seat, and an end for each room: whoever floods it hinders nobody's moves.
Result<void> Room::need_pace(int seat, Chatter kind, Instant now) const {
    if (chatter_ >= most_chatter || static_cast<std::size_t>(number_) >= most_events)
        return refuse("error.room.full", {}, std::to_string(most_chatter));
    const auto [at_once, time] = paces[static_cast<std::size_t>(kind)];
    const auto times = chatter_at_.find({kind, seat});
    const bool fast =
        times != chatter_at_.end() && times->second.size() == at_once && now - times->second.front() < time;
    if (fast) return refuse("error.room.too-fast");
    return {};
}

Result<void> Room::need_phase(Phase phase) const {
    if (phase_ == phase) return {};
    constexpr std::string_view keys[] = {"error.room.gathering", "error.room.playing", "error.room.over"};
    return refuse(keys[static_cast<int>(phase_)]);
}

/// To how many steps a take-back leads that this seat asks for: before its last own decision.
std::optional<std::size_t> Room::takeback_target(int seat) const {
    for (std::size_t n = match_.steps().size(); n > 0; --n) {
        const Match::Step& step = match_.steps()[n - 1];
        if (!step.move) return {};  // somebody has left: there is no way back
        const bool thrown = match_.game().chance(match_.position(n - 1), *step.move) > 0;
        if (step.mover.index() == seat && !thrown) return n - 1;
    }
    return {};
}

Record Room::record() const {
    std::vector<Record::Tag> tags;
    for (std::size_t i = 0; i < seats_.size(); ++i)
        tags.emplace_back("Player" + std::to_string(i + 1), seats_[i].name);
    tags.emplace_back("Clock", print(setup_.clock));
    if (dice_ && phase_ == Phase::over)
        for (Record::Tag& tag : secrets::tags_of(*dice_)) tags.push_back(std::move(tag));
    Record record = record_of(match_, std::move(tags));
    record.colours = setup_.colours;
    return record;
}

// ---- actions --------------------------------------------------------------------------------------------------

Result<void> Room::sit(int seat, const Seat& who, Instant now) {
    if (auto right = need_phase(Phase::gathering); !right) return right;
    if (seat < 0 || static_cast<std::size_t>(seat) >= seats_.size() || seats_[static_cast<std::size_t>(seat)].taken())
        return refuse("error.room.seat", std::to_string(seat + 1));
    json body{{"kind", "sat"}, {"seat", seat}, {"name", who.name}};
    if (who.level > 0) body["level"] = who.level;
    if (!who.word.empty()) body["word"] = who.word;
    if (!who.key.empty()) body["private"] = {{"key", who.key}};
    if (!who.account.empty()) body["private"]["account"] = who.account;
    if (who.member) body["member"] = true;
    add(std::move(body), now);
    if (!std::ranges::all_of(seats_, &Seat::taken)) return {};
    add({{"kind", "began"}}, now);
    follow_up(now);
    return {};
}

Result<Room::Answer> Room::play(int seat, std::string_view word, std::string_view id, std::int64_t number,
                                Instant now, Milliseconds lag) {
    using enum Answer::Kind;
    if (id.size() > longest_id) return refuse("error.room.id", {}, std::to_string(longest_id));
    if (const auto before = played_.find(play_key(seat, id)); !id.empty() && before != played_.end())
        return Answer{repeated, before->second};
    if (auto right = need_phase(Phase::playing); !right) return Failure(right.error());
    if (number < turn_number_ || number > number_) return Answer{stale, number_};
    if (match_.turn().index() != seat) return refuse("error.room.turn");
    if (static_cast<std::size_t>(number_) >= most_events)
        return refuse("error.room.full", {}, std::to_string(most_events));
    lag = std::min(lag, lag_left(seat));
    if (const auto move = match_.game().parse_move(match_.position(), word); !move) return Failure(move.error());
    // What has been on its way when the flag fell has come in time.
    if (clock_.fallen(now - lag)) {
        flag(now);
        return Answer{stale, number_};
    }
    resume(now);
    json body{{"kind", "moved"}, {"seat", seat}, {"move", word}};
    if (!id.empty()) body["id"] = id;
    if (lag.count() > 0) body["lag"] = lag.count();
    const std::int64_t moved = add(std::move(body), now);
    follow_up(now);
    return Answer{done, moved};
}

Result<void> Room::resign(int seat, Instant now) {
    if (auto right = need_phase(Phase::playing); !right) return right;
    if (gone(seat)) return refuse("error.room.gone");
    add({{"kind", "left"}, {"seat", seat}, {"why", "resignation"}}, now);
    follow_up(now);
    return {};
}

Result<void> Room::agree(int seat, Matter matter, Instant now) {
    if (auto right = need_phase(matter == Matter::rematch ? Phase::over : Phase::playing); !right) return right;
    if ((agreed(matter) & bit(seat)) != 0) return {};
    if (matter != Matter::rematch && gone(seat)) return refuse("error.room.gone");
    if (auto right = need_pace(seat, Chatter::offer, now); !right) return right;
    json body{{"kind", "agreed"}, {"seat", seat}, {"matter", matters[static_cast<std::size_t>(matter)]}};
    if (matter == Matter::draw) {
        if (!match_.custom().by_agreement) return refuse("error.match.agreement");
        // Thinking it over takes the computer's time; who could ask again and again would win by that.
        if (draw_declined_) return refuse("error.room.declined");
    }
    if (matter == Matter::takeback && agreed(matter) == 0) {
        const auto to = takeback_target(seat);
        if (!to) return refuse("error.room.takeback");
        body["to"] = *to;
    }
    add(std::move(body), now);
    if (matter == Matter::rematch || (agreed(matter) & voters(matter)) != voters(matter)) return {};
    if (matter == Matter::takeback) {
        resume(now);
        add({{"kind", "tookback"}, {"to", takeback_to_}}, now);
    } else if (match_.agree()) {
        follow_up(now);
    }
    return {};
}

Result<void> Room::decline(int seat, Matter matter, Instant now) {
    if (agreed(matter) == 0) return refuse("error.room.nothing-offered");
    if (gone(seat)) return refuse("error.room.gone");  // is not asked, and keeps nobody from it
    if (auto right = need_pace(seat, Chatter::offer, now); !right) return right;
    add({{"kind", "declined"}, {"seat", seat}, {"matter", matters[static_cast<std::size_t>(matter)]}}, now);
    return {};
}

void Room::answer_draw(int seat, bool accept, std::int64_t number, Instant now) {
    if (to_consider() != seat || number < turn_number_) return;
    // Neither is refused: it is asked.
    std::ignore = accept ? agree(seat, Matter::draw, now) : decline(seat, Matter::draw, now);
}

void Room::conclude(Instant now) {
    if (phase_ == Phase::playing && match_.over()) follow_up(now);
}

void Room::note_rematch(const std::string& room, Instant now) { add({{"kind", "rematch"}, {"room", room}}, now); }

Result<void> Room::claim(int seat, unsigned absent, Instant now) {
    if (auto right = need_phase(Phase::playing); !right) return right;
    if (gone(seat)) return refuse("error.room.gone");
    if (!live()) return refuse("error.room.claim-days");
    for (int other = 0; other < static_cast<int>(seats_.size()); ++other)
        if (match_.game().together(Player(other), Player(seat)) || gone(other)) absent &= ~bit(other);
    absent &= people();
    if (absent == 0) return refuse("error.room.claim");
    resume(now);
    // One who leaves may take his partner along, or end the game.
    for (int other = 0; other < static_cast<int>(seats_.size()) && !match_.over(); ++other)
        if ((absent & bit(other)) != 0 && !gone(other))
            add({{"kind", "left"}, {"seat", other}, {"why", name(Ending::absence)}}, now);
    follow_up(now);
    return {};
}

Result<void> Room::say(int seat, std::string_view phrase, Instant now) {
    if (!is_phrase(phrase)) return refuse("error.room.phrase", std::string(phrase));
    if (auto right = need_pace(seat, Chatter::phrase, now); !right) return right;
    add({{"kind", "said"}, {"seat", seat}, {"phrase", phrase}}, now);
    return {};
}

Result<void> Room::say_freely(int seat, std::string_view text, Instant now) {
    if (!setup_.free_chat) return refuse("error.room.chat");
    const auto clean = clean_text(text);
    if (!clean) return Failure(clean.error());
    if (auto right = need_pace(seat, Chatter::text, now); !right) return right;
    add({{"kind", "said"}, {"seat", seat}, {"text", *clean}}, now);
    return {};
}

void Room::sign(int seat, const std::string& account, Instant now) {
    if (!seats_[static_cast<std::size_t>(seat)].account.empty() || seat_of_account(account)) return;
    add({{"kind", "signed"}, {"seat", seat}, {"private", {{"account", account}}}}, now);
}

bool Room::flag(Instant now) {
    if (phase_ != Phase::playing) return false;
    const auto fallen = clock_.fallen(now);
    if (!fallen) return false;
    add({{"kind", "left"}, {"seat", fallen->index()}, {"why", "time"}}, now);
    follow_up(now);
    return true;
}

void Room::pause(Instant now) {
    if (phase_ == Phase::playing && clock_.running() && !setup_.clock.unlimited()) add({{"kind", "paused"}}, now);
}

void Room::resume(Instant now) {
    if (phase_ == Phase::playing && clock_.paused()) add({{"kind", "resumed"}}, now);
}

}  // namespace tavola::rooms
