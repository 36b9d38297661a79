#include "cli/processor.h"

#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace tavola::cli {

void use_faster_program([[maybe_unused]] char** arguments) noexcept {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("x86-64-v3")) return;
    const char* const asked = std::getenv("TAVOLA_PROCESSOR");
    if (asked != nullptr && std::string_view(asked) == "baseline") return;
    constexpr char suffix[] = "-x86-64-v3";
    char path[PATH_MAX + sizeof suffix];
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    if (length <= 0 || length == PATH_MAX) return;
    std::memcpy(path + length, suffix, sizeof suffix);
    execv(path, arguments);  // returns only if it fails
#endif
}

}  // namespace tavola::cli
