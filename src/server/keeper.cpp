#include "server/keeper.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <bit>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "secrets/secrets.h"
#include "server/hall.h"
#include "server/messages.h"

namespace tavola::server {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using rooms::Room;

constexpr auto idle_time = 60s;         // an empty room is kept so long
constexpr auto presence_interval = 1s;  // between two messages that say who is there
constexpr Milliseconds most_lag{300};   // of one move; more than this is the player's own
constexpr std::size_t shortest_token = 22, longest_token = 64;
constexpr std::size_t most_wishes = 1000;
constexpr int most_attempts = 100;  // at the same wish, while others are faster
constexpr auto reading_pause = 1s;
constexpr auto store_pause = 1s;         // before something that nobody asks for is tried again
constexpr std::size_t page_size = 1000;  // events of one `room`; most games are shorter by far

/// A token that the player brings, or a new one.
Result<std::string> token_of(const json& message) {
    const auto found = message.find("token");
    if (found == message.end()) return secrets::random_name(26);
    if (!found->is_string()) return rooms::refuse("error.room.token");
    std::string token = found->get<std::string>();
    if (token.size() < shortest_token || token.size() > longest_token) return rooms::refuse("error.room.token");
    return token;
}

}  // namespace

Keeper::Keeper(Hall& hall, std::string id, Room room, std::vector<rooms::Event> events,
               std::optional<std::string> address)
    : hall_(hall),
      id_(std::move(id)),
      room_(std::move(room)),
      events_(std::move(events)),
      address_(address.value_or("")),
      wake_(hall.executor()),
      busy_until_(asio::steady_timer::clock_type::now() + (address ? idle_time : 0s)),
      since_(hall.now()),
      resume_at_(std::max(room_.last_at(), hall.opened_at()) + rooms::return_time),
      away_(room_.seats().size(), since_),
      thoughts_(hall.executor()) {}

/// Never before the last event, though another house may have told the time of that.
Instant Keeper::now() const { return std::max(hall_.now(), events_.back().at); }

void Keeper::hear(std::weak_ptr<Listener> from, json message) {
    if (wishes_.size() >= most_wishes) {
        if (const auto who = from.lock()) refuse(*who, message, rooms::refuse("error.room.too-fast").error());
        return;
    }
    wishes_.push_back({std::move(from), std::move(message)});
    wake_.cancel();
}

void Keeper::forget(const Listener& listener) {
    if (!followers_.remove(listener)) return;
    note_presence();
    hall_.announce(id_);
}

void Keeper::look(std::int64_t number) {
    if (number <= events_.back().number) return;
    ++to_read_;
    wake_.cancel();
}

void Keeper::close() {
    closing_ = true;
    wake_.cancel();
}

// ---- the keeper's day -----------------------------------------------------------------------------------------

asio::awaitable<void> Keeper::run() {
    while (!closing_) {
        if (asio::steady_timer::clock_type::now() >= store_again_) attend(now());
        if (std::exchange(rewound_, false)) followers_.dismiss();
        if (presence_changed_ && now() >= presence_told_ + presence_interval) {
            presence_changed_ = false;
            presence_told_ = now();
            tell_all(presence_text());
        }
        auto kept = co_await publish();
        if (closing_) break;  // it was said while nobody was listening
        if (!kept && store::another_was_first(kept.error())) continue;
        if (!kept) {
            // The disk may have room again in a while; until then everything stands as it was, and who asks is answered.
            store_again_ = asio::steady_timer::clock_type::now() + store_pause;
        } else if (behind()) {
            co_await read_on();
        } else if (room_.rematch_due() && now() >= since_ + patience()) {
            co_await start_rematch();
        } else if (!wishes_.empty()) {
            Wish wish = std::move(wishes_.front());
            wishes_.pop_front();
            busy_until_ = asio::steady_timer::clock_type::now() + idle_time;
            co_await handle(std::move(wish));
        } else if (needed()) {
            const auto pause = store_again_ - asio::steady_timer::clock_type::now();
            wake_.expires_after(std::max<asio::steady_timer::duration>(until_next_duty(now()), pause));
            co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
        } else {
            break;
        }
    }
    if (closing_) co_await stop_clock();
    if (stored_due_ && room_.phase() != Room::Phase::over && stored_due_ != room_.due())
        hall_.note_due(id_, room_.due(), false);
    hall_.engines().forget(id_);
    co_await thoughts_.wait_for(1h);
}

