#include "server/metrics.h"

#include <spdlog/fmt/fmt.h>

namespace tavola::server {

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
