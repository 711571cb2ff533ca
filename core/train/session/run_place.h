// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>

namespace tunedesk::train {

/// The run's folder as it was found at the start. Who deletes or renames it while the run writes must be
/// noticed: a path below it may be made again, and what is saved there is no part of the run.
class RunPlace {
public:
    explicit RunPlace(const fs::path& root);

    /// Throws Error run_folder_deleted or run_folder_renamed where the folder is gone, or another has its
    /// name.
    void require() const;

private:
    std::string name_now() const;

    fs::path root_;
    FileDescriptor folder_;
    std::string name_; ///< the kernel's, of the open folder
};

} // namespace tunedesk::train
