// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "arch/stage_layers.h"
#include "model/block_visitor.h"
#include "model/blocks.h"
#include "model/parameters.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tunedesk::model {

/// A model's blocks (embeddings and layers) and head, with their parameters, passes and visitors. For a
/// pipeline stage it has only the stage's layers: the stage's first layer is block 1, and if other stages
/// hold the embeddings or the head, block 0 or the head has no parameters and passes rows on. With tensor
/// ranks (Placement) its matrices are this rank's slices. Thread rule: one thread makes changes; passes
/// without gradients may run on several.
class Network {
public:
    /// Makes the blocks with uninitialised parameters, all or those of a pipeline stage; parameters of other
    /// stages take no memory. Throws Error 4349 or 4333 for an unsupported spec.
    Network(const arch::ModelSpec& spec, const Placement& placement,
            const std::optional<arch::StageLayers>& stage);

    /// Runs the blocks and returns the hidden rows that the head reads, as the spec's readout says:
    /// [sequences, width], or of every token [rows, width]. `words`, [rows, width of the tables], replaces
    /// the rows' word embeddings, to compute gradients with respect to them. On a stage without the
    /// embeddings, `words` is the output [rows, width] of the previous stage; a stage without the head
    /// returns its last layer's output.
    at::Tensor encode(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                      const at::Tensor& words = {}) const;
    /// The head's outputs for rows that encode() returned: as many rows, [.., outputs].
    at::Tensor head(const at::Tensor& rows, const std::shared_ptr<const Batch>& batch,
                    const Pass& pass) const;
    /// The input of the head's last layer, output_layer(): [.., width].
    at::Tensor head_features(const at::Tensor& rows, const std::shared_ptr<const Batch>& batch,
                             const Pass& pass) const;
    /// The head's last layer. If its weight is tied to a word embedding table on another pipeline stage, the
    /// weight is a copy that is not a parameter and is filled by TiedTable.
    const LinearLayer& output_layer() const { return head_->output_layer(); }

    /// A block's linear layer of this role, to be adapted by a technique; null if there is none. Block
    /// block_count() is the head.
    LinearLayer* linear(std::size_t block, arch::Role role);

    /// Number of blocks, without the head.
    std::size_t block_count() const { return blocks_.size(); }
    /// The parameters of a block, [first, last) of parameters().all(); block_count() is the head.
    std::pair<std::size_t, std::size_t> parameters_of_block(std::size_t block) const;
    /// Trains only the model's blocks from `block` on (0: embeddings; the last: head). Parameters frozen by
    /// the spec stay frozen.
    void train_from_block(std::size_t block);
    /// The first block with gradients. 0 on a stage without the embeddings if an earlier stage is trained,
    /// because its input then has a gradient.
    std::size_t first_trained_block() const { return first_trained_; }
    /// Keeps of the layers' activations only the inputs of every `layers` of them, which are recomputed in
    /// the backward pass; 0 keeps all.
    void checkpoint_activations(std::int64_t layers) { checkpointed_layers_ = layers; }
    std::int64_t checkpointed_layers() const { return checkpointed_layers_; }
    /// Adds a visitor of all later passes, after those added before. It must outlive the passes or be
    /// removed.
    void add_visitor(BlockVisitor& visitor) { visitors_->add(visitor); }
    void remove_visitor(const BlockVisitor& visitor) { visitors_->remove(visitor); }
    /// Whether passes are collectives (see BlockVisitor); one thread must then make them.
    bool has_collective_passes() const { return placement_.tensor || visitors_->any_is_collective(); }
    /// Notifies the visitors of a forward pass without computing it, on a rank without samples.
    void shadow_forward(const Pass& pass, bool has_backward) const;
    /// The same for its backward pass, after shadow_forward(). Calls `leaves` for each trained block, the
    /// head first, when its gradients would be complete.
    void shadow_backward(const std::function<void(std::size_t block)>& leaves) const;

    Parameters& parameters() { return parameters_; }
    const Parameters& parameters() const { return parameters_; }
    /// The specification of the whole model.
    const arch::ModelSpec& spec() const { return spec_; }
    const arch::StageLayers& stage() const { return stage_; }
    const Placement& placement() const { return placement_; }

private:
    std::vector<at::Tensor> trained_of_blocks(std::size_t begin, std::size_t end) const;
    void find_first_trained();

    arch::ModelSpec spec_;
    arch::StageLayers stage_;
    std::size_t trained_from_ = 0; ///< block of the model
    Placement placement_;
    Parameters parameters_;
    std::shared_ptr<BlockVisitors> visitors_ = std::make_shared<BlockVisitors>();
    std::vector<std::unique_ptr<Block>> blocks_; ///< embeddings, then layers
    std::unique_ptr<Head> head_;
    std::vector<std::size_t> block_ends_; ///< end of each block's parameters
    std::size_t first_trained_ = 0;
    std::int64_t checkpointed_layers_ = 0;
};

} // namespace tunedesk::model
