#include "ui/window/library.h"

#include "preset/load.h"
#include "preset/schema.h"
#include "run/known_runs.h"
#include "run/queue.h"
#include "run/run_lock.h"
#include "ui/widgets/text.h"
#include "ui/window/places.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <algorithm>
#include <set>
#include <sys/stat.h>

namespace tunedesk::ui {

namespace {

constexpr int refresh_ms = 3000;
constexpr std::size_t recent_limit = 20;
/// Details of so many runs are read between two updates of the list.
constexpr std::size_t batch = 64;

std::int64_t modified_ns(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return 0;
    return static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
}

/// Changes whenever a run's summary may have: the latest of the files that tell it.
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
        entry.state = origin;
        entries.push_back(shared(std::move(entry), known));
    };
    for (const fs::path& path : recent)
        add(path, "recent");
    for (const fs::path& path : shipped_presets())
        add(path, "shipped");
}

void read_run_details(LibraryEntry& entry) {
    const run::KnownRun run = run::read_known_run(entry.path);
    const report::RunSummary& summary = run.compared.summary;
    const auto metric = [&](const char* name, std::optional<double> value) {
        if (value) entry.metrics[name] = *value;
    };
    entry.name = run.compared.name;
    entry.state = run.state;
    if (entry.section != Section::queued) entry.section = run.running ? Section::running : Section::finished;
    entry.settings = run.compared.settings;
    entry.exit_code = summary.exit ? std::optional(summary.exit->code) : std::nullopt;
    entry.step = summary.progress.step;
    entry.steps = summary.progress.steps;
    entry.metrics.clear();
    metric("loss", summary.progress.loss);
    metric("accuracy", summary.progress.eval_accuracy);
    if (run.running || !summary.report) return;
    const report::RunReport& report = *summary.report;
    entry.step = report.steps;
    if (report.classification) {
        metric("accuracy", report.classification->accuracy);
        metric("macro_f1", report.classification->macro.f1);
    }
    metric("loss", report.test_loss ? report.test_loss : summary.progress.loss);
    metric("seconds", report.train_seconds);
    metric("tokens_per_second", report.train_tokens_per_second);
    metric("memory_bytes", static_cast<double>(std::max(report.peak_rss_bytes, report.peak_gpu_bytes)));
}

struct Place {
    int place;
    bool held;
};

/// Which runs wait, and where.
std::map<fs::path, Place> queue_places() {
    std::map<fs::path, Place> places;
    try {
        for (const run::QueueEntry& entry : run::queue_entries())
            places.emplace(entry.run, Place{static_cast<int>(places.size()) + 1, entry.held});
    } catch (const Error&) {
        // QueueWatch tells of a damaged queue.
    }
    return places;
}

} // namespace

QStringList library_metrics() {
    return {QStringLiteral("accuracy"), QStringLiteral("macro_f1"),          QStringLiteral("loss"),
            QStringLiteral("seconds"),  QStringLiteral("tokens_per_second"), QStringLiteral("memory_bytes")};
}

LibraryEntries list_entries(const LibraryEntries& before, const std::vector<fs::path>& recent_presets) {
    KnownEntries known;
    for (const LibraryEntryPtr& entry : before)
        known.emplace(entry->path, entry);
    const auto baseline = run::baseline();
    const std::map<fs::path, Place> queue = queue_places();
    LibraryEntries entries;
    for (const run::RegisteredRun& registered : run::registered_runs()) {
        const event::RunFolder folder{registered.path};
        if (!folder.holds_run()) continue; // deleted, or its disk is away: it comes back with the disk
        LibraryEntry entry;
        entry.path = registered.path;
        entry.name = registered.name;
        const bool lives = run::RunLock::is_held(folder);
        bool lived = false;
        Section section = Section::finished;
        if (const auto old = known.find(entry.path); old != known.end()) {
            entry = *old->second;
            section = entry.section;
            lived = section == Section::running;
        }
        entry.started = registered.started; // a queued or resumed run starts anew
        entry.group = registered.group;
        entry.setting = registered.setting;
        const auto waits = queue.find(entry.path);
        entry.place = lives || waits == queue.end() ? 0 : waits->second.place;
        entry.held = entry.place > 0 && waits->second.held;
        entry.section = lives ? Section::running : entry.place > 0 ? Section::queued : Section::finished;
        if (entry.section == Section::finished && section != Section::finished) {
            std::error_code unknown; // it may be on its way into the queue: that is no end
            entry.has_begun = fs::exists(folder.journal(), unknown) || fs::exists(folder.exit(), unknown);
        }
        if (entry.stamp != stamp_of(entry) || entry.section != section) entry.stamp = -1;
        if (entry.place > 0)
            entry.state = entry.held ? "held" : "queued (" + std::to_string(entry.place) + ")";
        entry.note = run::read_note(folder);
        entry.is_baseline = baseline && *baseline == entry.path;
        if (entry.stamp < 0 && (lives || lived)) read_details(entry);
        entries.push_back(shared(std::move(entry), known));
    }
    list_presets(known, recent_presets, entries);
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

namespace {

/// Runs of other machines, with what the user says of them here.
void add_remote(const LibraryEntries& before, const LibraryEntries& there, LibraryEntries& entries) {
    KnownEntries known;
    for (const LibraryEntryPtr& entry : before)
        known.emplace(entry->path, entry);
    const auto baseline = run::baseline();
    for (const LibraryEntryPtr& told : there) {
        LibraryEntry entry = *told;
        entry.note = run::read_note({entry.path});
        entry.is_baseline = baseline && *baseline == entry.path;
        entries.push_back(shared(std::move(entry), known));
    }
}

} // namespace

Library::Library(QObject* parent)
    : QObject(parent), watcher_(new QFileSystemWatcher(this)), timer_(new QTimer(this)) {
    timer_->setInterval(refresh_ms);
    connect(timer_, &QTimer::timeout, this, &Library::refresh);
    connect(watcher_, &QFileSystemWatcher::directoryChanged, this, &Library::refresh);
    timer_->start();
}

LibraryEntryPtr Library::find(const fs::path& path) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const LibraryEntryPtr& entry) { return entry->path == path; });
    return found == entries_.end() ? nullptr : *found;
}

