// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/nf4.h"

#include <algorithm>
#include <array>

namespace tunedesk::kernel {

const float nf4_values[16] = {-1.0f,
                              -0.6961928009986877f,
                              -0.5250730514526367f,
                              -0.39491748809814453f,
                              -0.28444138169288635f,
                              -0.18477343022823334f,
                              -0.09105003625154495f,
                              0.0f,
                              0.07958029955625534f,
                              0.16093020141124725f,
                              0.24611230194568634f,
                              0.33791524171829224f,
                              0.44070982933044434f,
                              0.5626170039176941f,
                              0.7229568362236023f,
                              1.0f};

std::uint8_t nf4_nearest(float x) {
    static const std::array<float, 15> midpoints = [] {
        std::array<float, 15> between{};
        for (std::size_t i = 0; i < between.size(); ++i)
            between[i] = static_cast<float>((double{nf4_values[i]} + double{nf4_values[i + 1]}) / 2);
        return between;
    }();
    return static_cast<std::uint8_t>(std::ranges::lower_bound(midpoints, x) - midpoints.begin());
}

} // namespace tunedesk::kernel
