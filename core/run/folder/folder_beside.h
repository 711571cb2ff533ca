// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

namespace tunedesk::run {

/// The path TARGET.folder for a temporary folder beside the target. The constructor and the destructor remove
/// what is there; the folder is made by its user.
class FolderBeside {
public:
    explicit FolderBeside(const fs::path& target) : path(target.string() + ".folder") {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    ~FolderBeside() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    FolderBeside(const FolderBeside&) = delete;
    FolderBeside& operator=(const FolderBeside&) = delete;

    const fs::path path;
};

} // namespace tunedesk::run
