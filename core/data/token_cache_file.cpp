#include "data/token_cache_file.h"

#include "base/error.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

namespace tunedesk::data {

namespace {

struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t byte_order; ///< as the writer's memory holds it
    char key[32];
    std::uint64_t rows, tokens, truncated;
    std::uint64_t ids_checksum;
    std::uint64_t tables_checksum; ///< of the header before this field, and of the tables
};
static_assert(sizeof(Header) == 88);

constexpr char magic[8] = {'T', 'D', 'T', 'O', 'K', 'E', 'N', 'S'};
constexpr std::uint32_t version = 1, byte_order = 0x01020304;
constexpr std::uint64_t count_limit = std::uint64_t{1} << 40;

/// Type-one counts fill up to a multiple of 8 bytes, so that everything stays aligned.
std::uint64_t type_one_bytes(std::uint64_t rows) {
    return (rows * sizeof(std::uint32_t) + 7) / 8 * 8;
}

std::uint64_t ids_offset(std::uint64_t rows) {
    return sizeof(Header) + (rows + 1) * sizeof(std::uint64_t) + type_one_bytes(rows);
}

class Checksum {
public:
    Checksum() { XXH3_64bits_reset(state_.get()); }
    void add(const void* data, std::size_t size) { XXH3_64bits_update(state_.get(), data, size); }
    std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

private:
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };
    std::unique_ptr<XXH3_state_t, Free> state_{XXH3_createState()};
};

std::uint64_t checksum_of_tables(const Header& header, std::span<const std::uint64_t> offsets,
                                 std::span<const std::uint32_t> type_one) {
    Checksum sum;
    sum.add(&header, offsetof(Header, tables_checksum));
    sum.add(offsets.data(), offsets.size_bytes());
    sum.add(type_one.data(), type_one.size_bytes());
    return sum.value();
}

std::string_view bytes_of(const auto& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}

fs::path temporary_for(const fs::path& path) {
    static std::atomic<unsigned> serial{0};
    return path.string() + fmt::format(".{}-{}.tmp", ::getpid(), ++serial);
}

/// Temporary files of writers that were killed; a living one is never a day old.
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

} // namespace

std::shared_ptr<const TokenRows> open_token_file(const fs::path& path, const std::string& key,
                                                 std::size_t rows) {
    auto set = std::make_shared<TokenRows>();
    try {
        set->file = MappedFile(path, 5000);
    } catch (const Error&) {
        return nullptr;
    }
    const auto bytes = set->file.bytes();
    Header header;
    if (bytes.size() < sizeof header) return nullptr;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.magic, magic, sizeof magic) != 0 || header.version != version ||
        header.byte_order != byte_order || std::string_view(header.key, sizeof header.key) != key ||
        header.rows != rows || header.rows > count_limit || header.tokens > count_limit ||
        bytes.size() != ids_offset(rows) + header.tokens * sizeof(std::int32_t))
        return nullptr;
    const std::byte* at = bytes.data() + sizeof header;
    set->offsets = {reinterpret_cast<const std::uint64_t*>(at), rows + 1};
    set->type_one = {reinterpret_cast<const std::uint32_t*>(at + set->offsets.size_bytes()), rows};
    set->ids = {reinterpret_cast<const std::int32_t*>(bytes.data() + ids_offset(rows)), header.tokens};
    set->truncated = header.truncated;
    if (checksum_of_tables(header, set->offsets, set->type_one) != header.tables_checksum ||
        XXH3_64bits(set->ids.data(), set->ids.size_bytes()) != header.ids_checksum ||
        set->offsets.front() != 0 || set->offsets.back() != header.tokens ||
        !std::is_sorted(set->offsets.begin(), set->offsets.end()))
        return nullptr;
    return set;
}

bool write_token_file(const fs::path& path, const std::string& key, const TokenTables& tables,
                      std::span<const std::vector<std::int32_t>> blocks) {
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    remove_old_temporaries(path.parent_path());
    const fs::path temporary = temporary_for(path);
    FileDescriptor fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!fd) return false;

    Header header{};
    std::memcpy(header.magic, magic, sizeof magic);
    header.version = version;
    header.byte_order = byte_order;
    key.copy(header.key, sizeof header.key);
    header.rows = tables.type_one.size();
    header.tokens = tables.offsets.back();
    header.truncated = tables.truncated;
    Checksum ids;
    for (const auto& block : blocks)
        ids.add(block.data(), block.size() * sizeof(std::int32_t));
    header.ids_checksum = ids.value();
    header.tables_checksum = checksum_of_tables(header, tables.offsets, tables.type_one);

    const std::string filling(type_one_bytes(header.rows) - tables.type_one.size() * sizeof(std::uint32_t),
                              0);
    bool good = write_all(fd.get(), {reinterpret_cast<const char*>(&header), sizeof header}) &&
                write_all(fd.get(), bytes_of(tables.offsets)) &&
                write_all(fd.get(), bytes_of(tables.type_one)) && write_all(fd.get(), filling);
    for (const auto& block : blocks)
        good = good && write_all(fd.get(), bytes_of(block));
    good = good && ::fsync(fd.get()) == 0;
    fd.reset();
    good = good && ::rename(temporary.c_str(), path.c_str()) == 0;
    if (!good) {
        ::unlink(temporary.c_str());
        return false;
    }
    try {
        sync_folder(path.parent_path());
    } catch (const Error&) {
        // The file is whole; after a power cut it may be missing, and is then made again.
    }
    return true;
}

} // namespace tunedesk::data
