// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

namespace tunedesk::plan {

/// For a run's best/ or final/: throws Error 44xx if a file does not match its manifest, and the errors of
/// require_same_base(). Folders elsewhere, which users may edit, are not checked. Reads all bytes, for
/// adapters also those of their base.
void require_intact(const fs::path& model);

/// Throws Error 4420 if the weights of `base`, to which the run's adapters are added, differ from those that
/// the run's newest checkpoint was trained with.
void require_same_base(const event::RunFolder& run, const fs::path& base);

} // namespace tunedesk::plan
