// Loaded before the server (LD_PRELOAD): as long as the file that TAVOLA_SYNC_FAULT names is there, no file whose path ends with
// what that file says can be synced, as on a disk that does not take what the system had promised to write.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

bool must_fail(int file) {
    const char* const order = std::getenv("TAVOLA_SYNC_FAULT");
    const int said = order == nullptr ? -1 : open(order, O_RDONLY | O_CLOEXEC);
    if (said < 0) return false;
    char ending[64], link[64], path[4096];
    const ssize_t wanted = read(said, ending, sizeof ending);
    close(said);
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t size = readlink(link, path, sizeof path);
    return wanted > 0 && size > 0 &&
           std::string_view(path, static_cast<std::size_t>(size))
               .ends_with(std::string_view(ending, static_cast<std::size_t>(wanted)));
}

int sync(const char* name, int file) {
    if (must_fail(file)) {
        errno = EIO;
        return -1;
    }
    return reinterpret_cast<int (*)(int)>(dlsym(RTLD_NEXT, name))(file);
}

}  // namespace

extern "C" {
__attribute__((visibility("default"))) int fsync(int file) { return sync("fsync", file); }
__attribute__((visibility("default"))) int fdatasync(int file) { return sync("fdatasync", file); }
}
