#include "server/keeper.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

#include "search/engine.h"
#include "secrets/secrets.h"
#include "server/hall.h"
#include "server/messages.h"

namespace tavola::server {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using rooms::Room;

constexpr auto idle_time = 60s;         // an empty room is kept so long
constexpr auto return_time = 30s;       // for a player to come back after the house was closed
constexpr auto thinking_time = 1000ms;  // of the strongest computer player
constexpr Milliseconds most_lag{300};   // more than this is the player's own
constexpr std::size_t shortest_token = 22, longest_token = 64;
constexpr std::size_t most_wishes = 1000;

/// A token that the player brings, or a new one.
Result<std::string> token_of(const json& message) {
    const auto found = message.find("token");
    if (found == message.end()) return secrets::random_name(26);
    if (!found->is_string()) return rooms::refuse("error.room.token");
    std::string token = found->get<std::string>();
    if (token.size() < shortest_token || token.size() > longest_token) return rooms::refuse("error.room.token");
    return token;
}

/// A computer's move; runs on a thread for thinking.
asio::awaitable<std::string> choose(AnyGamePtr game, AnyPosition position, std::vector<AnyPosition> history,
                                    int level, const std::atomic<bool>& hurry) {
    const auto engine = make_engine(game);
    Random random(game->hash(position));
    Limits limits;
    limits.time = thinking_time;
    co_return game->print(choose_move(*engine, position, history, level, random, limits, hurry));
}

}  // namespace

Keeper::Keeper(Hall& hall, std::string id, Room room, std::vector<rooms::Event> events)
    : hall_(hall),
      id_(std::move(id)),
      room_(std::move(room)),
      events_(std::move(events)),
      wake_(hall.executor()),
      busy_until_(asio::steady_timer::clock_type::now() + idle_time),
      resume_at_(hall.now() + return_time),
      thoughts_(hall.executor()) {}

void Keeper::hear(std::weak_ptr<Listener> from, json message) {
    if (wishes_.size() >= most_wishes) {
        if (const auto who = from.lock()) refuse(*who, message, rooms::refuse("error.room.too-fast").error());
        return;
    }
    wishes_.push_back({std::move(from), std::move(message)});
    wake_.cancel();
}

void Keeper::forget(const Listener& listener) {
    const auto gone = std::erase_if(followers_, [&](const Follower& follower) {
        const auto who = follower.who.lock();
        return !who || who.get() == &listener;
    });
    if (gone == 0) return;
    tell_presence();
    wake_.cancel();
}

void Keeper::close() {
    closing_ = true;
    wake_.cancel();
}

// ---- the keeper's day -----------------------------------------------------------------------------------------

asio::awaitable<void> Keeper::run() {
    while (!closing_) {
        attend(hall_.now());
        auto kept = co_await publish();
        if (closing_) break;  // it was said while nobody was listening
        if (!kept) {
            // The disk may have room again in a while; until then everything stands as it was.
            wake_.expires_after(1s);
            co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
        } else if (room_.rematch_due()) {
            co_await start_rematch();
        } else if (!wishes_.empty()) {
            Wish wish = std::move(wishes_.front());
            wishes_.pop_front();
            busy_until_ = asio::steady_timer::clock_type::now() + idle_time;
            co_await handle(std::move(wish));
        } else if (needed()) {
            wake_.expires_after(until_next_duty(hall_.now()));
            co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
        } else {
            break;
        }
    }
    if (closing_) {
        room_.pause(hall_.now());
        co_await publish();
    }
    co_await thoughts_.wait_for(1h);
}

/// What is to be done without being asked: clocks, and the computer's moves.
void Keeper::attend(Instant now) {
    const auto acting = room_.to_act();
    if (!acting) return;
    if (room_.clock().paused() && (present(*acting) || now >= resume_at_)) room_.resume(now);
    room_.flag(now - lag_of(*acting));
    if (thinking_ || room_.to_act() != acting || room_.seats()[static_cast<std::size_t>(*acting)].level == 0) return;
    thinking_ = true;
    thoughts_.spawn(think(*acting));
}

