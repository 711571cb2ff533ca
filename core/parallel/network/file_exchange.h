// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <string>

namespace c10d {
class Store;
}

namespace tunedesk::parallel {

/// Moves a file from one rank to others through the rendezvous store, in chunks of 1 MiB, of which four at
/// most wait there: however slow one side is, the memory of rank 0's process is bounded. All ranks that take
/// part name the transfer alike, and no other one so. Both ends throw c10::Error where the store is gone or
/// the other end lets one chunk wait longer than the store's timeout. Thread rule: one thread.
class FileExchange {
public:
    FileExchange(c10d::Store& store, std::string name) : store_(store), name_(std::move(name)) {}

    /// To so many ranks. Returns when all have taken everything. What cannot be read is sent as missing: it
    /// is the readers' error.
    void send(const fs::path& file, std::uint64_t bytes, int readers);
    /// Into a new, flushed file; its content hash. `rank`: which sends. Throws Error 4602 if the file is not
    /// what the sender has read, or not whole, 5001 if it cannot be written; in both cases the sender is
    /// through.
    std::string receive(const fs::path& file, std::uint64_t bytes, int rank, int readers);

private:
    std::string key(std::int64_t chunk) const;
    void give(std::int64_t chunk, const std::string& bytes);
    void await_taken(std::int64_t chunk);
    std::string take(std::int64_t chunk, int readers);

    c10d::Store& store_;
    const std::string name_;
};

} // namespace tunedesk::parallel
