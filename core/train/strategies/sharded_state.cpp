// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/sharded_state.h"

#include "memory/torch_headers.h"

#include <torch/csrc/autograd/autograd.h>

namespace tunedesk::train {

namespace {

/// In buffers of the blocks' own where the rank keeps whole gradients, else in slots.
std::unique_ptr<GradientBlocks> gradients_of(const Shards& shards, const model::Network& network,
                                             BlockSource& source) {
    std::vector<at::Tensor> whole;
    bool keeps_whole = false;
    for (std::size_t block = 0; block < shards.layout().blocks.size(); ++block) {
        whole.push_back(shards.whole_gradients(block));
        keeps_whole = keeps_whole || whole.back().defined();
    }
    if (keeps_whole) return std::make_unique<GradientBlocks>(shards.layout(), source, whole);
    const at::TensorOptions options =
        at::TensorOptions(network.placement().device).dtype(network.parameters().type());
    return std::make_unique<GradientBlocks>(shards.layout(), source, options, order_of(network).checkpointed);
}

} // namespace

ShardedState::ShardedState(parallel::Group& data, model::Network& network, Shards& shards,
                           Optimizer& optimizer)
    : Sharded(data, network, shards, optimizer), source_(shards, data),
      gradients_(gradients_of(shards, network, source_)) {}

void ShardedState::backward(const at::Tensor& loss, bool last) {
    source_.begin_backward(last);
    torch::autograd::backward({loss}, {});
}

void ShardedState::shadow_backward(bool last) {
    source_.begin_backward(last);
    network_.shadow_backward([this](std::size_t block) { gradients_->store_zeros(block); });
}

void ShardedState::finish_gradients() {
    source_.finish();
    gradients_->leave_rooms();
}

void ShardedState::spread() {
    source_.spread(ShardSource::Spread::trained);
    source_.finish();
}

/// A frozen block has its other chunks from the model's folder, which may be another by now.
void ShardedState::weights_written() {
    source_.spread(ShardSource::Spread::all);
    source_.finish();
}

void ShardedState::for_each_parameter(
    const std::function<void(const std::string&, const at::Tensor&)>& visit) const {
    for (const model::Parameter& parameter : network_.parameters().all())
        if (parameter.is_saved) visit(parameter.name, parameter.at_rest());
}

} // namespace tunedesk::train