/// What is to be done without being asked: clocks, and the computer's moves.
void Keeper::attend(Instant now) {
    room_.conclude(now);
    const auto acting = room_.to_act();
    if (!acting || room_.computers_only()) return;
    const Milliseconds wait = patience();
    if (room_.clock().paused() && now >= clock_runs_again() + wait) room_.resume(now);
    room_.flag(now - lag_of(*acting) - wait);
    if (thinking_ || room_.to_act() != acting || now < since_ + wait) return;
    // Who is asked something answers before moving, for a move answers it too.
    if (const auto asked = room_.to_consider()) {
        thinking_ = true;
        thoughts_.spawn(consider(*asked));
    } else if (room_.seats()[static_cast<std::size_t>(*acting)].level > 0) {
        thinking_ = true;
        thoughts_.spawn(think(*acting));
    }
}

/// An empty room is left alone after a while, unless there is something to do in it before long and nobody else sees to that;
/// the store knows when, and the hall opens the room again in time. One that waits for players in another house is kept for the lobby.
bool Keeper::needed() const {
    if (!followers_.empty() || thinking_ || asio::steady_timer::clock_type::now() < busy_until_) return true;
    const Presence others = hall_.elsewhere(id_);
    if (others.anybody()) return others.wanted;
    const auto due = room_.due();
    return room_.phase() == Room::Phase::playing && due && *due <= now() + Milliseconds(idle_time);
}

bool Keeper::on_duty() const {
    if (hall_.alone()) return true;
    const unsigned here = presence().seats, there = hall_.elsewhere(id_).seats;
    if (const auto acting = room_.to_act()) {
        if ((here >> *acting & 1u) != 0) return true;
        if ((there >> *acting & 1u) != 0) return false;
    }
    return here != 0 && std::countr_zero(here) <= std::countr_zero(there);
}

/// A clock that stands still waits for its player, but not for ever.
Instant Keeper::clock_runs_again() const {
    return present(room_.to_act().value_or(0)) ? std::min(since_, resume_at_) : resume_at_;
}

/// How much longer this house waits than the one on duty.
Milliseconds Keeper::patience() const { return on_duty() ? Milliseconds{0} : hall_.grace(); }

Milliseconds Keeper::until_next_duty(Instant now) const {
    Instant next = now + idle_time;
    const Milliseconds wait = patience();
    if (const auto acting = room_.to_act(); acting && !room_.computers_only()) {
        if (const auto falls = room_.clock().falls_at()) next = std::min(next, *falls + lag_of(*acting) + wait);
        if (room_.clock().paused()) next = std::min(next, clock_runs_again() + wait);
        const bool computer = room_.seats()[static_cast<std::size_t>(*acting)].level > 0;
        if ((computer || room_.to_consider()) && !thinking_) next = std::min(next, since_ + wait);
    }
    if (room_.rematch_due()) next = std::min(next, since_ + wait);
    if (to_read_ != read_) next = std::min(next, now + Milliseconds(reading_pause));
    if (presence_changed_) next = std::min(next, presence_told_ + Milliseconds(presence_interval));
    return std::max(next - now, Milliseconds{1});
}

