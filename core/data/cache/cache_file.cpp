// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/cache/cache_file.h"

#include "base/activity.h"
#include "base/clock.h"
#include "base/error.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <xxhash.h>

namespace tunedesk::data {

namespace {

struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t byte_order; ///< in the writer's byte order
    char kind[16], key[32];
    std::uint64_t numbers[CacheFile::max_numbers];
    std::uint64_t section_bytes[CacheFile::max_sections]; ///< without padding zeros
    std::uint64_t section_checksums[CacheFile::max_sections];
    std::uint64_t reserved[3];
    std::uint64_t checksum; ///< of the header before this field
};
static_assert(sizeof(Header) == 192);

constexpr char magic[8] = {'T', 'D', 'C', 'A', 'C', 'H', 'E', 0};
constexpr std::uint32_t version = 1, byte_order = 0x01020304;
constexpr std::uint64_t alignment = 64; ///< of sections
constexpr std::uint64_t size_limit = std::uint64_t{1} << 50;

std::uint64_t filled_up(std::uint64_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
}

std::uint64_t checksum_of(const Header& header) {
    return XXH3_64bits(&header, offsetof(Header, checksum));
}

class Checksum {
public:
    Checksum() { XXH3_64bits_reset(state_.get()); }
    void add(std::string_view bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }
    std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

private:
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };
    std::unique_ptr<XXH3_state_t, Free> state_{XXH3_createState()};
};

fs::path temporary_for(const fs::path& path) {
    static std::atomic<unsigned> serial{0};
    return path.string() + fmt::format(".{}-{}.tmp", ::getpid(), ++serial);
}

/// Creates the folder. User data can be read from the cache: only this user may open it. Without the cache
/// everything works, but slower.
bool make_cache_folder(const fs::path& folder) {
    const activity::Waiting waiting(activity::Wait::disk);
    try {
        make_private_folder(folder);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Removes temporary files of killed writers: those of live ones are less than a day old.
void remove_old_temporaries(const fs::path& folder) {
    std::error_code ignored;
    const auto yesterday = fs::file_time_type::clock::now() - std::chrono::hours(24);
    for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        std::error_code failed;
        const bool old = entry->path().extension() == ".tmp" &&
                         fs::last_write_time(entry->path(), failed) < yesterday && !failed;
        if (old) fs::remove(entry->path(), failed);
    }
}

Header header_of(const CacheName& name, std::span<const std::uint64_t> numbers,
                 std::span<const CachePieces> sections) {
    Header header{};
    std::memcpy(header.magic, magic, sizeof magic);
    header.version = version;
    header.byte_order = byte_order;
    name.kind.copy(header.kind, sizeof header.kind - 1);
    name.key.copy(header.key, sizeof header.key);
    std::copy(numbers.begin(), numbers.end(), header.numbers);
    const std::string zeros(alignment, 0);
    for (std::size_t i = 0; i < sections.size(); ++i) {
        Checksum sum;
        for (const std::string_view piece : sections[i]) {
            sum.add(piece);
            header.section_bytes[i] += piece.size();
        }
        const std::uint64_t bytes = header.section_bytes[i];
        sum.add(std::string_view(zeros).substr(0, filled_up(bytes) - bytes));
        header.section_checksums[i] = sum.value();
    }
    header.checksum = checksum_of(header);
    return header;
}

bool write_sections(int fd, const Header& header, std::span<const CachePieces> sections) {
    const std::string zeros(alignment, 0);
    bool good = write_all(fd, {reinterpret_cast<const char*>(&header), sizeof header});
    for (std::size_t i = 0; i < sections.size(); ++i) {
        for (const std::string_view piece : sections[i])
            good = good && write_all(fd, piece);
        const std::uint64_t bytes = header.section_bytes[i];
        good = good && write_all(fd, std::string_view(zeros).substr(0, filled_up(bytes) - bytes));
    }
    return good;
}

} // namespace