/// An empty room is left alone after a while, unless somebody's time is running out in it.
bool Keeper::needed() const {
    const bool timed = room_.to_act() && (room_.clock().falls_at() || room_.clock().paused());
    return timed || !followers_.empty() || thinking_ || asio::steady_timer::clock_type::now() < busy_until_;
}

Milliseconds Keeper::until_next_duty(Instant now) const {
    Milliseconds wait = idle_time;
    if (const auto acting = room_.to_act()) {
        if (const auto falls = room_.clock().falls_at()) wait = std::min(wait, *falls + lag_of(*acting) - now);
        if (room_.clock().paused()) wait = std::min(wait, resume_at_ - now);
    }
    return std::max(wait, Milliseconds{1});
}

/// Stores what has happened, then tells everybody. If it cannot be stored it has not happened.
asio::awaitable<Result<void>> Keeper::publish() {
    std::vector<rooms::Event> fresh = room_.take_fresh();
    if (fresh.empty()) co_return Result<void>();
    auto kept = co_await hall_.keep(id_, fresh, room_.phase() == Room::Phase::over);
    if (!kept) {
        if (auto events = hall_.recall(id_); events && !events->empty()) events_ = *std::move(events);
        if (auto room = Room::replay(events_)) room_ = *std::move(room);
        co_return kept;
    }
    const json message{
        {"kind", "events"}, {"room", id_}, {"events", events_json(fresh)}, {"state", state_of(room_, hall_.now())}};
    std::ranges::move(fresh, std::back_inserter(events_));
    tell_all(text_of(message));
    co_return kept;
}

// ---- wishes ---------------------------------------------------------------------------------------------------

asio::awaitable<void> Keeper::handle(Wish wish) {
    if (wish.computer) {
        thinking_ = false;
        // If it is refused, the position has changed meanwhile, and there will be another thought.
        std::ignore = room_.play(*wish.computer, need_text(wish.message, "move").value_or(""), {},
                                 number_or_zero(wish.message, "number"), hall_.now());
        co_return;
    }
    const auto from = wish.from.lock();
    if (!from) co_return;
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
    const std::optional<Member> member = from->member();
    // Whoever asks twice, because the answer was lost, has his seat already.
    std::optional<int> seat = room_.seat_of_key(key);
    const bool by_account = !seat && member && room_.seat_of_account(member->account);
    if (by_account) {
        seat = room_.seat_of_account(member->account);
        message.erase("token");  // which is none of this seat's
    }
    if (!seat) {
        const auto asked_name = member ? Result<std::string>(member->name) : need_text(message, "name");
        if (!asked_name) co_return refuse(*from, message, asked_name.error());
        const auto name = rooms::clean_name(*asked_name);
        if (!name) co_return refuse(*from, message, name.error());
        const auto word = rooms::check_word(message.contains("word") ? need_text(message, "word").value_or(" ") : "");
        if (!word) co_return refuse(*from, message, word.error());
        seat = message.contains("seat")
                   ? static_cast<int>(std::clamp<std::int64_t>(number_or_zero(message, "seat"), -1, 99))
                   : first_free_seat();
        rooms::Seat who{.name = *name, .key = key, .word = *word};
        if (member) who.account = member->account, who.member = true;
        const auto sat = room_.sit(*seat, who, hall_.now());
        if (!sat) co_return refuse(*from, message, sat.error());
        auto kept = co_await publish();
        if (!kept) co_return refuse(*from, message, kept.error());
    }
    // Should the account's own list fail, the seat is his all the same.
    co_await sign_over(from, *seat);
    json answer = answer_to(message, "seated");
    answer["room"] = id_;
    answer["seat"] = *seat;
    if (!by_account) answer["token"] = *token;
    from->tell(text_of(answer));
    admit(from, seat);
    show(*from, message, 0);
}