/// The house closes. Whoever plays in it cannot go on for a moment; who plays elsewhere does, and who is away is still
/// away, as long as another house is open.
asio::awaitable<void> Keeper::stop_clock() {
    for (int attempt = 0; attempt < most_attempts && !room_.computers_only() && !hall_.broken(); ++attempt) {
        const auto acting = room_.to_act();
        const bool here = acting && (presence().seats >> *acting & 1u) != 0;
        const bool there = acting && (hall_.elsewhere(id_).seats >> *acting & 1u) != 0;
        if (hall_.alone() || (here && !there)) room_.pause(now());
        auto kept = co_await publish();
        if (kept || !store::another_was_first(kept.error())) break;
    }
}

/// Stores what has happened, then tells everybody. If it cannot be stored it has not happened, and the room is as it was, or
/// as others have made it.
asio::awaitable<Result<void>> Keeper::publish() {
    std::vector<rooms::Event> fresh = room_.take_fresh();
    if (fresh.empty()) co_return Result<void>();
    const auto due = due_to_store();
    auto kept = co_await hall_.keep(id_, fresh, room_.phase() == Room::Phase::over, due);
    if (kept) {
        stored_due_ = due;
        tell_events(std::move(fresh));
    } else {
        if (auto room = Room::replay(events_)) room_ = *std::move(room);
        ++to_read_;
        if (store::another_was_first(kept.error())) co_await read_on();
        if (store::lost_its_end(kept.error())) co_await read_again();
    }
    co_return kept;
}

/// A time that lies too early does no harm, and saves an entry in an index at most moves.
std::optional<Instant> Keeper::due_to_store() const {
    const auto due = room_.due();
    return stored_due_ && (!due || *stored_due_ <= *due) ? stored_due_ : due;
}

/// There is more in the store than here, as far as one has heard.
bool Keeper::behind() const { return to_read_ != read_ && asio::steady_timer::clock_type::now() >= may_read_; }

/// Reads what others have stored, and tells it as if it had happened here.
asio::awaitable<void> Keeper::read_on() {
    const std::uint64_t heard = to_read_;
    auto more = co_await hall_.read(id_, events_.back().number);
    Result<void> followed;
    for (std::size_t i = 0; more && followed && i < more->size(); ++i) followed = room_.follow((*more)[i]);
    if (!more || !followed) {
        if (auto room = Room::replay(events_)) room_ = *std::move(room);
        if (!followed) spdlog::error("room {} cannot be followed: {}", id_, followed.error().key);
        may_read_ = asio::steady_timer::clock_type::now() + reading_pause;
        ++to_read_;
        co_return;
    }
    read_ = heard;
    if (!more->empty()) tell_events(*std::move(more));
}

/// The store has less than was told. What it still has is the game, and all who follow the room come again to read it.
asio::awaitable<void> Keeper::read_again() {
    auto events = co_await hall_.read(id_, 0);
    auto room = events ? Room::replay(*events) : Result<Room>(Failure(events.error()));
    if (!room) co_return;
    spdlog::error("room {}: the store has lost the events from {} to {}", id_, events->size() + 1, events_.size());
    room_ = *std::move(room);
    events_ = *std::move(events);
    stored_due_.reset();
    rewound_ = true;
}

void Keeper::tell_events(std::vector<rooms::Event> events) {
    bool began = false;
    for (const rooms::Event& event : events) {
        const auto kind = need_text(event.body, "kind");
        if (kind == "began") began = true;
        if (kind == "paused") resume_at_ = hall_.now() + rooms::return_time;
    }
    json message{{"kind", "events"}, {"room", id_}, {"events", events_json(events)}};
    std::ranges::move(events, std::back_inserter(events_));
    message["state"] = state_of(room_, now());
    since_ = hall_.now();
    tell_all(text_of(message));
    hall_.review_lobby(*this);
    if (!began) return;
    // Who was not there before the game was not away from it.
    away_.assign(away_.size(), std::nullopt);
    note_presence();
    hall_.announce(id_);
}

// ---- wishes ---------------------------------------------------------------------------------------------------

