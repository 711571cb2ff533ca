// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernel/kernels.h"
#include "model/operations.h"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

/// Private to the library.
namespace tunedesk::model {

/// The blocks that each block of a sequence attends to, by head; see arch/block_pattern.h. Sequences with the
/// same number of blocks share lists.
class BlockLists {
public:
    /// `lengths`: tokens of each sequence. `kind` has AttentionMask::blocks.
    BlockLists(const AttentionKind& kind, std::span<const std::int64_t> lengths);
    BlockLists(const BlockLists&) = delete; // of() points into it
    BlockLists& operator=(const BlockLists&) = delete;

    /// Indices of the sequences that use the pattern, ascending; full(): of the others.
    const std::vector<std::size_t>& sparse() const { return sparse_; }
    const std::vector<std::size_t>& full() const { return full_; }
    bool is_sparse(std::size_t sequence) const { return std::ranges::binary_search(sparse_, sequence); }
    std::int32_t block_size() const { return block_size_; }
    /// The list of a sparse sequence for a head. Valid as long as this object.
    kernel::BlockList of(std::size_t sequence, int head) const;

private:
    /// A head's list for sequences with a given number of blocks.
    struct List {
        std::vector<kernel::KeyBlock> seen;
        std::vector<std::int32_t> starts;
    };
    static std::vector<List> lists_of(const AttentionKind& kind, std::int32_t blocks);

    std::int32_t block_size_;
    std::vector<std::size_t> sparse_, full_;
    std::vector<std::int32_t> blocks_;               ///< of each sequence
    std::map<std::int32_t, std::vector<List>> made_; ///< by blocks, of each head
};

} // namespace tunedesk::model
