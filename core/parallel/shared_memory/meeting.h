// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace tunedesk::parallel {

/// A rank's next call, which the ranks compare before they access each other's memory.
struct SharedCall {
    enum class Op : std::uint32_t { none, all_reduce, all_gather, reduce_scatter, broadcast, barrier };

    Op op = Op::none;
    std::uint32_t element = 0; ///< of the data, see ElementType
    std::uint32_t reduce = 0;  ///< see Reduce
    std::int32_t root = 0;
    std::uint64_t bytes = 0; ///< size of the rank's tensor; for reduce_scatter, of its output
    /// Position of the tensor in the rank's shared blocks; block_fd -1: in private memory.
    std::int32_t block_fd = -1;
    std::uint64_t block_number = 0, block_bytes = 0, offset = 0;

    bool agrees_with(const SharedCall& other) const {
        return op == other.op && element == other.element && reduce == other.reduce && root == other.root &&
               bytes == other.bytes;
    }
    /// "all-reduce of 4096 bytes".
    std::string text() const;
};

/// Synchronizes the ranks of a machine through shared memory. A waiting rank sleeps, checks periodically
/// whether the others are alive, and fails after a timeout. Thread rule: one thread per rank.
class Meeting {
public:
    static std::size_t bytes_for(int ranks);

    /// `memory`: bytes_for(ranks) zeros at first, the same for all ranks; it must outlive this.
    Meeting(std::byte* memory, int rank, int ranks, std::chrono::milliseconds timeout);
    ~Meeting();
    Meeting(const Meeting&) = delete;
    Meeting& operator=(const Meeting&) = delete;

    /// Publishes this rank's call and waits until all ranks have published theirs. Throws std::runtime_error
    /// if the call of another rank differs (with both calls), or that rank has left, has ended or does not
    /// arrive in time.
    void begin(const SharedCall& call);
    /// A rank's call of the last begin().
    const SharedCall& call_of(int rank) const;
    /// Waits until all ranks are here. Throws as begin() does.
    void wait_for_all();
    /// Wakes the other ranks and makes their waits for this rank fail from now on. Any thread.
    void leave();

    int rank() const { return rank_; }
    int ranks() const { return ranks_; }
    pid_t pid_of(int rank) const;

private:
    struct Line;

    Line& line(int rank) const;
    void wait_for(int rank);
    [[noreturn]] void fail(int rank, const std::string& what) const;

    std::byte* const memory_;
    const int rank_, ranks_;
    const std::chrono::milliseconds timeout_;
    std::uint32_t arrivals_ = 0; ///< of this rank; wraps around
    std::uint32_t calls_ = 0;
    std::vector<FileDescriptor> processes_; ///< of the other ranks, after they have arrived
};

} // namespace tunedesk::parallel
