// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/shared_memory/meeting.h"
#include "parallel/shared_memory/reduction.h"
#include "parallel/shared_memory/shared_block.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace tunedesk::parallel {

/// Collectives of ranks on one machine through shared memory. Each element is summed by one rank in rank
/// order, so that results do not depend on sizes or placement. Tensors in blocks of add_block() are read and
/// written in place by all ranks; others are copied through a small staging area. All ranks make the same
/// calls in the same order. Thread rule: one thread makes the calls; blocks may be added and removed by any.
class Exchange {
public:
    /// Bytes per rank that pass through the staging area at a time.
    static std::size_t chunk_bytes(int ranks);
    /// Size of the staging area, for SharedBlock.
    static std::size_t staging_bytes(int ranks);

    /// `staging`: zeros of staging_bytes(ranks) at first, the same memory for all ranks. A rank that does not
    /// arrive within `timeout` counts as lost.
    Exchange(SharedBlock staging, int rank, int ranks, std::chrono::milliseconds timeout);

    // All throw std::runtime_error as Meeting does. `bytes` are those of this rank's `data`.
    void all_reduce(std::byte* data, std::uint64_t bytes, ElementType type, Reduce reduce);
    /// `output`: the inputs of all ranks in their order. `input` may lie in it, at its place.
    void all_gather(const std::byte* input, std::uint64_t bytes, std::byte* output);
    /// `input`: `bytes` for each rank in their order; `output` gets the sum of this rank's.
    void reduce_scatter(const std::byte* input, std::byte* output, std::uint64_t bytes, ElementType type,
                        Reduce reduce);
    void broadcast(std::byte* data, std::uint64_t bytes, int root);
    void barrier();

    /// Allocates a block for in-place collectives. Throws std::system_error if there is not enough memory.
    std::byte* add_block(std::size_t bytes);
    void remove_block(const std::byte* data);

    /// Makes waits of other ranks for this rank fail. Any thread.
    void leave() { meeting_.leave(); }
    int rank() const { return meeting_.rank(); }
    int ranks() const { return meeting_.ranks(); }

private:
    struct OwnBlock {
        SharedBlock block;
        std::uint64_t number = 0;
    };
    struct Range {
        std::uint64_t begin = 0, end = 0;
        std::uint64_t size() const { return end - begin; }
    };

    SharedCall located(SharedCall call, const void* data, std::uint64_t bytes) const;
    bool all_in_blocks() const;
    /// Start of a rank's tensor of the current call; of its own `mine`.
    std::byte* place_of(int rank, std::byte* mine);
    /// The part of `bytes` that a rank reduces, in whole cache lines except the last.
    Range slice_of(int rank, std::uint64_t bytes) const;
    std::byte* slot(int rank, std::uint32_t turn) const;
    std::byte* result(std::uint32_t turn) const;
    void all_reduce_in_place(std::byte* data, std::uint64_t bytes, ElementType type, Reduce reduce);
    void all_reduce_staged(std::byte* data, std::uint64_t bytes, ElementType type, Reduce reduce);

    SharedBlock staging_;
    Meeting meeting_;
    const std::uint64_t chunk_;
    std::uint32_t turn_ = 0; ///< selects one of the staging area's two halves
    std::map<std::pair<int, std::uint64_t>, SharedBlock> others_; ///< by rank and number
    mutable std::mutex mutex_;
    std::map<const std::byte*, OwnBlock> blocks_; ///< by where they begin
    std::uint64_t next_number_ = 0;
};

} // namespace tunedesk::parallel
