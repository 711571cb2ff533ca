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

/// The window: the rail and the list of runs and presets at the left, pages of what is selected at the right,
/// the device strip below. It builds its parts and connects them; it owns no run, and runs continue without
/// it. One a process, on the main thread.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// What the process may do: read_only where Landlock lets it write no file.
    enum class Access { write, read_only };

    /// `settings` is where the window's state is kept; it, and the theme, outlive the window. One that is
    /// read-only says so and has no entry to begin a run or to save; what else would write fails with its
    /// error.
    MainWindow(Theme* theme, QSettings* settings, Access access = Access::write);
    ~MainWindow() override;

    /// Shows what a path is: a run's folder, a preset, a bundle, another tool's settings or log, or a table
    /// to fine-tune on. All but a run's folder are looked into first, in the background.
    void open(const fs::path& path);
    /// Closes without asking about presets that were changed and not saved, and keeps the changes for the
    /// next window: for a signal.
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
    UnsavedPresets* unsaved_ = nullptr; ///< made once all else is connected
};

} // namespace tunedesk::ui
