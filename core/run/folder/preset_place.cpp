// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/preset_place.h"

namespace tunedesk::run {

fs::path preset_folder_of(const fs::path& run) {
    const fs::path runs = run.parent_path(), above = runs.parent_path(); // `above` may hold sweeps
    if (runs.filename() == "runs") return above;
    return above.filename() == "runs" ? above.parent_path() : runs;
}

fs::path unused_name(const fs::path& folder, const std::string& stem, const std::string& suffix) {
    std::error_code failed;
    fs::path path = folder / (stem + suffix);
    for (int number = 2; fs::exists(fs::symlink_status(path, failed)); ++number)
        path = folder / (stem + "-" + std::to_string(number) + suffix);
    return path;
}

} // namespace tunedesk::run
