// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hash.h"

#include "base/activity.h"
#include "base/error.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

namespace tunedesk {

struct ContentHash::State {
    XXH3_state_t* xxh = XXH3_createState();
    State() { XXH3_128bits_reset(xxh); }
    ~State() { XXH3_freeState(xxh); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
};

namespace {

constexpr std::size_t hash_chunk = 1u << 18;

std::string hex_text(XXH128_hash_t hash) {
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace

ContentHash::ContentHash() : state_(std::make_unique<State>()) {}
ContentHash::~ContentHash() = default;
ContentHash::ContentHash(ContentHash&&) noexcept = default;
ContentHash& ContentHash::operator=(ContentHash&&) noexcept = default;

ContentHash& ContentHash::update(std::string_view bytes) {
    activity::touch();
    XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
    return *this;
}

std::string ContentHash::hex() const {
    return hex_text(XXH3_128bits_digest(state_->xxh));
}

std::string content_hash(std::string_view bytes) {
    return hex_text(XXH3_128bits(bytes.data(), bytes.size()));
}

// Read, not mapped: a failing disk, or a file cut short meanwhile, is then an error and not a SIGBUS.
std::string file_hash(const fs::path& path, ErrorId error_id) {
    const activity::Waiting waiting(activity::Wait::disk); // on a slow disk one read may take minutes
    FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!fd) throw Error(error_id, {errno_text(errno)}, path.string());
    ContentHash hash;
    const auto buffer = std::make_unique_for_overwrite<char[]>(hash_chunk);
    for (;;) {
        const ssize_t n = ::read(fd.get(), buffer.get(), hash_chunk);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw Error(error_id, {errno_text(errno)}, path.string());
        if (n == 0) return hash.hex();
        hash.update({buffer.get(), static_cast<std::size_t>(n)});
    }
}

} // namespace tunedesk
