// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/augment/mix.h"
#include "model/operations.h"
#include "preset/preset.h"

#include <memory>

namespace tunedesk::train {

/// Mixup and cutmix of training batches: each image with another of its micro-batch, the labels by parts.
/// Drawn by seed, step, micro-batch and rank, so that a resume repeats them; other divisions into
/// micro-batches mix other images. Thread rule: immutable.
class ImageMixer {
public:
    explicit ImageMixer(const Preset& preset);

    bool is_on() const { return spec_.mixup_alpha > 0 || spec_.cutmix_alpha > 0; }
    /// The batch with mixed pixels, and what the losses are of: Batch::other_labels.
    std::shared_ptr<const model::Batch> mixed(const std::shared_ptr<const model::Batch>& batch,
                                              const model::Pass& pass, std::uint32_t ranks) const;

private:
    image::MixSpec spec_;
    std::uint64_t seed_;
};

} // namespace tunedesk::train
