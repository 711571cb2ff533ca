// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/actions.h"

#include "ui/preset/estimate/measure_dialog.h"
#include "ui/window/library/note_actions.h"
#include "ui/window/library/tracking_actions.h"
#include "ui/window/queue/queue_actions.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/remote_servers.h"
#include "ui/window/shell/run_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace tunedesk::ui {

Actions::Actions(QMainWindow* window) : QObject(window), window_(window) {
    csv =
        add(tr("Fine-tune my &CSV…"), tr("Creates a preset for your own table"), QKeySequence(tr("Ctrl+N")));
    quickstart = add(tr("&Quickstart"), tr("Opens the preset of a small model on film reviews"));
    open_preset = add(tr("&Open a preset…"), tr("Opens a preset in Set-up"), QKeySequence::Open);
    open_run = add(tr("Open a &run…"), tr("Shows a run's folder"), QKeySequence(tr("Ctrl+Shift+O")));
    open_read_only = add(tr("Open a run read-onl&y…"),
                         tr("Shows an untrusted run in another window, which cannot write files"));
    save = add(tr("&Save the preset"), tr("Writes the preset's file"), QKeySequence::Save);
    share = add(tr("S&hare the preset…"), tr("Writes a bundle: the preset and its parents, no data"));
    share->setObjectName(QStringLiteral("share"));
    start =
        add(tr("&Start"), tr("Starts a run of the preset that is shown"), QKeySequence(tr("Ctrl+Return")));
    queue = add(tr("Add to the &queue"), tr("Queues a run of the preset that is shown, as it is now"),
                QKeySequence(tr("Ctrl+Shift+Return")));
    sweep = add(tr("S&weep…"), tr("Queues runs of the preset with several values or seeds"),
                QKeySequence(tr("Ctrl+Shift+S")));
    for (const MeasureDialog::What what : MeasureDialog::all()) {
        measures << add(MeasureDialog::title(what) + u'…', MeasureDialog::tip(what));
        measures.last()->setData(static_cast<int>(what));
    }
    strategies = add(tr("Compare strate&gies…"),
                     tr("Memory that each strategy needs per rank, and what is stored where"));
    quit = add(tr("&Quit"), tr("Closes the window; runs continue"), QKeySequence(tr("Ctrl+Q")));

    add_places();
    add_appearance();
}

void Actions::add_places() {
    home = add(tr("&Home"), tr("Active runs, recent runs, and ways to start"), QKeySequence(tr("Alt+Home")));
    list_runs = add(tr("&Runs"), tr("All runs as a table; the list at the left shows only runs"));
    list_presets = add(tr("&Presets"), tr("Lists only the presets"));
    list_queue = add(tr("&Queue"), tr("Lists the queued runs"));
    compare = add(tr("&Compare runs"), tr("The selected runs side by side, or the latest ones"));
    for (QAction* action : {home, list_runs, list_presets, list_queue, compare})
        action->setCheckable(true);
    open_folder = add(tr("Open fol&der"), tr("Shows the folder in the file manager"));
    copy_path = add(tr("Copy pat&h"), tr("Puts the path on the clipboard"), QKeySequence(tr("Ctrl+Shift+C")));
    settings = add(tr("&Settings…"), tr("Theme, language and notifications"), QKeySequence(tr("Ctrl+,")));
    filter = add(tr("&Filter the list"), tr("Find a run or preset in the list"), QKeySequence(tr("Ctrl+L")));
    previous_page = add(tr("&Previous page"), tr("The tab to the left"), QKeySequence(tr("Ctrl+PgUp")));
    next_page = add(tr("&Next page"), tr("The tab to the right"), QKeySequence(tr("Ctrl+PgDown")));
    palette =
        add(tr("&Commands…"), tr("Finds every command, run and preset by name"), QKeySequence(tr("Ctrl+K")));
    palette->setObjectName(QStringLiteral("palette"));
    full_screen = add(tr("F&ull screen"), tr("Fills the whole screen"), QKeySequence(tr("F11")));
    full_screen->setCheckable(true);
}

void Actions::add_appearance() {
    theme_system = add(tr("As the &desktop"), tr("Follows the desktop's appearance"));
    theme_light = add(tr("&Light"), tr("Dark text on a light background"));
    theme_dark = add(tr("D&ark"), tr("Light text on a dark background"));
    auto* themes = new QActionGroup(this);
    for (QAction* action : {theme_system, theme_light, theme_dark}) {
        action->setCheckable(true);
        themes->addAction(action);
    }
    languages = new QActionGroup(this);
    const auto add_language = [this](QAction* action, const QString& choice) {
        action->setCheckable(true);
        action->setData(choice);
        languages->addAction(action);
    };
    add_language(add(tr("As the d&esktop"), tr("Follows the desktop's language")), QString());
    // Each in its own language, so that it is found by who reads no other.
    for (const Language& language : ui::languages())
        add_language(add(language.title, tr("Texts in %1").arg(language.title)), language.name);
    documentation =
        add(tr("&Documentation"), tr("Opens the folder of TuneDesk's pages"), QKeySequence(tr("F1")));
    shortcuts = add(tr("&Keyboard shortcuts"), tr("Every command that has a shortcut"));
    about = add(tr("&About TuneDesk"), tr("Version and licence"));
    about_qt = add(tr("About &Qt"), tr("The toolkit of this window"));
}

void Actions::hide_writing() {
    for (QAction* action :
         QList<QAction*>{csv, quickstart, save, share, start, queue, sweep, open_read_only} + measures)
        action->setVisible(false); // on_page_changed() enables and disables them
}

QAction* Actions::add(const QString& text, const QString& tip, const QKeySequence& key) {
    auto* action = new QAction(text, this);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    if (!key.isEmpty()) action->setShortcut(key);
    return action;
}

QMenu* Actions::menu(const QString& title, const QList<QAction*>& actions) {
    QMenu* menu = window_->menuBar()->addMenu(title);
    menu->setToolTipsVisible(true);
    for (QAction* action : actions)
        action ? menu->addAction(action) : static_cast<void>(menu->addSeparator());
    menus_ << menu;
    return menu;
}

void Actions::build_menus(const RunActions& life, const QueueActions& queued, const NoteActions& notes,
                          const TrackingActions& tracking, const RemoteServers& servers, QAction* devices) {
    menu(tr("&File"), {csv, quickstart, open_preset, open_run, open_read_only, servers.open_action(), nullptr,
                       save, share, nullptr, open_folder, copy_path, nullptr, settings, quit});
    run_menu_ = menu(tr("&Run"), QList<QAction*>{start, queue, sweep, nullptr} + measures +
                                     QList<QAction*>{strategies, nullptr} + life.actions() +
                                     QList<QAction*>{nullptr} + queued.actions() + QList<QAction*>{nullptr} +
                                     notes.actions() + QList<QAction*>{nullptr} + tracking.actions());
    QMenu* view =
        menu(tr("&View"), {home, list_runs, list_presets, list_queue, compare, nullptr, filter, palette,
                           nullptr, previous_page, next_page, nullptr, devices, nullptr, full_screen});
    QMenu* theme = view->addMenu(tr("&Theme"));
    theme->addActions({theme_system, theme_light, theme_dark});
    menus_ << theme;
    QMenu* language = view->addMenu(tr("&Language"));
    language->addActions(languages->actions());
    menus_ << language;
    menu(tr("&Help"), {documentation, shortcuts, nullptr, about, about_qt});
}

} // namespace tunedesk::ui
