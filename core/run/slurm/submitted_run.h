// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "event/reply.h"
#include "event/run_status.h"
#include "event/socket/frame.h"
#include "preset/preset.h"
#include "run/slurm/job_state.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tunedesk::run {

/// Options of submitting a run to SLURM.
struct Submitting {
    int nodes = 1;
    std::string partition, time; ///< empty: the cluster's defaults
};

/// RUN/submit.sh and RUN/slurm.json.
fs::path submit_script(const event::RunFolder& folder);
fs::path slurm_record(const event::RunFolder& folder);

/// The script that submit_run() would write. Throws Error 2037 for a value that SLURM does not take, 2610 if
/// the ranks cannot be divided over the nodes, 7057 if there is no worker.
std::string script_for(const Preset& preset, const event::RunFolder& folder, const Submitting& how);

/// Writes the preset into its folder (which must hold no run), writes and submits RUN/submit.sh, records the
/// job in RUN/slurm.json, and returns the job's number. If sbatch fails, the folder stays as a run that can
/// be resumed here. Throws what script_for(), make_run_folder(), begin_run() and submit_job() throw.
std::int64_t submit_run(const Preset& preset, const event::RunFolder& folder, const Submitting& how);

/// The job as which this user submitted a run, from state_home()/jobs; RUN/slurm.json is not trusted, because
/// another user may have written it with the number of a different job. std::nullopt if there is none, or the
/// record is damaged.
std::optional<std::int64_t> submitted_job(const event::RunFolder& folder);

/// The state of a job, at most about five seconds old: a process calls squeue at most every five seconds, for
/// all of the user's jobs. std::nullopt if SLURM does not know the job or squeue fails. Any thread.
std::optional<JobState> job_state(std::int64_t job);

/// The status of a submitted run by SLURM: queued, with job "SLURM 1234, PENDING: Resources", or running.
/// std::nullopt if it was not submitted or its job has ended.
std::optional<event::RunStatus> submitted_status(const event::RunFolder& folder);

/// Carries out a command for a submitted run without a supervisor on this machine: stop and kill cancel a
/// waiting job and mark the run as stopped; for a running job, stop sends SLURM's signal and kill cancels the
/// job. std::nullopt if SLURM knows no job of the run, or its supervisor is here. Throws Error 6064 for
/// another command, and what call_slurm() throws.
std::optional<event::Reply> command_job(const event::RunFolder& folder, event::Command command);

} // namespace tunedesk::run