asio::awaitable<void> Keeper::handle(Wish wish) {
    if (wish.computer) {
        thinking_ = false;
        if (wish.message.contains("accept"))
            co_return room_.answer_draw(*wish.computer, wish.message["accept"].get<bool>(),
                                        number_or_zero(wish.message, "number"), now());
        // It was asked something while it thought: first its answer, then a move.
        if (room_.to_consider() == wish.computer) co_return;
        // If it is refused, the position has changed meanwhile, and there will be another thought.
        std::ignore = room_.play(*wish.computer, need_text(wish.message, "move").value_or(""), {},
                                 number_or_zero(wish.message, "number"), now());
        co_return;
    }
    const auto from = wish.from.lock();
    if (!from) co_return;
    if (hall_.broken()) co_return refuse(*from, wish.message, in_doubt());
    if (hall_.shared() && knows_more(*from, wish.message)) co_await read_on();
    const std::string kind = need_text(wish.message, "kind").value_or("");
    if (kind == "join") {
        co_await join(from, std::move(wish.message));
    } else if (kind == "watch") {
        co_await follow(from, std::move(wish.message));
    } else if (kind == "sign") {
        co_await sign(from, std::move(wish.message));
    } else if (kind == "leave") {
        forget(*from);
        from->tell(text_of(answer_to(wish.message, "done")));
    } else if (kind == "record") {
        json answer = answer_to(wish.message, "record");
        answer["room"] = id_;
        answer["text"] = print_record(room_.record());
        from->tell(text_of(answer));
    } else if (kind == "moves") {
        from->tell(text_of(legal_moves(wish.message)));
    } else {
        co_await act(from, std::move(wish.message));
    }
}

asio::awaitable<void> Keeper::join(std::shared_ptr<Listener> from, json message) {
    const auto token = token_of(message);
    if (!token) co_return refuse(*from, message, token.error());
    const std::string key = secrets::sha256(*token);
    Result<int> seat = 0;
    for (int attempt = 0;; ++attempt) {
        seat = sit(*from, message, key);
        if (!seat) co_return refuse(*from, message, seat.error());
        auto kept = co_await publish();
        if (kept) break;
        if (attempt == most_attempts || !store::another_was_first(kept.error()))
            co_return refuse(*from, message, kept.error());
    }
    // Should the account's own list fail, the seat is his all the same.
    co_await sign_over(from, *seat);
    const bool by_token = room_.seat_of_key(key) == *seat;
    if (!by_token) message.erase("token");  // which is none of this seat's
    json answer = answer_to(message, "seated");
    answer["room"] = id_;
    answer["seat"] = *seat;
    if (by_token) answer["token"] = *token;
    from->tell(text_of(answer));
    admit(from, *seat);
    show(*from, message, 0);
}

/// Whoever asks twice, because the answer was lost, has his seat already.
Result<int> Keeper::sit(const Listener& from, const json& message, const std::string& key) {
    const std::optional<Member>& member = from.member();
    if (const auto before = room_.seat_of_key(key)) return *before;
    if (const auto before = member ? room_.seat_of_account(member->account) : std::nullopt) return *before;
    const auto asked_name = member ? Result<std::string>(member->name) : need_text(message, "name");
    if (!asked_name) return Failure(asked_name.error());
    const auto name = rooms::clean_name(*asked_name);
    if (!name) return Failure(name.error());
    const auto word = rooms::check_word(message.contains("word") ? need_text(message, "word").value_or(" ") : "");
    if (!word) return Failure(word.error());
    const int seat = message.contains("seat")
                         ? static_cast<int>(std::clamp<std::int64_t>(number_or_zero(message, "seat"), -1, 99))
                         : first_free_seat();
    rooms::Seat who{.name = *name, .key = key, .word = *word};
    if (member) who.account = member->account, who.member = true;
    const auto sat = room_.sit(seat, who, now());
    if (!sat) return Failure(sat.error());
    return seat;
}

