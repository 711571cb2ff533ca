// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/parameters.h"
#include "parallel/gradient_reducer.h"
#include "train/memory/block_residency.h"
#include "train/optimizer/optimizer.h"
#include "train/strategies/strategy.h"

namespace tunedesk::train {

/// parallel.strategy: single and ddp. Every rank of the data group holds all parameters, gradients and
/// optimizer state; gradients are summed over the ranks while the backward pass runs
/// (parallel::GradientReducer), and each rank makes the same update. Rank 0 saves.
class Replicated : public Strategy {
public:
    /// `bucket_mb`: size of a gradient bucket, in MiB. `residency`: of parameters that are not always on the
    /// device, or null. What it is given must outlive it.
    Replicated(parallel::Group& data, model::Parameters& parameters, Optimizer& optimizer, double bucket_mb,
               BlockResidency* residency = nullptr);

    int data_rank() const override { return data_.world().rank; }
    void begin_step() override {}
    bool takes_sparse() const override {
        return optimizer_.takes_sparse() && (!keeps_gradients() || reducer_.sums_rows());
    }
    void begin_pass(const parallel::Action& action) override;
    bool keeps_gradients() const override { return reducer_.owns_gradients(); }
    void shadow_forward() override {}
    void backward(const at::Tensor& loss, bool last) override { reducer_.backward(loss, last); }
    void shadow_backward(bool last) override { reducer_.backward({}, last); }
    void finish_gradients() override;
    at::Tensor norm_over_shards(const at::Tensor& norm) override { return norm; }
    void spread() override {}

    std::vector<StatePiece> weights() const override;
    std::vector<StatePiece> optimizer_state() const override;
    bool every_rank_saves() const override { return false; }
    bool gathers_parameters() const override { return false; }
    std::size_t tensor_count() const override { return parameters_.all().size(); }
    void weights_written() override {}
    void set_updates(std::int64_t updates) override { optimizer_.set_updates(updates); }
    void for_each_parameter(
        const std::function<void(const std::string&, const at::Tensor&)>& visit) const override;
    std::string match_copies() override;

private:
    StatePiece whole(const std::string& name, const at::Tensor& values) const;

    parallel::Group& data_;
    model::Parameters& parameters_;
    Optimizer& optimizer_;
    BlockResidency* const residency_;
    parallel::GradientReducer reducer_;
};

} // namespace tunedesk::train
