// Stands between a client and PostgreSQL's socket, and can let the answer to a COMMIT be lost on its way.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace tavola::tests {

class Interrupter {
  public:
    /// Passes on between a socket in its own folder and PostgreSQL's in another.
    explicit Interrupter(const std::filesystem::path& real) : target_(real / socket_name) {
        std::string name = (std::filesystem::temp_directory_path() / "tv-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
        folder_ = name;
        door_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const sockaddr_un address = address_of(folder_ / socket_name);
        if (bind(door_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || listen(door_, 16) != 0)
            throw std::runtime_error("no socket");
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    ~Interrupter() {
        thread_ = {};
        close(door_);
        std::filesystem::remove_all(folder_);
    }
    Interrupter(const Interrupter&) = delete;
    Interrupter& operator=(const Interrupter&) = delete;

    const std::filesystem::path& folder() const { return folder_; }
    /// The next COMMIT reaches the database; what it answers reaches nobody.
    void lose_next_answer() { armed_ = true; }
    /// After that nobody gets through any more, until this is called.
    void let_through() { closed_ = false; }
    void close_after_loss() { closing_ = true; }
    int lost() const { return lost_; }

  private:
    struct Pair {
        int client, server;
        bool doomed = false;
    };
    static constexpr const char* socket_name = ".s.PGSQL.5432";

    static sockaddr_un address_of(const std::filesystem::path& path) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
        return address;
    }

    void run(const std::stop_token& stop) {
        std::vector<Pair> pairs;
        while (!stop.stop_requested()) {
            std::vector<pollfd> files{{door_, POLLIN, 0}};
            for (const Pair& pair : pairs) {
                files.push_back({pair.client, POLLIN, 0});
                files.push_back({pair.server, POLLIN, 0});
            }
            poll(files.data(), files.size(), 20);
            for (std::size_t i = pairs.size(); i-- > 0;) {
                const bool over = (files[1 + 2 * i].revents != 0 && !pass(pairs[i], true)) ||
                                  (files[2 + 2 * i].revents != 0 && !pass(pairs[i], false));
                if (!over) continue;
                close(pairs[i].client);
                close(pairs[i].server);
                pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(i));
            }
            if (files[0].revents != 0) admit(pairs);
        }
        for (const Pair& pair : pairs) close(pair.client), close(pair.server);
    }

    void admit(std::vector<Pair>& pairs) const {
        const int client = accept4(door_, nullptr, nullptr, SOCK_CLOEXEC);
        const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const sockaddr_un address = address_of(target_);
        if (!closed_ && connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
            pairs.push_back({client, server});
            return;
        }
        close(client);
        close(server);
    }

    /// False when this connection is over.
    bool pass(Pair& pair, bool from_client) {
        std::array<char, 65536> bytes{};
        const ssize_t size = read(from_client ? pair.client : pair.server, bytes.data(), bytes.size());
        if (size <= 0) return false;
        const std::string_view text(bytes.data(), static_cast<std::size_t>(size));
        if (from_client && text.find("COMMIT") != text.npos && armed_.exchange(false)) pair.doomed = true;
        if (!from_client && pair.doomed) {
            if (closing_) closed_ = true;
            ++lost_;
            return false;
        }
        return send(from_client ? pair.server : pair.client, text.data(), text.size(), MSG_NOSIGNAL) == size;
    }

    std::filesystem::path folder_, target_;
    int door_ = -1;
    std::atomic<bool> armed_ = false, closing_ = false, closed_ = false;
    std::atomic<int> lost_ = 0;
    std::jthread thread_;
};

}  // namespace tavola::tests
