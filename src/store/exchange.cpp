#include "store/exchange.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <deque>
#include <future>
#include <istream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <unordered_set>

#include "base/parse_json.h"

namespace tavola::store {
namespace {

using nlohmann::json;

constexpr int version = 1;
constexpr std::size_t most_under_way = 1000;

Failure failure(std::string_view key, std::string found = {}) {
    return Failure(Error{.key = key, .what = "file", .found = std::move(found)});
}

Failure broken(std::size_t line) { return failure("error.export.line", std::to_string(line)); }

class Sum {
  public:
    Sum() { crypto_hash_sha256_init(&state_); }
    void add(const std::string& text) {
        crypto_hash_sha256_update(&state_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }
    std::string hexadecimal() {
        std::array<unsigned char, crypto_hash_sha256_BYTES> bytes{};
        crypto_hash_sha256_final(&state_, bytes.data());
        std::array<char, 2 * crypto_hash_sha256_BYTES + 1> text{};
        return sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
    }

  private:
    crypto_hash_sha256_state state_{};
};

json line_of(const Addition& game) {
    json events = json::array();
    for (const Entry& entry : game.events) events.push_back(json::array({entry.number, entry.at, entry.body}));
    return {{"game", game.game}, {"over", game.over}, {"events", std::move(events)}};
}

std::optional<Addition> game_of(const json& line) {
    const auto id = line.find("game"), over = line.find("over"), events = line.find("events");
    if (line.size() != 3 || id == line.end() || over == line.end() || events == line.end()) return {};
    if (!id->is_string() || id->get_ref<const std::string&>().empty() || !over->is_boolean() || !events->is_array() ||
        events->empty())
        return {};
    Addition game{id->get<std::string>(), {}, over->get<bool>()};
    // What has to be done in it when, is found out when the server looks at it.
    if (!game.over) game.due = 0;
    for (const json& event : *events) {
        if (!event.is_array() || event.size() != 3) return {};
        if (!event[0].is_number_integer() || !event[1].is_number_integer() || !event[2].is_string()) return {};
        Entry entry{event[0].get<std::int64_t>(), event[1].get<std::int64_t>(), event[2].get<std::string>()};
        if (entry.number <= (game.events.empty() ? 0 : game.events.back().number)) return {};
        game.events.push_back(std::move(entry));
    }
    return game;
}

json last_line(const Count& count, Sum& sum) {
    return {{"games", count.games}, {"events", count.events}, {"sha256", sum.hexadecimal()}};
}

/// Goes through a text once, and tells its games; at its end all of it has been checked.
Result<void> go_through(std::istream& in, const Store::Tell& tell) {
    Sum sum;
    Count count;
    std::string text;
    std::size_t number = 0;
    std::unordered_set<std::string> seen;  // a game that came twice could differ from itself
    while (std::getline(in, text)) {
        ++number;
        // A last line without its end may be half of one.
        if (in.eof()) return failure("error.export.short");
        const json line = parse_json(text);
        if (!line.is_object()) return broken(number);
        if (number == 1) {
            const auto kind = line.find("tavola"), form = line.find("version");
            if (kind == line.end() || *kind != "games" || form == line.end() || !form->is_number_integer())
                return failure("error.export.kind");
            if (*form != version) return failure("error.export.newer", form->dump());
        } else if (line.contains("sha256")) {
            if (line != last_line(count, sum)) return failure("error.export.sum");
            if (in.peek() != std::istream::traits_type::eof()) return broken(number + 1);
            return {};
        } else {
            auto game = game_of(line);
            if (!game || !seen.insert(game->game).second) return broken(number);
            ++count.games;
            count.events += game->events.size();
            if (auto told = tell(*std::move(game)); !told) return told;
        }
        sum.add(text += '\n');
    }
    return failure(number == 0 ? "error.export.kind" : "error.export.short");
}

/// The events of a game that the store lacks.
Result<std::vector<Entry>> missing(Store& store, const Addition& game) {
    const auto stored = store.events(game.game, 0);
    if (!stored) return Failure(stored.error());
    const auto [here, there] = std::ranges::mismatch(*stored, game.events);
    if (here != stored->end() && there != game.events.end()) return failure("error.export.differs", game.game);
    return std::vector<Entry>(there, game.events.end());
}

}  // namespace

Result<Count> write_all(Store& store, std::ostream& out) {
    Sum sum;
    Count count;
    const auto write = [&](const json& line) -> Result<void> {
        std::string text;
        try {
            text = line.dump() + '\n';
        } catch (const json::type_error& fault) {
            // Not UTF-8: nothing that a house has written.
            return failure("error.store.write", fault.what());
        }
        sum.add(text);
        if (!(out << text)) return failure("error.export.write");
        return {};
    };
    if (auto written = write({{"tavola", "games"}, {"version", version}}); !written) return Failure(written.error());
    auto read = store.read_all([&](const Addition& game) {
        ++count.games;
        count.events += game.events.size();
        return write(line_of(game));
    });
    if (!read) return Failure(read.error());
    if (auto written = write(last_line(count, sum)); !written) return Failure(written.error());
    if (!out.flush()) return failure("error.export.write");
    return count;
}

Result<Count> read_all(Store& store, std::istream& in, const Check& check) {
    // That a text is broken is told before that it does not fit.
    Result<void> fitting;
    auto checked = go_through(in, [&](const Addition& game) -> Result<void> {
        if (!fitting) return {};
        if (check && !check(game)) {
            fitting = failure("error.export.game", game.game);
            return {};
        }
        if (auto lacking = missing(store, game); !lacking) fitting = Failure(lacking.error());
        return {};
    });
    if (!checked) return Failure(checked.error());
    if (!fitting) return Failure(fitting.error());

    Count count;
    std::deque<std::future<Result<void>>> under_way;
    Result<void> kept;
    const auto finish_first = [&] {
        auto result = under_way.front().get();
        under_way.pop_front();
        if (!result && kept) kept = std::move(result);
    };
    in.clear();
    in.seekg(0);
    auto added = go_through(in, [&](Addition game) -> Result<void> {
        auto lacking = missing(store, game);
        if (!lacking) return Failure(lacking.error());
        if (lacking->empty()) return {};
        ++count.games;
        count.events += lacking->size();
        game.events = *std::move(lacking);
        auto promise = std::make_shared<std::promise<Result<void>>>();
        under_way.push_back(promise->get_future());
        store.append(std::move(game), [promise](Result<void> result) { promise->set_value(std::move(result)); });
        if (under_way.size() >= most_under_way) finish_first();
        return kept;
    });
    while (!under_way.empty()) finish_first();
    if (!added) return Failure(added.error());
    if (!kept) return Failure(kept.error());
    return count;
}

}  // namespace tavola::store
