// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "ui/window/library/library.h"

#include <QObject>
#include <vector>

class QWidget;

namespace tunedesk::ui {

class QueueWatch;
class Sidebar;
class Workspace;

/// Shows the page of a run, a preset or a selection in the workspace, and synchronizes the sidebar's
/// selection. All references must outlive this. Window's thread.
class PageNavigator : public QObject {
    Q_OBJECT

public:
    PageNavigator(Library* library, QueueWatch* queue, Sidebar* sidebar, Workspace* workspace,
                  QObject* parent);

    /// The selection in the table of runs while that is shown, else in the sidebar.
    LibraryEntries selected() const;
    /// The runs among selected(), in their order.
    std::vector<fs::path> selected_runs() const;
    /// The folder or file shown; empty if there is none.
    fs::path shown() const;
    /// Shows the selection: one run or preset, or a comparison of several runs.
    void follow_selection();
    void show_run(const fs::path& run);
    void show_runs(const std::vector<fs::path>& runs);
    /// Selects the run and shows one of its pages: "watch", "report", "preset".
    void show_run_page(const fs::path& run, const QString& page);
    void show_preset(const fs::path& preset);
    /// Shows an unsaved preset, to be written as `file`.
    void show_preset_text(const QString& text, const fs::path& file);
    /// Shows the page that makes a preset for a table; proposes the models of known runs and presets.
    void show_csv(const fs::path& file);
    void show_start();
    /// Shows a page of the workspace that does not belong to a run or preset.
    void show_page(QWidget* page);
    /// Selects the run in the sidebar and shows it.
    void open_run(const fs::path& run);
    /// If the shown queued run has started, shows its Watch page.
    void leave_queued();
    /// Moves `by` tabs to the right, cyclically among the visible ones.
    void turn_page(int by);

Q_SIGNALS:
    /// Emitted when another page may be shown.
    void page_changed();
    /// Emitted when another page was chosen, so that messages about an unopened path are obsolete.
    void navigated();

private:
    Library* library_;
    QueueWatch* queue_;
    Sidebar* sidebar_;
    Workspace* workspace_;
};

} // namespace tunedesk::ui
