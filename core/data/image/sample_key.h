// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/philox.h"

#include <cstdint>

namespace tunedesk::image {

/// Names the random numbers of one sample in one epoch: the same on every thread, rank and resume, so that
/// nothing is saved. Below 2^24 epochs and 2^32 samples.
struct SampleKey {
    std::uint64_t seed = 0;
    std::uint32_t epoch = 0, sample = 0;
};

/// What draws: each has a stream of its own, so that one more or less leaves the others' numbers as they
/// are. The values are part of every stream, and stay. None is 0, whose streams are the sampler's.
enum class Draw : std::uint8_t { crop = 1, flip = 2, rand_augment = 3, mix = 4 };

inline PhiloxStream stream_of(const SampleKey& key, Draw draw) {
    return {key.seed, std::uint64_t{static_cast<std::uint8_t>(draw)} << 56 | std::uint64_t{key.epoch} << 32 |
                          key.sample};
}

} // namespace tunedesk::image
