#include "arena/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

extern char** environ;

namespace tavola::arena {
namespace {

using std::chrono::steady_clock;

// A line longer than this is no answer to anything.
constexpr std::size_t longest_line = 1 << 20;
// How long a program that was told to quit may take.
constexpr std::chrono::milliseconds grace{500};

class Pipe {
  public:
    Pipe() { made_ = pipe2(ends_.data(), O_CLOEXEC) == 0; }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        for (int end : ends_)
            if (end >= 0) close(end);
    }
    bool made() const { return made_; }
    int read_end() const { return ends_[0]; }
    int write_end() const { return ends_[1]; }
    int keep(std::size_t which) {
        const int end = ends_[which];
        fcntl(end, F_SETFL, O_NONBLOCK);
        ends_[which] = -1;
        return end;
    }

  private:
    std::array<int, 2> ends_{-1, -1};
    bool made_ = false;
};

// Writing to a program that has died should be an error here, not the end of us.
void ignore_broken_pipes() { [[maybe_unused]] static const auto before = std::signal(SIGPIPE, SIG_IGN); }

pid_t spawn(const std::string& command, const Pipe& in, const Pipe& out) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in.read_end(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out.write_end(), STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    std::string shell = "sh", flag = "-c", text = "exec " + command;
    std::array<char*, 4> arguments{shell.data(), flag.data(), text.data(), nullptr};
    pid_t pid = 0;
    const int fault = posix_spawn(&pid, "/bin/sh", &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return fault == 0 ? pid : 0;
}

// Waits until the file can be read or written; false when the time is up.
bool ready(int file, short what, Process::Deadline deadline) {
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now()).count();
        if (left <= 0) return false;
        pollfd wait{.fd = file, .events = what, .revents = 0};
        const int count = poll(&wait, 1, static_cast<int>(std::min<long>(left, 60'000)));
        if (count > 0) return true;
        if (count < 0 && errno != EINTR) return false;
    }
}

bool again() { return errno == EAGAIN || errno == EINTR; }

}  // namespace

bool Process::start(const std::string& command) {
    stop();
    ignore_broken_pipes();
    Pipe in, out;
    if (!in.made() || !out.made()) return false;
    pid_ = spawn(command, in, out);
    if (pid_ <= 0) return false;
    to_ = in.keep(1);
    from_ = out.keep(0);
    return true;
}

void Process::close_pipes() noexcept {
    for (int* file : {&to_, &from_}) {
        if (*file >= 0) close(*file);
        *file = -1;
    }
    unread_.clear();
}

void Process::stop() noexcept {
    close_pipes();
    if (pid_ <= 0) return;
    int status = 0;
    const auto end = steady_clock::now() + grace;
    while (waitpid(pid_, &status, WNOHANG) == 0) {
        if (steady_clock::now() >= end) {
            kill(-pid_, SIGKILL);
            waitpid(pid_, &status, 0);
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    pid_ = 0;
}

std::expected<void, Silence> Process::send(std::string_view line, Deadline deadline) {
    std::string text(line);
    text.push_back('\n');
    for (std::size_t sent = 0; sent < text.size();) {
        if (!ready(to_, POLLOUT, deadline)) return std::unexpected(Silence::late);
        const ssize_t count = write(to_, text.data() + sent, text.size() - sent);
        if (count < 0 && !again()) return std::unexpected(Silence::gone);
        sent += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
    return {};
}

std::expected<std::string, Silence> Process::receive(Deadline deadline) {
    for (;;) {
        if (const std::size_t end = unread_.find('\n'); end != unread_.npos) {
            std::string line = unread_.substr(0, end);
            unread_.erase(0, end + 1);
            if (line.ends_with('\r')) line.pop_back();
            // One that never stops talking has not answered either.
            if (steady_clock::now() >= deadline) return std::unexpected(Silence::late);
            return line;
        }
        if (unread_.size() > longest_line) return std::unexpected(Silence::gone);
        if (!ready(from_, POLLIN, deadline)) return std::unexpected(Silence::late);
        std::array<char, 4096> block;
        const ssize_t count = read(from_, block.data(), block.size());
        if (count == 0 || (count < 0 && !again())) return std::unexpected(Silence::gone);
        if (count > 0) unread_.append(block.data(), static_cast<std::size_t>(count));
    }
}

}  // namespace tavola::arena