void Library::set_recent_presets(std::vector<fs::path> presets) {
    recent_presets_ = std::move(presets);
    refresh();
}

void Library::add_recent_preset(const fs::path& preset) {
    std::erase(recent_presets_, preset);
    recent_presets_.insert(recent_presets_.begin(), preset);
    if (recent_presets_.size() > recent_limit) recent_presets_.resize(recent_limit);
    refresh();
}

void Library::set_remote_runs(LibraryEntries runs) {
    remote_ = std::move(runs);
    refresh();
}

void Library::refresh() {
    if (busy_) {
        again_ = true;
        return;
    }
    busy_ = true;
    in_background(
        this,
        [before = entries_, recent = recent_presets_, there = remote_](const Wanted&) {
            LibraryEntries entries = list_entries(before, recent);
            add_remote(before, there, entries);
            return entries;
        },
        [this](LibraryEntries entries) {
            take(std::move(entries));
            watch_folders();
            read_next_details();
        },
        [this](const Error& error) {
            busy_ = false;
            Q_EMIT failed(error);
        });
}

void Library::take(LibraryEntries entries) {
    std::set<fs::path> lived;
    for (const LibraryEntryPtr& old : entries_)
        if (old->section == Section::running || old->section == Section::queued) lived.insert(old->path);
    QStringList ended;
    for (const LibraryEntryPtr& now : entries)
        if (now->section == Section::finished && now->has_begun && lived.contains(now->path))
            ended << to_qt(now->path);
    const bool news = !known_ || entries != entries_;
    known_ = true;
    entries_ = std::move(entries);
    if (news) Q_EMIT changed();
    for (const QString& run : ended)
        Q_EMIT run_ended(run);
}

void Library::read_next_details() {
    LibraryEntries unread;
    for (const LibraryEntryPtr& entry : entries_)
        if (entry->stamp < 0 && unread.size() < batch) unread.push_back(entry);
    if (unread.empty()) {
        busy_ = false;
        if (std::exchange(again_, false)) refresh();
        return;
    }
    in_background(
        this,
        [unread](const Wanted&) {
            KnownEntries read;
            for (const LibraryEntryPtr& entry : unread) {
                auto detailed = std::make_shared<LibraryEntry>(*entry);
                read_details(*detailed);
                read.emplace(entry->path, std::move(detailed));
            }
            return read;
        },
        [this](const KnownEntries& read) {
            LibraryEntries entries = entries_;
            for (LibraryEntryPtr& entry : entries)
                if (const auto found = read.find(entry->path); found != read.end()) entry = found->second;
            take(std::move(entries));
            read_next_details();
        },
        [this](const Error& error) {
            busy_ = false;
            Q_EMIT failed(error);
        });
}

void Library::watch_folders() {
    for (const fs::path& folder :
         {state_home() / "runs", state_home() / "locks", state_home() / "notes", state_home() / "queue"}) {
        std::error_code missing;
        if (!watcher_->directories().contains(to_qt(folder)) && fs::is_directory(folder, missing))
            watcher_->addPath(to_qt(folder));
    }
}

void Library::set_note(const fs::path& run, const run::RunNote& note) {
    in_background(
        this,
        [run, note](const Wanted&) {
            run::write_note({run}, note);
            return true;
        },
        [this](bool) { refresh(); }, [this](const Error& error) { Q_EMIT failed(error); });
}

void Library::set_baseline(const std::optional<fs::path>& run) {
    in_background(
        this,
        [run](const Wanted&) {
            run::set_baseline(run);
            return true;
        },
        [this](bool) { refresh(); }, [this](const Error& error) { Q_EMIT failed(error); });
}

} // namespace tunedesk::ui
