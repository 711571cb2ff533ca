// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

#include <cstdint>
#include <functional>

namespace tunedesk::run {

/// The process of a queued run: takes the entry's lock, waits for its turn, then supervises the run to its
/// end, which it reports to `at_end`. Revives the processes of other entries meanwhile. Needs a
/// QCoreApplication on this thread. Returns the run's exit code; 0 if the entry is gone or another process
/// serves it.
int serve_queue_entry(std::int64_t id,
                      const std::function<void(const event::RunFolder&, const event::ExitRecord&)>& at_end);

} // namespace tunedesk::run
