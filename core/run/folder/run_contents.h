// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// The contents of a run folder that are not the run's own files, and would be moved or deleted with it.
struct ForeignContents {
    std::vector<std::string> folders; ///< names, in order
    std::size_t runs = 0;             ///< other runs in those folders
    bool has_data = false;            ///< the run's preset reads data from inside the folder

    bool empty() const { return folders.empty() && !has_data; }
};

/// Looks at names only, five folders deep, without following links. An unreadable folder counts as empty.
ForeignContents foreign_contents(const fs::path& run);

} // namespace tunedesk::run
