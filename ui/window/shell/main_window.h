#pragma once

#include "ui/widgets/background.h"
#include "ui/window/library/library.h"

#include <QMainWindow>

class QSettings;
class QSplitter;

namespace tunedesk::ui {

class Actions;
class DeviceDesk;
class DraftStore;
struct Draft;
class RunActions;
class MessageBar;
class NoteActions;
class QueueActions;
class QueueWatch;
class RemoteServers;
class Sidebar;
class Theme;
class Workspace;
struct OpenedPath;

/// The window: the list of runs and presets at the left, pages of what is selected at the right, the device
/// strip below. It holds no run: whatever becomes of it, runs go on. One a process, on the main thread.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// `settings` is where the window's state is kept; it, and the theme, outlive the window.
    MainWindow(Theme* theme, QSettings* settings);
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
    void connect_parts();
    void connect_news();
    void connect_queue();
    void connect_drafts();
    void restore();
    void save_state();
    void save_opened();
    std::vector<fs::path> share_selection();
    void follow_selection();
    void follow_workspace();
    void show_opened(const OpenedPath& opened);
    void show_no_run(const fs::path& folder);
    void forget_unopened();
    void import_bundle(const fs::path& bundle);
    void import_settings(const OpenedPath& opened);
    void show_log(const fs::path& log);
    void share();
    void show_run(const fs::path& run);
    void leave_queued();
    void show_runs(const std::vector<fs::path>& runs);
    void show_corrected_preset(const fs::path& run, const fs::path& preset, const QString& text);
    void show_run_page(const fs::path& run, const QString& page);
    void show_preset(const fs::path& preset);
    void show_csv(const fs::path& file);
    void show_start();
    void show_title();
    void ask_file(const QString& title, const QString& kinds);
    void open_quickstart();
    void ask_run();
    void show_palette();
    void show_about();
    void choose_theme(const QString& name);
    void keep_language(const QString& name);
    std::vector<Draft> unsaved_presets() const;
    bool ask_about_changes();
    void turn_page(int by);

    Theme* theme_;
    QSettings* settings_;
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
    RunActions* life_;
    DraftStore* drafts_;
    DeviceDesk* devices_;
    CancelToken opening_;
    QString unopened_; ///< what the bar says of a path that could not be shown
    enum class Closing { asks, keeps_drafts, discards } closing_ = Closing::asks;
};

} // namespace tunedesk::ui
