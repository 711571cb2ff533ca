// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QWidget>

namespace tunedesk::ui {

class LazyTabs;
class WatchPage;

/// All pages of one run, on tabs. Window's thread.
class RunView : public QWidget {
    Q_OBJECT

public:
    explicit RunView(QWidget* parent = nullptr);

    void show_run(const fs::path& run);
    /// Call when the run has ended: reads its report and the shown data again.
    void look_again(const fs::path& run);
    /// The run that others are compared with; empty: none.
    void set_baseline(const fs::path& run);
    const fs::path& run() const { return run_; }
    /// Whether a visible page already shows the run's end: Watch any end, Report only a successful one
    /// (`success`).
    bool shows_end_of(const fs::path& run, bool success) const;
    /// Shows the report with the rows whose labels were corrected.
    void show_corrections();
    LazyTabs* tabs() const { return tabs_; }

Q_SIGNALS:
    void run_changed(const QString& run);
    void trashed(const QString& run);
    /// Emitted when the run's report is visible.
    void report_read(const QString& run);
    /// Emitted when a preset was made from the run's own and should be shown.
    void preset_ready(const QString& preset);
    /// Emitted for a preset that reads a copy of the run's data with corrected labels, described by `text`;
    /// `starts`: a run of it should be started.
    void corrected_preset_ready(const QString& run, const QString& preset, const QString& text, bool starts);

private:
    /// The Watch page, if it follows the shown run; else null.
    const WatchPage* watching() const;
    void read_again();

    LazyTabs* tabs_;
    fs::path run_, baseline_;
};

} // namespace tunedesk::ui
