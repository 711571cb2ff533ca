// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <string>

namespace c10d {
class Store;
}

namespace tunedesk::parallel {

/// Moves a file from one rank to others through the rendezvous store, in chunks of 1 MiB, of which at most
/// four are in the store, so that the memory of rank 0's process is bounded. All participating ranks use the
/// same name, unique to the transfer. Both ends throw c10::Error if the store is gone or the other end lets a
/// chunk wait longer than the store's timeout. Thread rule: one thread.
class FileExchange {
public:
    FileExchange(c10d::Store& store, std::string name) : store_(store), name_(std::move(name)) {}

    /// Sends a file to `readers` ranks. Returns when all have received it. Data that cannot be read is sent
    /// as missing, which is an error on the readers.
    void send(const fs::path& file, std::uint64_t bytes, int readers);
    /// Receives into a new, flushed file, and returns its content hash. `rank`: the sender. Throws Error 4602
    /// if the file is incomplete or differs from the sender's, 5001 if it cannot be written; in both cases
    /// the sender has finished.
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
