// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/stage_layers.h"
#include "model/network.h"
#include "parallel/group.h"
#include "train/strategies/strategy.h"
#include "train/strategies/tied_table.h"

#include <memory>
#include <vector>

namespace tunedesk::train {

/// parallel.pipeline_stages: the strategy among the ranks of one stage, within which what concerns the whole
/// model is of all stages together: the gradients' norm, a table that the first and the last stage share,
/// saves and exports. All ranks make the same calls.
class PipelineStage : public Strategy {
public:
    /// A collective. `within`: over the data group of this stage, without gathers of parameters. `stages`:
    /// the ranks of one pipeline. `layers`: of every stage. What it is given must outlive it.
    PipelineStage(std::unique_ptr<Strategy> within, parallel::Group& stages, const model::Network& network,
                  std::vector<arch::StageLayers> layers);

    int data_rank() const override { return within_->data_rank(); }
    void begin_step() override;
    void begin_pass(const parallel::Action& action) override { within_->begin_pass(action); }
    bool keeps_gradients() const override { return within_->keeps_gradients(); }
    void shadow_forward() override { within_->shadow_forward(); }
    bool takes_sparse() const override { return within_->takes_sparse(); }
    void backward(const at::Tensor& loss, bool last) override;
    void shadow_backward(bool last) override;
    void finish_gradients() override { within_->finish_gradients(); }
    at::Tensor norm_over_shards(const at::Tensor& norm) override;
    void spread() override;

    std::vector<StatePiece> weights() const override { return within_->weights(); }
    std::vector<StatePiece> optimizer_state() const override { return within_->optimizer_state(); }
    bool every_rank_saves() const override { return true; }
    bool gathers_parameters() const override { return true; }
    std::size_t tensor_count() const override;
    void weights_written() override;
    void set_updates(std::int64_t updates) override { within_->set_updates(updates); }
    /// On rank 0 those of all stages; on the others their own stage's alone.
    void for_each_parameter(
        const std::function<void(const std::string&, const at::Tensor&)>& visit) const override;
    std::string match_copies() override { return within_->match_copies(); }

private:
    std::vector<const arch::ParameterSpec*> parameters_of(const arch::StageLayers& layers) const;

    const std::unique_ptr<Strategy> within_;
    parallel::Group& stages_;
    const model::Network& network_;
    const std::vector<arch::StageLayers> layers_; ///< by stage
    TiedTable tied_;
};

} // namespace tunedesk::train
