// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/run_place.h"

#include "base/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace tunedesk::train {

RunPlace::RunPlace(const fs::path& root)
    : root_(root), folder_(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)), name_(name_now()) {}

/// The folder's current path, also after a rename; it ends in " (deleted)" after a deletion, also on file
/// systems without stable inode numbers. "" without /proc.
std::string RunPlace::name_now() const {
    std::error_code failed;
    const fs::path link = fs::read_symlink(fmt::format("/proc/self/fd/{}", folder_.get()), failed);
    return failed ? std::string() : link.string();
}

void RunPlace::require() const {
    const std::string now = name_now();
    std::error_code ignored;
    if (now == name_ && fs::is_directory(root_, ignored)) return;
    constexpr std::string_view deleted = " (deleted)";
    if (!now.empty() && !now.ends_with(deleted) && now != name_)
        throw Error(ErrorId::run_folder_renamed, {}, fmt::format("{}, now {}", root_.string(), now));
    throw Error(ErrorId::run_folder_deleted, {}, root_.string());
}

} // namespace tunedesk::train
