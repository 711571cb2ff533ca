// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/augment/color_operations.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

namespace tunedesk::image {

namespace {

using Levels = std::array<std::uint8_t, 256>;
using Histogram = std::array<std::uint64_t, 256>;

/// Pillow's Image.blend: from `degenerate` (factor 0) to `original` (1) and beyond, clipped.
std::uint8_t blended(int degenerate, int original, float factor) {
    const float value = static_cast<float>(degenerate) + factor * static_cast<float>(original - degenerate);
    return static_cast<std::uint8_t>(std::clamp(value, 0.0F, 255.0F));
}

/// The brightness of a pixel, as in convert("L") (ITU-R 601-2).
int gray_of(const std::uint8_t* pixel) {
    return (pixel[0] * 19595 + pixel[1] * 38470 + pixel[2] * 7471 + 0x8000) >> 16;
}

template <class Value>
Levels levels_of(Value value) {
    Levels levels{};
    for (std::size_t i = 0; i < levels.size(); ++i)
        levels[i] = value(static_cast<int>(i));
    return levels;
}

void map_levels(Picture& picture, const Levels& levels) {
    for (std::uint8_t& value : picture.pixels())
        value = levels[value];
}

/// Maps each channel by levels computed from its histogram.
template <class LevelsOf>
void map_by_channel(Picture& picture, LevelsOf of) {
    std::array<Histogram, 3> counts{};
    const std::span<std::uint8_t> pixels = picture.pixels();
    for (std::size_t i = 0; i < pixels.size(); i += 3)
        for (std::size_t c = 0; c < 3; ++c)
            ++counts[c][pixels[i + c]];
    const std::array<Levels, 3> levels = {of(counts[0]), of(counts[1]), of(counts[2])};
    for (std::size_t i = 0; i < pixels.size(); i += 3)
        for (std::size_t c = 0; c < 3; ++c)
            pixels[i + c] = levels[c][pixels[i + c]];
}

std::uint8_t unchanged(int level) {
    return static_cast<std::uint8_t>(level);
}

Levels stretched(const Histogram& counts) {
    std::size_t low = 0, high = 255;
    while (low < 255 && counts[low] == 0)
        ++low;
    while (high > 0 && counts[high] == 0)
        --high;
    if (high <= low) return levels_of(unchanged);
    const double scale = 255.0 / static_cast<double>(high - low);
    const double offset = -static_cast<double>(low) * scale;
    return levels_of([&](int level) {
        return static_cast<std::uint8_t>(std::clamp(static_cast<int>(level * scale + offset), 0, 255));
    });
}

Levels equalized(const Histogram& counts) {
    const std::uint64_t pixels = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    const auto last = std::find_if(counts.rbegin(), counts.rend(), [](std::uint64_t n) { return n > 0; });
    const std::uint64_t step = (pixels - *last) / 255; // 0 if there is only one level
    if (step == 0) return levels_of(unchanged);
    std::uint64_t sum = step / 2;
    return levels_of([&](int level) {
        const std::uint64_t before = std::exchange(sum, sum + counts[static_cast<std::size_t>(level)]);
        return static_cast<std::uint8_t>(std::min<std::uint64_t>(before / step, 255));
    });
}

} // namespace

void adjust_brightness(Picture& picture, float factor) {
    map_levels(picture, levels_of([&](int level) { return blended(0, level, factor); }));
}

void adjust_color(Picture& picture, float factor) {
    const std::span<std::uint8_t> pixels = picture.pixels();
    for (std::size_t i = 0; i < pixels.size(); i += 3) {
        const int gray = gray_of(&pixels[i]);
        for (std::size_t c = 0; c < 3; ++c)
            pixels[i + c] = blended(gray, pixels[i + c], factor);
    }
}

void adjust_contrast(Picture& picture, float factor) {
    const std::span<const std::uint8_t> pixels = std::as_const(picture).pixels();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < pixels.size(); i += 3)
        sum += static_cast<std::uint64_t>(gray_of(&pixels[i]));
    const double mean = static_cast<double>(sum) / static_cast<double>(pixels.size() / 3);
    const int gray = static_cast<int>(mean + 0.5);
    map_levels(picture, levels_of([&](int level) { return blended(gray, level, factor); }));
}

void adjust_sharpness(Picture& picture, float factor) {
    const int width = picture.width(), height = picture.height();
    if (width < 3 || height < 3) return; // edges are not smoothed
    const auto bytes = std::size_t{3} * static_cast<std::size_t>(width);
    // The original rows above and at the current one.
    std::vector<std::uint8_t> above(picture.row(0), picture.row(0) + bytes), middle(bytes);
    for (int y = 1; y < height - 1; ++y) {
        std::uint8_t* row = picture.row(y);
        const std::uint8_t* below = picture.row(y + 1);
        std::memcpy(middle.data(), row, bytes);
        for (std::size_t i = 3; i + 3 < bytes; ++i) {
            int sum = 4 * middle[i]; // a kernel of ones, with 5 in its center
            for (const std::uint8_t* from :
                 {std::as_const(above).data(), std::as_const(middle).data(), below})
                sum += from[i - 3] + from[i] + from[i + 3];
            row[i] = blended((2 * sum + 13) / 26, middle[i], factor); // sum / 13, rounded
        }
        std::swap(above, middle);
    }
}

void posterize(Picture& picture, int bits) {
    const int mask = ~((1 << (8 - bits)) - 1);
    map_levels(picture, levels_of([&](int level) { return static_cast<std::uint8_t>(level & mask); }));
}

void solarize(Picture& picture, double threshold) {
    map_levels(picture, levels_of([&](int level) {
                   return static_cast<std::uint8_t>(level < threshold ? level : 255 - level);
               }));
}

void autocontrast(Picture& picture) {
    map_by_channel(picture, stretched);
}

void equalize(Picture& picture) {
    map_by_channel(picture, equalized);
}

} // namespace tunedesk::image
