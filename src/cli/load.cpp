#include "cli/load.h"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <fstream>
#include <list>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "base/parse_json.h"
#include "base/random.h"
#include "games/any_game.h"

namespace tavola::cli {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using nlohmann::json;
using Steady = std::chrono::steady_clock;

constexpr auto with_error = asio::as_tuple(asio::use_awaitable);

/// What all players of a run share.
struct Crowd {
    asio::io_context context{1};
    const LoadOptions& options;
    tcp::endpoint house, other_house;
    Steady::time_point begin, end;
    std::ofstream log;
    std::uint64_t moves = 0, lost = 0, sockets = 0;
    int playing = 0;                   // pairs
    std::vector<double> milliseconds;  // from sending a move until the opponent has it

    explicit Crowd(const LoadOptions& asked) : options(asked) {}
    bool over() const { return Steady::now() >= end; }
};

class Socket {
  public:
    explicit Socket(Crowd& crowd) : crowd_(crowd), stream_(crowd.context) {}

    asio::awaitable<bool> open(tcp::endpoint house) {
        const auto [refused] = co_await beast::get_lowest_layer(stream_).async_connect(house, with_error);
        if (refused) co_return false;
        beast::get_lowest_layer(stream_).socket().set_option(tcp::no_delay(true));
        const auto [fault] = co_await stream_.async_handshake(crowd_.options.host, "/socket", with_error);
        crowd_.sockets += !fault;
        co_return !fault;
    }
    asio::awaitable<bool> say(json message) {
        const std::string text = message.dump();
        const auto [fault, count] = co_await stream_.async_write(asio::buffer(text), with_error);
        co_return !fault;
    }
    /// The next message; nothing when the socket is gone.
    asio::awaitable<std::optional<json>> hear() {
        beast::flat_buffer buffer;
        const auto [fault, count] = co_await stream_.async_read(buffer, with_error);
        std::optional<json> message;
        if (!fault) {
            const auto bytes = buffer.cdata();
            message = parse_json(std::string_view(static_cast<const char*>(bytes.data()), bytes.size()));
        }
        co_return message;
    }
    /// The next message of a kind.
    asio::awaitable<std::optional<json>> hear(std::string_view kind) {
        for (;;) {
            auto message = co_await hear();
            if (!message || message->value("kind", "") == kind) co_return message;
        }
    }
    void cut() { beast::get_lowest_layer(stream_).close(); }

  private:
    Crowd& crowd_;
    beast::websocket::stream<beast::tcp_stream> stream_;
};

// What players say, made outside of coroutines: GCC 12 does not compile lists of values within them.
json wish_to_make() { return {{"kind", "make"}, {"game", "pretoa"}, {"name", "A"}, {"clock", "600+10"}}; }
json wish_to_join(const std::string& room) { return {{"kind", "join"}, {"room", room}, {"name", "B"}}; }
json wish_to_move(const std::string& room, const std::string& move, const json& state, std::uint64_t id) {
    return {
        {"kind", "move"}, {"room", room}, {"move", move}, {"id", std::to_string(id)}, {"number", state["number"]}};
}

/// Two players and the games between them, one after another, all moves at random.
class Pair {
  public:
    Pair(Crowd& crowd, std::uint64_t seed) : crowd_(crowd), random_(seed), one_(crowd), other_(crowd) {}

    asio::awaitable<void> run() {
        const bool here = co_await one_.open(crowd_.house);
        const bool there = co_await other_.open(crowd_.other_house);
        while (here && there && !crowd_.over()) {
            const bool whole = co_await play();
            if (!whole) break;
        }
        if (!crowd_.over()) ++crowd_.lost;
        one_.cut();
        other_.cut();
        if (--crowd_.playing == 0) crowd_.context.stop();
    }

  private:
    /// One game; false if a socket was lost.
    asio::awaitable<bool> play() {
        co_await one_.say(wish_to_make());
        auto seated = co_await one_.hear("seated");
        if (!seated) co_return false;
        const std::string room = (*seated)["room"];
        co_await other_.say(wish_to_join(room));
        auto also_seated = co_await other_.hear("seated");
        if (!also_seated) co_return false;
        if (crowd_.log.is_open())
            crowd_.log << room << " seats " << (*seated)["token"].get<std::string>() << ' '
                       << (*also_seated)["token"].get<std::string>() << std::endl;
        auto begun = co_await other_.hear("room");
        if (!begun) co_return false;
        const AnyGamePtr game = *make_game("pretoa");
        json state = (*begun)["state"];
        // The first player hears of the beginning as an event.
        auto told = co_await one_.hear("events");
        if (!told) co_return false;
        while (state["phase"] == "playing" && !crowd_.over()) {
            co_await pace();
            const auto position = *game->parse_position(state["position"].get<std::string>());
            const std::string move = game->print(*game->random_move(position, random_));
            const bool first = state["turn"] == 0;
            Socket& mover = first ? one_ : other_;
            Socket& waiting = first ? other_ : one_;
            const auto sent = Steady::now();
            co_await mover.say(wish_to_move(room, move, state, ++id_));
            auto done = co_await mover.hear("done");
            if (!done) co_return false;
            ++crowd_.moves;
            if (crowd_.log.is_open()) crowd_.log << room << ' ' << (*done)["number"] << ' ' << move << std::endl;
            auto seen = co_await waiting.hear("events");
            if (!seen) co_return false;
            crowd_.milliseconds.push_back(std::chrono::duration<double, std::milli>(Steady::now() - sent).count());
            state = (*seen)["state"];
        }
        co_return true;
    }

