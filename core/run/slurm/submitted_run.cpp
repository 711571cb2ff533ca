// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/slurm/submitted_run.h"

#include "base/clock.h"
#include "base/error.h"
#include "event/folder/run_lock.h"
#include "run/folder/prepare.h"
#include "run/programs.h"
#include "run/slurm/batch_script.h"
#include "run/slurm/slurm_commands.h"
#include "run/supervise/task_ranks.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <unistd.h>

namespace tunedesk::run {

namespace {

constexpr double fresh_seconds = 5, squeue_seconds = 5;
constexpr std::uint64_t largest_record = 1u << 12;

/// The jobs of all runs of this process.
struct KnownJobs {
    std::mutex mutex;
    std::map<std::int64_t, JobState> states; ///< guarded by mutex, as asked_at
    std::optional<double> asked_at;
};

KnownJobs& known_jobs() {
    static KnownJobs jobs;
    return jobs;
}

fs::path own_record(const event::RunFolder& folder) {
    return state_home() / "jobs" / (folder.identity() + ".json");
}

/// If squeue fails, its earlier answers are discarded: an outdated state would be misleading.
std::map<std::int64_t, JobState> ask_squeue() try {
    return parse_job_states(call_slurm(
        "squeue", {"--noheader", "--me", std::string("--format=") + squeue_format}, squeue_seconds));
} catch (const Error&) {
    return {};
}

/// An AppImage's mount is on this machine alone: other nodes start the file.
fs::path program_on_nodes() {
    const char *file = std::getenv("APPIMAGE"), *mount = std::getenv("APPDIR");
    const fs::path folder = program_folder();
    if (file && mount && *mount && ::access(file, X_OK) == 0) {
        // Another AppImage, a terminal for example, may have started this program.
        const fs::path beneath = folder.lexically_relative(mount);
        if (!beneath.empty() && *beneath.begin() != "..") return file;
    }
    return folder / "tunedesk";
}

} // namespace

fs::path submit_script(const event::RunFolder& folder) {
    return folder.root / "submit.sh";
}

fs::path slurm_record(const event::RunFolder& folder) {
    return folder.root / "slurm.json";
}

std::string script_for(const Preset& preset, const event::RunFolder& folder, const Submitting& how) {
    parallel::World task;
    task.size = how.nodes;
    const int ranks = TaskRanks(task, preset.parallel.processes).count();
    const bool on_gpus = preset.parallel.devices != "cpu" && preset.parallel.devices != "auto";
    worker_program(); // throws where there is none
    return batch_script({.name = preset.name,
                         .program = program_on_nodes(),
                         .run = folder.root,
                         .nodes = how.nodes,
                         .cpus = ranks * std::max(1, preset.training.threads),
                         .gpus = on_gpus ? ranks : 0,
                         .partition = how.partition,
                         .time = how.time});
}

std::int64_t submit_run(const Preset& preset, const event::RunFolder& folder, const Submitting& how) {
    const std::string script = script_for(preset, folder, how);
    require_slurm("sbatch"); // before anything is made
    make_run_folder(folder);
    begin_run(folder, preset);
    write_private_file(submit_script(folder), script);
    const std::int64_t job = submit_job(submit_script(folder).string());
    const Json record{{"job", job}, {"nodes", how.nodes}, {"submitted", utc_text(utc_seconds())}};
    make_private_folder(state_home());
    make_private_folder(own_record(folder).parent_path());
    write_private_file(own_record(folder), record.dump(2) + "\n");
    write_private_file(slurm_record(folder), record.dump(2) + "\n");
    return job;
}

std::optional<std::int64_t> submitted_job(const event::RunFolder& folder) try {
    const fs::path file = own_record(folder);
    std::error_code failed;
    if (!fs::is_regular_file(fs::symlink_status(file, failed))) return std::nullopt;
    const Json record = parse_json(read_file(file, ErrorId::known_run_unreadable, largest_record),
                                   file.string(), ErrorId::known_run_unreadable);
    const std::int64_t job = record.is_object() ? whole_field(record, "job") : 0;
    return job > 0 ? std::optional(job) : std::nullopt;
} catch (const Error&) {
    return std::nullopt;
}

std::optional<JobState> job_state(std::int64_t job) {
    KnownJobs& jobs = known_jobs();
    const std::lock_guard lock(jobs.mutex);
    const double now = monotonic_seconds();
    if (!jobs.asked_at || now - *jobs.asked_at > fresh_seconds) {
        jobs.states = has_slurm() ? ask_squeue() : std::map<std::int64_t, JobState>();
        jobs.asked_at = monotonic_seconds();
    }
    const auto found = jobs.states.find(job);
    return found == jobs.states.end() ? std::nullopt : std::optional(found->second);
}

std::optional<event::RunStatus> submitted_status(const event::RunFolder& folder) {
    const auto job = submitted_job(folder);
    const auto state = job ? job_state(*job) : std::nullopt;
    if (!state) return std::nullopt;
    event::RunStatus status;
    status.state = state->is_waiting() ? event::state::queued : event::state::running;
    status.job =
        fmt::format("SLURM {}, {}{}{}", *job, state->state, state->reason.empty() ? "" : ": ", state->reason);
    return status;
}

std::optional<event::Reply> command_job(const event::RunFolder& folder, event::Command command) {
    using event::Command;
    if (event::RunLock::is_held(folder)) return std::nullopt;
    const auto job = submitted_job(folder);
    const auto state = job ? job_state(*job) : std::nullopt;
    if (!state) return std::nullopt;
    const std::string number = fmt::to_string(*job), root = folder.root.string();
    if (command != Command::stop && command != Command::kill)
        throw Error(ErrorId::run_is_submitted, {number, root}, root);
    if (command == Command::stop && !state->is_waiting()) {
        stop_job(*job);
        return event::Reply{true, Phrase(PhraseId::stopping)};
    }
    cancel_job(*job);
    if (state->is_waiting())
        event::write_exit(folder, event::exit_record(Error(ErrorId::stopped_on_request, {root})));
    return event::Reply{true, Phrase(PhraseId::job_cancelled, {number})};
}

} // namespace tunedesk::run
