// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "ui/window/csv/model_finder.h"

#include <QStackedWidget>
#include <vector>

namespace tunedesk::ui {

class ComparePage;
class CsvPage;
class HomePage;
class LazyTabs;
class PresetView;
class PresetViews;
class QueueActions;
class QueueWatch;
class QueuedView;
class RunView;

/// The right side of the window: one view at a time, made when it is first needed. Window's thread.
class Workspace : public QStackedWidget {
    Q_OBJECT

public:
    Workspace(QueueWatch* queue, QueueActions* queue_actions, QWidget* parent = nullptr);

    HomePage* home() const { return home_; }
    PresetViews* presets() const { return presets_; }
    void show_csv(const fs::path& file, const ModelPlaces& places);
    void show_preset(const fs::path& preset);
    /// Shows an unsaved preset, to be written as `file`.
    void show_preset_text(const QString& text, const fs::path& file);
    void show_run(const fs::path& run);
    /// Shows a queued run.
    void show_queued(const fs::path& run);
    void show_runs(const std::vector<fs::path>& runs);
    /// The run that others are compared with; empty: none.
    void set_baseline(const fs::path& run);
    /// Call when a run has ended: refreshes comparisons and estimates.
    void look_again(const QString& run);

    /// The tabs of the shown view; null if it has none.
    LazyTabs* tabs() const;
    /// The shown view of a preset, or null.
    PresetView* preset_view() const;
    RunView* run_view() const;
    QueuedView* queued_view() const;

Q_SIGNALS:
    void csv_requested();
    /// Emitted when a preset was created and should be shown.
    void preset_ready(const QString& preset);
    /// Emitted for a preset with corrected labels: see RunView.
    void corrected_preset_ready(const QString& run, const QString& preset, const QString& text, bool starts);
    /// Emitted when the run shown as queued is no longer queued.
    void queued_gone();
    void run_changed(const QString& run);
    void run_trashed(const QString& run);
    void run_requested(const QString& run); ///< emitted to open a run
    void report_read(const QString& run);
    void baseline_requested(const QString& run);

private:
    QueueWatch* queue_;
    QueueActions* queue_actions_;
    HomePage* home_;
    PresetViews* presets_;
    CsvPage* csv_page_ = nullptr;
    RunView* run_view_ = nullptr;
    QueuedView* queued_view_ = nullptr;
    ComparePage* compare_page_ = nullptr;
    fs::path baseline_;
};

} // namespace tunedesk::ui
