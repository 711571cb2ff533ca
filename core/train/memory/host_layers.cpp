// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memory/host_layers.h"

#include "memory/torch_headers.h"

namespace tunedesk::train {

HostLayers::HostLayers(model::Network& model, const ModelLayout& layout, std::shared_ptr<HostLink> link,
                       bool with_gradients)
    : link_(std::move(link)), layers_(layout.blocks.size()) {
    const at::NoGradGuard no_gradients;
    for (std::size_t block = 0; block < layers_.size(); ++block)
        if (layout.has(block)) move_to_host(model, block, layout.blocks[block], with_gradients);
}

void HostLayers::move_to_host(model::Network& model, std::size_t block, const BlockLayout& layout,
                              bool with_gradients) {
    HostLayer& layer = layers_[block];
    auto& all = model.parameters().all();
    const auto [first, last] = model.parameters_of_block(block);
    const at::ScalarType type = all[first].value.scalar_type();
    layer.parameters = link_->host_memory({layout.elements}, type).zero_();
    for (std::size_t i = first; i < last; ++i) {
        const at::Tensor& value = all[i].value;
        const at::Tensor made = all[i].at_rest();
        all[i].host_value =
            layer.parameters.narrow(0, layout.begin_of(value), value.numel()).view(value.sizes());
        all[i].host_value.copy_(made);
    }
    if (with_gradients && layout.last > layout.first)
        layer.gradients = link_->host_memory({layout.elements}, type);
    layout.lie_in({});
}

BlockSource::Transfer HostLayers::fetch_parameters(std::size_t block, const at::Tensor& slot) {
    return link_->fetch(slot, layers_[block].parameters);
}

void HostLayers::store_parameters(std::size_t block, const at::Tensor& slot) {
    link_->put(layers_[block].parameters, slot);
}

BlockSource::Transfer HostLayers::fetch_gradients(std::size_t block, const at::Tensor& slot) {
    return link_->fetch(slot, layers_[block].gradients);
}

BlockSource::Transfer HostLayers::store_gradients(std::size_t block, const at::Tensor& slot) {
    layers_[block].has_gradients = true;
    return link_->put(layers_[block].gradients, slot);
}

void HostLayers::drop_gradients() {
    for (HostLayer& layer : layers_)
        layer.has_gradients = false;
}

} // namespace tunedesk::train
