// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/preset_tools.h"
#include "ui/window/shell/main_window.h"

#include "event/folder/run_folder.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/setup_page.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/library/places.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/navigation/page_commands.h"
#include "ui/window/navigation/settings_dialog.h"
#include "ui/window/navigation/shortcuts_dialog.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/command_palette.h"
#include "ui/window/shell/page_navigator.h"
#include "ui/window/shell/path_opener.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/window_settings.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QMenu>
#include <QMessageBox>
#include <QUrl>

namespace tunedesk::ui {

namespace {

void show_about(QWidget* window) {
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, MainWindow::tr("About TuneDesk"),
                        MainWindow::tr("TuneDesk %1\n\nFine-tunes pretrained models on your own data.\n"
                                       "Licence: GPL-3.0-or-later.")
                            .arg(QApplication::applicationVersion()),
                        QMessageBox::Ok, window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace

void MainWindow::connect_actions() {
    const auto on = [this](QAction* action, auto act) { connect(action, &QAction::triggered, this, act); };
    on(actions_->csv, [this] { opener_->ask_table(); });
    on(actions_->quickstart, [this] { opener_->open_quickstart(); });
    on(actions_->open_preset, [this] { opener_->ask_preset(); });
    on(actions_->open_run, [this] { opener_->ask_run(); });
    on(actions_->open_read_only, [this] { opener_->ask_read_only(); });
    on(actions_->quit, &MainWindow::close);
    on(actions_->home, [this] { pages_->show_start(); });
    on(actions_->filter, [this] { sidebar_->focus_filter(); });
    on(actions_->previous_page, [this] { pages_->turn_page(-1); });
    on(actions_->next_page, [this] { pages_->turn_page(1); });
    on(actions_->palette, &MainWindow::show_palette);
    on(actions_->full_screen, [this](bool full) {
        setWindowState(full ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    });
    on(actions_->theme_system, [this] { settings_->choose_theme(QStringLiteral("system")); });
    on(actions_->theme_light, [this] { settings_->choose_theme(QStringLiteral("light")); });
    on(actions_->theme_dark, [this] { settings_->choose_theme(QStringLiteral("dark")); });
    connect(actions_->languages, &QActionGroup::triggered, this,
            [this](const QAction* action) { settings_->choose_language(action->data().toString()); });
    on(actions_->settings, [this] { (new SettingsDialog(settings_, this))->open(); });
    on(actions_->open_folder, [this] {
        const fs::path path = pages_->shown();
        std::error_code failed;
        const fs::path folder = fs::is_directory(path, failed) ? path : path.parent_path();
        if (!path.empty()) QDesktopServices::openUrl(QUrl::fromLocalFile(to_qt(folder)));
    });
    on(actions_->copy_path, [this] {
        QGuiApplication::clipboard()->setText(to_qt(pages_->shown()));
        news_->say(MessageBar::Kind::success, tr("The path is on the clipboard."));
    });
    on(actions_->documentation,
       [] { QDesktopServices::openUrl(QUrl::fromLocalFile(to_qt(documentation_folder()))); });
    actions_->documentation->setEnabled(!documentation_folder().empty());
    on(actions_->shortcuts, [this] { (new ShortcutsDialog(actions_->menus(), this))->open(); });
    on(actions_->about, [this] { show_about(this); });
    on(actions_->about_qt, [] { QApplication::aboutQt(); });
}

void MainWindow::connect_preset_actions() {
    const auto on = [this](QAction* action, auto act) { connect(action, &QAction::triggered, this, act); };
    on(actions_->save, [this] {
        if (PresetView* view = workspace_->preset_view()) view->save();
    });
    on(actions_->share, &MainWindow::share);
    on(actions_->start, [this] {
        if (PresetView* view = workspace_->preset_view()) view->start();
    });
    on(actions_->queue, [this] {
        if (PresetView* view = workspace_->preset_view()) view->queue_up();
    });
    on(actions_->sweep, [this] {
        if (PresetView* view = workspace_->preset_view()) view->ask_sweep();
    });
    for (QAction* action : actions_->measures)
        on(action, [this, what = static_cast<MeasureDialog::What>(action->data().toInt())] {
            if (PresetView* view = workspace_->preset_view()) view->setup()->tools()->ask_measure(what);
        });
    on(actions_->strategies, [this] {
        if (PresetView* view = workspace_->preset_view())
            view->setup()->tools()->ask_strategy(view->setup()->strip()->shown());
    });
}

/// The preset that is shown, or that of the run.
void MainWindow::share() {
    if (PresetView* view = workspace_->preset_view(); view && view->is_modified())
        return news_->say(MessageBar::Kind::warning,
                          tr("Save the preset first: the bundle is made from its file."), tr("Save"),
                          [this, view] {
                              news_->clear();
                              view->save();
                          });
    fs::path preset;
    if (const PresetView* view = workspace_->preset_view()) preset = view->preset();
    if (const RunView* view = workspace_->run_view()) preset = event::RunFolder{view->run()}.preset();
    if (preset.empty()) return;
    auto* dialog = new ExportBundleDialog(preset, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportBundleDialog::exported, this, [this](const QString& file) {
        news_->say(MessageBar::Kind::success, tr("The bundle is in %1.").arg(file));
    });
    dialog->open();
}

void MainWindow::show_palette() {
    std::vector<CommandPalette::Command> commands;
    for (QMenu* menu : actions_->menus())
        for (QAction* action : menu->actions())
            if (!action->isSeparator() && !action->menu() && action->isVisible())
                commands.push_back(CommandPalette::command_of(action, menu->title()));
    for (CommandPalette::Command& command : page_commands(workspace_->currentWidget()))
        commands.push_back(std::move(command));
    for (const LibraryEntryPtr& entry : library_->entries())
        commands.push_back({(entry->is_run() ? tr("Run: %1") : tr("Preset: %1")).arg(to_qt(entry->title())),
                            entry->is_run() ? state_text(entry->status) : QString(), true,
                            [this, path = entry->path] { sidebar_->select(path); }});
    auto* palette = new CommandPalette(std::move(commands), this);
    palette->open();
}

} // namespace tunedesk::ui
