// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace tunedesk::ui {

class RunActions;
class NoteActions;
class QueueActions;
class RemoteServers;
class TrackingActions;

/// The window's actions and its menu bar. MainWindow connects the actions.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(QMainWindow* window);

    QAction *csv, *quickstart, *open_preset, *open_run, *open_read_only, *save, *share, *start, *queue,
        *sweep, *strategies, *quit;
    QList<QAction*> measures; ///< of MeasureDialog::all(), with What as data
    QAction *home, *filter, *previous_page, *next_page, *palette, *full_screen;
    QAction *list_runs, *list_presets, *list_queue, *compare; ///< places of the rail
    QAction *open_folder, *copy_path;                         ///< for the shown entry
    QAction *settings, *documentation, *shortcuts;
    QAction *theme_system, *theme_light, *theme_dark;
    /// one action per language with the argument of language_for() as data; "": the desktop's
    QActionGroup* languages;
    QAction *about, *about_qt;

    /// Builds the menu bar; the Run menu has the actions for runs, also for queued ones.
    void build_menus(const RunActions& life, const QueueActions& queued, const NoteActions& notes,
                     const TrackingActions& tracking, const RemoteServers& servers, QAction* devices);
    /// The menus whose actions the palette offers.
    const QList<QMenu*>& menus() const { return menus_; }
    QMenu* run_menu() const { return run_menu_; }
    /// Hides the actions of this class that start a run or save: for a read-only window.
    void hide_writing();

private:
    void add_places();
    void add_appearance();
    QAction* add(const QString& text, const QString& tip, const QKeySequence& key = {});
    QMenu* menu(const QString& title, const QList<QAction*>& actions);

    QMainWindow* window_;
    QList<QMenu*> menus_;
    QMenu* run_menu_ = nullptr;
};

} // namespace tunedesk::ui
