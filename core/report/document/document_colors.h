// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace tunedesk::report {

/// A color of a document, #rrggbb, on light and dark backgrounds. The values equal those of the window
/// (ui/style/tokens.h); a test of the window compares them.
struct DocumentColor {
    const char* name;
    const char *light, *dark;
};
std::span<const DocumentColor> document_colors();
/// Throws std::out_of_range for an unknown name.
const DocumentColor& document_color(const char* name);

/// Number of series colors, s0 to s7.
inline constexpr std::size_t document_series = 8;
const char* series_name(std::size_t series);
/// SVG stroke-dasharray of a series' line; "" for a solid line.
const char* series_dashes(std::size_t series);

} // namespace tunedesk::report
