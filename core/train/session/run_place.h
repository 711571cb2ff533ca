// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>

namespace tunedesk::train {

/// The identity of the run's folder at the start, to detect that it was deleted or renamed during the run: a
/// folder recreated at the same path is not part of the run.
class RunPlace {
public:
    explicit RunPlace(const fs::path& root);

    /// Throws Error run_folder_deleted or run_folder_renamed if the folder is gone or its path names another
    /// folder.
    void require() const;

private:
    std::string name_now() const;

    fs::path root_;
    FileDescriptor folder_;
    std::string name_; ///< path of the open folder as the kernel reports it
};

} // namespace tunedesk::train
