#include "base/hash.h"

#include <fmt/format.h>
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

std::string hex_text(XXH128_hash_t hash) {
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace

ContentHash::ContentHash() : state_(std::make_unique<State>()) {}
ContentHash::~ContentHash() = default;
ContentHash::ContentHash(ContentHash&&) noexcept = default;
ContentHash& ContentHash::operator=(ContentHash&&) noexcept = default;

ContentHash& ContentHash::update(std::string_view bytes) {
    XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size());
    return *this;
}

std::string ContentHash::hex() const {
    return hex_text(XXH3_128bits_digest(state_->xxh));
}

std::string content_hash(std::string_view bytes) {
    return hex_text(XXH3_128bits(bytes.data(), bytes.size()));
}

std::string file_hash(const fs::path& path, int error_id) {
    return content_hash(MappedFile(path, error_id).text());
}

} // namespace tunedesk
