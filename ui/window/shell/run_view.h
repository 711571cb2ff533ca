// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QWidget>

namespace tunedesk::ui {

class LazyTabs;
class WatchPage;

/// Everything about one run, on tabs. Window's thread.
class RunView : public QWidget {
    Q_OBJECT

public:
    explicit RunView(QWidget* parent = nullptr);

    void show_run(const fs::path& run);
    /// The run has ended: reads its report, and what was shown of it, again.
    void look_again(const fs::path& run);
    /// The run that others are compared with; empty: none.
    void set_baseline(const fs::path& run);
    const fs::path& run() const { return run_; }
    /// Whether a page in front shows the run's end already: Watch any end, Report a good one (`success`).
    bool shows_end_of(const fs::path& run, bool success) const;
    /// Brings the report to the front, with the rows whose labels were corrected.
    void show_corrections();
    LazyTabs* tabs() const { return tabs_; }

Q_SIGNALS:
    void run_changed(const QString& run);
    void trashed(const QString& run);
    /// The run's report is in front.
    void report_read(const QString& run);
    /// A preset was made of the run's own and is to be shown.
    void preset_ready(const QString& preset);
    /// One that reads a copy of the run's data with corrected labels, which `text` describes; `starts`: a run
    /// of it is to be started.
    void corrected_preset_ready(const QString& run, const QString& preset, const QString& text, bool starts);

private:
    /// The Watch page, where it follows the run that is shown; else null.
    const WatchPage* watching() const;
    void read_again();

    LazyTabs* tabs_;
    fs::path run_, baseline_;
};

} // namespace tunedesk::ui
