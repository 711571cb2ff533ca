// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/augment/affine.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace tunedesk::image {

namespace {

/// The source position of the result's pixel (x, y): (xx x + xy y + x0, yx x + yy y + y0).
struct Inverse {
    double xx = 1, xy = 0, x0 = 0;
    double yx = 0, yy = 1, y0 = 0;
};

/// Fixed-point numbers with Pillow's 16 fractional bits.
std::int64_t fixed(double value) {
    return static_cast<std::int64_t>(std::floor(value * 65536.0 + 0.5));
}

Picture black(const PictureView& like) {
    Picture made(like.width(), like.height());
    std::memset(made.row(0), 0, made.bytes());
    return made;
}

Picture transformed(const PictureView& from, const Inverse& map) {
    Picture made = black(from);
    const std::int64_t xx = fixed(map.xx), xy = fixed(map.xy), yx = fixed(map.yx), yy = fixed(map.yy);
    std::int64_t row_x = fixed(map.x0 + map.xx * 0.5 + map.xy * 0.5); // of the pixel's center
    std::int64_t row_y = fixed(map.y0 + map.yx * 0.5 + map.yy * 0.5);
    for (int y = 0; y < made.height(); ++y, row_x += xy, row_y += yy) {
        std::uint8_t* to = made.row(y);
        std::int64_t at_x = row_x, at_y = row_y;
        for (int x = 0; x < made.width(); ++x, to += 3, at_x += xx, at_y += yx) {
            const std::int64_t from_x = at_x >> 16, from_y = at_y >> 16;
            if (from_x < 0 || from_x >= from.width() || from_y < 0 || from_y >= from.height()) continue;
            std::memcpy(to, from.row(static_cast<int>(from_y)) + 3 * from_x, 3);
        }
    }
    return made;
}

constexpr double degree = std::numbers::pi / 180.0;

/// torchvision converts the angle to degrees and back.
double tangent(double amount) {
    return std::tan(std::atan(amount) / degree * degree);
}

double to_15_digits(double value) {
    return std::round(value * 1e15) / 1e15;
}

} // namespace

Picture shear_x(const PictureView& from, double amount) {
    return transformed(from, {.xy = tangent(amount)});
}

Picture shear_y(const PictureView& from, double amount) {
    return transformed(from, {.yx = tangent(amount)});
}

Picture translate(const PictureView& from, int x, int y) {
    Picture made = black(from);
    const int begin = std::clamp(x, 0, from.width()), end = std::clamp(from.width() + x, 0, from.width());
    if (begin >= end) return made;
    for (int to = std::max(y, 0); to < std::min(from.height(), from.height() + y); ++to)
        std::memcpy(made.row(to) + std::ptrdiff_t{3} * begin,
                    from.row(to - y) + std::ptrdiff_t{3} * (begin - x),
                    std::size_t{3} * static_cast<std::size_t>(end - begin));
    return made;
}

Picture rotate(const PictureView& from, double degrees) {
    const double angle = -degrees * degree;
    Inverse map{.xx = to_15_digits(std::cos(angle)),
                .xy = to_15_digits(std::sin(angle)),
                .yx = to_15_digits(-std::sin(angle)),
                .yy = to_15_digits(std::cos(angle))};
    const double x = from.width() / 2.0, y = from.height() / 2.0;
    map.x0 = map.xx * -x + map.xy * -y + x;
    map.y0 = map.yx * -x + map.yy * -y + y;
    return transformed(from, map);
}

} // namespace tunedesk::image
