#include "ui/window/shell/main_window.h"

#include "event/folder/run_folder.h"
#include "ui/preset/setup_page.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"
#include "ui/window/library/places.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/command_palette.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>

namespace tunedesk::ui {

void MainWindow::connect_actions() {
    const auto on = [this](QAction* action, auto act) { connect(action, &QAction::triggered, this, act); };
    on(actions_->csv, [this] {
        ask_file(tr("Choose a table to fine-tune on"),
                 tr("Tables (*.csv *.tsv *.jsonl *.ndjson *.csv.gz *.tsv.gz *.jsonl.gz *.csv.zst *.tsv.zst "
                    "*.jsonl.zst)"));
    });
    on(actions_->quickstart, &MainWindow::open_quickstart);
    on(actions_->open_preset,
       [this] { ask_file(tr("Open a preset"), tr("Presets and bundles (*.yaml *.yml *.tunedesk)")); });
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
    const auto measure = [this, on](QAction* action, MeasureDialog::What what) {
        on(action, [this, what] {
            if (PresetView* view = workspace_->preset_view()) view->setup()->ask_measure(what);
        });
    };
    measure(actions_->measure_step, MeasureDialog::What::step);
    measure(actions_->measure_batch_size, MeasureDialog::What::batch_size);
    measure(actions_->measure_learning_rate, MeasureDialog::What::learning_rate);
    on(actions_->open_run, &MainWindow::ask_run);
    on(actions_->quit, &MainWindow::close);
    on(actions_->home, &MainWindow::show_start);
    on(actions_->filter, [this] { sidebar_->focus_filter(); });
    on(actions_->previous_page, [this] { turn_page(-1); });
    on(actions_->next_page, [this] { turn_page(1); });
    on(actions_->palette, &MainWindow::show_palette);
    on(actions_->full_screen, [this](bool full) {
        setWindowState(full ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
    });
    on(actions_->theme_system, [this] { choose_theme(QStringLiteral("system")); });
    on(actions_->theme_light, [this] { choose_theme(QStringLiteral("light")); });
    on(actions_->theme_dark, [this] { choose_theme(QStringLiteral("dark")); });
    on(actions_->language_system, [this] { keep_language(QString()); });
    on(actions_->language_english, [this] { keep_language(QStringLiteral("en")); });
    on(actions_->language_chinese, [this] { keep_language(QStringLiteral("zh_CN")); });
    on(actions_->about, &MainWindow::show_about);
    on(actions_->about_qt, [] { QApplication::aboutQt(); });
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

void MainWindow::open_quickstart() {
    for (const fs::path& preset : shipped_presets())
        if (preset.filename() == "quickstart.yaml") {
            sidebar_->select(preset);
            return show_preset(preset);
        }
    news_->say(MessageBar::Kind::warning, tr("The presets that come with TuneDesk are not installed."));
}

void MainWindow::ask_file(const QString& title, const QString& kinds) {
    auto* dialog = new QFileDialog(this, title, QString(), kinds + tr(";;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) { open(to_path(file)); });
    dialog->open();
}

void MainWindow::ask_run() {
    auto* dialog = new QFileDialog(this, tr("Open a run: choose its folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        const fs::path run = to_path(folder);
        if (event::RunFolder{run}.holds_run()) return open(run);
        show_no_run(run);
    });
    dialog->open();
}

void MainWindow::show_palette() {
    std::vector<CommandPalette::Command> commands;
    for (QMenu* menu : actions_->menus())
        for (QAction* action : menu->actions())
            if (!action->isSeparator() && !action->menu())
                commands.push_back(CommandPalette::command_of(action, menu->title()));
    for (const LibraryEntryPtr& entry : library_->entries())
        commands.push_back({(entry->is_run() ? tr("Run: %1") : tr("Preset: %1")).arg(to_qt(entry->title())),
                            entry->is_run() ? state_text(entry->status) : QString(), true,
                            [this, path = entry->path] { sidebar_->select(path); }});
    auto* palette = new CommandPalette(std::move(commands), this);
    palette->open();
}

void MainWindow::show_about() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About TuneDesk"),
                                tr("TuneDesk %1\n\nFine-tunes pretrained models on your own data.\n"
                                   "Licence: GPL-3.0-or-later.")
                                    .arg(QApplication::applicationVersion()),
                                QMessageBox::Ok, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::turn_page(int by) {
    LazyTabs* tabs = workspace_->tabs();
    if (!tabs || tabs->count() == 0) return;
    tabs->setCurrentIndex((tabs->currentIndex() + by + tabs->count()) % tabs->count());
}

} // namespace tunedesk::ui
