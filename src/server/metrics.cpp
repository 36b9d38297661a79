#include "server/metrics.h"

#include <spdlog/fmt/fmt.h>

namespace tavola::server {
namespace {

double seconds(std::chrono::duration<double> time) { return time.count(); }

}  // namespace

std::string metrics_of(Hall& hall, const Ledger& ledger) {
    std::string text;
    const auto add = [&](std::string_view name, std::string_view kind, std::string_view help, std::uint64_t value) {
        text +=
            fmt::format("# HELP tavola_{0} {2}\n# TYPE tavola_{0} {1}\ntavola_{0} {3}\n", name, kind, help, value);
    };
    const Counters& counters = hall.counters();
    add("rooms_open", "gauge", "Rooms in memory.", hall.open_rooms());
    add("rooms_made_total", "counter", "Rooms made since the house opened.", counters.rooms_made);
    add("messages_total", "counter", "Messages heard from players.", counters.messages);
    add("refused_total", "counter", "Messages refused.", counters.refused);
    add("events_total", "counter", "Events stored.", counters.events);
    add("conflicts_total", "counter", "Additions that another house was faster with.", counters.conflicts);
    add("other_houses", "gauge", "Other houses that are open on the same database.", hall.other_houses());
    add("store_failures_total", "counter", "Additions that could not be stored.", counters.failures);
    add("members_here", "gauge", "Sockets and streams of people in their accounts.", hall.accounts().present());
    add("rooms_damaged", "gauge", "Rooms in the store whose events make no sense.", counters.damaged.size());
    add("addresses", "gauge", "Addresses that the limits remember.", ledger.known());
    add("connections", "gauge", "Connections that are open, sockets among them.", counters.connections);
    add("sockets", "gauge", "WebSockets that are open.", counters.sockets);
    add("rooms_waiting", "gauge", "Rooms that wait for players and that everybody may see.", hall.lobby().size());
    const EnginePool::Counts searches = hall.engines().counts();
    add("store_queue", "gauge", "Additions that the store has not answered for yet.", counters.being_stored);
    add("search_queue", "gauge", "Searches of computer players that wait for a thread.", searches.waiting);
    add("searches_total", "counter", "Searches of computer players.", searches.finished);
    add("engines", "gauge", "Engines kept for the rooms that they play in.", searches.engines);
    const auto add_times = [&](std::string_view name, std::string_view help, const Histogram& times) {
        text += fmt::format("# HELP tavola_{0} {1}\n# TYPE tavola_{0} histogram\n", name, help);
        for (std::size_t i = 0; i < Histogram::bounds.size(); ++i)
            text += fmt::format("tavola_{}_bucket{{le=\"{}\"}} {}\n", name, seconds(Histogram::bounds[i]),
                                times.up_to(i));
        text += fmt::format("tavola_{0}_bucket{{le=\"+Inf\"}} {1}\ntavola_{0}_sum {2}\ntavola_{0}_count {1}\n", name,
                            times.count(), seconds(times.sum()));
    };
    add_times("commit_seconds", "Time from an addition to the store's answer.", counters.commit);
    add_times("loop_lag_seconds", "How late the event loop comes to a timer.", counters.loop_lag);
    add_times("search_wait_seconds", "Time that searches wait for a thread.", searches.waits);
    text +=
        "# HELP tavola_limited_total What was refused by the limits of an address.\n"
        "# TYPE tavola_limited_total counter\n";
    const auto add_limited = [&](std::string_view what, std::uint64_t value) {
        text += fmt::format("tavola_limited_total{{what=\"{}\"}} {}\n", what, value);
    };
    for (std::size_t i = 0; i < std::size(limits); ++i)
        add_limited(limits[i].key.substr(limits[i].key.rfind('.') + 1), ledger.refused(static_cast<Deed>(i)));
    add_limited("connection", ledger.refused_places());
    return text;
}

}  // namespace tavola::server
