// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "model/layers/linear_layer.h"
#include "model/parameters.h"

#include <memory>
#include <vector>

namespace tunedesk::model {

/// One block of a model. `hidden` is [rows, width]; if it is defined, the embeddings use it in place of their
/// table's word embeddings.
class Block {
public:
    virtual ~Block() = default;
    virtual at::Tensor forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                               const Pass& pass) const = 0;
    /// The block's linear layer of this role, to be replaced or adapted before a pass; null if it has none.
    virtual LinearLayer* linear(arch::Role role) = 0;
};

/// A model's last block, whose last linear layer computes the outputs.
class Head : public Block {
public:
    /// The input of the last layer for the arguments of forward(): [rows, width].
    virtual at::Tensor features(const at::Tensor& rows_read, const std::shared_ptr<const Batch>& batch,
                                const Pass& pass) const = 0;
    virtual const LinearLayer& output_layer() const = 0;
};

/// The blocks of `spec`, whose parameters are added to `parameters`, uninitialised. Dropout layers are
/// numbered through the model: the embeddings 0, three a layer, then the head's two, then one a layer inside
/// its MLP.
std::unique_ptr<Block> make_embeddings(const arch::ModelSpec& spec, Parameters& parameters,
                                       const Placement& placement);
/// Replaces embeddings that an earlier pipeline stage holds: passes the hidden states on.
std::unique_ptr<Block> make_no_embeddings();
/// The embeddings of an image model.
std::unique_ptr<Block> make_patch_embeddings(const arch::ModelSpec& spec, Parameters& parameters,
                                             const Placement& placement);
/// Images [images, channels, size, size] as rows of pixels, [images * patches, channels * patch * patch].
at::Tensor patches_of(const at::Tensor& pixels, const arch::ImageKind& image);
/// A post-norm layer. The last layer computes only the first tokens' rows if the head reads no others.
std::unique_ptr<Block> make_layer(const arch::ModelSpec& spec, std::size_t index, Parameters& parameters,
                                  const Placement& placement);
/// A pre-norm layer. `rotary`: shared by all layers; null without rotary positions.
std::unique_ptr<Block> make_pre_norm_layer(const arch::ModelSpec& spec, std::size_t index,
                                           Parameters& parameters, const Placement& placement,
                                           std::shared_ptr<RotaryTable> rotary);
/// Logits [rows, labels] of the rows [rows, width] that the spec's readout names: the head that its
/// parameters are those of.
std::unique_ptr<Head> make_head(const arch::ModelSpec& spec, Parameters& parameters,
                                const Placement& placement);
std::unique_ptr<Head> make_classification_head(const arch::ModelSpec& spec, Parameters& parameters,
                                               const Placement& placement);
std::unique_ptr<Head> make_linear_head(const arch::ModelSpec& spec, Parameters& parameters,
                                       const Placement& placement);

/// Replaces a head that a later stage holds, or a missing one: passes the rows on.
std::unique_ptr<Head> make_no_head();

} // namespace tunedesk::model
