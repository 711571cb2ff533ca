// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

namespace tunedesk::plan {

/// Of a run's best/ or final/: throws Error 44xx if a file is not as its manifest says, and what
/// require_same_base() throws. Folders elsewhere, which their users may edit, are not examined. Reads all
/// bytes, of adapters their base's too.
void require_intact(const fs::path& model);

/// Throws Error 4420 if `base`, to which the run's adapters are added, has other weights than those that the
/// run's newest checkpoint was trained on.
void require_same_base(const event::RunFolder& run, const fs::path& base);

} // namespace tunedesk::plan
