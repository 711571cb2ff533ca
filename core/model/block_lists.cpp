// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/block_lists.h"

namespace tunedesk::model {

BlockLists::BlockLists(const AttentionKind& kind, std::span<const std::int64_t> lengths)
    : block_size_(static_cast<std::int32_t>(kind.blocks.block_size)) {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const std::int32_t blocks = blocks_.emplace_back(kind.blocks.blocks_of(lengths[i]));
        const bool is_sparse = kind.blocks.applies_to(lengths[i]);
        (is_sparse ? sparse_ : full_).push_back(i);
        if (is_sparse && !made_.contains(blocks)) made_[blocks] = lists_of(kind, blocks);
    }
}

kernel::BlockList BlockLists::of(std::size_t sequence, int head) const {
    const List& list = made_.at(blocks_[sequence])[static_cast<std::size_t>(head)];
    return {list.seen.data(), list.starts.data()};
}

std::vector<BlockLists::List> BlockLists::lists_of(const AttentionKind& kind, std::int32_t blocks) {
    const std::vector<std::int32_t> random =
        arch::random_blocks(kind.blocks, kind.layer, kind.heads, blocks, kind.training);
    const auto count = static_cast<std::size_t>(kind.blocks.random_blocks);
    std::vector<List> lists(static_cast<std::size_t>(kind.heads));
    std::size_t row = 0;
    for (List& list : lists) {
        list.starts = {0};
        for (std::int32_t query = 0; query < blocks; ++query) {
            const bool draws = query > 0 && query < blocks - 1;
            const auto drawn = std::span(random).subspan(row * count, draws ? count : 0);
            row += draws ? 1 : 0;
            const std::size_t first = list.seen.size();
            for (const std::int32_t block : arch::seen_blocks(query, blocks, drawn)) {
                if (list.seen.size() > first && list.seen.back().number == block)
                    ++list.seen.back().times;
                else
                    list.seen.push_back({block, 1});
            }
            list.starts.push_back(static_cast<std::int32_t>(list.seen.size()));
        }
    }
    return lists;
}

} // namespace tunedesk::model
