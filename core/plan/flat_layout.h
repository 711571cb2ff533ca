// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tunedesk::plan {

/// Alignment in elements of every tensor in a flat layout. At least the alignment of LibTorch's allocators,
/// because kernels are chosen by alignment; and the size of a block of 8-bit optimizer state
/// (kernel::state_block), so that no block is divided between two ranks.
constexpr std::int64_t flat_alignment = 256;

/// Positions of tensors in one flat buffer that ranks divide into equal chunks: the unit in which shards of
/// parameters are gathered and gradients are reduced. A value.
struct FlatLayout {
    std::vector<std::int64_t> sizes;  ///< elements of each tensor
    std::vector<std::int64_t> begins; ///< first element of each tensor in the buffer
    std::int64_t elements = 0;        ///< size of the buffer, gaps and end padding included
    int ranks = 1;

    /// Elements per rank's chunk: a multiple of flat_alignment.
    std::int64_t chunk() const { return elements / ranks; }
    /// The elements [first, second) of a tensor that are in a rank's chunk; empty if none is.
    std::pair<std::int64_t, std::int64_t> part_of(std::size_t tensor, int rank) const;
};

/// Places tensors of these sizes one after another. `ranks` is at least 1. Pure.
FlatLayout flat_layout(std::span<const std::int64_t> sizes, int ranks);

} // namespace tunedesk::plan
