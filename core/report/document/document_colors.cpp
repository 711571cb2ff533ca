// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/document/document_colors.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace tunedesk::report {

namespace {

constexpr DocumentColor all_document_colors[] = {
    {"window", "#ffffff", "#14171d"}, {"sunken", "#f4f5f8", "#1c2028"}, {"border", "#e0e3ea", "#2b313c"},
    {"axis", "#c6cbd6", "#454d5c"},   {"text", "#171b26", "#e7eaf0"},   {"muted", "#565f70", "#a0a9b8"},
    {"accent", "#3b55d9", "#8ca2ff"}, {"strong", "#ffffff", "#101528"}, {"s0", "#0072b2", "#5ab0ee"},
    {"s1", "#d55e00", "#ff8f4a"},     {"s2", "#008f68", "#35c79b"},     {"s3", "#bd5d92", "#e393c2"},
    {"s4", "#a87200", "#f0bb3f"},     {"s5", "#2a91c9", "#8fd6f7"},     {"s6", "#6a4bb8", "#b39cf2"},
    {"s7", "#6b717d", "#acb4c2"},
};

} // namespace

std::span<const DocumentColor> document_colors() {
    return all_document_colors;
}

const DocumentColor& document_color(const char* name) {
    for (const DocumentColor& color : all_document_colors)
        if (std::string_view(color.name) == name) return color;
    throw std::out_of_range(name);
}

const char* series_name(std::size_t series) {
    static constexpr const char* names[document_series] = {"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"};
    return names[series % document_series];
}

const char* series_dashes(std::size_t series) {
    static constexpr const char* dashes[document_series] = {"",    "6 3",          "2 3",  "8 3 2 3",
                                                            "4 2", "10 3 2 3 2 3", "12 4", "1 2"};
    return dashes[series % document_series];
}

} // namespace tunedesk::report
