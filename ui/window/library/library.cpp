// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/library.h"

#include "run/folder/remote_place.h"
#include "ui/widgets/text.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <algorithm>
#include <set>

namespace tunedesk::ui {

namespace {

constexpr int library_refresh_ms = 3000;
constexpr std::size_t recent_limit = 20, opened_limit = 500;
/// runs whose details are read between two updates of the list
constexpr std::size_t batch = 64;

void put_first(std::vector<fs::path>& paths, const fs::path& path, std::size_t limit) {
    std::erase(paths, path);
    paths.insert(paths.begin(), path);
    if (paths.size() > limit) paths.resize(limit);
}

} // namespace

Library::Library(QObject* parent)
    : QObject(parent), watcher_(new QFileSystemWatcher(this)), timer_(new QTimer(this)) {
    timer_->setInterval(library_refresh_ms);
    connect(timer_, &QTimer::timeout, this, &Library::refresh);
    connect(watcher_, &QFileSystemWatcher::directoryChanged, this, &Library::refresh);
    timer_->start();
}

LibraryEntryPtr Library::find(const fs::path& path) const {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const LibraryEntryPtr& entry) { return entry->path == path; });
    return found == entries_.end() ? nullptr : *found;
}

void Library::set_opened(OpenedPaths opened) {
    opened_ = std::move(opened);
    refresh();
}

void Library::add_recent_preset(const fs::path& preset) {
    put_first(opened_.presets, preset, recent_limit);
    Q_EMIT opened_changed();
    refresh();
}

/// Without runs that have been registered meanwhile.
std::vector<fs::path> Library::opened_runs() const {
    std::vector<fs::path> runs = opened_.runs;
    std::erase_if(runs, [this](const fs::path& run) {
        const LibraryEntryPtr entry = find(run);
        return entry && !entry->is_opened;
    });
    return runs;
}

void Library::add_opened_run(const fs::path& run) {
    if (run::remote_run_of(run)) return;
    put_first(opened_.runs, run, opened_limit);
    Q_EMIT opened_changed();
    refresh();
}

void Library::forget_run(const fs::path& run) {
    if (std::erase(opened_.runs, run) == 0) return;
    Q_EMIT opened_changed();
    refresh();
}

void Library::set_drafts(std::vector<fs::path> presets) {
    if (presets == drafts_) return;
    drafts_ = std::move(presets);
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
    read_in_background(
        this,
        [before = entries_, opened = opened_, there = remote_, drafts = drafts_](const CancelToken&) {
            LibraryEntries entries = list_entries(before, opened);
            add_remote(before, there, entries);
            add_drafts(before, drafts, entries);
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
    read_in_background(
        this,
        [unread](const CancelToken&) {
            std::map<fs::path, LibraryEntryPtr> read;
            for (const LibraryEntryPtr& entry : unread) {
                auto detailed = std::make_shared<LibraryEntry>(*entry);
                read_details(*detailed);
                read.emplace(entry->path, std::move(detailed));
            }
            return read;
        },
        [this](const std::map<fs::path, LibraryEntryPtr>& read) {
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
        [run, note](const CancelToken&) {
            run::write_note({run}, note);
            return true;
        },
        [this](bool) { refresh(); }, [this](const Error& error) { Q_EMIT failed(error); });
}

void Library::set_baseline(const std::optional<fs::path>& run) {
    in_background(
        this,
        [run](const CancelToken&) {
            run::set_baseline(run);
            return true;
        },
        [this](bool) { refresh(); }, [this](const Error& error) { Q_EMIT failed(error); });
}

} // namespace tunedesk::ui
