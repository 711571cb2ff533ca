#include "base/files/contained_file.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>

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

fs::path contained_file(const fs::path& folder, const std::string& name) {
    const fs::path path = folder / name;
    if (!is_plain_file_name(name))
        throw Error(4311, fmt::format("\"{}\" is not a plain file name", shortened(name)), folder.string());
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) throw Error(4312, "cannot open the file: " + error.message(), path.string());
    const fs::path root = fs::canonical(folder, error);
    const bool snapshot = root.parent_path().filename() == "snapshots";
    if (!is_below(real, root) && !(snapshot && is_below(real, root.parent_path().parent_path() / "blobs")))
        throw Error(4311, fmt::format("the link leads out of the model folder, to {}", real.string()),
                    path.string(), "put the file itself into the folder");
    if (!fs::is_regular_file(real, error)) throw Error(4311, "not a regular file", path.string());
    return path;
}

} // namespace tunedesk
