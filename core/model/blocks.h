// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "model/layers/linear_layer.h"
#include "model/parameters.h"

#include <memory>
#include <vector>

namespace tunedesk::model {

/// One block of a model. `hidden` is [rows, width]; the embeddings take it, where it is defined, for each
/// row's word embedding in place of their table's.
class Block {
public:
    virtual ~Block() = default;
    virtual at::Tensor forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                               const Pass& pass) const = 0;
    /// The block's linear layer of this role, to be replaced or adapted before a pass; null if it has none.
    virtual LinearLayer* linear(arch::Role role) = 0;
};

/// A model's last block, whose last linear layer makes the outputs.
class Head : public Block {
public:
    /// What the last layer is applied to, for forward()'s arguments: [rows, width].
    virtual at::Tensor features(const at::Tensor& rows_read, const std::shared_ptr<const Batch>& batch,
                                const Pass& pass) const = 0;
    virtual const LinearLayer& output_layer() const = 0;
};

/// The blocks of `spec`, whose parameters are added to `parameters`, uninitialised. Dropout layers are
/// numbered through the model: the embeddings 0, three a layer, then the head's two, then one a layer inside
/// its MLP.
std::unique_ptr<Block> make_embeddings(const arch::ModelSpec& spec, Parameters& parameters,
                                       const Placement& placement);
/// In the place of the embeddings that an earlier pipeline stage holds: the hidden rows as they are.
std::unique_ptr<Block> make_no_embeddings();
/// Of a model that reads images.
std::unique_ptr<Block> make_patch_embeddings(const arch::ModelSpec& spec, Parameters& parameters,
                                             const Placement& placement);
/// Images [images, channels, size, size] as rows of pixels, [images * patches, channels * patch * patch].
at::Tensor patches_of(const at::Tensor& pixels, const arch::ImageKind& image);
/// One with norms behind its residual sums. The last layer computes the first tokens' rows alone, where the
/// head reads no others.
std::unique_ptr<Block> make_layer(const arch::ModelSpec& spec, std::size_t index, Parameters& parameters,
                                  const Placement& placement);
/// One of a model whose norms stand before its parts. `rotary`: of all its layers; null without.
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

/// In the place of a head that a later stage holds, or of none: the rows as they are.
std::unique_ptr<Head> make_no_head();

} // namespace tunedesk::model
