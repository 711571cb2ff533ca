// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/picture.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tunedesk::image {

/// Mixup (Zhang et al. 2018) and cutmix (Yun et al. 2019) of a batch, each image with the previous one and
/// the first with the last, as in torchvision. Each alpha is the parameter of Beta(alpha, alpha), 0: off; if
/// both are on, each is used for half of the batches.
struct MixSpec {
    double mixup_alpha = 0, cutmix_alpha = 0;
};

/// The mixing of one batch. Immutable.
struct Mix {
    enum class Kind { none, mixup, cutmix };
    Kind kind = Kind::none;
    /// The weight of the image's own label; that of the other's is 1 - lambda. For cutmix 1 minus the box's
    /// fraction of the area.
    double lambda = 1;
    Box box = {}; ///< for cutmix: the area taken from the other image
};

/// The image that image `i` of `count` is mixed with.
constexpr std::size_t mix_partner(std::size_t i, std::size_t count) {
    return i == 0 ? count - 1 : i - 1;
}

/// Drawn from the seed and `batch`, the index of the batch among all of the run's (steps, or micro-batches
/// and ranks within them if these are mixed separately): the same after a resume.
Mix draw_mix(const MixSpec& spec, int width, int height, std::uint64_t seed, std::uint64_t batch);

/// Mixes a batch [count, 3, height, width] of fp32 images in place.
void apply_mix(const Mix& mix, std::span<float> images, std::size_t count, int width, int height);

} // namespace tunedesk::image
