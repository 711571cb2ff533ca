// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/sharded_parameters.h"

#include "memory/torch_headers.h"

#include <algorithm>
#include <torch/csrc/autograd/autograd.h>

namespace tunedesk::train {

ShardedParameters::ShardedParameters(parallel::Group& data, model::Network& network, Shards& shards,
                                     Optimizer& optimizer)
    : Sharded(data, network, shards, optimizer) {
    auto source = std::make_unique<ShardSource>(shards, data);
    source_ = source.get();
    residency_ = std::make_unique<BlockResidency>(network, shards.layout(), std::move(source), true);
}

void ShardedParameters::backward(const at::Tensor& loss, bool last) {
    source_->begin_backward(last);
    torch::autograd::backward({loss}, {});
}

void ShardedParameters::shadow_backward(bool last) {
    source_->begin_backward(last);
    network_.shadow_backward([this](std::size_t block) { residency_->shadow_gradients(block); });
}

void ShardedParameters::finish_gradients() {
    residency_->end_passes();
    source_->finish();
    residency_->leave_gradients();
    residency_->evict_all();
}

/// What was gathered before the update is no longer true.
void ShardedParameters::spread() {
    residency_->evict_all();
    source_->spread(ShardSource::Spread::trained);
    source_->finish();
}

/// A frozen block has its other chunks from the model's folder, which may be another by now.
void ShardedParameters::weights_written() {
    residency_->evict_all();
    source_->spread(ShardSource::Spread::all);
    source_->finish();
}

void ShardedParameters::for_each_parameter(
    const std::function<void(const std::string&, const at::Tensor&)>& visit) const {
    const at::NoGradGuard no_gradients;
    residency_->evict_all();
    const auto& all = network_.parameters().all();
    for (std::size_t number = 0; number < shards_.layout().blocks.size(); ++number) {
        const BlockLayout& block = shards_.layout().blocks[number];
        const auto [first, last] = network_.parameters_of_block(number);
        const auto of_block = std::span(all).subspan(first, last - first);
        if (std::ranges::none_of(of_block, &model::Parameter::is_saved)) continue;
        at::Tensor whole = shards_.whole_parameters(number);
        if (!whole.defined()) {
            whole = at::empty({block.elements}, shards_.parameter_chunk(number).options());
            source_->gather(number, whole);
        }
        for (std::size_t i = first; i < last; ++i) {
            const at::Tensor& value = all[i].value;
            if (!all[i].is_saved) continue;
            visit(all[i].name, whole.narrow(0, block.begin_of(value), value.numel()).view(value.sizes()));
        }
    }
}

} // namespace tunedesk::train