/// Who comes from another house may have seen more there, or have sat down there just now.
bool Keeper::knows_more(const Listener& from, const json& message) const {
    if (std::max(number_or_zero(message, "number"), number_or_zero(message, "after")) > events_.back().number)
        return true;
    return (message.contains("token") || from.member()) && !seat_of(from, message);
}

asio::awaitable<void> Keeper::follow(std::shared_ptr<Listener> from, json message) {
    const std::optional<int> seat = seat_of(*from, message);
    if (message.contains("token")) {
        if (!seat) co_return refuse_token(*from, message);
        if (room_.seats()[static_cast<std::size_t>(*seat)].account.empty()) co_await sign_over(from, *seat);
    }
    admit(from, seat);
    show(*from, message, number_or_zero(message, "after"));
}

/// Takes a seat over into the account of somebody who has its token.
asio::awaitable<void> Keeper::sign(std::shared_ptr<Listener> from, json message) {
    message.emplace("token", "");
    const std::optional<int> seat = seat_of(*from, message);
    if (!seat) co_return refuse_token(*from, message);
    auto signed_over = co_await sign_over(from, *seat);
    if (!signed_over) co_return refuse(*from, message, signed_over.error());
    json answer = answer_to(message, "done");
    answer["room"] = id_;
    answer["number"] = room_.number();
    from->tell(text_of(answer));
}

/// A seat that somebody with an account has shown to be his is his by that account, too.
asio::awaitable<Result<void>> Keeper::sign_over(std::shared_ptr<Listener> from, int seat) {
    const std::optional<Member> member = from->member();
    if (!member) co_return Failure(Error{.key = "error.account.none", .what = "account"});
    for (int attempt = 0;; ++attempt) {
        room_.sign(seat, member->account, now());
        auto kept = co_await publish();
        if (kept) break;
        if (attempt == most_attempts || !store::another_was_first(kept.error())) co_return kept;
    }
    if (room_.seat_of_account(member->account) != seat)
        co_return Failure(Error{.key = "error.account.seat", .what = "account"});
    auto noted = co_await hall_.accounts().note(member->account, id_);
    co_return noted;
}

/// What only players at the board may do.
asio::awaitable<void> Keeper::act(std::shared_ptr<Listener> from, json message) {
    const std::optional<int> seat = seat_of(*from, message);
    if (!seat && message.contains("token")) co_return refuse_token(*from, message);
    if (!seat) co_return refuse(*from, message, rooms::refuse("error.room.seated").error());
    for (int attempt = 0;; ++attempt) {
        const auto result = judge(*seat, *from, message);
        if (!result) co_return refuse(*from, message, result.error());
        auto kept = co_await publish();
        if (!kept && attempt < most_attempts && store::another_was_first(kept.error())) continue;
        if (!kept) co_return refuse(*from, message, kept.error());
        // Who speaks of an older board is shown the present one, never left without a word.
        if (result->kind == Room::Answer::Kind::stale) co_return show(*from, message, 0);
        json answer = answer_to(message, "done");
        answer["room"] = id_;
        answer["number"] = result->number > 0 ? result->number : room_.number();
        co_return from->tell(text_of(answer));
    }
}

/// What a wish leads to in the room as it stands.
Result<Room::Answer> Keeper::judge(int seat, const Listener& from, const json& message) {
    const Instant now = this->now();
    const std::string kind = need_text(message, "kind").value_or("");
    const auto matter = rooms::parse_matter(need_text(message, "matter").value_or(""));
    Result<Room::Answer> result = Room::Answer{Room::Answer::Kind::done, 0};
    const auto plain = [&](const Result<void>& outcome) {
        if (!outcome) result = Failure(outcome.error());
    };
    if (kind == "move") {
        const auto move = need_text(message, "move");
        if (!move) return Failure(move.error());
        result = room_.play(seat, *move, need_text(message, "id").value_or(""), number_or_zero(message, "number"),
                            now, std::min(from.lag(), most_lag));
    } else if (kind == "resign") {
        plain(room_.resign(seat, now));
    } else if (kind == "claim") {
        plain(room_.claim(seat, absent(now), now));
    } else if (kind == "agree" && matter) {
        // An answer to an offer that is gone would propose what its player has never read.
        const json::const_iterator accept = message.find("accept");
        const unsigned others = room_.agreed(*matter) & ~(1u << seat);
        if (accept != message.end() && *accept == true && others == 0)
            return rooms::refuse("error.room.nothing-offered");
        plain(room_.agree(seat, *matter, now));
    } else if (kind == "decline" && matter) {
        plain(room_.decline(seat, *matter, now));
    } else if (kind == "say") {
        plain(message.contains("text") ? room_.say_freely(seat, need_text(message, "text").value_or(""), now)
                                       : room_.say(seat, need_text(message, "phrase").value_or(""), now));
    } else {
        return rooms::refuse("error.room.kind", kind);
    }
    return result;
}

