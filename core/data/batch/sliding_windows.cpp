// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/batch/sliding_windows.h"

#include <algorithm>

namespace tunedesk::data {

/// Number of text tokens in a window.
std::size_t SlidingWindows::room(std::size_t specials) const {
    return length > specials ? length - specials : 1;
}

/// Number of text tokens from the beginning of one window to the next.
std::size_t SlidingWindows::step(std::size_t specials) const {
    return room(specials) > stride ? room(specials) - stride : 1;
}

std::size_t SlidingWindows::longest_row(std::size_t specials) const {
    return specials + room(specials) + (most - 1) * step(specials);
}

std::size_t SlidingWindows::count(std::size_t tokens, std::size_t specials) const {
    const std::size_t text = std::min(tokens, longest_row(specials)) - std::min(tokens, specials);
    if (text <= room(specials)) return 1;
    const std::size_t further = text - room(specials);
    return 1 + (further + step(specials) - 1) / step(specials);
}

std::size_t SlidingWindows::total(std::size_t tokens, std::size_t specials) const {
    const std::size_t kept = std::min(tokens, longest_row(specials));
    return kept + (count(tokens, specials) - 1) * (specials + overlap(specials));
}

void SlidingWindows::divide(std::span<const std::int32_t> row, const RowFrame& frame,
                            std::vector<std::int32_t>& ids) const {
    const std::size_t specials = frame.before.size() + frame.behind.size();
    const std::size_t windows = count(row.size(), specials);
    const std::span text = row.subspan(frame.before.size(), row.size() - specials);
    for (std::size_t window = 0; window < windows; ++window) {
        const std::size_t begin = window * step(specials);
        const std::span part = text.subspan(begin, std::min(room(specials), text.size() - begin));
        ids.insert(ids.end(), frame.before.begin(), frame.before.end());
        ids.insert(ids.end(), part.begin(), part.end());
        ids.insert(ids.end(), frame.behind.begin(), frame.behind.end());
    }
}

} // namespace tunedesk::data
