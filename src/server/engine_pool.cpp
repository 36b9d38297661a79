#include "server/engine_pool.h"

#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

#include "search/consent.h"

namespace tavola::server {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t most_oracles = 64;
// The event loop and the lower levels go before full strength where cores are few.
constexpr int nice_at_full_strength = 10;

bool full_strength(const SearchRequest& request) { return request.level >= max_level; }

/// In milliseconds, roughly.
double cost_of(const SearchRequest& request) {
    return full_strength(request) ? static_cast<double>(EnginePool::longest_search.count()) : request.level;
}

std::string rules_of(const AnyGame& game) {
    std::string text(game.id());
    for (const Setting& setting : game.all_settings())
        text.append(" ").append(setting.key).append("=").append(setting.value);
    return text;
}

}  // namespace

EnginePool::EnginePool(OpenOracle open_oracle, int threads)
    : open_oracle_(std::move(open_oracle)), threads_at_full_strength_(threads) {
    threads_.emplace_back([this] { serve(false); });
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { serve(true); });
}

EnginePool::~EnginePool() {
    {
        const std::lock_guard guard(mutex_);
        ending_ = true;
    }
    hurry_ = true;
    wake_.notify_all();
}

asio::awaitable<std::string> EnginePool::choose_move(SearchRequest request) {
    const AnyGamePtr game = request.game;
    AnyMove move;
    Work work = [&, position = request.position, history = request.history, level = request.level](
                    Engine& engine, const Limits& limits) {
        Random random(game->hash(position));
        move = tavola::choose_move(engine, position, history, level, random, limits, hurry_);
    };
    asio::awaitable<void> done = run(std::move(request), std::move(work));
    co_await std::move(done);
    co_return game->print(move);
}

asio::awaitable<bool> EnginePool::accepts_draw(SearchRequest request, int seat) {
    bool accepts = false;
    Work work = [&, seat, position = request.position, history = request.history, level = request.level](
                    Engine& engine, const Limits& limits) {
        const Offer offer{.position = position,
                          .history = history,
                          .plies = static_cast<int>(history.size()),
                          .player = Player(seat)};
        accepts = tavola::consider(engine, offer, level, limits, hurry_).accept;
    };
    asio::awaitable<void> done = run(std::move(request), std::move(work));
    co_await std::move(done);
    co_return accepts;
}

/// Puts a search into its queue and waits until it is done. What the work touches lives in the coroutine that waits here.
asio::awaitable<void> EnginePool::run(SearchRequest request, Work work) {
    const auto executor = co_await asio::this_coro::executor;
    asio::steady_timer done(executor, asio::steady_timer::time_point::max());
    bool finished = false;
    Search search{
        .request = std::move(request), .work = std::move(work), .finished = {}, .since = SteadyClock::now()};
    search.finished = [&finished, &done, executor] {
        asio::post(executor, [&finished, &done] {
            finished = true;
            done.cancel();
        });
    };
    {
        const std::lock_guard guard(mutex_);
        const std::string flow = std::to_string(search.request.level) + ' ' + search.request.address;
        const double cost = cost_of(search.request);
        (full_strength(search.request) ? strong_ : quick_).push(flow, cost, std::move(search));
    }
    wake_.notify_all();
    while (!finished) {
        boost::system::error_code ignored;
        co_await done.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    }
}

/// A thread's work. Those for full strength help with the rest when they have nothing else to do.
void EnginePool::serve(bool full_strength) {
    if (full_strength) setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), nice_at_full_strength);
    for (;;) {
        std::unique_lock guard(mutex_);
        wake_.wait(guard, [&] { return ending_ || !quick_.empty() || (full_strength && !strong_.empty()); });
        if (ending_) return;
        const bool strong = full_strength && !strong_.empty();
        const std::size_t waiting = strong_.size();
        Search search = strong ? strong_.pop() : quick_.pop();
        const auto waited = SteadyClock::now() - search.since;
        waits_.add(waited);
        guard.unlock();
        perform(search, strong ? thinking_time(waiting, waited) : std::chrono::milliseconds(0));
    }
}

/// So that all that have come with this one are served within the longest wait.
std::chrono::milliseconds EnginePool::thinking_time(std::size_t waiting, SteadyClock::duration waited) const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(longest_wait - waited);
    return std::clamp(left * threads_at_full_strength_ / static_cast<std::int64_t>(waiting), shortest_search,
                      longest_search);
}

/// A level below full strength counts positions, so that it plays as well on every machine; full strength uses its time.
void EnginePool::perform(Search& search, std::chrono::milliseconds time) {
    try {
        std::unique_ptr<Engine> engine = take_engine(search.request);
        Limits limits;
        limits.time = time;
        search.work(*engine, limits);
        keep_engine(search.request, std::move(engine));
    } catch (const std::exception& fault) {
        spdlog::error("room {}: the search failed: {}", search.request.room, fault.what());
    }
    // Counted before anybody is told.
    {
        const std::lock_guard guard(mutex_);
        ++finished_;
    }
    search.finished();
}

std::unique_ptr<Engine> EnginePool::take_engine(const SearchRequest& request) {
    std::unique_ptr<Engine> engine;
    {
        const std::lock_guard guard(mutex_);
        const auto kept = std::ranges::find_if(
            engines_, [&](const Kept& one) { return one.room == request.room && one.level == request.level; });
        if (kept != engines_.end()) {
            engine = std::move(kept->engine);
            engines_.erase(kept);
        }
    }
    if (!engine) {
        engine = make_engine(request.game);
        engine->set_hash(table_mebibytes);
    }
    // Weaker levels are not to know.
    if (full_strength(request)) engine->set_oracle(oracle_for(request.game));
    return engine;
}

void EnginePool::keep_engine(const SearchRequest& request, std::unique_ptr<Engine> engine) {
    std::list<Kept> dropped;  // freed without the lock
    const std::lock_guard guard(mutex_);
    engines_.push_front({request.room, request.level, std::move(engine)});
    if (engines_.size() > engines_kept) dropped.splice(dropped.begin(), engines_, std::prev(engines_.end()));
}

void EnginePool::forget(const std::string& room) {
    std::list<Kept> dropped;
    const std::lock_guard guard(mutex_);
    for (auto kept = engines_.begin(); kept != engines_.end();) {
        const auto one = kept++;
        if (one->room == room) dropped.splice(dropped.begin(), engines_, one);
    }
}

std::shared_ptr<const Oracle> EnginePool::oracle_for(const AnyGamePtr& game) {
    if (!open_oracle_) return nullptr;
    const std::string rules = rules_of(*game);
    const std::lock_guard guard(opening_);
    if (const auto found = oracles_.find(rules); found != oracles_.end()) return found->second;
    // Rules can be combined in many ways; only a few are played at a time.
    if (oracles_.size() >= most_oracles) oracles_.clear();
    return oracles_[rules] = open_oracle_(game);
}

EnginePool::Counts EnginePool::counts() const {
    const std::lock_guard guard(mutex_);
    return {.waiting = quick_.size() + strong_.size(),
            .finished = finished_,
            .waits = waits_,
            .engines = engines_.size()};
}

}  // namespace tavola::server
