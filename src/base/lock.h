// A lock where there are threads. A page's worker has one, and its C++ runtime no mutex.
#pragma once

#ifndef __wasm__
#include <mutex>
#endif

namespace tavola {

#ifdef __wasm__
struct Lock {};
struct Guard {
    explicit Guard(Lock&) noexcept {}
};
#else
using Lock = std::mutex;
using Guard = std::lock_guard<std::mutex>;
#endif

}  // namespace tavola
