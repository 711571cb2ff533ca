// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/run_lock.h"
#include "preset/schema/schema.h"
#include "preset/yaml/load.h"
#include "run/queue/queue.h"
#include "run/registry/known_runs.h"
#include "run/slurm/submitted_run.h"
#include "task/task.h"
#include "ui/window/library/library.h"
#include "ui/window/library/places.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sys/stat.h>

// What the list of runs and presets is made of: the register, the queue, the notes and the runs' own folders.

namespace tunedesk::ui {

namespace {

std::int64_t modified_ns(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return 0;
    return static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
}

/// Changes whenever a run's summary may have: the latest change of the files it is made from.
std::int64_t stamp_of(const LibraryEntry& entry) {
    if (!entry.is_run()) return modified_ns(entry.path);
    const event::RunFolder folder{entry.path};
    return std::max({modified_ns(folder.preset()), modified_ns(folder.exit()), modified_ns(folder.journal()),
                     modified_ns(folder.report_json())});
}

using KnownEntries = std::map<fs::path, LibraryEntryPtr>;

/// `entry`, or the equal one that is known already.
LibraryEntryPtr shared(LibraryEntry entry, const KnownEntries& known) {
    const auto old = known.find(entry.path);
    if (old != known.end() && *old->second == entry) return old->second;
    return std::make_shared<const LibraryEntry>(std::move(entry));
}

void list_presets(const KnownEntries& known, const std::vector<fs::path>& recent, LibraryEntries& entries) {
    std::set<fs::path> listed;
    const auto add = [&](const fs::path& path, const char* origin) {
        std::error_code failed;
        if (!fs::is_regular_file(path, failed) || !listed.insert(path).second) return;
        LibraryEntry entry;
        entry.section = Section::presets;
        entry.path = path;
        entry.name = path.stem().string();
        if (const auto old = known.find(path); old != known.end() && old->second->stamp == stamp_of(entry))
            entry = *old->second;
        entry.is_changed = false;
        entry.origin = origin;
        entries.push_back(shared(std::move(entry), known));
    };
    for (const fs::path& path : recent)
        add(path, "recent");
    for (const fs::path& path : shipped_presets())
        add(path, "shipped");
}

/// The section of a run that was submitted to SLURM.
Section section_of_job(const event::RunStatus& status) {
    return status.is(event::state::queued) ? Section::queued : Section::running;
}

/// What SLURM says of a run that has not ended for good; it changes without a change in the run's folder.
std::optional<event::RunStatus> job_status(const event::RunFolder& folder) {
    const auto status = run::submitted_status(folder);
    if (!status) return std::nullopt;
    try {
        const auto ended = event::read_exit(folder);
        if (ended && ended->code != static_cast<int>(ExitCode::stopped)) return std::nullopt;
    } catch (const Error&) {
        // Opening the run says what is damaged.
    }
    return status;
}

std::map<std::string, double> finite_values(const task::Values& values) {
    std::map<std::string, double> finite;
    for (const auto& [name, value] : values)
        if (std::isfinite(value)) finite[name] = value;
    return finite;
}

void read_run_details(LibraryEntry& entry) {
    const run::KnownRun run = run::read_known_run(entry.path);
    const report::RunSummary& summary = run.compared.summary;
    const auto metric = [&](const char* name, std::optional<double> value) {
        if (value && std::isfinite(*value)) entry.metrics[name] = *value;
    };
    entry.name = run.compared.name;
    entry.status = run.status;
    if (!run.running && !run.status.job.empty())
        entry.section = section_of_job(run.status);
    else if (entry.section != Section::queued)
        entry.section = run.running ? Section::running : Section::finished;
    entry.settings = run.compared.settings;
    entry.step = summary.progress.step;
    entry.steps = summary.progress.steps;
    entry.metrics.clear();
    entry.best = finite_values(summary.progress.best_or_last());
    entry.last = finite_values(summary.progress.evaluated);
    metric("loss", summary.progress.loss);
    for (const auto& [name, value] : summary.progress.best_or_last())
        if (name != "loss") metric(name.c_str(), value);
    if (run.running || !summary.report) return;
    const report::RunReport& report = *summary.report;
    entry.step = report.steps;
    if (report.classification) {
        metric("accuracy", report.classification->accuracy);
        metric("macro_f1", report.classification->macro.f1);
    }
    for (const auto& [name, value] : report.metrics)
        metric(name.c_str(), value);
    metric("loss", report.test_loss ? report.test_loss : summary.progress.loss);
    metric("seconds", report.train_seconds);
    metric("tokens_per_second", report.train_tokens_per_second);
    metric("memory_bytes", static_cast<double>(std::max(report.peak_rss_bytes, report.peak_gpu_bytes)));
}

using Waiting = std::map<fs::path, event::RunStatus>;

/// Which runs wait, and where.
Waiting waiting_runs() {
    Waiting waiting;
    try {
        for (const run::QueueEntry& entry : run::queue_entries())
            waiting.emplace(entry.run,
                            event::waiting_status(static_cast<int>(waiting.size()) + 1, entry.held));
    } catch (const Error&) {
        // QueueWatch reports a damaged queue.
    }
    return waiting;
}

} // namespace

QStringList library_metrics() {
    QStringList names;
    for (const task::Task& task : task::tasks())
        for (const task::Metric& metric : task.metrics)
            if (const QString name = QString::fromLatin1(metric.name);
                name != QStringLiteral("loss") && !names.contains(name))
                names << name;
    return names << QStringLiteral("loss") << QStringLiteral("seconds") << QStringLiteral("tokens_per_second")
                 << QStringLiteral("memory_bytes");
}

namespace {

/// What a run's entry is made of, besides the run's own folder.
struct Around {
    KnownEntries known;
    std::optional<fs::path> baseline;
    Waiting waiting;
};

LibraryEntry run_entry(const run::RegisteredRun& registered, const Around& around) {
    const event::RunFolder folder{registered.path};
    LibraryEntry entry;
    entry.path = registered.path;
    entry.name = registered.name;
    const bool lives = event::RunLock::is_held(folder);
    bool lived = false;
    Section section = Section::finished;
    if (const auto old = around.known.find(entry.path); old != around.known.end()) {
        entry = *old->second;
        section = entry.section;
        lived = section == Section::running;
    }
    entry.started = registered.started; // a queued or resumed run starts again
    entry.group = registered.group;
    entry.setting = registered.setting;
    const auto found = around.waiting.find(entry.path);
    const bool waits = !lives && found != around.waiting.end();
    if (waits)
        entry.status = found->second;
    else
        entry.status.place = 0;
    entry.section = lives ? Section::running : waits ? Section::queued : Section::finished;
    if (const auto job = lives || waits ? std::nullopt : job_status(folder)) {
        entry.status = *job;
        entry.section = section_of_job(*job);
    }
    if (entry.section == Section::finished && section != Section::finished) {
        std::error_code unknown; // it may be on its way into the queue: that is no end
        entry.has_begun = fs::exists(folder.journal(), unknown) || fs::exists(folder.exit(), unknown);
    }
    if (entry.stamp != stamp_of(entry) || entry.section != section) entry.stamp = -1;
    entry.note = run::read_note(folder);
    entry.is_baseline = around.baseline && *around.baseline == entry.path;
    if (entry.stamp < 0 && (lives || lived)) read_details(entry);
    return entry;
}

/// The opened runs that are not registered under any path.
std::vector<fs::path> unregistered(const std::vector<fs::path>& opened,
                                   const std::vector<run::RegisteredRun>& registered) {
    if (opened.empty()) return {};
    std::error_code failed;
    std::set<fs::path> known;
    for (const run::RegisteredRun& run : registered)
        known.insert(fs::weakly_canonical(run.path, failed));
    std::vector<fs::path> runs;
    for (const fs::path& run : opened)
        if (known.insert(fs::weakly_canonical(run, failed)).second) runs.push_back(run);
    return runs;
}

} // namespace

LibraryEntries list_entries(const LibraryEntries& before, const OpenedPaths& opened) {
    Around around{{}, run::baseline(), waiting_runs()};
    for (const LibraryEntryPtr& entry : before)
        around.known.emplace(entry->path, entry);
    LibraryEntries entries;
    const auto add = [&](const run::RegisteredRun& run, bool is_opened) {
        LibraryEntry entry = run_entry(run, around);
        entry.is_opened = is_opened;
        entries.push_back(shared(std::move(entry), around.known));
    };
    // One that is gone was deleted, or its disk is away: it comes back with the disk.
    const std::vector<run::RegisteredRun> registered = run::registered_runs();
    for (const run::RegisteredRun& run : registered)
        if (event::RunFolder{run.path}.holds_run()) add(run, false);
    for (const fs::path& run : unregistered(opened.runs, registered))
        if (event::RunFolder{run}.holds_run()) add(run::run_at(run), true);
    list_presets(around.known, opened.presets, entries);
    return entries;
}

void read_details(LibraryEntry& entry) {
    const std::int64_t stamp = stamp_of(entry);
    try {
        if (entry.is_run()) {
            read_run_details(entry);
        } else {
            const preset::Draft draft = preset::load_draft(entry.path);
            entry.name = draft.loaded.preset.name;
            entry.settings.clear();
            for (const preset::Key& key : preset::keys())
                entry.settings.emplace_back(key.dotted(), preset::get(draft.loaded.preset, key));
        }
    } catch (const Error&) {
        // What cannot be read is listed by the name it has; opening it says what is wrong.
    }
    entry.stamp = stamp;
}

void add_remote(const LibraryEntries& before, const LibraryEntries& there, LibraryEntries& entries) {
    KnownEntries known;
    for (const LibraryEntryPtr& entry : before)
        known.emplace(entry->path, entry);
    const auto baseline = run::baseline();
    for (const LibraryEntryPtr& remote : there) {
        LibraryEntry entry = *remote;
        entry.note = run::read_note({entry.path});
        entry.is_baseline = baseline && *baseline == entry.path;
        entries.push_back(shared(std::move(entry), known));
    }
}

void add_drafts(const LibraryEntries& before, const std::vector<fs::path>& drafts, LibraryEntries& entries) {
    KnownEntries known;
    for (const LibraryEntryPtr& entry : before)
        known.emplace(entry->path, entry);
    for (const fs::path& path : drafts) {
        const auto listed = std::find_if(entries.begin(), entries.end(),
                                         [&](const LibraryEntryPtr& entry) { return entry->path == path; });
        LibraryEntry entry;
        if (listed != entries.end()) {
            entry = **listed;
        } else {
            entry.section = Section::presets;
            entry.path = path;
            entry.name = path.stem().string();
            entry.origin = "draft";
            entry.stamp = 0; // there is no file to read
        }
        entry.is_changed = true;
        LibraryEntryPtr changed = shared(std::move(entry), known);
        if (listed != entries.end())
            *listed = std::move(changed);
        else
            entries.push_back(std::move(changed));
    }
}

} // namespace tunedesk::ui
