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

/// parallel.pipeline_stages: wraps the strategy of one stage's ranks and combines all stages for the
/// gradients' norm, a table shared by the first and the last stage, saves and exports. All ranks make the
/// same calls.
class PipelineStage : public Strategy {
public:
    /// A collective. `within`: the strategy over this stage's data group, which must not gather parameters.
    /// `stages`: the ranks of one pipeline. `layers`: the layers of every stage. All references must outlive
    /// this.
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
    /// Visits all stages' parameters on rank 0, and only the own stage's on other ranks.
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
