// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QMainWindow>
#include <vector>

class QSettings;
class QSplitter;

namespace tunedesk::ui {

class Actions;
class DeviceDesk;
class Library;
class MessageBar;
class NoteActions;
class PageNavigator;
class PathOpener;
class QueueActions;
class QueueWatch;
class Rail;
class RunsPage;
class RemoteServers;
class RunActions;
class Sidebar;
class Theme;
class TrackingActions;
class UnsavedPresets;
class WindowSettings;
class Workspace;

/// The window: the rail and the list of runs and presets at the left, pages of the selection at the right,
/// the device strip below. Creates its parts and connects them; it does not own runs, which continue without
/// it. One per process, on the main thread.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// The permissions of the process; read_only: Landlock forbids writing files.
    enum class Access { write, read_only };

    /// `settings` stores the window's state; `settings` and `theme` must outlive the window. A read-only
    /// window shows that it is, and has no actions to start a run or to save; other write operations fail
    /// with their errors.
    MainWindow(Theme* theme, QSettings* settings, Access access = Access::write);
    ~MainWindow() override;

    /// Shows a path by its kind: a run's folder, a preset, a bundle, another tool's settings or log, or a
    /// table to fine-tune on. All except a run's folder are read first, in the background.
    void open(const fs::path& path);
    /// Closes without asking about unsaved presets, and keeps the changes for the next window: for a signal.
    void close_now();
    Library* library() const { return library_; }
    QueueWatch* queue() const { return queue_; }
    Sidebar* sidebar() const { return sidebar_; }
    MessageBar* news() const { return news_; }
    RemoteServers* servers() const { return servers_; }
    Workspace* workspace() const { return workspace_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void connect_actions();
    void connect_preset_actions();
    void connect_parts();
    void connect_news();
    void connect_queue();
    void share_selection();
    void on_page_changed();
    void show_title();
    void share();
    void show_palette();

    Library* library_;
    QueueWatch* queue_;
    NoteActions* notes_;
    Actions* actions_;
    Sidebar* sidebar_;
    QSplitter* splitter_;
    MessageBar *news_, *server_news_;
    RemoteServers* servers_;
    QueueActions* queue_actions_;
    Workspace* workspace_;
    RunsPage* runs_;
    RunActions* run_actions_;
    TrackingActions* tracking_;
    PageNavigator* pages_;
    PathOpener* opener_;
    DeviceDesk* devices_;
    WindowSettings* settings_;
    Rail* rail_;
    const bool is_read_only_;
    UnsavedPresets* unsaved_ = nullptr; ///< created after everything else is connected
};

} // namespace tunedesk::ui
