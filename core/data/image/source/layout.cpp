// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/source/layout.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace tunedesk::image {

namespace {

using Parts = std::vector<std::string_view>;

/// The number of meaningless outer folders: a single part that all paths share, is no split and contains
/// folders.
std::size_t outer_parts(const std::vector<Parts>& paths) {
    std::size_t outer = 0;
    const auto is_wrapped = [&](const Parts& path) {
        return path.size() >= outer + 3 && path[outer] == paths.front()[outer];
    };
    while (!paths.empty() && std::ranges::all_of(paths, is_wrapped) &&
           split_of_name(paths.front()[outer]) == ImageSplit::none)
        ++outer;
    return outer;
}

} // namespace

ImageSplit split_of_name(std::string_view name) {
    const std::string lower = ascii_lower(name);
    if (lower == "train" || lower == "training") return ImageSplit::train;
    if (lower == "val" || lower == "valid" || lower == "validation" || lower == "dev")
        return ImageSplit::validation;
    if (lower == "test" || lower == "testing") return ImageSplit::test;
    return ImageSplit::none;
}

bool is_image_name(std::string_view path) {
    static constexpr std::array<std::string_view, 17> extensions = {
        "jpg",  "jpeg", "jpe",  "jfif", "png", "gif", "bmp", "webp", "tif",
        "tiff", "avif", "heic", "heif", "jp2", "jxl", "ppm", "pgm"};
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return false;
    return std::ranges::find(extensions, ascii_lower(path.substr(dot + 1))) != extensions.end();
}

bool is_litter(std::string_view path) {
    for (const std::string_view part : split(path, '/'))
        if (part.starts_with(".") || part == "__MACOSX") return true;
    return false;
}

Layout lay_out(const std::vector<std::string>& paths) {
    std::vector<Parts> split_paths;
    for (const std::string& path : paths)
        split_paths.push_back(split(path, '/'));
    const std::size_t outer = outer_parts(split_paths);
    const bool has_splits = std::ranges::all_of(split_paths, [&](const Parts& path) {
        return path.size() >= outer + 2 && split_of_name(path[outer]) != ImageSplit::none;
    });
    const std::size_t class_part = outer + (has_splits ? 1 : 0);
    const auto has_class = [&](const Parts& path) { return path.size() > class_part + 1; };
    std::map<std::string_view, std::int32_t> labels;
    for (const Parts& path : split_paths)
        if (has_class(path)) labels.emplace(path[class_part], 0);
    const bool loose_allowed = has_splits || labels.empty(); // as for a test split without labels
    Layout layout;
    for (auto& [name, label] : labels) {
        label = static_cast<std::int32_t>(layout.listing.classes.size());
        layout.listing.classes.emplace_back(name);
    }
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const Parts& parts = split_paths[i];
        if (!has_class(parts) && !loose_allowed) {
            ++layout.listing.ignored;
            continue;
        }
        layout.listing.entries.push_back({paths[i], has_class(parts) ? labels.at(parts[class_part]) : -1,
                                          has_splits ? split_of_name(parts[outer]) : ImageSplit::none});
        layout.origins.push_back(i);
    }
    return layout;
}

} // namespace tunedesk::image
