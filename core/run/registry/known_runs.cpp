// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/registry/known_runs.h"

#include "base/error.h"
#include "event/folder/run_folder.h"
#include "event/folder/run_lock.h"
#include "preset/schema/schema.h"
#include "preset/yaml/load.h"
#include "run/folder/remote_place.h"
#include "run/queue/pruning.h"
#include "run/queue/queue.h"
#include "run/slurm/submitted_run.h"

#include <algorithm>
#include <set>

namespace tunedesk::run {

namespace {

/// The start of an unregistered run, from its environment.json.
std::string started_of(const fs::path& run) {
    try {
        const fs::path path = event::RunFolder{run}.environment();
        const Json json = parse_json(read_file(path, ErrorId::known_run_unreadable, 1u << 20), path.string(),
                                     ErrorId::known_run_unreadable);
        return json.is_object() ? text_field(json, "started") : std::string();
    } catch (const Error&) {
        return {};
    }
}

std::optional<event::RunStatus> readable_queue_status(const fs::path& run) try {
    return queue_status(run);
} catch (const Error&) {
    return std::nullopt; // `queue list` reports a damaged queue
}

/// Status of a run that is live, or has ended and cannot be queued.
event::RunStatus status_of(const report::RunSummary& summary, bool is_live, bool has_ended) {
    if (is_live) // an earlier end does not count
        return {summary.progress.last_state.value_or(std::string(event::state::running)), 0, {}};
    if (has_ended && summary.exit && is_pruned(*summary.exit))
        return {std::string(pruned_state), 0, summary.exit->code};
    if (has_ended && summary.exit) return event::ended_status(summary.exit->code);
    return {std::string(event::state::interrupted), 0, {}};
}

} // namespace

KnownRun read_known_run(const fs::path& folder) {
    KnownRun run;
    report::RunSummary& summary = run.compared.summary;
    summary = report::read_run(folder);
    run.compared.name = summary.folder_name();
    try {
        const Preset preset = preset::parse(summary.preset_yaml, "preset.yaml", summary.folder).preset;
        run.compared.name = preset.name;
        for (const preset::Key& key : preset::keys())
            run.compared.settings.emplace_back(key.dotted(), preset::get(preset, key));
    } catch (const Error& error) {
        summary.damaged.push_back("preset.yaml: " + error.message());
    }
    if (const auto status = last_status(summary.folder)) { // a run on another machine
        run.running = status->is_live;
        run.status = status_of(summary, run.running, status->exit.has_value());
        return run;
    }
    run.running = event::RunLock::is_held({summary.folder});
    run.status = status_of(summary, run.running, true);
    if (!run.running && !summary.exit)
        run.status = readable_queue_status(summary.folder).value_or(run.status);
    const bool may_wait = !summary.exit || summary.exit->code == static_cast<int>(ExitCode::stopped);
    if (!run.running && may_wait) // a job preempted by SLURM is queued again
        run.status = submitted_status({summary.folder}).value_or(run.status);
    return run;
}

RegisteredRun run_at(const fs::path& folder) {
    return {folder, folder.filename().string(), started_of(folder), {}, {}};
}

std::vector<RegisteredRun> registered_runs() {
    std::vector<RegisteredRun> runs;
    std::set<fs::path> registered;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(state_home() / "runs", failed)) {
        if (entry.path().extension() != ".json") continue;
        try {
            const Json json = parse_json(read_file(entry.path(), ErrorId::known_run_unreadable, 1u << 16),
                                         entry.path().string(), ErrorId::known_run_unreadable);
            if (!json.is_object() || text_field(json, "path").empty()) continue;
            runs.push_back({text_field(json, "path"), text_field(json, "name"), text_field(json, "started"),
                            text_field(json, "group"), text_field(json, "setting")});
            registered.insert(fs::weakly_canonical(runs.back().path, failed));
        } catch (const Error&) {
        }
    }
    for (const fs::directory_entry& entry :
         fs::directory_iterator(fs::current_path(failed) / "runs", failed)) {
        const fs::path path = fs::weakly_canonical(entry.path(), failed);
        if (event::RunFolder{path}.holds_run() && !registered.contains(path)) runs.push_back(run_at(path));
    }
    std::sort(runs.begin(), runs.end(), [](const RegisteredRun& a, const RegisteredRun& b) {
        return a.started != b.started ? a.started > b.started : a.path < b.path;
    });
    return runs;
}

} // namespace tunedesk::run
