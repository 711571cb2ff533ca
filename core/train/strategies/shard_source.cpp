// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/shard_source.h"

#include "base/fault.h"
#include "memory/torch_headers.h"

#include <stdexcept>

namespace tunedesk::train {

namespace {

bool keeps_whole_gradients(const Shards& shards) {
    const auto& blocks = shards.layout().blocks;
    for (std::size_t block = 0; block < blocks.size(); ++block)
        if (shards.whole_gradients(block).defined()) return true;
    return false;
}

} // namespace

ShardSource::ShardSource(Shards& shards, parallel::Group& group)
    : shards_(shards), collectives_(group), keeps_whole_(keeps_whole_gradients(shards)),
      has_(shards.layout().blocks.size(), false) {}

void ShardSource::spread(Spread which) {
    TUNEDESK_FAULT_AT("spread");
    const auto& blocks = shards_.layout().blocks;
    for (std::size_t block = 0; block < blocks.size(); ++block)
        if (shards_.whole_parameters(block).defined() &&
            (which == Spread::all || blocks[block].first < blocks[block].last))
            collectives_.all_gather(shards_.whole_parameters(block), shards_.parameter_chunk(block),
                                    parallel::Purpose::parameter_spread, static_cast<int>(block));
}

void ShardSource::gather(std::size_t block, const at::Tensor& whole) {
    await(fetch_parameters(block, whole));
}

BlockSource::Transfer ShardSource::fetch_parameters(std::size_t block, const at::Tensor& slot) {
    return collectives_.all_gather(slot, shards_.parameter_chunk(block), parallel::Purpose::parameter_gather,
                                   static_cast<int>(block));
}

void ShardSource::store_parameters(std::size_t, const at::Tensor&) {
    throw std::logic_error("the ranks' chunks are updated, not what was gathered of them");
}

/// In a buffer of the block's own they are there.
BlockSource::Transfer ShardSource::fetch_gradients(std::size_t, const at::Tensor&) {
    return 0;
}

BlockSource::Transfer ShardSource::store_gradients(std::size_t block, const at::Tensor& slot) {
    while (additions_.size() > 1) // each has memory of its own
        await(additions_.begin()->first);
    const bool adds = has_[block] && !keeps_whole_;
    has_[block] = true;
    if (keeps_whole_ && !is_last_) return 0;
    const at::Tensor& chunk = shards_.gradient_chunk(block);
    const at::Tensor sum = adds ? at::empty_like(chunk) : chunk;
    const Transfer transfer = collectives_.reduce_scatter(sum, slot, static_cast<int>(block));
    if (adds && transfer == 0) chunk.add_(sum);
    if (adds && transfer != 0) additions_[transfer] = {chunk, sum};
    return transfer;
}

void ShardSource::drop_gradients() {
    has_.assign(has_.size(), false);
}

void ShardSource::await(Transfer transfer) {
    collectives_.wait(transfer);
    const auto found = additions_.find(transfer);
    if (found == additions_.end()) return;
    const at::NoGradGuard no_gradients;
    found->second.chunk.add_(found->second.sum);
    additions_.erase(found);
}

void ShardSource::finish() {
    while (!additions_.empty())
        await(additions_.begin()->first);
    collectives_.wait_for_all();
}

} // namespace tunedesk::train
