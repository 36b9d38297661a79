// Another program, spoken to line by line over its standard input and output.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <expected>
#include <string>
#include <string_view>

namespace tavola::arena {

/// Why no line came, or none could be sent.
enum class Silence : std::uint8_t {
    late,  ///< the time was up
    gone,  ///< the program has ended, or closed its end
};

class Process {
  public:
    using Deadline = std::chrono::steady_clock::time_point;

    Process() = default;
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() { stop(); }

    /// Runs a command as a shell reads it; false if that is not possible. The program gets a process group of its
    /// own, so that Ctrl-C in the terminal does not reach it.
    bool start(const std::string& command);
    /// Ends it: by closing its input, after a moment by force.
    void stop() noexcept;
    bool running() const noexcept { return pid_ > 0; }

    std::expected<void, Silence> send(std::string_view line, Deadline deadline);
    /// The next line without its end.
    std::expected<std::string, Silence> receive(Deadline deadline);

  private:
    void close_pipes() noexcept;

    pid_t pid_ = 0;
    int to_ = -1, from_ = -1;
    std::string unread_;
};

}  // namespace tavola::arena
