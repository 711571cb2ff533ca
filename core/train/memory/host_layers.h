// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/memory/block_layout.h"
#include "train/memory/block_source.h"
#include "train/memory/host_link.h"

#include <memory>
#include <vector>

namespace tunedesk::train {

/// memory.offload: parameters. The encoder layers' parameters, and their gradients of the step, are in host
/// memory; transfers are copies over a HostLink.
class HostLayers : public BlockSource {
public:
    /// Moves the parameters of `layout` to the host, unless Placement::layers_on_host has created them there;
    /// model::Parameter::home holds their values from here on, and their storages have no memory.
    HostLayers(model::Network& model, const ModelLayout& layout, std::shared_ptr<HostLink> link,
               bool with_gradients);

    Transfer fetch_parameters(std::size_t block, const at::Tensor& slot) override;
    void store_parameters(std::size_t block, const at::Tensor& slot) override;
    bool has_gradients(std::size_t block) const override { return layers_[block].has_gradients; }
    Transfer fetch_gradients(std::size_t block, const at::Tensor& slot) override;
    Transfer store_gradients(std::size_t block, const at::Tensor& slot) override;
    void drop_gradients() override;
    void await(Transfer transfer) override { link_->await(transfer); }
    void finish() override { link_->finish(); }

private:
    struct HostLayer {
        at::Tensor parameters, gradients; ///< flat; undefined for embeddings and head
        bool has_gradients = false;       ///< gradients of this step are stored
    };
    void move_to_host(model::Network& model, std::size_t block, const BlockLayout& layout,
                      bool with_gradients);

    std::shared_ptr<HostLink> link_;
    std::vector<HostLayer> layers_; ///< by block
};

} // namespace tunedesk::train
