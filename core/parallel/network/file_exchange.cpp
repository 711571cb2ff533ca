// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/network/file_exchange.h"

#include "base/activity.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/hash.h"
#include "base/phrase.h"
#include "memory/torch_headers.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <thread>
#include <torch/csrc/distributed/c10d/Store.hpp>
#include <unistd.h>

namespace tunedesk::parallel {

namespace {

constexpr std::uint64_t chunk_bytes = 1u << 20;
constexpr std::int64_t most_waiting = 4;
constexpr std::chrono::milliseconds taking_pause(1);

std::int64_t chunks_of(std::uint64_t bytes) {
    return static_cast<std::int64_t>((bytes + chunk_bytes - 1) / chunk_bytes);
}

/// The next bytes of a file, fewer at its end or if it cannot be read.
std::string next_chunk(int file, std::uint64_t bytes) {
    std::string chunk(bytes, '\0');
    std::size_t read = 0;
    while (read < chunk.size()) {
        const ssize_t n = ::read(file, chunk.data() + read, chunk.size() - read);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        read += static_cast<std::size_t>(n);
    }
    chunk.resize(read);
    return chunk;
}

/// Applies an injected fault to a chunk that is sent.
std::string faulted(std::string chunk) {
    const std::string fault(TUNEDESK_FAULT_AT("collect"));
    if (fault == "fail" && !chunk.empty()) chunk[0] = static_cast<char>(chunk[0] ^ 1);
    return fault == "skip" ? std::string() : chunk;
}

/// Writes a received file; a disk error is thrown at the end, when the sender is done.
class ReceivedFile {
public:
    explicit ReceivedFile(const fs::path& path)
        : path_(path), fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666)) {
        if (!fd_) failed(TUNEDESK_TRANSLATABLE("ErrorDetail", "create the file"));
    }

    void append(const std::string& chunk) {
        hash_.update(chunk);
        bytes_ += chunk.size();
        if (!error_ && !write_all(fd_.get(), chunk))
            failed(TUNEDESK_TRANSLATABLE("ErrorDetail", "write the file"));
    }
    /// Throws Error 5001.
    void finish() {
        if (!error_ && ::fsync(fd_.get()) != 0)
            failed(TUNEDESK_TRANSLATABLE("ErrorDetail", "flush the file"));
        if (error_) throw *error_;
    }
    std::uint64_t bytes() const { return bytes_; }
    std::string hash() const { return hash_.hex(); }

private:
    void failed(const char* what) {
        error_ = Error(ErrorId::write_failed, {what, errno_text(errno)}, path_.string());
    }

    const fs::path path_;
    FileDescriptor fd_;
    ContentHash hash_;
    std::uint64_t bytes_ = 0;
    std::optional<Error> error_;
};

} // namespace

std::string FileExchange::key(std::int64_t chunk) const {
    return fmt::format("{}/{}", name_, chunk);
}

void FileExchange::give(std::int64_t chunk, const std::string& bytes) {
    if (chunk >= most_waiting) await_taken(chunk - most_waiting);
    store_.set(key(chunk), std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
    activity::touch();
}

void FileExchange::await_taken(std::int64_t chunk) {
    const double latest = monotonic_seconds() + std::chrono::duration<double>(store_.getTimeout()).count();
    while (store_.check({key(chunk)})) {
        if (monotonic_seconds() > latest)
            C10_THROW_ERROR(DistStoreError, fmt::format("no rank has taken {}", key(chunk)));
        std::this_thread::sleep_for(taking_pause);
    }
}

/// The last reader removes the chunk, for which the sender waits.
std::string FileExchange::take(std::int64_t chunk, int readers) {
    const std::vector<std::uint8_t> bytes = store_.get(key(chunk));
    const std::string takers = key(chunk) + "/taken";
    if (readers == 1 || store_.add(takers, 1) == readers) {
        if (readers > 1) store_.deleteKey(takers);
        store_.deleteKey(key(chunk));
    }
    activity::touch();
    return {bytes.begin(), bytes.end()};
}

void FileExchange::send(const fs::path& file, std::uint64_t bytes, int readers) {
    if (readers < 1) return;
    const FileDescriptor fd(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    const std::int64_t chunks = chunks_of(bytes);
    ContentHash hash;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
        const std::uint64_t begin = static_cast<std::uint64_t>(chunk) * chunk_bytes;
        const std::string read = next_chunk(fd.get(), std::min(chunk_bytes, bytes - begin));
        hash.update(read);
        give(chunk, faulted(read));
    }
    give(chunks, hash.hex());
    for (std::int64_t chunk = std::max<std::int64_t>(0, chunks + 1 - most_waiting); chunk <= chunks; ++chunk)
        await_taken(chunk);
}

std::string FileExchange::receive(const fs::path& file, std::uint64_t bytes, int rank, int readers) {
    const std::int64_t chunks = chunks_of(bytes);
    ReceivedFile received(file);
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
        received.append(take(chunk, readers));
    const std::string hash = take(chunks, readers);
    received.finish();
    if (received.bytes() != bytes || received.hash() != hash)
        throw Error(ErrorId::run_file_not_collected, {file.filename().string(), fmt::to_string(rank)},
                    file.string());
    return hash;
}

} // namespace tunedesk::parallel
