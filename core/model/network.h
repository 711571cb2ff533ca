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

/// A model's ordered blocks, which are the embeddings and the layers, and its head: their parameters, their
/// passes, and what happens between two blocks. Of a pipeline stage it has the stage's layers alone; blocks
/// are counted from the stage's own first layer, which is block 1, and where other stages hold the embeddings
/// or the head, block 0 or the head has no parameters and passes rows on. With tensor ranks (Placement) its
/// matrices are this rank's slices. Thread rule: one thread makes
/// changes; passes without gradients may run on several.
class Network {
public:
    /// Makes the blocks with uninitialised parameters, all or those of a pipeline stage; parameters of other
    /// stages take no memory. Throws Error 4349 or 4333 for what no block computes.
    Network(const arch::ModelSpec& spec, const Placement& placement,
            const std::optional<arch::StageLayers>& stage);

    /// Runs the blocks and returns the hidden rows that the head reads, as the spec's readout says:
    /// [sequences, width], or of every token [rows, width]. `words`, [rows, width of the tables], replaces
    /// the rows' word embeddings, so that a gradient by them exists. Of a stage without the embeddings
    /// `words` are the rows [rows, width] that leave the stage before; one without the head returns those
    /// that leave it.
    at::Tensor encode(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                      const at::Tensor& words = {}) const;
    /// The head's outputs for rows that encode() returned: as many rows, [.., outputs].
    at::Tensor head(const at::Tensor& rows, const std::shared_ptr<const Batch>& batch,
                    const Pass& pass) const;
    /// What the head's last layer, output_layer(), is applied to: [.., width].
    at::Tensor head_features(const at::Tensor& rows, const std::shared_ptr<const Batch>& batch,
                             const Pass& pass) const;
    /// Where the word embeddings' table is its weight and another pipeline stage has that, the weight is a
    /// copy, which is no parameter and which its owner fills.
    const LinearLayer& output_layer() const { return head_->output_layer(); }

    /// A block's linear layer of this role, or null: the place where a technique sets what stands between the
    /// product and the result. Block block_count() is the head.
    LinearLayer* linear(std::size_t block, arch::Role role);

    /// Without the head.
    std::size_t block_count() const { return blocks_.size(); }
    /// The parameters of a block, [first, last) of parameters().all(); block_count() is the head.
    std::pair<std::size_t, std::size_t> parameters_of_block(std::size_t block) const;
    /// Leaves gradients to the model's blocks from this one on, of which 0 are the embeddings and the last
    /// the head. What the spec does not train stays as it is.
    void train_from_block(std::size_t block);
    /// Blocks before it run without gradients. Of a stage without the embeddings 0 where a stage before it
    /// trains: then the rows that enter it have a gradient.
    std::size_t first_trained_block() const { return first_trained_; }
    /// Keeps of the layers' activations only the inputs of every `layers` of them, which are recomputed in
    /// the backward pass; 0 keeps all.
    void checkpoint_activations(std::int64_t layers) { checkpointed_layers_ = layers; }
    std::int64_t checkpointed_layers() const { return checkpointed_layers_; }
    /// From now on `visitor` hears of the passes, after those that were added before it. It must outlive
    /// them, or be removed.
    void add_visitor(BlockVisitor& visitor) { visitors_->add(visitor); }
    void remove_visitor(const BlockVisitor& visitor) { visitors_->remove(visitor); }
    /// Whether ranks must make the same number of passes: see BlockVisitor. Then one thread makes them.
    bool has_collective_passes() const { return placement_.tensor || visitors_->any_is_collective(); }
    /// Announces to the visitors a forward pass that computes nothing: of a rank without samples.
    void shadow_forward(const Pass& pass, bool has_backward) const;
    /// Likewise of its backward pass, after shadow_forward(); `leaves` is called behind each block that is
    /// trained, the head first, when its gradients would be complete.
    void shadow_backward(const std::function<void(std::size_t block)>& leaves) const;

    Parameters& parameters() { return parameters_; }
    const Parameters& parameters() const { return parameters_; }
    /// Of the whole model.
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
    std::vector<std::size_t> block_ends_; ///< the parameters of block i end before the i-th of these
    std::size_t first_trained_ = 0;
    std::int64_t checkpointed_layers_ = 0;
};

} // namespace tunedesk::model
