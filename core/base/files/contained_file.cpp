// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/contained_file.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>

namespace tunedesk {

namespace {

bool is_below(const fs::path& path, const fs::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

} // namespace

bool is_plain_file_name(std::string_view name) {
    return !name.empty() && name.size() <= 255 && name != "." && name != ".." &&
           name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos &&
           !find_invalid_utf8(name);
}

fs::path contained_file(const fs::path& folder, const std::string& name, const std::string& subfolder) {
    const fs::path path = folder / subfolder / name;
    if (!is_plain_file_name(name))
        throw Error(ErrorId::file_name_not_plain, {shortened(name)}, folder.string());
    if (!subfolder.empty() && !is_plain_file_name(subfolder))
        throw Error(ErrorId::file_name_not_plain, {shortened(subfolder)}, folder.string());
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) throw Error(ErrorId::model_file_unreadable, {error.message()}, path.string());
    const fs::path root = fs::canonical(folder, error);
    const bool snapshot = root.parent_path().filename() == "snapshots";
    if (!is_below(real, root) && !(snapshot && is_below(real, root.parent_path().parent_path() / "blobs")))
        throw Error(ErrorId::link_leaves_model_folder, {real.string()}, path.string());
    if (!fs::is_regular_file(real, error)) throw Error(ErrorId::model_file_not_regular, {}, path.string());
    return path;
}

} // namespace tunedesk
