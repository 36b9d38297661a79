#include "cli/serve.h"

#include <spawn.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <nlohmann/json.hpp>
#include <ostream>
#include <system_error>
#include <thread>

#include "server/metrics.h"
#include "server/server.h"
#include "shelf/shelf.h"
#include "shelf/truth.h"
#include "store/open.h"

namespace tavola::cli {
namespace {

namespace fs = std::filesystem;

bool is_set(const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

// Where the built pages lie, seen from the program: beside it, where it is installed, or in the tree it was built in.
fs::path find_pages() {
    std::error_code fault;
    const fs::path program = fs::read_symlink("/proc/self/exe", fault).parent_path();
    for (const char* place : {"pages", "../share/tavola/pages", "../../web/dist"})
        if (fs::exists(program / place / "index.html", fault)) return (program / place).lexically_normal();
    return {};
}

// Without a screen there is no browser to open.
bool wants_browser(const ServeOptions& options) {
    return options.open_page.value_or(isatty(STDOUT_FILENO) != 0 && (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")));
}

void open_browser(const std::string& address) {
    std::string program = "xdg-open", argument = address;
    char* arguments[] = {program.data(), argument.data(), nullptr};
    pid_t child = 0;
    // Whether it worked is seen on the screen; the address is printed in any case.
    posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments, environ);
}

/// `$XDG_DATA_HOME/tavola`, beside the tables, unless another folder was named.
fs::path data_folder(const ServeOptions& options) {
    return options.data ? *options.data : shelf::Shelf::usual_folder().parent_path();
}

/// `https://tavola.example` of `https://tavola.example/house/`.
std::string origin_of(const std::string& url) {
    const std::size_t host = url.find("://");
    return host == url.npos ? std::string() : url.substr(0, url.find('/', host + 3));
}

/// A database may come up later than the house, when a machine starts: it is waited for, and asked less and less often.
Result<std::unique_ptr<store::Store>> open_store(const store::Place& place, std::chrono::seconds patience) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point deadline = Clock::now() + patience;
    for (std::chrono::milliseconds pause{250};; pause = std::min(pause * 2, std::chrono::milliseconds(5000))) {
        auto store = store::open(place);
        if (store || store.error().key != "error.store.unreachable") return store;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) return store;
        spdlog::warn("the database does not answer ({}); waiting for it, {} s more at most", store.error().found,
                     (left.count() + 999) / 1000);
        std::this_thread::sleep_for(std::min(pause, left));
    }
}

fs::path tables_folder(const ServeOptions& options) {
    if (options.tables) return *options.tables;
    return options.data ? *options.data / "tables" : shelf::Shelf::usual_folder();
}

}  // namespace

Status serve(const Terminal& terminal, const ServeOptions& options) {
    spdlog::set_default_logger(spdlog::stderr_logger_st("tavola"));
    const fs::path folder = options.pages ? *options.pages : find_pages();
    auto pages = folder.empty() ? server::Pages() : server::Pages::read(folder);
    if (!pages) return terminal.refuse(pages.error());
    if (pages->empty()) terminal.err << terminal.words.say("serve.unbuilt") << '\n';
    boost::asio::io_context context(1);  // outlives the store, which may still have answers for it
    auto store = open_store({.folder = data_folder(options), .database = options.database},
                            std::chrono::seconds(options.database_wait));
    if (!store) {
        terminal.refuse(store.error());
        return failed;
    }
    const auto open_oracle = [shelf =
                                  std::make_shared<shelf::Shelf>(tables_folder(options))](const AnyGamePtr& game) {
        return std::shared_ptr<const Oracle>(shelf::open_truth(game, shelf));
    };
    server::Hall hall(context.get_executor(), **store, std::chrono::seconds(options.claim_after), open_oracle);
    if (const auto opened = hall.open(); !opened) {
        terminal.refuse(opened.error());
        return failed;
    }
    server::Ledger ledger;
    const server::Site site(*std::move(pages), tables_folder(options),
                            [&] { return server::metrics_of(hall, ledger); });
    const std::string origin = origin_of(options.public_url);
    server::Api api(hall, origin.starts_with("https:"));
    const server::House house{.site = site,
                              .hall = hall,
                              .api = api,
                              .ledger = ledger,
                              .origin = origin,
                              .behind_proxy = options.behind_proxy};
    server::Server server(context, house);
    server::Door door{.host = options.host};
    if (options.port) door.port = *options.port, door.exactly = true;
    if (const auto listening = server.listen(door); !listening) {
        terminal.refuse(listening.error());
        return failed;
    }
    const std::string address = options.public_url.empty() ? server.address() : options.public_url;
    if (terminal.json)
        terminal.out << nlohmann::json{{"address", address}, {"listening", server.address()}} << std::endl;
    else
        terminal.out << terminal.words.say("serve.open", {{"address", address}}) << std::endl;
    if (wants_browser(options)) open_browser(address);

    std::exception_ptr fault;
    bool well = true;
    boost::asio::co_spawn(context, server.run(), [&](std::exception_ptr thrown, bool ended_well) {
        fault = std::move(thrown);
        well = ended_well;
    });
    context.run();
    if (fault) std::rethrow_exception(fault);
    if (!well) return failed;
    if (!terminal.json) terminal.out << terminal.words.say("serve.closed") << '\n';
    return good;
}

}  // namespace tavola::cli