    asio::awaitable<void> pace() {
        if (crowd_.options.rate <= 0) co_return;
        // Each game has its share of the rate, and its turns fall at random within it.
        const double pause = crowd_.options.games / crowd_.options.rate;
        const double part = static_cast<double>(random_.next() >> 11) / static_cast<double>(1ull << 53);
        asio::steady_timer timer(crowd_.context);
        timer.expires_after(
            std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(pause * 2 * part)));
        co_await timer.async_wait(with_error);
    }

    Crowd& crowd_;
    Random random_;
    Socket one_, other_;
    std::uint64_t id_ = 0;
};

asio::awaitable<void> sit_idle(Crowd& crowd, Socket& socket) {
    const bool open = co_await socket.open(crowd.house);
    bool here = open;
    while (here) {
        auto message = co_await socket.hear();
        here = message.has_value();
    }
    if (!crowd.over()) ++crowd.lost;
}

std::string rounded(double value) {
    std::string text = std::to_string(value);
    return text.substr(0, text.find('.') + 2);
}

double percentile(std::vector<double>& values, double part) {
    if (values.empty()) return 0;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, at);
    return *at;
}

}  // namespace

Status load(const Terminal& terminal, const LoadOptions& options) {
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    Crowd crowd(options);
    boost::system::error_code fault;
    const auto address = asio::ip::make_address(options.host, fault);
    if (fault)
        return terminal.refuse(
            {.key = "error.serve.host", .what = "serve", .found = options.host, .expected = fault.message()});
    crowd.house = {address, options.port};
    crowd.other_house = {address, options.other_port == 0 ? options.port : options.other_port};
    if (!options.log.empty()) crowd.log.open(options.log, std::ios::app);
    crowd.begin = Steady::now();
    crowd.end = crowd.begin + std::chrono::seconds(options.seconds);

    crowd.playing = options.games;
    std::list<Pair> pairs;
    std::list<Socket> idle;
    for (int i = 0; i < options.idle; ++i)
        asio::co_spawn(crowd.context, sit_idle(crowd, idle.emplace_back(crowd)), asio::detached);
    for (int i = 0; i < options.games; ++i)
        asio::co_spawn(crowd.context, pairs.emplace_back(crowd, static_cast<std::uint64_t>(i) + 1).run(),
                       asio::detached);
    // Some wait for answers that would come after the end.
    asio::steady_timer end(crowd.context, crowd.end + std::chrono::seconds(1));
    end.async_wait([&](const boost::system::error_code&) {
        for (Socket& socket : idle) socket.cut();
        crowd.context.stop();
    });
    crowd.context.run();

    const double seconds = std::chrono::duration<double>(crowd.end - crowd.begin).count();
    const double rate = static_cast<double>(crowd.moves) / seconds;
    auto& times = crowd.milliseconds;
    const double half = percentile(times, 0.5), most = percentile(times, 0.99), worst = percentile(times, 1);
    if (terminal.json)
        terminal.out << json{{"sockets", crowd.sockets},
                             {"games", options.games},
                             {"moves", crowd.moves},
                             {"seconds", seconds},
                             {"rate", rate},
                             {"half", half},
                             {"most", most},
                             {"worst", worst},
                             {"lost", crowd.lost}}
                     << '\n';
    else
        terminal.out << terminal.words.say("load.line", {{"sockets", std::to_string(crowd.sockets)},
                                                         {"games", std::to_string(options.games)},
                                                         {"moves", std::to_string(crowd.moves)},
                                                         {"time", rounded(seconds)},
                                                         {"rate", rounded(rate)},
                                                         {"half", rounded(half)},
                                                         {"most", rounded(most)},
                                                         {"worst", rounded(worst)}})
                     << '\n';
    if (crowd.lost > 0 && !terminal.json)
        terminal.out << terminal.words.say("load.lost", {{"count", std::to_string(crowd.lost)}}) << '\n';
    return crowd.lost > 0 ? failed : good;
}

}  // namespace tavola::cli
