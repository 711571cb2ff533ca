// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/crop.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace tunedesk::image {

namespace {

/// Rounds to the nearest integer, halves to even, as Python's round().
int rounded(double value) {
    return static_cast<int>(std::nearbyint(value));
}

constexpr int crop_attempts = 10;

} // namespace

Box center_box(int picture_width, int picture_height, int width, int height) {
    width = std::min(width, picture_width);
    height = std::min(height, picture_height);
    return {rounded((picture_width - width) / 2.0), rounded((picture_height - height) / 2.0), width, height};
}

Box random_resized_box(int width, int height, const CropRanges& ranges, const SampleKey& key) {
    PhiloxStream random = stream_of(key, Draw::crop);
    const double area = static_cast<double>(width) * height;
    const double least = std::log(ranges.least_ratio), most = std::log(ranges.most_ratio);
    for (int i = 0; i < crop_attempts; ++i) {
        const double target =
            area * (ranges.least_scale + (ranges.most_scale - ranges.least_scale) * random.uniform());
        const double ratio = std::exp(least + (most - least) * random.uniform());
        const int w = rounded(std::sqrt(target * ratio)), h = rounded(std::sqrt(target / ratio));
        if (w <= 0 || w > width || h <= 0 || h > height) continue;
        const auto y = static_cast<int>(random.below(static_cast<std::uint64_t>(height - h + 1)));
        const auto x = static_cast<int>(random.below(static_cast<std::uint64_t>(width - w + 1)));
        return {x, y, w, h};
    }
    const double ratio = static_cast<double>(width) / height;
    int w = width, h = height;
    if (ratio < ranges.least_ratio)
        h = std::clamp(rounded(w / ranges.least_ratio), 1, height);
    else if (ratio > ranges.most_ratio)
        w = std::clamp(rounded(h * ranges.most_ratio), 1, width);
    return {(width - w) / 2, (height - h) / 2, w, h};
}

Shift random_shift(int padding, const SampleKey& key) {
    PhiloxStream random = stream_of(key, Draw::crop);
    const auto places = static_cast<std::uint64_t>(2 * padding + 1);
    const auto y = static_cast<int>(random.below(places));
    return {static_cast<int>(random.below(places)), y};
}

Picture padded_crop(const PictureView& from, int padding, Shift shift) {
    Picture made(from.width(), from.height());
    const int left = shift.x - padding, top = shift.y - padding; // position of the crop in `from`
    const int begin = std::clamp(-left, 0, made.width()),
              end = std::clamp(from.width() - left, begin, made.width());
    for (int y = 0; y < made.height(); ++y) {
        std::uint8_t* to = made.row(y);
        const auto bytes = [](int pixels) { return std::size_t{3} * static_cast<std::size_t>(pixels); };
        if (y + top < 0 || y + top >= from.height() || begin == end) {
            std::memset(to, 0, bytes(made.width()));
            continue;
        }
        std::memset(to, 0, bytes(begin));
        std::memcpy(to + bytes(begin), from.row(y + top) + std::ptrdiff_t{3} * (begin + left),
                    bytes(end - begin));
        std::memset(to + bytes(end), 0, bytes(made.width() - end));
    }
    return made;
}

bool flips(const SampleKey& key) {
    return stream_of(key, Draw::flip).next32() & 1;
}

void flip_horizontally(Picture& picture) {
    using Pixel = std::array<std::uint8_t, 3>;
    static_assert(sizeof(Pixel) == 3);
    for (int y = 0; y < picture.height(); ++y) {
        auto* left = reinterpret_cast<Pixel*>(picture.row(y));
        std::reverse(left, left + picture.width());
    }
}

} // namespace tunedesk::image
