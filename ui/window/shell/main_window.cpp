// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/main_window.h"

#include "run/folder/remote_place.h"
#include "ui/device/device_desk.h"
#include "ui/device/device_strip.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"
#include "ui/window/home/home_page.h"
#include "ui/window/library/library.h"
#include "ui/window/library/note_actions.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/library/tracking_actions.h"
#include "ui/window/navigation/rail.h"
#include "ui/window/navigation/run_shortcuts.h"
#include "ui/window/navigation/window_places.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/preset_views.h"
#include "ui/window/queue/queue_actions.h"
#include "ui/window/queue/queue_watch.h"
#include "ui/window/queue/queued_view.h"
#include "ui/window/runs/runs_page.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/page_navigator.h"
#include "ui/window/shell/path_opener.h"
#include "ui/window/shell/remote_servers.h"
#include "ui/window/shell/run_actions.h"
#include "ui/window/shell/run_notifications.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/unsaved_presets.h"
#include "ui/window/shell/window_settings.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <QSplitter>
#include <QVBoxLayout>

namespace tunedesk::ui {

MainWindow::MainWindow(Theme* theme, QSettings* settings, Access access)
    : library_(new Library(this)), queue_(new QueueWatch(this)), notes_(new NoteActions(library_, this)),
      actions_(new Actions(this)), sidebar_(new Sidebar(library_)), splitter_(new QSplitter),
      news_(new MessageBar), server_news_(new MessageBar),
      servers_(new RemoteServers(library_, server_news_, this)),
      queue_actions_(new QueueActions(queue_, news_, this)),
      workspace_(new Workspace(queue_, queue_actions_)), runs_(new RunsPage),
      run_actions_(new RunActions(library_, news_, this)), tracking_(new TrackingActions(news_, this)),
      pages_(new PageNavigator(library_, queue_, sidebar_, workspace_, this)),
      opener_(new PathOpener(pages_, library_, sidebar_, workspace_, news_, this)),
      devices_(new DeviceDesk(settings, this)),
      settings_(new WindowSettings(settings, theme, {this, splitter_, library_, sidebar_, actions_, runs_})),
      rail_(new Rail), is_read_only_(access == Access::read_only) {
    show_texts_as_plain();
    setWindowTitle(tr("TuneDesk"));
    setAcceptDrops(true);
    build();
    actions_->build_menus(*run_actions_, *queue_actions_, *notes_, *tracking_, *servers_, devices_->action());
    connect_actions();
    connect_preset_actions();
    connect_parts();
    connect_news();
    connect_queue();
    unsaved_ = new UnsavedPresets(workspace_, library_, pages_, news_, this);
    settings_->restore();
    on_page_changed();
    if (!is_read_only_) return;
    actions_->hide_writing();
    news_->say(MessageBar::Kind::info,
               tr("This window cannot write files. To train, resume or save, open it without --read-only."));
}

MainWindow::~MainWindow() = default;

void MainWindow::build() {
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(workspace_, 1);
    server_news_->float_over(right);
    news_->float_over(right);
    splitter_->addWidget(sidebar_);
    splitter_->addWidget(right);
    splitter_->setStretchFactor(1, 1);
    splitter_->setChildrenCollapsible(false);
    splitter_->setSizes({280, 1000});
    auto* central = new QWidget;
    auto* rows = new QVBoxLayout(central);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(rail_);
    middle->addWidget(splitter_, 1);
    rows->addLayout(middle, 1);
    rows->addWidget(devices_->strip());
    setCentralWidget(central);
    workspace_->addWidget(runs_);
    new WindowPlaces({actions_, library_, sidebar_, pages_, workspace_, runs_}, rail_, this);
    HomePage* start = workspace_->home();
    start->follow(library_);
    start->add(actions_->csv, tr("Fine-tune my CSV"),
               tr("A table with a column of texts and a column of labels becomes a classifier."),
               QStringLiteral("add"));
    start->add(actions_->quickstart, tr("Quickstart"),
               tr("A small model on 8,000 sentences of film reviews: about a minute on two cores."),
               QStringLiteral("play"));
    start->add(actions_->open_run, tr("Open a run"), tr("Look at a run's folder, finished or under way."),
               QStringLiteral("folder"));
    start->add(servers_->open_action(), tr("Open a server"),
               tr("Watch and start runs on another machine, over your own ssh."), QStringLiteral("server"));
    start->add(actions_->open_preset, tr("Open a preset"),
               tr("A YAML file that describes a training: model, data and settings."),
               QStringLiteral("presets"));
}

void MainWindow::connect_parts() {
    connect(sidebar_, &Sidebar::selection_changed, this, &MainWindow::share_selection);
    connect(sidebar_, &Sidebar::selection_changed, pages_, &PageNavigator::follow_selection);
    connect(sidebar_, &Sidebar::menu_requested, this, [this](const QPoint& at) {
        if (!sidebar_->selected().empty()) actions_->run_menu()->popup(at);
    });
    runs_->follow(library_);
    runs_->set_trash(run_actions_->action(RunAction::trash));
    new RunShortcuts(run_actions_, workspace_, this);
    connect(runs_, &RunsPage::selection_changed, this, &MainWindow::share_selection);
    connect(workspace_, &Workspace::run_requested, this,
            [this](const QString& run) { pages_->open_run(to_path(run)); });
    connect(workspace_, &QStackedWidget::currentChanged, this, &MainWindow::on_page_changed);
    connect(pages_, &PageNavigator::page_changed, this, &MainWindow::on_page_changed);
    connect(workspace_->home(), &HomePage::path_requested, this,
            [this](const QString& path) { open(to_path(path)); });
    connect(workspace_->home(), &HomePage::run_requested, this,
            [this](const QString& run) { sidebar_->select(to_path(run)); });
    connect(workspace_, &Workspace::csv_requested, actions_->csv, &QAction::trigger);
    connect(workspace_, &Workspace::preset_ready, this, [this](const QString& file) { open(to_path(file)); });
    connect(workspace_, &Workspace::corrected_preset_ready, this,
            [this](const QString& run, const QString& preset, const QString& text, bool starts) {
                opener_->show_corrected_preset(to_path(run), to_path(preset), text);
                if (starts) workspace_->preset_view()->run_now();
            });
    connect(workspace_->presets(), &PresetViews::saved, this,
            [this](const QString& file) { library_->add_recent_preset(to_path(file)); });
    connect(workspace_, &Workspace::baseline_requested, this,
            [this](const QString& run) { library_->set_baseline(to_path(run)); });
    connect(run_actions_, &RunActions::preset_ready, this,
            [this](const QString& file) { open(to_path(file)); });
    connect(workspace_, &Workspace::run_changed, library_, &Library::refresh);
    connect(library_, &Library::opened_changed, settings_, &WindowSettings::save_opened);
    connect(workspace_, &Workspace::run_trashed, this, [this] {
        library_->refresh();
        pages_->show_start();
    });
    connect(workspace_->presets(), &PresetViews::run_started, this, [this](const QString& run) {
        library_->refresh();
        pages_->show_run_page(to_path(run), QStringLiteral("watch"));
    });
    connect(servers_, &RemoteServers::servers_changed, this,
            [this] { workspace_->presets()->set_servers(servers_->names()); });
    connect(library_, &Library::changed, this, [this] {
        const LibraryEntryPtr baseline = sidebar_->model()->baseline();
        workspace_->set_baseline(baseline ? baseline->path : fs::path());
        share_selection();
        show_title();
    });
}

void MainWindow::connect_news() {
    auto* ends = new RunNotifications(
        library_, news_,
        [this](const fs::path& run, bool success) {
            return workspace_->run_view() && workspace_->run_view()->shows_end_of(run, success);
        },
        this);
    connect(ends, &RunNotifications::page_requested, this,
            [this](const QString& run, const QString& page) { pages_->show_run_page(to_path(run), page); });
    connect(ends, &RunNotifications::action_requested, this,
            [this](const QString& run, RunAction action) { run_actions_->act(action, to_path(run)); });
    connect(workspace_, &Workspace::report_read, ends, &RunNotifications::forget_success);
    connect(library_, &Library::failed, this, [this](const Error& error) { news_->say(error); });
    connect(library_, &Library::run_ended, workspace_, &Workspace::look_again);
}

void MainWindow::connect_queue() {
    connect(queue_, &QueueWatch::failed, this, [this](const Error& error) { news_->say(error); });
    connect(queue_, &QueueWatch::changed, library_, &Library::refresh);
    connect(workspace_->presets(), &PresetViews::run_queued, this, [this](const QString& run) {
        library_->refresh();
        sidebar_->select(to_path(run));
        workspace_->show_queued(to_path(run));
    });
    connect(sidebar_, &Sidebar::reorder_requested, this,
            [this](const QStringList& runs, const QString& anchor, bool after) {
                std::vector<fs::path> paths;
                for (const QString& run : runs)
                    paths.push_back(to_path(run));
                queue_actions_->move_beside(paths, to_path(anchor), after);
            });
    connect(workspace_, &Workspace::queued_gone, library_, &Library::refresh);
    connect(workspace_, &Workspace::queued_gone, pages_, &PageNavigator::leave_queued);
    connect(library_, &Library::changed, pages_, &PageNavigator::leave_queued);
}

/// Gives the selection to the menus whose actions apply to it.
void MainWindow::share_selection() {
    const LibraryEntries selected = pages_->selected();
    notes_->set_selected(selected);
    run_actions_->set_selected(selected);
    tracking_->set_selected(selected);
    queue_actions_->set_selected(pages_->selected_runs());
}

void MainWindow::on_page_changed() {
    const bool preset = workspace_->preset_view() != nullptr;
    for (QAction* action : QList<QAction*>{actions_->save, actions_->start, actions_->queue, actions_->sweep,
                                           actions_->strategies} +
                               actions_->measures) {
        action->setEnabled(preset);
        action->setToolTip(preset ? action->statusTip() : tr("Open a preset first"));
    }
    const bool shares = preset || workspace_->run_view();
    actions_->share->setEnabled(shares);
    actions_->share->setToolTip(shares ? actions_->share->statusTip() : tr("Open a preset or a run first"));
    share_selection();
    show_title();
}

void MainWindow::show_title() {
    const fs::path subject = pages_->shown();
    for (QAction* action : {actions_->open_folder, actions_->copy_path}) {
        action->setEnabled(!subject.empty());
        action->setToolTip(subject.empty() ? tr("Open a preset or a run first") : action->statusTip());
    }
    const auto there = run::remote_run_of(subject);
    const QString place = subject.empty() ? QString()
                          : there         ? to_qt(there->server + ":" + there->path)
                                          : shown_path(subject, 80);
    devices_->strip()->set_text(is_read_only_ ? tr("Read-only: %1").arg(place) : place);
    const QString program = is_read_only_ ? tr("TuneDesk (read-only)") : tr("TuneDesk");
    if (subject.empty()) return setWindowTitle(program);
    const LibraryEntryPtr entry = library_->find(subject);
    setWindowTitle(
        tr("%1 - %2").arg(title_text(to_qt(entry ? entry->title() : subject.filename().string())), program));
}

void MainWindow::open(const fs::path& path) {
    opener_->open(path);
}

void MainWindow::close_now() {
    unsaved_->close_now();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!unsaved_->may_close()) return event->ignore();
    settings_->save();
    unsaved_->finish();
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
