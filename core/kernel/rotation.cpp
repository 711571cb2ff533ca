// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/sets.h"
#include "kernel/simd.h"

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

template <class Value>
void rotate_rows(Value, const Rotation& r, std::int64_t begin, std::int64_t end) {
    const std::int64_t half = r.head_width / 2, width = r.heads * r.head_width;
    for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t place = static_cast<std::int64_t>(r.position[row]) * half;
        const auto* x = static_cast<const Value*>(r.x) + row * r.x_stride;
        auto* out = static_cast<Value*>(r.out) + row * width;
        for (std::int64_t head = 0; head < width; head += r.head_width)
            for (std::int64_t i = 0; i < half; i += lanes) {
                const std::int64_t rest = half - i;
                const Vec cosine = load_up_to(r.cosines + place + i, rest),
                          given = load_up_to(r.sines + place + i, rest), sine = r.back ? -given : given;
                const Vec first = load_up_to(x + head + i, rest),
                          second = load_up_to(x + head + half + i, rest);
                store_up_to(out + head + i, first * cosine - second * sine, rest);
                store_up_to(out + head + half + i, second * cosine + first * sine, rest);
            }
    }
}

} // namespace

void rotate(const Rotation& r, std::int64_t begin, std::int64_t end) {
    with_number(r.number, [&](auto value) { rotate_rows(value, r, begin, end); });
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
