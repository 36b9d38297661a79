// How much is read from a connection: so much at once, and so much a second. Until a limit is set, anything.
#pragma once

#include <algorithm>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/rate_policy.hpp>
#include <chrono>
#include <cstddef>
#include <limits>

namespace tavola::server {

/// A rate policy of Beast. Beast's own is refilled by a timer of each connection; this one reads the clock, and needs the
/// timer only where the limit has been reached.
class ReadAllowance {
  public:
    void limit(std::size_t at_once, std::size_t bytes_a_second) noexcept {
        at_once_ = at_once;
        left_ = static_cast<double>(at_once);
        bytes_a_second_ = bytes_a_second;
    }

  private:
    friend class boost::beast::rate_policy_access;
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

    /// Nothing rather than a few bytes: many small reads cost more than one.
    std::size_t available_read_bytes() noexcept {
        if (at_once_ == all) return all;
        const auto now = Clock::now();
        const std::chrono::duration<double> passed = now - counted_at_;
        counted_at_ = now;
        left_ =
            std::min(static_cast<double>(at_once_), left_ + passed.count() * static_cast<double>(bytes_a_second_));
        return left_ < static_cast<double>(std::min(bytes_a_second_, at_once_)) / 2 ? 0
                                                                                    : static_cast<std::size_t>(left_);
    }
    void transfer_read_bytes(std::size_t count) noexcept { left_ -= static_cast<double>(count); }
    std::size_t available_write_bytes() const noexcept { return all; }
    void transfer_write_bytes(std::size_t) const noexcept {}
    void on_timer() const noexcept {}

    std::size_t at_once_ = all, bytes_a_second_ = all;
    double left_ = 0;
    Clock::time_point counted_at_ = Clock::now();
};

using Stream = boost::beast::basic_stream<boost::asio::ip::tcp, boost::asio::any_io_executor, ReadAllowance>;

}  // namespace tavola::server
