#pragma once

#include "base/file.h"

#include <optional>

namespace tunedesk::run {

/// The folder of the running program; the others are looked for beside it.
fs::path program_folder();

/// The worker's program: TUNEDESK_WORKER, else tunedesk-worker beside this program. Throws Error 7014 where
/// it cannot be executed.
fs::path worker_program();

/// tunedesk-gui beside this program; nothing where it is not installed.
std::optional<fs::path> window_program();

} // namespace tunedesk::run