asio::awaitable<void> Keeper::follow(std::shared_ptr<Listener> from, json message) {
    std::optional<int> seat = seat_of(*from, message);
    if (message.contains("token")) {
        if (!seat) co_return refuse_token(*from, message);
        if (room_.seats()[static_cast<std::size_t>(*seat)].account.empty()) co_await sign_over(from, *seat);
    }
    admit(from, seat);
    show(*from, message, number_or_zero(message, "after"));
}

/// Takes a seat over into the account of somebody who has its token.
asio::awaitable<void> Keeper::sign(std::shared_ptr<Listener> from, json message) {
    const auto seat = room_.seat_of_key(secrets::sha256(need_text(message, "token").value_or("")));
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
    room_.sign(seat, member->account, hall_.now());
    auto kept = co_await publish();
    if (!kept) co_return kept;
    if (room_.seat_of_account(member->account) != seat)
        co_return Failure(Error{.key = "error.account.seat", .what = "account"});
    auto noted = co_await hall_.accounts().note(member->account, id_);
    co_return noted;
}

/// What only players at the board may do.
asio::awaitable<void> Keeper::act(std::shared_ptr<Listener> from, json message) {
    const auto seat = seat_of(*from, message);
    if (!seat && message.contains("token")) co_return refuse_token(*from, message);
    if (!seat) co_return refuse(*from, message, rooms::refuse("error.room.seated").error());
    const Instant now = hall_.now();
    const std::string kind = need_text(message, "kind").value_or("");
    const auto matter = rooms::parse_matter(need_text(message, "matter").value_or(""));
    Result<Room::Answer> result = Room::Answer{Room::Answer::Kind::done, 0};
    const auto plain = [&](const Result<void>& outcome) {
        if (!outcome) result = Failure(outcome.error());
    };
    if (kind == "move") {
        const auto move = need_text(message, "move");
        if (!move) co_return refuse(*from, message, move.error());
        result = room_.play(*seat, *move, need_text(message, "id").value_or(""), number_or_zero(message, "number"),
                            now, std::min(from->lag(), most_lag));
    } else if (kind == "resign") {
        plain(room_.resign(*seat, now));
    } else if (kind == "agree" && matter) {
        plain(room_.agree(*seat, *matter, now));
    } else if (kind == "decline" && matter) {
        plain(room_.decline(*seat, *matter, now));
    } else if (kind == "say") {
        plain(message.contains("text") ? room_.say_freely(*seat, need_text(message, "text").value_or(""), now)
                                       : room_.say(*seat, need_text(message, "phrase").value_or(""), now));
    } else {
        co_return refuse(*from, message, rooms::refuse("error.room.kind", kind).error());
    }
    if (!result) co_return refuse(*from, message, result.error());
    auto kept = co_await publish();
    if (!kept) co_return refuse(*from, message, kept.error());
    // Who speaks of an older board is shown the present one, never left without a word.
    if (result->kind == Room::Answer::Kind::stale) co_return show(*from, message, 0);
    json answer = answer_to(message, "done");
    answer["room"] = id_;
    answer["number"] = result->number > 0 ? result->number : room_.number();
    from->tell(text_of(answer));
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
    Room next = Room::make(room_.setup(), hall_.now());
    // Everybody moves on by one seat, and keeps his token.
    const std::vector<rooms::Seat> seats = room_.seats();
    for (std::size_t i = 0; i < seats.size(); ++i)
        std::ignore = next.sit(static_cast<int>((i + 1) % seats.size()), seats[i], hall_.now());
    const auto id = co_await hall_.add(std::move(next));
    if (id) {
        room_.note_rematch(*id, hall_.now());
        for (const rooms::Seat& seat : seats)
            if (!seat.account.empty()) co_await hall_.accounts().note(seat.account, *id);
    } else {
        wake_.expires_after(1s);  // before it is tried again
        co_await wake_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
}

Keeper::Wish Keeper::computer_wish(int seat, const std::string& move, std::int64_t number) {
    return {.from = {}, .message = {{"move", move}, {"number", number}}, .computer = seat};
}

asio::awaitable<void> Keeper::think(int seat) {
    const std::int64_t number = room_.number();
    const int level = room_.seats()[static_cast<std::size_t>(seat)].level;
    const AnyGamePtr game = room_.match().game_ptr();
    const AnyPosition position = room_.match().position();
    std::vector<AnyPosition> history;
    for (std::size_t n = 0; n < room_.match().steps().size(); ++n) history.push_back(room_.match().position(n));
    asio::awaitable<std::string> thought = choose(game, position, std::move(history), level, hall_.hurry());
    const std::string move = co_await asio::co_spawn(hall_.thinkers(), std::move(thought), asio::use_awaitable);
    wishes_.push_back(computer_wish(seat, move, number));
    wake_.cancel();
}

// ---- who is here ----------------------------------------------------------------------------------------------

void Keeper::admit(const std::shared_ptr<Listener>& from, std::optional<int> seat) {
    if (!from->stays()) return;
    const auto found = std::ranges::find_if(followers_, [&](const Follower& one) { return one.who.lock() == from; });
    if (found != followers_.end())
        found->seat = seat ? seat : found->seat;
    else
        followers_.push_back({from, seat});
    tell_presence();
}

/// The room with its events after a number; all of them where that number is none of this room's.
void Keeper::show(Listener& to, const json& asked, std::int64_t after) const {
    const auto count = static_cast<std::int64_t>(events_.size());
    const auto skipped = after < 0 || after > count ? 0 : static_cast<std::size_t>(after);
    json answer = answer_to(asked, "room");
    answer["room"] = id_;
    answer["seat"] = nullptr;
    if (const auto seat = seat_of(to, asked)) answer["seat"] = *seat;
    answer["events"] = events_json(std::span(events_).subspan(skipped));
    answer["state"] = state_of(room_, hall_.now());
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

void Keeper::tell_all(const Text& text) const {
    for (const Follower& follower : followers_)
        if (const auto who = follower.who.lock()) who->tell(text);
}

void Keeper::tell_presence() const {
    json seats = json::array();
    for (std::size_t i = 0; i < room_.seats().size(); ++i) seats.push_back(present(static_cast<int>(i)));
    const auto watchers = std::ranges::count_if(followers_, [](const Follower& one) { return !one.seat; });
    tell_all(text_of({{"kind", "presence"}, {"room", id_}, {"seats", seats}, {"watchers", watchers}}));
}

bool Keeper::present(int seat) const {
    return std::ranges::any_of(followers_, [&](const Follower& one) { return one.seat == seat; });
}

/// By the token that his message shows, or as he follows the room.
std::optional<int> Keeper::seat_of(const Listener& listener, const json& message) const {
    if (message.contains("token"))
        return room_.seat_of_key(secrets::sha256(need_text(message, "token").value_or("")));
    for (const Follower& follower : followers_)
        if (follower.seat && follower.who.lock().get() == &listener) return follower.seat;
    if (const auto& member = listener.member()) return room_.seat_of_account(member->account);
    return {};
}

Milliseconds Keeper::lag_of(int seat) const {
    Milliseconds lag{0};
    for (const Follower& follower : followers_)
        if (const auto who = follower.who.lock(); who && follower.seat == seat) lag = std::max(lag, who->lag());
    return std::min(lag, most_lag);
}

int Keeper::first_free_seat() const {
    const auto free = std::ranges::find_if(room_.seats(), [](const rooms::Seat& seat) { return !seat.taken(); });
    return static_cast<int>(free - room_.seats().begin());
}

}  // namespace tavola::server
