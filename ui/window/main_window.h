#pragma once

#include "ui/window/library.h"

#include <QMainWindow>

class QSettings;
class QSplitter;
class QStackedWidget;

namespace tunedesk::ui {

class Actions;
class DeviceStrip;
class LazyTabs;
class MessageBar;
class NoteActions;
class RunView;
class Sidebar;
class StartPage;
class Theme;

/// The window: the list of runs and presets at the left, pages of what is selected at the right, the device
/// strip below. It holds no run: whatever becomes of it, runs go on. One a process, on the main thread.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// `settings` is where the window's state is kept; it, and the theme, outlive the window.
    MainWindow(Theme* theme, QSettings* settings);
    ~MainWindow() override;

    /// Shows what a path is: a run's folder, or a preset.
    void open(const fs::path& path);
    void show_run(const fs::path& run);
    Library* library() const { return library_; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void connect_actions();
    void restore();
    void save_state();
    void follow_selection();
    void show_start();
    void ask_preset();
    void ask_run();
    void show_palette();
    void show_about();
    void choose_theme(const QString& name);
    LazyTabs* current_tabs() const;
    void turn_page(int by);

    Theme* theme_;
    QSettings* settings_;
    Library* library_;
    NoteActions* notes_;
    Actions* actions_;
    Sidebar* sidebar_;
    QSplitter* splitter_;
    QStackedWidget* views_;
    StartPage* start_page_;
    RunView* run_view_ = nullptr; ///< made when a run is first shown
    MessageBar* news_;
    DeviceStrip* strip_;
};

} // namespace tunedesk::ui
