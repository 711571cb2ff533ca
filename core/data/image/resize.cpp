// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/resize.h"

#include "data/image/resize_passes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace tunedesk::image {

namespace plain {
extern const ResizePasses passes;
}
#ifdef __x86_64__
namespace avx2 {
extern const ResizePasses passes;
}
#endif

const ResizePasses& resize_passes() {
#ifdef __x86_64__
    static const bool has_avx2 = __builtin_cpu_supports("avx2");
    if (has_avx2) return avx2::passes;
#endif
    return plain::passes;
}

namespace {

/// The filter's half width, in pixels of the longer axis.
double support_of(Filter filter) {
    return filter == Filter::bilinear ? 1.0 : 2.0;
}

/// The triangle, and Keys' cubic (1981) with a = -0.5.
double weight(Filter filter, double x) {
    x = std::abs(x);
    if (filter == Filter::bilinear) return x < 1.0 ? 1.0 - x : 0.0;
    constexpr double a = -0.5;
    if (x < 1.0) return ((a + 2.0) * x - (a + 3.0)) * x * x + 1;
    if (x < 2.0) return (((x - 5) * x + 8) * x - 4) * a;
    return 0.0;
}

/// The taps of all output pixels of an axis. Movable, because moving does not relocate the coefficients.
struct Axis {
    std::vector<Taps> taps;
    std::vector<std::int32_t> coefficients;
    int begin = 0, last = 0; ///< the range of used input pixels
};

Axis axis_of(int length, int made, Filter filter) {
    const double scale = static_cast<double>(length) / made, filter_scale = std::max(scale, 1.0);
    const double support = support_of(filter) * filter_scale, per_pixel = 1.0 / filter_scale;
    const auto most = static_cast<std::size_t>(std::ceil(support)) * 2 + 1;
    Axis axis;
    axis.taps.resize(static_cast<std::size_t>(made));
    axis.coefficients.resize(most * axis.taps.size());
    axis.begin = length;
    std::vector<double> weights(most);
    std::int32_t* coefficients = axis.coefficients.data();
    for (std::size_t i = 0; i < axis.taps.size(); ++i, coefficients += most) {
        const double center = (static_cast<double>(i) + 0.5) * scale;
        const int first = std::max(static_cast<int>(center - support + 0.5), 0);
        const int count = std::min(static_cast<int>(center + support + 0.5), length) - first;
        double total = 0;
        for (int k = 0; k < count; ++k)
            total += weights[static_cast<std::size_t>(k)] =
                weight(filter, (k + first - center + 0.5) * per_pixel);
        for (int k = 0; k < count; ++k) {
            const double share = weights[static_cast<std::size_t>(k)] / (total != 0 ? total : 1);
            coefficients[k] =
                static_cast<std::int32_t>((share < 0 ? -0.5 : 0.5) + share * (1 << coefficient_bits));
        }
        axis.taps[i] = {first, count, coefficients};
        axis.begin = std::min(axis.begin, first);
        axis.last = std::max(axis.last, first + count);
    }
    return axis;
}

/// Resizes `from` to `width`.
Picture resize_rows(const PictureView& from, int width, Filter filter) {
    const int height = from.height();
    Picture made(width, height);
    if (width == from.width()) {
        for (int y = 0; y < height; ++y)
            std::memcpy(made.row(y), from.row(y), std::size_t{3} * static_cast<std::size_t>(width));
        return made;
    }
    const Axis axis = axis_of(from.width(), width, filter);
    constexpr int block = ResizePasses::block_rows;
    std::vector<std::uint8_t> columns(std::size_t{4} * block *
                                      static_cast<std::size_t>(axis.last - axis.begin));
    for (int y = 0; y < height; y += block) {
        const std::uint8_t* rows[block];
        std::uint8_t* to[block];
        const int count = std::min(block, height - y);
        for (int i = 0; i < count; ++i) {
            rows[i] = from.row(y + i);
            to[i] = made.row(y + i);
        }
        resize_passes().horizontal(rows, count, axis.taps, axis.begin, axis.last, columns.data(), to);
    }
    return made;
}

/// Resizes `from` to `height`.
Picture resize_columns(const PictureView& from, int height, Filter filter) {
    const Axis axis = axis_of(from.height(), height, filter);
    Picture made(from.width(), height);
    const auto bytes = std::size_t{3} * static_cast<std::size_t>(from.width());
    for (int y = 0; y < height; ++y) {
        const Taps& taps = axis.taps[static_cast<std::size_t>(y)];
        resize_passes().vertical(from.row(taps.first), from.stride(), taps, made.row(y), bytes);
    }
    return made;
}

/// Whether Pillow 13 runs the vertical pass first; earlier versions always ran the horizontal one first.
bool is_vertical_first(const PictureView& from, int width, int height) {
    return height < from.height() && 2 * (from.width() - width) < from.height() - height;
}

} // namespace

Picture resize(const PictureView& from, int width, int height, Filter filter) {
    if (height == from.height()) return resize_rows(from, width, filter);
    if (width == from.width()) return resize_columns(from, height, filter);
    if (is_vertical_first(from, width, height))
        return resize_rows(resize_columns(from, height, filter).view(), width, filter);
    return resize_columns(resize_rows(from, width, filter).view(), height, filter);
}

} // namespace tunedesk::image
