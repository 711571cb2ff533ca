// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/loader/decoded_cache.h"
#include "data/image/source/image_source.h"
#include "data/image/transform.h"

#include <cstdint>
#include <memory>
#include <span>

namespace tunedesk::image {

struct ReaderSpec {
    DecodeOptions decode = {};
    std::uint64_t cache_bytes = 0; ///< limit of decoded pictures in memory; 0: no cache
    std::uint64_t seed = 0;        ///< seed of the transform's random choices
};

/// Produces a model's inputs from a source's images: reads, decodes (or takes from the cache) and transforms
/// them. Thread rule: any number of threads.
class SampleReader {
public:
    SampleReader(std::shared_ptr<const ImageSource> source, const TransformSpec& transform,
                 const ReaderSpec& spec);

    const ImageSource& source() const { return *source_; }
    const Transform& transform() const { return transform_; }
    std::uint64_t cached_bytes() const { return cache_.bytes(); }

    /// The decoded picture. Throws the errors of ImageSource::picture().
    std::shared_ptr<const Picture> decoded(std::uint32_t number);
    /// Writes the input of image `number` in an epoch: transform().numbers() values. Throws the same errors.
    void read(std::uint32_t number, std::uint32_t epoch, std::span<float> to);

private:
    std::shared_ptr<const ImageSource> source_;
    Transform transform_;
    ReaderSpec spec_;
    DecodedCache cache_;
};

} // namespace tunedesk::image
