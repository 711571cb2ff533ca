// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tunedesk::image {

/// Mixup (Zhang et al. 2018) and cutmix (Yun et al. 2019) of a batch, each image with the one before it and
/// the first with the last, as torchvision pairs them. Each alpha is that of Beta(alpha, alpha), 0: off; with
/// both on, each has half of the batches.
struct MixSpec {
    double mixup_alpha = 0, cutmix_alpha = 0;
};

/// What becomes of a batch. Immutable.
struct Mix {
    enum class Kind { none, mixup, cutmix };
    Kind kind = Kind::none;
    /// The part of the own label, of 1; the other's is the rest. For cutmix 1 less the box's part of the
    /// area.
    double lambda = 1;
    Box box = {}; ///< of cutmix: what comes from the other image
};

/// The image that image `i` of `count` is mixed with.
constexpr std::size_t mix_partner(std::size_t i, std::size_t count) {
    return i == 0 ? count - 1 : i - 1;
}

/// Drawn from the seed and `batch`, the number of the batch among all of the run's (steps, or micro-batches
/// and ranks within them where those are mixed one by one): the same on a resume.
Mix draw_mix(const MixSpec& spec, int width, int height, std::uint64_t seed, std::uint64_t batch);

/// Mixes a batch [count, 3, height, width] of fp32 images in place.
void apply_mix(const Mix& mix, std::span<float> images, std::size_t count, int width, int height);

} // namespace tunedesk::image
