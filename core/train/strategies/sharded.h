// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/optimizer/optimizer.h"
#include "train/strategies/shard_source.h"
#include "train/strategies/strategy.h"

#include <vector>

namespace tunedesk::train {

/// Base of strategies in which each rank updates and saves its own chunk of every block, with optimizer state
/// for that chunk only. The optimizer must use the slots of make_slots(training, shards).
class Sharded : public Strategy {
public:
    /// What it is given must outlive it.
    Sharded(parallel::Group& data, model::Network& network, Shards& shards, Optimizer& optimizer);

    int data_rank() const override { return data_.world().rank; }
    bool keeps_gradients() const override { return true; }
    bool takes_sparse() const override { return network_.placement().is_on_host(); }
    at::Tensor norm_over_shards(const at::Tensor& norm) override;

    std::vector<StatePiece> weights() const override;
    std::vector<StatePiece> optimizer_state() const override;
    bool every_rank_saves() const override { return true; }
    std::size_t tensor_count() const override { return network_.parameters().all().size(); }
    void set_updates(std::int64_t updates) override { optimizer_.set_updates(updates); }
    /// Never differs: copies on several ranks were gathered from one rank.
    std::string match_copies() override { return {}; }

protected:
    parallel::Group& data_;
    model::Network& network_;
    Shards& shards_;

private:
    Optimizer& optimizer_;
};

} // namespace tunedesk::train
