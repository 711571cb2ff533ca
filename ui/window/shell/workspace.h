#pragma once

#include "base/files/file.h"
#include "ui/window/new_run/model_finder.h"

#include <QStackedWidget>
#include <vector>

namespace tunedesk::ui {

class ComparePage;
class CsvPage;
class LazyTabs;
class PresetView;
class QueueActions;
class QueueWatch;
class QueuedView;
class RunView;
class StartPage;

/// The right side of the window: one view at a time, made when it is first needed. A preset with changes that
/// were not saved keeps its view while others are looked at. Window's thread.
class Workspace : public QStackedWidget {
    Q_OBJECT

public:
    Workspace(QueueWatch* queue, QueueActions* queue_actions, QWidget* parent = nullptr);

    StartPage* start_page() const { return start_page_; }
    void show_start();
    void show_csv(const fs::path& file, const ModelPlaces& places);
    void show_preset(const fs::path& preset);
    /// A preset that is not saved yet, to be written as `file`.
    void show_preset_text(const QString& text, const fs::path& file);
    /// Makes a view of a preset with changes that were not saved; shows nothing.
    void restore_preset(const fs::path& preset, const QString& text);
    void show_run(const fs::path& run);
    /// A run that waits in the queue.
    void show_queued(const fs::path& run);
    void show_runs(const std::vector<fs::path>& runs);
    /// Adds another tool's log to the comparison that is shown; false where none is.
    bool add_to_compared(const fs::path& log);
    /// The run that others are compared with; empty: none.
    void set_baseline(const fs::path& run);
    /// The machines beside this one that presets may be started on.
    void set_servers(const QStringList& servers);
    /// A run has ended: what compares runs, or estimates by them, looks again.
    void look_again(const QString& run);

    /// The tabs of the view that is shown; null where it has none.
    LazyTabs* tabs() const;
    /// The preset's view that is shown, or null.
    PresetView* preset_view() const;
    RunView* run_view() const;
    QueuedView* queued_view() const;
    std::vector<PresetView*> modified() const;
    /// Whether a preset with changes that are not saved is to be written there.
    bool has_draft(const fs::path& file) const;

Q_SIGNALS:
    void csv_requested();
    /// A preset exists now and is to be shown.
    void preset_ready(const QString& preset);
    /// The same of a preset with corrected labels: see RunView.
    void corrected_preset_ready(const QString& run, const QString& preset, const QString& text);
    void preset_saved(const QString& preset);
    void preset_edited();
    void run_started(const QString& run);
    void run_queued(const QString& run);
    /// The run that is shown as queued waits no longer.
    void queued_gone();
    void run_changed(const QString& run);
    void run_trashed(const QString& run);
    void report_read(const QString& run);
    void baseline_requested(const QString& run);

private:
    PresetView* view_for(const fs::path& preset);
    PresetView* make_preset_view();

    QueueWatch* queue_;
    QueueActions* queue_actions_;
    StartPage* start_page_;
    CsvPage* csv_page_ = nullptr;
    RunView* run_view_ = nullptr;
    QueuedView* queued_view_ = nullptr;
    ComparePage* compare_page_ = nullptr;
    fs::path baseline_;
    QStringList servers_;
    std::vector<PresetView*> preset_views_;
};

} // namespace tunedesk::ui
