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

/// How a run is submitted to SLURM.
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

/// Freezes the preset in its folder (which must hold no run), writes RUN/submit.sh, submits it and records
/// the job in RUN/slurm.json; the job's number. Where sbatch refuses it the folder stays, as a run that can
/// be resumed here. Throws what script_for(), make_run_folder(), begin_run() and submit_job() throw.
std::int64_t submit_run(const Preset& preset, const event::RunFolder& folder, const Submitting& how);

/// The job that this user has submitted a run as, from state_home()/jobs: RUN/slurm.json, for other programs,
/// may be a stranger's, whose number would be another job of this user. std::nullopt if there is none, or the
/// record is damaged.
std::optional<std::int64_t> submitted_job(const event::RunFolder& folder);

/// What SLURM reports of a job now, or did a few seconds ago: squeue is asked at most every five seconds by
/// one process, for all of the user's jobs. std::nullopt if it knows no such job, or cannot be asked. Any
/// thread.
std::optional<JobState> job_state(std::int64_t job);

/// The state of a run by SLURM: queued, with "SLURM 1234, PENDING: Resources", or running there. std::nullopt
/// if it was not submitted or its job has ended.
std::optional<event::RunStatus> submitted_status(const event::RunFolder& folder);

/// Carries out a command for a submitted run without a supervisor on this machine: stop and kill cancel a job
/// that waits, and the run has stopped; one that runs elsewhere is stopped by SLURM's signal, or cancelled.
/// std::nullopt if SLURM knows no job of the run, or its supervisor is here. Throws Error 6064 for another
/// command, and what call_slurm() throws.
std::optional<event::Reply> command_job(const event::RunFolder& folder, event::Command command);

} // namespace tunedesk::run