/// What can be played now, and after which event that is so.
json Keeper::legal_moves(const json& asked) const {
    const Match& match = room_.match();
    json answer = answer_to(asked, "moves");
    answer["room"] = id_;
    answer["number"] = room_.number();
    answer["turn"] = match.turn().index();
    answer["moves"] = json::array();
    if (room_.to_act()) answer["moves"] = match.game().move_words(match.position());
    return answer;
}

asio::awaitable<void> Keeper::start_rematch() {
    Room next = Room::make(room_.setup(), now());
    // Everybody moves on by one seat, and keeps his token.
    const std::vector<rooms::Seat> seats = room_.seats();
    for (std::size_t i = 0; i < seats.size(); ++i)
        std::ignore = next.sit(static_cast<int>((i + 1) % seats.size()), seats[i], now());
    // The id follows from this room's: if two houses do this, or one dies in the middle of it, there is still one rematch.
    const auto id = co_await hall_.add(std::move(next), secrets::sha256("rematch of " + id_).substr(0, id_.size()));
    if (id) {
        room_.note_rematch(*id, now());
        for (const rooms::Seat& seat : seats)
            if (!seat.account.empty()) co_await hall_.accounts().note(seat.account, *id);
    } else {
        wake_.expires_after(1s);  // before it is tried again
        co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

void Keeper::computer_wishes(int seat, json message) {
    wishes_.push_back({.from = {}, .message = std::move(message), .computer = seat});
    wake_.cancel();
}

/// The positions before the present one.
std::vector<AnyPosition> Keeper::history() const {
    std::vector<AnyPosition> history;
    for (std::size_t n = 0; n < room_.match().steps().size(); ++n) history.push_back(room_.match().position(n));
    return history;
}

SearchRequest Keeper::search_request(int seat) const {
    return {.game = room_.match().game_ptr(),
            .position = room_.match().position(),
            .history = history(),
            .level = room_.seats()[static_cast<std::size_t>(seat)].level,
            .room = id_,
            .address = address_.empty() ? id_ : address_};
}

asio::awaitable<void> Keeper::think(int seat) {
    const std::int64_t number = room_.number();
    SearchRequest request = search_request(seat);
    const std::string move = co_await hall_.engines().choose_move(std::move(request));
    computer_wishes(seat, {{"move", move}, {"number", number}});
}

asio::awaitable<void> Keeper::consider(int seat) {
    const std::int64_t number = room_.number();
    SearchRequest request = search_request(seat);
    const bool accept = co_await hall_.engines().accepts_draw(std::move(request), seat);
    computer_wishes(seat, {{"accept", accept}, {"number", number}});
}

// ---- who is here ----------------------------------------------------------------------------------------------

void Keeper::admit(const std::shared_ptr<Listener>& from, std::optional<int> seat) {
    if (!from->stays()) return;
    followers_.admit(from, seat);
    hall_.note_follower(*from, id_);
    if (seat) address_ = from->peer().address();
    note_presence();
    hall_.announce(id_);
    // Whoever comes is told at once who is here, the others with what else changes by then.
    from->tell(presence_text());
}

/// The room with its events after a number; all of them where that number is none of this room's.
void Keeper::show(Listener& to, const json& asked, std::int64_t after) const {
    const auto count = static_cast<std::int64_t>(events_.size());
    const auto skipped = after < 0 || after > count ? 0 : static_cast<std::size_t>(after);
    json answer = answer_to(asked, "room");
    answer["room"] = id_;
    answer["seat"] = nullptr;
    if (const auto seat = seat_of(to, asked)) answer["seat"] = *seat;
    const auto missing = std::span(events_).subspan(skipped);
    answer["events"] = events_json(missing.first(std::min(missing.size(), page_size)));
    if (missing.size() > page_size) answer["more"] = true;
    answer["state"] = state_of(room_, now());
    to.tell(text_of(answer));
}

void Keeper::refuse(Listener& to, const json& asked, const Error& error) const {
    ++hall_.counters().refused;
    to.tell(refusal(asked, error));
}

/// Nobody guesses tokens for long. A right one always opens its seat, whoever else is at the same address.
void Keeper::refuse_token(Listener& to, const json& asked) const {
    to.peer().complain("a token that opens no seat in room " + id_);
    if (to.peer().take(Deed::guess)) return refuse(to, asked, rooms::refuse("error.room.token").error());
    refuse(to, asked, to.peer().refusal(Deed::guess));
    to.dismiss();
}

void Keeper::note_presence() {
    for (std::size_t i = 0; i < away_.size(); ++i) {
        if (present(static_cast<int>(i)))
            away_[i].reset();
        else if (!away_[i])
            away_[i] = now();
    }
    presence_changed_ = true;
    wake_.cancel();
}

Text Keeper::presence_text() const {
    const bool playing = room_.phase() == Room::Phase::playing;
    json seats = json::array(), away = json::array();
    for (std::size_t i = 0; i < away_.size(); ++i) {
        seats.push_back(present(static_cast<int>(i)));
        away.push_back(nullptr);
        if (playing && away_[i] && room_.seats()[i].person()) away.back() = away_[i]->count();
    }
    const int watchers = presence().watchers + hall_.elsewhere(id_).watchers;
    json message{{"kind", "presence"}, {"room", id_},          {"seats", seats},
                 {"away", away},       {"watchers", watchers}, {"at", hall_.now().count()}};
    if (room_.live()) message["claim_after"] = hall_.claim_after().count();
    return text_of(message);
}

Presence Keeper::presence() const {
    Presence here = followers_.presence();
    here.wanted = hall_.lobby().lists(id_);
    return here;
}

/// In whatever house.
bool Keeper::present(int seat) const { return ((presence().seats | hall_.elsewhere(id_).seats) >> seat & 1u) != 0; }

/// Those who have been away for so long that they may be given up, a bit each.
unsigned Keeper::absent(Instant now) const {
    unsigned result = 0;
    for (std::size_t i = 0; i < away_.size(); ++i)
        if (away_[i] && now - *away_[i] >= hall_.claim_after()) result |= 1u << i;
    return result;
}

/// By the token that his message shows, as he follows the room, or by his account.
std::optional<int> Keeper::seat_of(const Listener& listener, const json& message) const {
    if (message.contains("token"))
        return room_.seat_of_key(secrets::sha256(need_text(message, "token").value_or("")));
    if (const auto seat = followers_.seat_of(listener)) return seat;
    if (const auto& member = listener.member()) return room_.seat_of_account(member->account);
    return {};
}

Milliseconds Keeper::lag_of(int seat) const {
    return std::min({followers_.lag_of(seat), most_lag, room_.lag_left(seat)});
}

int Keeper::first_free_seat() const {
    const auto free = std::ranges::find_if(room_.seats(), [](const rooms::Seat& seat) { return !seat.taken(); });
    return static_cast<int>(free - room_.seats().begin());
}

}  // namespace tavola::server
