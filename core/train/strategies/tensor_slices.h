// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/parameters.h"
#include "parallel/group.h"
#include "train/strategies/strategy.h"

#include <memory>

namespace tunedesk::train {

/// parallel.tensor_size: wraps the strategy of the ranks that hold one slice of the model and combines all
/// slices for the gradients' norm, saves and exports. Parameters copied to every slice are counted and saved
/// by the first. All ranks make the same calls.
class TensorSlices : public Strategy {
public:
    /// `within`: the strategy over this slice's data group. `slices`: the ranks that hold the slices of one
    /// copy of the model. All references must outlive this.
    TensorSlices(std::unique_ptr<Strategy> within, parallel::Group& slices, model::Parameters& parameters)
        : within_(std::move(within)), slices_(slices), parameters_(parameters) {}

    int data_rank() const override { return within_->data_rank(); }
    void begin_step() override { within_->begin_step(); }
    void begin_pass(const parallel::Action& action) override { within_->begin_pass(action); }
    bool keeps_gradients() const override { return within_->keeps_gradients(); }
    void shadow_forward() override { within_->shadow_forward(); }
    bool takes_sparse() const override { return within_->takes_sparse(); }
    void backward(const at::Tensor& loss, bool last) override { within_->backward(loss, last); }
    void shadow_backward(bool last) override { within_->shadow_backward(last); }
    void finish_gradients() override { within_->finish_gradients(); }
    /// `norm`: of the parameters that this rank counts (model::Parameter::is_counted).
    at::Tensor norm_over_shards(const at::Tensor& norm) override;
    void spread() override { within_->spread(); }

    std::vector<StatePiece> weights() const override { return of_whole(within_->weights()); }
    std::vector<StatePiece> optimizer_state() const override { return of_whole(within_->optimizer_state()); }
    bool every_rank_saves() const override { return true; }
    bool gathers_parameters() const override { return true; }
    std::size_t tensor_count() const override { return within_->tensor_count(); }
    void weights_written() override { within_->weights_written(); }
    void set_updates(std::int64_t updates) override { within_->set_updates(updates); }
    /// Visits whole parameters, combined from all slices, on all ranks.
    void for_each_parameter(
        const std::function<void(const std::string&, const at::Tensor&)>& visit) const override;
    std::string match_copies() override;

private:
    const arch::TensorPart& part_of(const std::string& state) const;
    std::vector<StatePiece> of_whole(std::vector<StatePiece> pieces) const;

    const std::unique_ptr<Strategy> within_;
    parallel::Group& slices_;
    model::Parameters& parameters_;
};

} // namespace tunedesk::train
