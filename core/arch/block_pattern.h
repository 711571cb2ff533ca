// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::arch {

/// Block-sparse attention (Zaheer et al., 2020: Big Bird). Tokens of a sequence lie in blocks, the last of
/// which may be shorter. The first and the last block see every block and are seen by every one; any other
/// sees those two, itself with its neighbours, and random ones, which each layer has of its own.
///
/// It is what transformers 4.57 computes for a batch of sequences of one length. There a batch is padded to
/// its longest sequence, and its length decides for all; here each sequence has the blocks of its own length.
/// There a model that has once met a short batch keeps full attention from then on; here no sequence changes
/// what the next one gets.
struct BlockPattern {
    std::int64_t block_size = 0; ///< tokens; 0: every token sees every token
    std::int64_t random_blocks = 0;
    std::int64_t positions = 0; ///< the longest sequence of the model: some plans are drawn for that

    /// Whether a sequence of so many tokens has the pattern. Shorter ones have full attention.
    bool applies_to(std::int64_t tokens) const {
        return block_size > 0 && tokens > (5 + 2 * random_blocks) * block_size;
    }
    std::int32_t blocks_of(std::int64_t tokens) const {
        return static_cast<std::int32_t>((tokens + block_size - 1) / block_size);
    }
    /// Pairs of queries and keys of such a sequence in training, counted in whole blocks; without the pattern
    /// tokens * tokens.
    double pairs(std::int64_t tokens) const;
};

/// The random blocks of keys of a sequence of `blocks` blocks, at least 6: [heads, blocks - 2,
/// random_blocks], of each block but the first and the last. In training they are drawn as transformers draws
/// them for the layer `layer`, by numpy's RandomState(layer): the same in every pass. Without training they
/// are all the first block, which then counts so many times more. -1: none is left to be drawn, or the
/// block is behind the sequence's last, where transformers refuses the sequence.
std::vector<std::int32_t> random_blocks(const BlockPattern& pattern, std::uint32_t layer, std::int32_t heads,
                                        std::int32_t blocks, bool training);

/// The blocks of keys that block `query` of `blocks` sees, ascending, each as many times as it counts;
/// `random` are its random ones.
std::vector<std::int32_t> seen_blocks(std::int32_t query, std::int32_t blocks,
                                      std::span<const std::int32_t> random);

} // namespace tunedesk::arch
