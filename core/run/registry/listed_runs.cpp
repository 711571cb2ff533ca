// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/registry/listed_runs.h"

#include "base/error.h"
#include "event/folder/run_folder.h"
#include "event/folder/run_lock.h"
#include "run/slurm/submitted_run.h"

#include <algorithm>
#include <cmath>
#include <sys/stat.h>

namespace tunedesk::run {

namespace {

std::int64_t modified_ns(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return 0;
    return static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
}

/// Changes whenever the listed values of the run may have changed.
std::int64_t stamp_of(const event::RunFolder& folder, bool lives) {
    const std::int64_t latest = std::max({modified_ns(folder.preset()), modified_ns(folder.exit()),
                                          modified_ns(folder.journal()), modified_ns(folder.report_json())});
    return 2 * latest + (lives ? 1 : 0);
}

ListedRun read_listed(const RegisteredRun& registered) {
    ListedRun listed;
    listed.path = registered.path;
    listed.name = registered.name;
    listed.started = registered.started;
    listed.status.state = event::state::folder_gone;
    listed.group = registered.group;
    listed.setting = registered.setting;
    KnownRun run;
    try {
        run = read_known_run(registered.path);
    } catch (const Error&) {
        return listed;
    }
    const report::RunSummary& summary = run.compared.summary;
    const auto metric = [&](const char* name, std::optional<double> value) {
        if (value && std::isfinite(*value)) listed.metrics[name] = *value;
    };
    listed.status = run.status;
    listed.running = run.running;
    listed.step = summary.progress.step;
    listed.steps = summary.progress.steps;
    metric("loss", summary.progress.loss);
    for (const auto& [name, value] : summary.progress.best_or_last())
        if (name != "loss") metric(name.c_str(), value);
    if (run.running) return listed;
    if (!summary.report) return listed;
    const report::RunReport& report = *summary.report;
    listed.step = report.steps;
    if (report.classification) {
        metric("accuracy", report.classification->accuracy);
        metric("macro_f1", report.classification->macro.f1);
    }
    for (const auto& [name, value] : report.metrics)
        metric(name.c_str(), value);
    metric("loss", report.test_loss);
    metric("seconds", report.train_seconds);
    metric("tokens_per_second", report.train_tokens_per_second);
    metric("memory_bytes", static_cast<double>(std::max(report.peak_rss_bytes, report.peak_gpu_bytes)));
    return listed;
}

} // namespace

std::vector<ListedRun> RunLister::look() {
    std::map<fs::path, Known> known;
    std::vector<ListedRun> runs;
    for (const RegisteredRun& registered : registered_runs()) {
        const event::RunFolder folder{registered.path};
        const bool lives = event::RunLock::is_held(folder);
        const std::int64_t stamp = stamp_of(folder, lives);
        const auto old = known_.find(registered.path);
        // The queue's data about a run changes without a change in its folder.
        const bool is_queued =
            old != known_.end() && (old->second.run.status.place > 0 || submitted_job(folder));
        const bool is_same = old != known_.end() && old->second.stamp == stamp && !is_queued;
        Known now = is_same ? std::move(old->second) : Known{stamp, read_listed(registered)};
        runs.push_back(now.run);
        known.insert_or_assign(registered.path, std::move(now));
    }
    known_ = std::move(known);
    return runs;
}

} // namespace tunedesk::run
