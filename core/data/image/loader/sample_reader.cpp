// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/loader/sample_reader.h"

#include <utility>

namespace tunedesk::image {

SampleReader::SampleReader(std::shared_ptr<const ImageSource> source, const TransformSpec& transform,
                           const ReaderSpec& spec)
    : source_(std::move(source)), transform_(transform), spec_(spec),
      cache_(source_->entries().size(), spec.cache_bytes) {}

std::shared_ptr<const Picture> SampleReader::decoded(std::uint32_t number) {
    if (auto kept = cache_.find(number)) return kept;
    auto picture = std::make_shared<const Picture>(source_->picture(number, spec_.decode));
    cache_.keep(number, picture);
    return picture;
}

void SampleReader::read(std::uint32_t number, std::uint32_t epoch, std::span<float> to) {
    transform_.write(*decoded(number), {spec_.seed, epoch, number}, to);
}

} // namespace tunedesk::image
