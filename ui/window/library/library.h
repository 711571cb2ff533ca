// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/run_status.h"
#include "run/registry/run_notes.h"
#include "ui/widgets/background.h"

#include <QObject>
#include <QStringList>
#include <map>
#include <memory>
#include <vector>

class QFileSystemWatcher;
class QTimer;

namespace tunedesk::ui {

enum class Section { running, queued, finished, presets };

/// A run or a preset as the sidebar lists it.
struct LibraryEntry {
    Section section = Section::finished;
    fs::path path;            ///< the run folder, or the preset's file
    std::string name;         ///< the preset's name
    std::string started;      ///< UTC text; runs
    event::RunStatus status;  ///< runs
    std::string origin;       ///< presets: "recent", "shipped", or "draft", which has no file yet
    std::string group;        ///< of runs that were queued together, or empty
    std::string setting;      ///< what sets it apart from the others of its group
    run::RunNote note;        ///< runs
    bool is_baseline = false; ///< runs
    bool is_opened = false;   ///< not registered; its folder was opened
    bool is_changed = false;  ///< presets: has changes that are not saved
    bool has_begun = true;    ///< false: its folder exists but nothing has run in it
    std::int64_t step = 0, steps = 0;
    std::vector<std::pair<std::string, std::string>> settings; ///< the preset's keys and values
    std::map<std::string, double> metrics;                     ///< "accuracy", "macro_f1", ...
    std::map<std::string, double> best, last;                  ///< of its evaluations while it trained
    std::int64_t stamp = -1; ///< when the folder's summary last changed; -1: its details were not read yet

    bool is_run() const { return section != Section::presets; }
    /// The title: the user's, else the setting within a group, else the preset's name.
    const std::string& title() const {
        if (!note.title.empty()) return note.title;
        return group.empty() || setting.empty() ? name : setting;
    }
    bool operator==(const LibraryEntry&) const = default;
};

/// Entries are immutable, so that lists of them can be copied, compared and passed to other threads cheaply.
using LibraryEntryPtr = std::shared_ptr<const LibraryEntry>;
using LibraryEntries = std::vector<LibraryEntryPtr>;

/// The metrics that an entry may have, in the order they are offered in.
QStringList library_metrics();

/// Paths opened in the window, besides registered runs.
struct OpenedPaths {
    std::vector<fs::path> presets, runs; ///< the latest first
};

/// Reads the register, the notes and the states of runs. Unchanged entries are taken from `before`; new ones
/// have no details yet (stamp -1). Any thread.
LibraryEntries list_entries(const LibraryEntries& before, const OpenedPaths& opened);

/// Adds runs of other machines, with the user's notes about them here.
void add_remote(const LibraryEntries& before, const LibraryEntries& there, LibraryEntries& entries);

/// Marks the presets with changes that are not saved, and adds those that have no file yet (origin "draft").
void add_drafts(const LibraryEntries& before, const std::vector<fs::path>& drafts, LibraryEntries& entries);

/// Reads an entry's settings and metrics. Any thread.
void read_details(LibraryEntry& entry);

/// All runs and presets, kept up to date by watching the folders of the register and the queue, and by a slow
/// timer, because locks and network disks send no notifications. Files are read on another thread. Window's
/// thread.
class Library : public QObject {
    Q_OBJECT

public:
    explicit Library(QObject* parent = nullptr);

    const LibraryEntries& entries() const { return entries_; }
    LibraryEntryPtr find(const fs::path& path) const;

    /// Restores the paths stored by an earlier window.
    void set_opened(OpenedPaths opened);
    /// Presets that were opened or saved lately, the latest first.
    const std::vector<fs::path>& recent_presets() const { return opened_.presets; }
    void add_recent_preset(const fs::path& preset);
    /// Unregistered runs that were opened by their folder; listed until they are removed. Views of remote
    /// runs are listed under their server.
    std::vector<fs::path> opened_runs() const;
    void add_opened_run(const fs::path& run);
    void forget_run(const fs::path& run);
    /// Presets with changes that are not saved, or that have no file yet: they are listed and marked.
    void set_drafts(std::vector<fs::path> presets);

    /// Sets the runs of other machines; their notes are read here.
    void set_remote_runs(LibraryEntries runs);

    /// Refreshes soon; requests during a refresh are combined.
    void refresh();

    /// Write in the background, then refresh. Errors come as failed().
    void set_note(const fs::path& run, const run::RunNote& note);
    void set_baseline(const std::optional<fs::path>& run);

Q_SIGNALS:
    /// entries() has changed.
    void changed();
    /// recent_presets() or opened_runs() have changed and should be stored.
    void opened_changed();
    /// An active or queued run has ended.
    void run_ended(const QString& run);
    void failed(const tunedesk::Error& error);

private:
    void take(LibraryEntries entries);
    void read_next_details();
    void watch_folders();

    LibraryEntries entries_, remote_;
    OpenedPaths opened_;
    std::vector<fs::path> drafts_;
    QFileSystemWatcher* watcher_;
    QTimer* timer_;
    bool busy_ = false, again_ = false, known_ = false;
};

} // namespace tunedesk::ui