std::optional<CacheFile> CacheFile::open(const CacheName& name) {
    const activity::Waiting waiting(activity::Wait::disk);
    CacheFile file;
    file.in_use_ = FileDescriptor(::open(name.path().c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.in_use_) return std::nullopt;
    // without working locks, the map survives a removal of the file
    ::flock(file.in_use_.get(), LOCK_SH | LOCK_NB);
    try {
        file.map_ = MappedFile(name.path(), ErrorId::cache_unreadable);
    } catch (const Error&) {
        return std::nullopt;
    }
    const auto bytes = file.map_.bytes();
    Header header;
    if (bytes.size() < sizeof header) return std::nullopt;
    std::memcpy(&header, bytes.data(), sizeof header);
    char kind[sizeof header.kind] = {};
    name.kind.copy(kind, sizeof kind - 1);
    if (std::memcmp(header.magic, magic, sizeof magic) != 0 || header.version != version ||
        header.byte_order != byte_order || header.checksum != checksum_of(header) ||
        std::string_view(header.key, sizeof header.key) != name.key ||
        std::memcmp(header.kind, kind, sizeof kind) != 0)
        return std::nullopt;
    std::uint64_t at = sizeof header;
    for (std::size_t i = 0; i < max_sections; ++i) {
        const std::uint64_t size = header.section_bytes[i];
        if (size > size_limit || filled_up(size) > bytes.size() - at) return std::nullopt;
        file.sections_[i] = bytes.subspan(at, size);
        if (size > 0 && XXH3_64bits(bytes.data() + at, filled_up(size)) != header.section_checksums[i])
            return std::nullopt;
        at += filled_up(size);
    }
    if (at != bytes.size()) return std::nullopt;
    std::copy(std::begin(header.numbers), std::end(header.numbers), file.numbers_.begin());
    const timespec times[] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
    ::futimens(file.in_use_.get(),
               // the access time is set explicitly, because reads do not update it on every file system
               times);
    return file;
}

bool write_cache_file(const CacheName& name, std::span<const std::uint64_t> numbers,
                      std::span<const CachePieces> sections) {
    const activity::Waiting waiting(activity::Wait::disk);
    if (!make_cache_folder(name.folder)) return false;
    remove_old_temporaries(name.folder);
    const fs::path temporary = temporary_for(name.path());
    FileDescriptor fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!fd) return false;
    bool good = write_sections(fd.get(), header_of(name, numbers, sections), sections);
    good = good && ::fsync(fd.get()) == 0;
    fd.reset();
    good = good && ::rename(temporary.c_str(), name.path().c_str()) == 0;
    if (!good) {
        ::unlink(temporary.c_str());
        return false;
    }
    try {
        sync_folder(name.folder);
    } catch (const Error&) {
        // The file is complete; after a power loss it may be missing, and is then made again.
    }
    return true;
}

MakerLock::MakerLock(const CacheName& name) : path_(name.folder / (name.key + ".lock")) {
    make_cache_folder(name.folder);
}

MakerLock::~MakerLock() {
    if (held_) ::unlink(path_.c_str());
}

bool MakerLock::try_lock() {
    fd_ = FileDescriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!fd_) return true;
    held_ = ::flock(fd_.get(), LOCK_EX | LOCK_NB) == 0;
    return held_ || errno != EWOULDBLOCK;
}

void MakerLock::wait(double seconds) {
    const double give_up = monotonic_seconds() + seconds;
    while (!try_lock() && monotonic_seconds() < give_up)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

namespace {

struct Candidate {
    fs::path path;
    std::uint64_t bytes = 0;
    timespec used{};
};

/// Whether a file has a cache file's name: 32 hexadecimal digits, a dot and a kind that is neither lock nor
/// temporary.
bool is_cache_name(const fs::path& path) {
    const std::string stem = path.stem().string(), extension = path.extension().string();
    return stem.size() == 32 && stem.find_first_not_of("0123456789abcdef") == std::string::npos &&
           extension.size() > 1 && extension != ".lock" && extension != ".tmp";
}

/// Removes a file. A process that has it open keeps its map, and writes the file again the next time.
bool remove_unused(const fs::path& path) {
    const FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return fd && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0 && ::unlink(path.c_str()) == 0;
}

} // namespace

void evict_cache_files(const fs::path& folder, std::uint64_t limit) {
    if (limit == 0) return;
    std::vector<Candidate> files;
    std::uint64_t total = 0;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        struct stat status {};
        if (!is_cache_name(entry->path()) || ::lstat(entry->path().c_str(), &status) != 0 ||
            !S_ISREG(status.st_mode))
            continue;
        files.push_back({entry->path(), static_cast<std::uint64_t>(status.st_size), status.st_atim});
        total += files.back().bytes;
    }
    std::sort(files.begin(), files.end(), [](const Candidate& a, const Candidate& b) {
        return std::tie(a.used.tv_sec, a.used.tv_nsec, a.path) <
               std::tie(b.used.tv_sec, b.used.tv_nsec, b.path);
    });
    for (const Candidate& file : files) {
        if (total <= limit) return;
        if (remove_unused(file.path)) total -= file.bytes;
    }
}

} // namespace tunedesk::data
