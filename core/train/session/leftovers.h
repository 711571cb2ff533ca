// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

namespace tunedesk::train {

/// Removes what writers of earlier sessions left when they were killed: temporary files of the results, and
/// folders that were not committed. Of those names alone that a rank writes: a supervisor may be writing its
/// own. Never throws.
void remove_leftovers(const event::RunFolder& folder);

} // namespace tunedesk::train
