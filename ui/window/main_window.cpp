#include "ui/window/main_window.h"

#include "base/text.h"
#include "event/run_folder.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/actions.h"
#include "ui/window/command_palette.h"
#include "ui/window/device_strip.h"
#include "ui/window/lazy_tabs.h"
#include "ui/window/life_actions.h"
#include "ui/window/note_actions.h"
#include "ui/window/places.h"
#include "ui/window/preset_view.h"
#include "ui/window/run_news.h"
#include "ui/window/run_view.h"
#include "ui/window/sidebar.h"
#include "ui/window/start_page.h"
#include "ui/window/theme.h"
#include "ui/window/workspace.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QSplitter>
#include <QVBoxLayout>

namespace tunedesk::ui {

MainWindow::MainWindow(Theme* theme, QSettings* settings)
    : theme_(theme), settings_(settings), library_(new Library(this)),
      notes_(new NoteActions(library_, this)), actions_(new Actions(this)), sidebar_(new Sidebar(library_)),
      splitter_(new QSplitter), workspace_(new Workspace), news_(new MessageBar),
      life_(new LifeActions(library_, news_, this)), strip_(new DeviceStrip) {
    setWindowTitle(tr("TuneDesk"));
    setAcceptDrops(true);
    build();
    actions_->build_menus(*life_, *notes_);
    connect_actions();
    restore();
    follow_workspace();
}

MainWindow::~MainWindow() = default;

void MainWindow::build() {
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(news_);
    column->addWidget(workspace_, 1);
    splitter_->addWidget(sidebar_);
    splitter_->addWidget(right);
    splitter_->setStretchFactor(1, 1);
    splitter_->setChildrenCollapsible(false);
    splitter_->setSizes({280, 1000});
    auto* central = new QWidget;
    auto* rows = new QVBoxLayout(central);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(splitter_, 1);
    rows->addWidget(strip_);
    setCentralWidget(central);
    StartPage* start = workspace_->start_page();
    start->add(actions_->csv, tr("Fine-tune my CSV"),
               tr("A table with a column of texts and a column of labels becomes a classifier."));
    start->add(actions_->quickstart, tr("Quickstart"),
               tr("A small model on 8,000 sentences of film reviews: about a minute on two cores."));
    start->add(actions_->open_run, tr("Open a run"), tr("Look at a run's folder, finished or under way."));
    start->add(actions_->open_preset, tr("Open a preset"),
               tr("A YAML file that says what to train on what."));
}

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
    on(actions_->share, [this] {
        PresetView* view = workspace_->preset_view();
        if (!view) return;
        auto* dialog = new ExportBundleDialog(view->preset(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    on(actions_->start, [this] {
        if (PresetView* view = workspace_->preset_view()) view->start();
    });
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
    connect(sidebar_, &Sidebar::selection_changed, this, &MainWindow::follow_selection);
    connect(sidebar_, &Sidebar::menu_requested, this, [this](const QPoint& at) {
        if (!sidebar_->selected().empty()) actions_->run_menu()->popup(at);
    });
    connect(workspace_, &QStackedWidget::currentChanged, this, &MainWindow::follow_workspace);
    connect(workspace_, &Workspace::csv_requested, actions_->csv, &QAction::trigger);
    connect(workspace_, &Workspace::preset_ready, this, [this](const QString& file) { open(to_path(file)); });
    connect(workspace_, &Workspace::preset_saved, this,
            [this](const QString& file) { library_->add_recent_preset(to_path(file)); });
    connect(workspace_, &Workspace::baseline_requested, this,
            [this](const QString& run) { library_->set_baseline(to_path(run)); });
    connect(life_, &LifeActions::preset_ready, this, [this](const QString& file) { open(to_path(file)); });
    connect(workspace_, &Workspace::run_changed, library_, &Library::refresh);
    connect(workspace_, &Workspace::run_trashed, this, [this] {
        library_->refresh();
        show_start();
    });
    connect(workspace_, &Workspace::run_started, this, [this](const QString& run) {
        library_->refresh();
        show_run_page(to_path(run), QStringLiteral("watch"));
    });
    connect(library_, &Library::changed, this, [this] {
        const LibraryEntryPtr baseline = sidebar_->model()->baseline();
        workspace_->set_baseline(baseline ? baseline->path : fs::path());
        notes_->set_selected(sidebar_->selected());
        life_->set_selected(sidebar_->selected());
        show_title();
    });
    auto* ends = new RunNews(
        library_, news_,
        [this](const fs::path& run) {
            return workspace_->run_view() && workspace_->run_view()->is_watching(run);
        },
        this);
    connect(ends, &RunNews::page_requested, this,
            [this](const QString& run, const QString& page) { show_run_page(to_path(run), page); });
    connect(library_, &Library::failed, this, [this](const Error& error) { news_->say(error); });
}

void MainWindow::restore() {
    resize(1280, 720);
    restoreGeometry(settings_->value(QStringLiteral("window/geometry")).toByteArray());
    splitter_->restoreState(settings_->value(QStringLiteral("window/splitter")).toByteArray());
    choose_theme(settings_->value(QStringLiteral("window/theme")).toString());
    const QString language = settings_->value(QStringLiteral("window/language")).toString();
    (language == QStringLiteral("en")      ? actions_->language_english
     : language == QStringLiteral("zh_CN") ? actions_->language_chinese
                                           : actions_->language_system)
        ->setChecked(true);
    std::vector<fs::path> recent;
    for (const QString& file : settings_->value(QStringLiteral("presets/recent")).toStringList())
        recent.push_back(to_path(file));
    library_->set_recent_presets(std::move(recent));
    if (const QString selected = settings_->value(QStringLiteral("window/selected")).toString();
        !selected.isEmpty())
        sidebar_->select(to_path(selected));
}

void MainWindow::save_state() {
    settings_->setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings_->setValue(QStringLiteral("window/splitter"), splitter_->saveState());
    const LibraryEntries selected = sidebar_->selected();
    settings_->setValue(QStringLiteral("window/selected"),
                        selected.size() == 1 ? to_qt(selected.front()->path) : QString());
    QStringList recent;
    for (const fs::path& file : library_->recent_presets())
        recent << to_qt(file);
    settings_->setValue(QStringLiteral("presets/recent"), recent);
}

void MainWindow::choose_theme(const QString& name) {
    theme_->choose(theme_choice(name));
    settings_->setValue(QStringLiteral("window/theme"), theme_name(theme_->choice()));
    QAction* chosen = theme_->choice() == Theme::Choice::light  ? actions_->theme_light
                      : theme_->choice() == Theme::Choice::dark ? actions_->theme_dark
                                                                : actions_->theme_system;
    chosen->setChecked(true);
}

void MainWindow::keep_language(const QString& name) {
    settings_->setValue(QStringLiteral("window/language"), name);
    news_->say(MessageBar::Kind::info, tr("The language changes when the window is opened again."));
}

void MainWindow::follow_selection() {
    const LibraryEntries selected = sidebar_->selected();
    notes_->set_selected(selected);
    life_->set_selected(selected);
    if (selected.empty()) return;
    std::vector<fs::path> runs;
    for (const LibraryEntryPtr& entry : selected)
        if (entry->is_run()) runs.push_back(entry->path);
    if (runs.size() > 1) return show_runs(runs);
    runs.empty() ? show_preset(selected.front()->path) : show_run(runs.front());
}

void MainWindow::follow_workspace() {
    const bool preset = workspace_->preset_view() != nullptr;
    for (QAction* action : {actions_->save, actions_->share, actions_->start}) {
        action->setEnabled(preset);
        action->setToolTip(preset ? action->statusTip() : tr("Open a preset first"));
    }
    show_title();
}

void MainWindow::show_run(const fs::path& run) {
    workspace_->show_run(run);
    follow_workspace();
}

void MainWindow::show_runs(const std::vector<fs::path>& runs) {
    workspace_->show_runs(runs);
    follow_workspace();
}

void MainWindow::show_run_page(const fs::path& run, const QString& page) {
    sidebar_->select(run);
    show_run(run);
    workspace_->tabs()->go_to(page);
}

void MainWindow::show_preset(const fs::path& preset) {
    workspace_->show_preset(preset);
    follow_workspace();
}

void MainWindow::show_csv(const fs::path& file) {
    ModelPlaces places;
    for (const LibraryEntryPtr& entry : library_->entries()) {
        if (entry->is_run())
            places.runs.push_back(entry->path);
        else if (const auto model = field_text(*entry, "model.path"); model && !model->empty())
            places.recent.emplace_back(*model);
    }
    places.fetched = fetched_models();
    places.hub = hugging_face_cache();
    sidebar_->select_none();
    workspace_->show_csv(file, places);
}

void MainWindow::show_start() {
    sidebar_->select_none();
    workspace_->show_start();
}

void MainWindow::show_title() {
    fs::path subject;
    if (const RunView* run = workspace_->run_view()) subject = run->run();
    if (const PresetView* preset = workspace_->preset_view()) subject = preset->preset();
    strip_->set_text(subject.empty() ? QString() : shown_path(subject, 80));
    if (subject.empty()) return setWindowTitle(tr("TuneDesk"));
    const LibraryEntryPtr entry = library_->find(subject);
    setWindowTitle(tr("%1 - TuneDesk").arg(entry ? to_qt(entry->title()) : to_qt(subject.filename())));
}

void MainWindow::open(const fs::path& path) {
    const fs::path full = fs::absolute(path).lexically_normal();
    const std::string name = ascii_lower(full.filename().string());
    if (event::RunFolder{full}.holds_run()) {
        sidebar_->select(full);
        show_run(full);
    } else if (name.ends_with(".tunedesk")) {
        auto* dialog = new ImportBundleDialog(full, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &ImportBundleDialog::imported, this,
                [this](const QString& preset) { open(to_path(preset)); });
        dialog->open();
    } else if (name.ends_with(".yaml") || name.ends_with(".yml")) {
        library_->add_recent_preset(full);
        sidebar_->select(full);
        show_preset(full);
    } else if (name.ends_with(".tunedesk")) {
        auto* dialog = new ImportBundleDialog(full, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &ImportBundleDialog::imported, this,
                [this](const QString& preset) { open(to_path(preset)); });
        dialog->open();
    } else {
        show_csv(full);
    }
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
        news_->say(MessageBar::Kind::warning,
                   tr("No run lives in %1: it has no preset.yaml.").arg(shown_path(run, 80)),
                   tr("Choose another..."), [this] { ask_run(); });
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
                            to_qt(entry->state), true,
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

/// Whether the window may close. Runs are none of its business; texts that were typed are.
bool MainWindow::ask_about_changes() {
    const std::vector<PresetView*> changed = workspace_->modified();
    if (closing_ || changed.empty()) return true;
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Unsaved presets"),
        tr("%n preset(s) have changes that are not saved.", nullptr, static_cast<int>(changed.size())),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this](int answer) {
        if (answer == QMessageBox::Discard) return close_now();
        if (answer != QMessageBox::Save) return;
        for (PresetView* view : workspace_->modified()) {
            connect(view, &PresetView::saved, this, [this] {
                if (workspace_->modified().empty()) close_now();
            });
            view->save();
        }
    });
    box->open();
    return false;
}

void MainWindow::close_now() {
    closing_ = true;
    close();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!ask_about_changes()) return event->ignore();
    save_state();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const auto& urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    open(to_path(event->mimeData()->urls().front().toLocalFile()));
    event->acceptProposedAction();
}

} // namespace tunedesk::ui
