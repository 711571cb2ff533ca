// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/block_parts.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

namespace {

using arch::Role;

/// Images as sequences (Dosovitskiy et al., 2021): a class row, then one row per patch, computed by a product
/// of the patch's pixels; positions are added to all.
class PatchEmbeddings : public Block {
public:
    PatchEmbeddings(const arch::ModelSpec& spec, const BlockParameters& own, const Placement& placement)
        : operations_(*placement.operations), compute_(placement.compute), image_(spec.image),
          class_token_(own.weight(Role::class_token)), position_(own.weight(Role::position)),
          weight_(own.weight(Role::patch)), bias_(own.bias(Role::patch)), dropout_(spec.embedding_dropout) {}

    /// `patches`, if defined, replaces the patches' pixels: [images * patches, values of a patch].
    at::Tensor forward(const at::Tensor& patches, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const std::int64_t images = batch->size(), width = weight_.size(0);
        const at::Tensor rows =
            operations_.linear(patches.defined() ? patches : patches_of(batch->pixels, image_),
                               weight_.view({width, -1}), bias_, compute_, at::kFloat);
        const at::Tensor all = at::cat({class_token_.to(at::kFloat).expand({images, 1, width}),
                                        rows.view({images, image_.patches(), width})},
                                       1);
        return operations_.drop(RowView(batch, false), (all + position_).view({batch->rows(), width}),
                                dropout_at(pass, 0, dropout_));
    }

    LinearLayer* linear(Role) override { return nullptr; }

private:
    const Operations& operations_;
    at::ScalarType compute_;
    arch::ImageKind image_;
    at::Tensor class_token_, position_; ///< [1, 1, width], [1, 1 + patches, width]
    at::Tensor weight_, bias_;          ///< [width, channels, patch, patch], [width]
    double dropout_;
};

} // namespace

at::Tensor patches_of(const at::Tensor& pixels, const arch::ImageKind& image) {
    const std::int64_t side = image.size / image.patch;
    return pixels.view({pixels.size(0), image.channels, side, image.patch, side, image.patch})
        .permute({0, 2, 4, 1, 3, 5})
        .reshape({-1, image.channels * image.patch * image.patch});
}

std::unique_ptr<Block> make_patch_embeddings(const arch::ModelSpec& spec, Parameters& parameters,
                                             const Placement& placement) {
    return std::make_unique<PatchEmbeddings>(spec, BlockParameters(spec, 0, parameters, placement.tensor),
                                             placement);
}

} // namespace tunedesk::model
