// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/augment/mix.h"
#include "model/operations.h"
#include "preset/preset.h"

#include <memory>

namespace tunedesk::train {

/// Mixup and cutmix of training batches: mixes each image and its label with another of its micro-batch.
/// Drawn from seed, step, micro-batch and rank, so that a resumed run repeats them; a different division into
/// micro-batches changes them. Thread rule: immutable.
class ImageMixer {
public:
    explicit ImageMixer(const Preset& preset);

    bool is_on() const { return spec_.mixup_alpha > 0 || spec_.cutmix_alpha > 0; }
    /// The batch with mixed pixels and with Batch::other_labels for the losses.
    std::shared_ptr<const model::Batch> mixed(const std::shared_ptr<const model::Batch>& batch,
                                              const model::Pass& pass, std::uint32_t ranks) const;

private:
    image::MixSpec spec_;
    std::uint64_t seed_;
};

} // namespace tunedesk::train
