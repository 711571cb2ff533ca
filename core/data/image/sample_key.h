// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/philox.h"

#include <cstdint>

namespace tunedesk::image {

/// Identifies the random numbers of one sample in one epoch: the same on every thread, rank and resume, so
/// that no state is saved. Less than 2^24 epochs and 2^32 samples.
struct SampleKey {
    std::uint64_t seed = 0;
    std::uint32_t epoch = 0, sample = 0;
};

/// The uses of random numbers, each with its own stream, so that adding or removing one does not change the
/// others. The values are part of the streams and must not change. 0 is reserved for the sampler's streams.
enum class Draw : std::uint8_t { crop = 1, flip = 2, rand_augment = 3, mix = 4 };

inline PhiloxStream stream_of(const SampleKey& key, Draw draw) {
    return {key.seed, std::uint64_t{static_cast<std::uint8_t>(draw)} << 56 | std::uint64_t{key.epoch} << 32 |
                          key.sample};
}

} // namespace tunedesk::image
