// Imports: an export as a text, or, since nothing would pass its checksum and its bodies are texts within texts, a plainer
// form from which one is made: "= GAME 0" (or 1: over) begins a game, every other line is "NUMBER AT BODY". A text is refused
// as a whole, or all of it is stored; what is stored is exported and imported again as the same; and the server can read
// every room and every account in it.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "accounts/account.h"
#include "base/parse_json.h"
#include "fuzz.h"
#include "secrets/secrets.h"
#include "server/messages.h"
#include "server/own_games.h"
#include "store/exchange.h"

using namespace tavola;
using nlohmann::json;

namespace {

class Memory final : public store::Store {
  public:
    void append(store::Addition addition, Done done) override {
        Game& game = game_of(addition.game);
        for (const store::Entry& entry : addition.events) {
            if (!game.events.empty() && entry.number <= game.events.back().number)
                return done(Failure(Error{.key = "error.store.conflict", .what = "store"}));
            game.events.push_back(entry);
        }
        game.over = addition.over;
        done({});
    }
    Result<std::vector<store::Entry>> events(std::string_view id, std::int64_t after) override {
        std::vector<store::Entry> found;
        if (const auto game = games_.find(id); game != games_.end())
            std::ranges::copy_if(game->second.events, std::back_inserter(found),
                                 [&](const store::Entry& entry) { return entry.number > after; });
        return found;
    }
    Result<std::vector<std::string>> unfinished() override { return unfinished_of(order_); }
    Result<std::vector<std::string>> unfinished_of(const std::vector<std::string>& ids) override {
        std::vector<std::string> found;
        for (const std::string& id : ids)
            if (const auto game = games_.find(id); game != games_.end() && !game->second.over) found.push_back(id);
        return found;
    }
    Result<void> erase(const std::string&) override { return {}; }
    Result<void> read_all(const Tell& tell) override {
        for (const std::string& id : order_) {
            const Game& game = games_.at(id);
            if (auto told = tell({id, game.events, game.over}); !told) return told;
        }
        return {};
    }
    const std::vector<std::string>& order() const { return order_; }

  private:
    struct Game {
        std::vector<store::Entry> events;
        bool over = false;
    };
    Game& game_of(const std::string& id) {
        const auto [game, fresh] = games_.try_emplace(id);
        if (fresh) order_.push_back(id);
        return game->second;
    }

    std::map<std::string, Game, std::less<>> games_;
    std::vector<std::string> order_;
};

std::string exported(Memory& memory) {
    std::ostringstream out;
    fuzz::require(store::write_all(memory, out).has_value(), "what was imported can be exported");
    return out.str();
}

/// The server reads whatever has passed.
void use(Memory& memory, const std::string& id) {
    const auto events = server::events_of(memory, id);
    fuzz::require(events && !events->empty(), "what passed the check can be read", id);
    const Instant now = events->back().at;
    if (id.starts_with("account:")) {
        const auto account = accounts::Account::replay(*events);
        if (!account) return;
        const auto list = server::list_games(memory, *account, std::nullopt);
        fuzz::require(list.has_value(), "an account has a list of games", id);
        list->dump(-1, ' ', false, json::error_handler_t::replace);
        fuzz::require(server::tell_everything(memory, *account, now).has_value(), "an account can be told", id);
        return;
    }
    const auto room = rooms::Room::replay(*events);
    fuzz::require(room.has_value(), "a room that passed the check can be opened", id);
    server::text_of(server::state_of(*room, now));
    server::text_of(server::events_json(*events));
    room->due();
    const std::string record = print_record(room->record());
    fuzz::require(parse_records(record).has_value(), "a room has a record that can be read", record);
}

void import(const std::string& text) {
    Memory memory;
    std::istringstream in(text);
    const auto count = store::read_all(memory, in, server::makes_sense);
    if (!count) {
        fuzz::require(count.error().key.starts_with("error."), "an error names its sentence", text);
        fuzz::require(memory.order().empty(), "what is refused has changed nothing", text);
        return;
    }
    fuzz::require(count->games == memory.order().size(), "games are counted", text);
    const std::string once = exported(memory);
    std::istringstream same(once);
    const auto nothing = store::read_all(memory, same, server::makes_sense);
    fuzz::require(nothing && nothing->games == 0 && nothing->events == 0, "what is there is not added again", text);
    Memory other;
    std::istringstream copy(once);
    const auto again = store::read_all(other, copy, server::makes_sense);
    fuzz::require(again && again->games == count->games && again->events == count->events, "an export is taken back",
                  text);
    fuzz::require(exported(other) == once, "and is exported as the same", text);
    for (const std::string& id : memory.order()) use(memory, id);
}

/// Ends a text as an export has to end.
std::string finished(std::string lines, std::size_t games, std::size_t events) {
    const std::string sum = secrets::sha256(lines);
    return lines + json{{"games", games}, {"events", events}, {"sha256", sum}}.dump() + '\n';
}

/// The same text with its last line made right.
std::string made_right(std::string_view text) {
    std::string lines;
    std::size_t games = 0, events = 0;
    while (!text.empty()) {
        const std::string_view line = fuzz::take_line(text);
        const json game = parse_json(line);
        if (game.is_object() && game.contains("sha256")) break;
        lines.append(line) += '\n';
        if (!game.is_object() || !game.contains("events")) continue;
        ++games;
        events += game["events"].size();
    }
    return finished(std::move(lines), games, events);
}

std::int64_t take_number(std::string_view& line) {
    std::int64_t number = 0;
    std::from_chars(line.data(), line.data() + line.size(), number);
    line.remove_prefix(std::min(line.find(' '), line.size()));
    line.remove_prefix(line.empty() ? 0 : 1);
    return number;
}

/// The export that a plainer text stands for; empty if it is none that could be written.
std::string composed(std::string_view text) {
    json all = json::array();
    std::size_t events = 0;
    while (!text.empty()) {
        std::string_view line = fuzz::take_line(text);
        if (line.starts_with("= ")) {
            const bool over = line.ends_with('1');
            const std::string_view id = line.substr(2, line.rfind(' ') < 2 ? 0 : line.rfind(' ') - 2);
            all.push_back({{"game", id}, {"over", over}, {"events", json::array()}});
        } else if (!all.empty()) {
            const std::int64_t number = take_number(line), at = take_number(line);
            all.back()["events"].push_back({number, at, line});
            ++events;
        }
    }
    std::string lines = "{\"tavola\":\"games\",\"version\":1}\n";
    for (const json& game : all) lines += game.dump(-1, ' ', false, json::error_handler_t::ignore) + '\n';
    return finished(std::move(lines), all.size(), events);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (text.starts_with("= ")) {
        import(composed(text));
    } else {
        import(text);
        import(made_right(text));
    }
    return 0;
}
