// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/transform.h"

#include <algorithm>
#include <utility>

namespace tunedesk::image {

namespace {

/// The size whose shorter side is `shorter`, as in torchvision's Resize.
std::pair<int, int> scaled(int width, int height, int shorter) {
    const auto longer = [&](int side, int other) {
        return static_cast<int>(std::int64_t{shorter} * side / other);
    };
    return width <= height ? std::pair(shorter, longer(height, width))
                           : std::pair(longer(width, height), shorter);
}

} // namespace

Transform::Transform(const TransformSpec& spec) : spec_(spec), normalizer_(spec.mean, spec.std) {}

std::size_t Transform::numbers() const {
    return std::size_t{3} * static_cast<std::size_t>(spec_.size) * static_cast<std::size_t>(spec_.size);
}

Picture Transform::resized(const Picture& from, const SampleKey& key) const {
    const int size = spec_.size;
    switch (spec_.crop) {
    case TransformSpec::Crop::none:
        break;
    case TransformSpec::Crop::center: {
        const auto [width, height] = scaled(from.width(), from.height(), spec_.shorter_side);
        const Picture whole = resize(from.view(), width, height, spec_.filter);
        return resize(whole.view().part(center_box(width, height, size, size)), size, size, spec_.filter);
    }
    case TransformSpec::Crop::padded: {
        const Picture part = padded_crop(from.view(), spec_.padding, random_shift(spec_.padding, key));
        return resize(part.view(), size, size, spec_.filter);
    }
    case TransformSpec::Crop::random_resized: {
        const Box box = random_resized_box(from.width(), from.height(), spec_.ranges, key);
        return resize(from.view().part(box), size, size, spec_.filter);
    }
    }
    return resize(from.view(), size, size, spec_.filter);
}

Picture Transform::picture(const Picture& from, const SampleKey& key) const {
    Picture made = resized(from, key);
    if (spec_.flip && flips(key)) flip_horizontally(made);
    return rand_augment(std::move(made), spec_.rand_augment, key);
}

void Transform::write(const Picture& from, const SampleKey& key, std::span<float> to) const {
    normalizer_.write(picture(from, key).view(), to);
}

} // namespace tunedesk::image
