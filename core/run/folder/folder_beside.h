// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

namespace tunedesk::run {

/// A temporary folder TARGET.folder beside the target, removed by the destructor.
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
