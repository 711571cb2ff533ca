#include "ui/window/main_window.h"

#include "event/run_folder.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/actions.h"
#include "ui/window/command_palette.h"
#include "ui/window/device_strip.h"
#include "ui/window/lazy_tabs.h"
#include "ui/window/note_actions.h"
#include "ui/window/run_view.h"
#include "ui/window/sidebar.h"
#include "ui/window/start_page.h"
#include "ui/window/theme.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace tunedesk::ui {

MainWindow::MainWindow(Theme* theme, QSettings* settings)
    : theme_(theme), settings_(settings), library_(new Library(this)),
      notes_(new NoteActions(library_, this)), actions_(new Actions(this)), sidebar_(new Sidebar(library_)),
      splitter_(new QSplitter), views_(new QStackedWidget), start_page_(new StartPage), news_(new MessageBar),
      strip_(new DeviceStrip) {
    setWindowTitle(tr("TuneDesk"));
    setAcceptDrops(true);
    build();
    actions_->build_menus(*notes_);
    connect_actions();
    restore();
}

MainWindow::~MainWindow() = default;

void MainWindow::build() {
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(news_);
    column->addWidget(views_, 1);
    views_->addWidget(start_page_);
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
    start_page_->add(actions_->open_preset, tr("Open a preset"),
                     tr("A YAML file that says what to train on what."));
    start_page_->add(actions_->open_run, tr("Open a run"),
                     tr("Look at a run's folder, finished or under way."));
}

void MainWindow::connect_actions() {
    const auto on = [this](QAction* action, auto act) { connect(action, &QAction::triggered, this, act); };
    on(actions_->open_preset, &MainWindow::ask_preset);
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
    on(actions_->about, &MainWindow::show_about);
    on(actions_->about_qt, [] { QApplication::aboutQt(); });
    connect(sidebar_, &Sidebar::selection_changed, this, &MainWindow::follow_selection);
    connect(sidebar_, &Sidebar::menu_requested, this, [this](const QPoint& at) {
        if (!sidebar_->selected().empty()) actions_->run_menu()->popup(at);
    });
    connect(library_, &Library::changed, this, [this] { notes_->set_selected(sidebar_->selected()); });
    connect(library_, &Library::failed, this, [this](const Error& error) { news_->say(error); });
}

void MainWindow::restore() {
    resize(1280, 720);
    restoreGeometry(settings_->value(QStringLiteral("window/geometry")).toByteArray());
    splitter_->restoreState(settings_->value(QStringLiteral("window/splitter")).toByteArray());
    choose_theme(settings_->value(QStringLiteral("window/theme")).toString());
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

void MainWindow::follow_selection() {
    const LibraryEntries selected = sidebar_->selected();
    notes_->set_selected(selected);
    if (selected.empty()) return;
    const LibraryEntryPtr& first = selected.front();
    if (first->is_run()) show_run(first->path);
}

void MainWindow::show_run(const fs::path& run) {
    if (!run_view_) {
        run_view_ = new RunView;
        views_->addWidget(run_view_);
        connect(run_view_, &RunView::preset_copied, this,
                [this](const QString& preset) { open(to_path(preset)); });
    }
    run_view_->show_run(run);
    views_->setCurrentWidget(run_view_);
    const LibraryEntryPtr entry = library_->find(run);
    setWindowTitle(tr("%1 - TuneDesk").arg(entry ? to_qt(entry->title()) : to_qt(run.filename())));
    strip_->set_text(shown_path(run, 80));
}

void MainWindow::show_start() {
    sidebar_->select_none();
    views_->setCurrentWidget(start_page_);
    setWindowTitle(tr("TuneDesk"));
    strip_->set_text({});
}

void MainWindow::open(const fs::path& path) {
    const fs::path full = fs::absolute(path).lexically_normal();
    if (event::RunFolder{full}.holds_run()) {
        sidebar_->select(full);
        show_run(full);
        return;
    }
    library_->add_recent_preset(full);
    sidebar_->select(full);
}

void MainWindow::ask_preset() {
    auto* dialog =
        new QFileDialog(this, tr("Open a preset"), QString(), tr("Presets (*.yaml *.yml);;All files (*)"));
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

LazyTabs* MainWindow::current_tabs() const {
    if (run_view_ && views_->currentWidget() == run_view_) return run_view_->tabs();
    return nullptr;
}

void MainWindow::turn_page(int by) {
    LazyTabs* tabs = current_tabs();
    if (!tabs || tabs->count() == 0) return;
    tabs->setCurrentIndex((tabs->currentIndex() + by + tabs->count()) % tabs->count());
}

void MainWindow::closeEvent(QCloseEvent* event) {
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
