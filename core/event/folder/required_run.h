// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

namespace tunedesk::event {

/// Throws Error 2012 if the folder holds no run, 4190 if it may hold one that cannot be read.
void require_run(const RunFolder& folder);

} // namespace tunedesk::event
