// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/flat_layout.h"

#include <algorithm>

namespace tunedesk::plan {

namespace {

std::int64_t rounded_up(std::int64_t elements, std::int64_t multiple) {
    return (elements + multiple - 1) / multiple * multiple;
}

} // namespace

std::pair<std::int64_t, std::int64_t> FlatLayout::part_of(std::size_t tensor, int rank) const {
    const std::int64_t before = chunk() * rank - begins[tensor];
    const std::int64_t first = std::clamp<std::int64_t>(before, 0, sizes[tensor]);
    return {first, std::clamp<std::int64_t>(before + chunk(), first, sizes[tensor])};
}

FlatLayout flat_layout(std::span<const std::int64_t> sizes, int ranks) {
    FlatLayout layout;
    layout.ranks = ranks;
    layout.sizes.assign(sizes.begin(), sizes.end());
    for (const std::int64_t size : sizes) {
        layout.begins.push_back(layout.elements);
        layout.elements += rounded_up(size, flat_alignment);
    }
    layout.elements = rounded_up(layout.elements, flat_alignment * ranks);
    return layout;
}

} // namespace tunedesk::plan
