// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::arch {

/// Block-sparse attention (Zaheer et al., 2020: Big Bird). A sequence is divided into blocks of
/// tokens, the last of which may be shorter. The first and the last block attend to all blocks, and
/// all blocks attend to them; any other block attends to those two, to itself and its neighbours,
/// and to random blocks, which differ between layers.
///
/// Matches transformers 4.57 for a batch of sequences of one length. transformers pads a batch to
/// its longest sequence, whose length then determines the pattern; here each sequence has the
/// pattern of its own length. A model of transformers that has once received a short batch keeps
/// full attention; here sequences are independent.
struct BlockPattern {
    std::int64_t block_size = 0; ///< tokens; 0: full attention
    std::int64_t random_blocks = 0;
    std::int64_t positions =
        0; ///< the longest sequence of the model; some patterns are drawn for this length

    /// Whether a sequence of that many tokens uses the pattern. Shorter sequences have full
    /// attention.
    bool applies_to(std::int64_t tokens) const {
        return block_size > 0 && tokens > (5 + 2 * random_blocks) * block_size;
    }
    std::int32_t blocks_of(std::int64_t tokens) const {
        return static_cast<std::int32_t>((tokens + block_size - 1) / block_size);
    }
    /// Pairs of queries and keys of a sequence in training, counted in whole blocks; tokens *
    /// tokens without the pattern.
    double pairs(std::int64_t tokens) const;
};

/// The random key blocks of a sequence of `blocks` blocks (at least 6), for every block except the
/// first and the last: [heads, blocks - 2, random_blocks]. In training they are drawn as
/// transformers draws them for layer `layer`, with numpy's RandomState(layer): the same in every
/// pass. Otherwise all are the first block, which then counts that many times more. -1: no
/// candidate is left, or the block is beyond the end of the sequence, which transformers rejects.
std::vector<std::int32_t> random_blocks(const BlockPattern& pattern, std::uint32_t layer, std::int32_t heads,
                                        std::int32_t blocks, bool training);

/// The key blocks that block `query` of `blocks` attends to, ascending, repeated as often as they
/// count; `random` are its random blocks.
std::vector<std::int32_t> seen_blocks(std::int32_t query, std::int32_t blocks,
                                      std::span<const std::int32_t> random);

} // namespace tunedesk::arch
