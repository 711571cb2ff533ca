// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/shard_collectives.h"
#include "train/memory/block_source.h"
#include "train/strategies/shards.h"

#include <map>
#include <vector>

namespace tunedesk::train {

/// A source of blocks that are divided among ranks: parameters are all-gathered, and gradients are
/// reduce-scattered and added to this rank's chunk. If the shards keep whole gradients, they are summed over
/// the ranks once per step, else with every micro-batch.
class ShardSource : public BlockSource {
public:
    /// `shards` and `group` must outlive this.
    ShardSource(Shards& shards, parallel::Group& group);

    /// Sets whether gradients stored from now on belong to the step's last micro-batch.
    void begin_backward(bool last) { is_last_ = last; }
    /// Begins to give the other ranks this rank's chunks of the blocks that all keep whole: of those that an
    /// update changes, or of all.
    enum class Spread { trained, all };
    void spread(Spread which);
    /// Fills `whole` [N x chunk] with a block's parameters.
    void gather(std::size_t block, const at::Tensor& whole);

    Transfer fetch_parameters(std::size_t block, const at::Tensor& slot) override;
    void store_parameters(std::size_t block, const at::Tensor& slot) override;
    bool has_gradients(std::size_t block) const override { return keeps_whole_ && has_[block]; }
    Transfer fetch_gradients(std::size_t block, const at::Tensor& slot) override;
    bool wants_norms() const override { return false; }
    Transfer store_gradients(std::size_t block, const at::Tensor& slot) override;
    void drop_gradients() override;
    bool is_collective() const override { return true; }
    void await(Transfer transfer) override;
    void finish() override;

private:
    struct Addition {
        at::Tensor chunk, sum;
    };

    Shards& shards_;
    parallel::ShardCollectives collectives_;
    const bool keeps_whole_; ///< gradients
    bool is_last_ = true;
    std::vector<bool> has_;                  ///< by block: gradients of this step
    std::map<Transfer, Addition> additions_; ///< additions to make when the transfer is done
};

} // namespace tunedesk::train
