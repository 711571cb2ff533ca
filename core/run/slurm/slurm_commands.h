// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::run {

// Calls of SLURM's programs in PATH, with a time limit. Their output is untrusted text. These functions throw
// Error 2036 if the program is not in PATH, 6061 if it fails, with its last line on stderr, 6063 if it does
// not end in time. They need no QCoreApplication. Any thread.

/// The standard output of `program` with these arguments, at most 1 MiB of it.
std::string call_slurm(const std::string& program, const std::vector<std::string>& arguments,
                       double seconds = 30);

/// Whether SLURM's commands are in PATH.
bool has_slurm();
/// Throws Error 2036 if `program` is not in PATH.
void require_slurm(const std::string& program);

/// Submits a script and returns the job's number. Throws also Error 6062 if sbatch prints none.
std::int64_t submit_job(const std::string& script);
void cancel_job(std::int64_t job);
/// Sends SIGTERM to every task of a running job: the run saves and stops.
void stop_job(std::int64_t job);

} // namespace tunedesk::run
