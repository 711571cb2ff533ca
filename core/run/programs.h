// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QProcessEnvironment>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// The folder of the running program, in which the other programs are searched.
fs::path program_folder();

/// The worker's program: TUNEDESK_WORKER, else tunedesk-worker beside this program. Throws Error 7057 if it
/// cannot be executed.
fs::path worker_program();

/// This process's environment for a worker. Sets GOMP_SPINCOUNT, unless the user has set how OpenMP's threads
/// wait, so that waiting threads soon sleep: on busy cores, spinning threads slow down the threads that they
/// wait for.
QProcessEnvironment worker_environment();

/// Environment variables of a rank (RANK, WORLD_SIZE and so on) for `ranks` ranks on this machine with
/// rendezvous at `port`.
std::vector<std::pair<std::string, std::string>> rank_environment(int rank, int ranks, int port);
/// Makes `environment` that of a single rank, without the variables of a launcher and of the supervisor.
void forget_rank(QProcessEnvironment& environment);

/// The folder of the presets shipped with the program: of the installation (PREFIX/share/tunedesk) or of the
/// source tree it was built in; empty if there is none.
fs::path shipped_presets_folder();

/// tunedesk-gui beside this program; std::nullopt if it is not installed.
std::optional<fs::path> window_program();

} // namespace tunedesk::run
