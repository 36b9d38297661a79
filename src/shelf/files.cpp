// Files: mapped for reading, and written so that nobody ever sees half of one.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "shelf/shelf.h"

namespace tavola::shelf {
namespace {

constexpr std::string_view temporary_ending = ".part";

Failure file_failure(std::string_view key, const std::filesystem::path& path, int code) {
    Error error{key, "table"};
    error.found = path.string();
    error.expected = std::generic_category().message(code);
    return Failure(std::move(error));
}

/// A file descriptor that is closed in the end.
class Descriptor {
  public:
    explicit Descriptor(int file) : file_(file) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (file_ >= 0) close(file_);
    }
    int get() const { return file_; }
    int release() { return std::exchange(file_, -1); }

  private:
    int file_;
};

// A name in a folder is on the disk only when the folder is.
bool sync_folder(const std::filesystem::path& folder) {
    const Descriptor file(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return file.get() >= 0 && fsync(file.get()) == 0;
}

// Makes a folder and those above it, each one to stay.
bool make_folders(const std::filesystem::path& folder) {
    std::error_code fault;
    if (folder.empty() || std::filesystem::is_directory(folder, fault)) return true;
    const std::filesystem::path parent = folder.parent_path();
    if (parent != folder && !make_folders(parent)) return false;
    if (mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) return false;
    sync_folder(parent.empty() ? "." : parent);
    return true;
}

bool is_temporary(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    return name.starts_with('.') && name.ends_with(temporary_ending);
}

}  // namespace

Result<Mapping> Mapping::open(const std::filesystem::path& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat about{};
    if (file.get() < 0 || fstat(file.get(), &about) != 0) return file_failure("error.table.read", path, errno);
    if (!S_ISREG(about.st_mode)) return file_failure("error.table.read", path, EINVAL);
    const auto size = static_cast<std::size_t>(about.st_size);
    if (size == 0) return Mapping({});
    void* const memory = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
    if (memory == MAP_FAILED) return file_failure("error.table.read", path, errno);
    return Mapping({static_cast<const std::byte*>(memory), size});
}

Mapping::Mapping(Mapping&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
}

Mapping::~Mapping() {
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

Result<WholeFile> WholeFile::begin(const std::filesystem::path& path) {
    static std::atomic<int> counter{0};
    const std::filesystem::path folder = path.parent_path();
    if (!make_folders(folder)) return file_failure("error.table.write", folder, errno);
    for (int attempt = 0; attempt < 100; ++attempt) {
        const std::string name = "." + path.filename().string() + "." + std::to_string(getpid()) + "-" +
                                 std::to_string(counter++) + std::string(temporary_ending);
        const std::filesystem::path temporary = folder / name;
        Descriptor file(::open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (file.get() < 0 && errno == EEXIST) continue;
        if (file.get() < 0) return file_failure("error.table.write", temporary, errno);
        // Between its birth and its lock, a sweep may have taken it for a leftover: then another name.
        struct stat about{};
        if (flock(file.get(), LOCK_EX | LOCK_NB) != 0 || fstat(file.get(), &about) != 0 || about.st_nlink == 0)
            continue;
        return WholeFile(path, temporary, file.release());
    }
    return file_failure("error.table.write", path, EBUSY);
}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::move(other.temporary_)), file_(std::exchange(other.file_, -1)) {}

WholeFile::~WholeFile() {
    if (file_ < 0) return;
    unlink(temporary_.c_str());
    close(file_);
}

Result<void> WholeFile::write(std::uint64_t at, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return file_failure("error.table.write", temporary_, errno);
        at += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> WholeFile::finish() {
    // 1. The contents, 2. the name, 3. the folder that holds the name: in this order whatever happens between.
    if (fsync(file_) != 0) return file_failure("error.table.write", temporary_, errno);
    if (rename(temporary_.c_str(), path_.c_str()) != 0) return file_failure("error.table.write", path_, errno);
    close(std::exchange(file_, -1));
    if (!sync_folder(path_.parent_path())) return file_failure("error.table.write", path_.parent_path(), errno);
    return {};
}

int WholeFile::sweep(const std::filesystem::path& folder) {
    int swept = 0;
    std::error_code fault;
    for (std::filesystem::directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault)) {
        if (!is_temporary(at->path())) continue;
        const Descriptor file(::open(at->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
        // Whoever still writes it holds its lock.
        if (file.get() < 0 || flock(file.get(), LOCK_EX | LOCK_NB) != 0) continue;
        if (unlink(at->path().c_str()) == 0) ++swept;
    }
    return swept;
}

}  // namespace tavola::shelf
