// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QProcessEnvironment>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// The folder of the running program; the others are looked for beside it.
fs::path program_folder();

/// The worker's program: TUNEDESK_WORKER, else tunedesk-worker beside this program. Throws Error 7057 if it
/// cannot be executed.
fs::path worker_program();

/// This process's environment for a worker. Its threads that wait for their next share of work soon sleep
/// (GOMP_SPINCOUNT), unless the user has settled how they wait: where another program is at work on the
/// cores, spinning ones keep those from working that they wait for.
QProcessEnvironment worker_environment();

/// A rank's place among the ranks of this machine, which meet at `port`: RANK, WORLD_SIZE and so on.
std::vector<std::pair<std::string, std::string>> rank_environment(int rank, int ranks, int port);
/// Makes it the environment of a rank without others, whatever launcher is around this program, and removes
/// the supervisor's variables.
void forget_rank(QProcessEnvironment& environment);

/// The presets that come with the program: those of the installation (PREFIX/share/tunedesk) or of the source
/// tree it was built in; empty if there are none.
fs::path shipped_presets_folder();

/// tunedesk-gui beside this program; std::nullopt if it is not installed.
std::optional<fs::path> window_program();

} // namespace tunedesk::run
