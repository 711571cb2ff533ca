// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

namespace tunedesk::train {

/// Removes temporary files and uncommitted folders of earlier sessions that were killed. Only names that a
/// rank writes, because a supervisor may be writing its own files. Never throws.
void remove_leftovers(const event::RunFolder& folder);

} // namespace tunedesk::train
