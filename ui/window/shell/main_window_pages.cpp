#include "ui/window/shell/main_window.h"

#include "event/folder/run_folder.h"
#include "run/folder/remote_place.h"
#include "ui/device/device_desk.h"
#include "ui/device/device_strip.h"
#include "ui/preset/form/preset_actions.h"
#include "ui/report/bundle_dialogs.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"
#include "ui/window/library/note_actions.h"
#include "ui/window/library/places.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/opened_path.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/queue/queue_actions.h"
#include "ui/window/queue/queue_watch.h"
#include "ui/window/queue/queued_view.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/remote_servers.h"
#include "ui/window/shell/run_actions.h"
#include "ui/window/shell/run_notifications.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <algorithm>

namespace tunedesk::ui {

void MainWindow::connect_parts() {
    connect(sidebar_, &Sidebar::selection_changed, this, &MainWindow::follow_selection);
    connect(sidebar_, &Sidebar::menu_requested, this, [this](const QPoint& at) {
        if (!sidebar_->selected().empty()) actions_->run_menu()->popup(at);
    });
    connect(workspace_, &QStackedWidget::currentChanged, this, &MainWindow::follow_workspace);
    connect(workspace_, &Workspace::csv_requested, actions_->csv, &QAction::trigger);
    connect(workspace_, &Workspace::preset_ready, this, [this](const QString& file) { open(to_path(file)); });
    connect(workspace_, &Workspace::corrected_preset_ready, this,
            [this](const QString& run, const QString& preset, const QString& text) {
                show_corrected_preset(to_path(run), to_path(preset), text);
            });
    connect(workspace_, &Workspace::preset_saved, this,
            [this](const QString& file) { library_->add_recent_preset(to_path(file)); });
    connect(workspace_, &Workspace::baseline_requested, this,
            [this](const QString& run) { library_->set_baseline(to_path(run)); });
    connect(life_, &RunActions::preset_ready, this, [this](const QString& file) { open(to_path(file)); });
    connect(workspace_, &Workspace::run_changed, library_, &Library::refresh);
    connect(library_, &Library::opened_changed, this, &MainWindow::save_opened);
    connect(workspace_, &Workspace::run_trashed, this, [this] {
        library_->refresh();
        show_start();
    });
    connect(workspace_, &Workspace::run_started, this, [this](const QString& run) {
        library_->refresh();
        show_run_page(to_path(run), QStringLiteral("watch"));
    });
    connect(servers_, &RemoteServers::servers_changed, this,
            [this] { workspace_->set_servers(servers_->names()); });
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
            [this](const QString& run, const QString& page) { show_run_page(to_path(run), page); });
    connect(ends, &RunNotifications::action_requested, this,
            [this](const QString& run, RunAction action) { life_->act(action, to_path(run)); });
    connect(workspace_, &Workspace::report_read, ends, &RunNotifications::forget_success);
    connect(library_, &Library::failed, this, [this](const Error& error) { news_->say(error); });
    connect(library_, &Library::run_ended, workspace_, &Workspace::look_again);
}

void MainWindow::connect_queue() {
    connect(queue_, &QueueWatch::failed, this, [this](const Error& error) { news_->say(error); });
    connect(queue_, &QueueWatch::changed, library_, &Library::refresh);
    connect(workspace_, &Workspace::run_queued, this, [this](const QString& run) {
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
    connect(workspace_, &Workspace::queued_gone, this, &MainWindow::leave_queued);
    connect(library_, &Library::changed, this, &MainWindow::leave_queued);
}

/// The page of a run that waited follows it when it starts.
void MainWindow::leave_queued() {
    const QueuedView* view = workspace_->queued_view();
    if (!view || queue_->snapshot().find(view->run())) return;
    const LibraryEntryPtr entry = library_->find(view->run());
    if (entry && entry->section != Section::queued) // its turn has come: there is something to watch
        return show_run_page(fs::path(view->run()), QStringLiteral("watch"));
    if (!entry && !event::RunFolder{view->run()}.holds_run()) show_start();
}

/// The runs among what is selected; the actions are about these.
std::vector<fs::path> MainWindow::share_selection() {
    const LibraryEntries selected = sidebar_->selected();
    std::vector<fs::path> runs;
    for (const LibraryEntryPtr& entry : selected)
        if (entry->is_run()) runs.push_back(entry->path);
    notes_->set_selected(selected);
    life_->set_selected(selected);
    queue_actions_->set_selected(runs);
    return runs;
}

void MainWindow::follow_selection() {
    const LibraryEntries selected = sidebar_->selected();
    std::vector<fs::path> runs = share_selection();
    if (selected.empty()) return;
    forget_unopened();
    if (const std::string group = sidebar_->selected_group().toStdString(); !group.empty()) {
        runs.clear(); // also those that stand in other sections
        for (const LibraryEntryPtr& entry : library_->entries())
            if (entry->group == group) runs.push_back(entry->path);
        std::ranges::sort(runs);
    }
    if (runs.size() > 1) return show_runs(runs);
    if (runs.empty()) return show_preset(selected.front()->path);
    show_run(runs.front());
}

void MainWindow::follow_workspace() {
    const bool preset = workspace_->preset_view() != nullptr;
    for (QAction* action :
         {actions_->save, actions_->start, actions_->queue, actions_->sweep, actions_->measure_step,
          actions_->measure_batch_size, actions_->measure_learning_rate}) {
        action->setEnabled(preset);
        action->setToolTip(preset ? action->statusTip() : tr("Open a preset first"));
    }
    const bool shares = preset || workspace_->run_view();
    actions_->share->setEnabled(shares);
    actions_->share->setToolTip(shares ? actions_->share->statusTip() : tr("Open a preset or a run first"));
    show_title();
}

void MainWindow::show_run(const fs::path& run) {
    const LibraryEntryPtr entry = library_->find(run);
    const bool waits = queue_->snapshot().find(run) || (entry && entry->section == Section::queued);
    waits ? workspace_->show_queued(run) : workspace_->show_run(run);
    follow_workspace();
}

void MainWindow::show_runs(const std::vector<fs::path>& runs) {
    workspace_->show_runs(runs);
    follow_workspace();
}

void MainWindow::show_run_page(const fs::path& run, const QString& page) {
    sidebar_->select(run);
    show_run(run);
    if (LazyTabs* tabs = workspace_->tabs()) tabs->go_to(page); // one that waits has none
}

void MainWindow::show_preset(const fs::path& preset) {
    workspace_->show_preset(preset);
    follow_workspace();
}

/// A preset that reads a copy of a run's data with corrected labels; Show leads back to these rows.
void MainWindow::show_corrected_preset(const fs::path& run, const fs::path& preset, const QString& text) {
    show_opened({OpenedPath::Kind::preset, preset, {}});
    workspace_->preset_view()->announce(text, [this, run] {
        show_run_page(run, QStringLiteral("report"));
        if (RunView* view = workspace_->run_view()) view->show_corrections();
    });
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
    forget_unopened();
    sidebar_->select_none();
    workspace_->show_start();
}

void MainWindow::show_title() {
    fs::path subject;
    if (const RunView* run = workspace_->run_view()) subject = run->run();
    if (const PresetView* preset = workspace_->preset_view()) subject = preset->preset();
    if (const QueuedView* queued = workspace_->queued_view()) subject = queued->run();
    const auto there = run::remote_run_of(subject);
    devices_->strip()->set_text(subject.empty() ? QString()
                                : there         ? to_qt(there->server + ":" + there->path)
                                                : shown_path(subject, 80));
    if (subject.empty()) return setWindowTitle(tr("TuneDesk"));
    const LibraryEntryPtr entry = library_->find(subject);
    setWindowTitle(
        tr("%1 - TuneDesk").arg(title_text(to_qt(entry ? entry->title() : subject.filename().string()))));
}

void MainWindow::open(const fs::path& path) {
    opening_.cancel();
    if (event::RunFolder{path}.holds_run()) return show_opened({OpenedPath::Kind::run, path, {}});
    opening_ = read_in_background(
        this, [path](const CancelToken&) { return look_at(path); },
        [this](const OpenedPath& opened) { show_opened(opened); },
        [this](const Error& error) {
            news_->say(error);
            unopened_ = news_->text();
        });
}

void MainWindow::show_no_run(const fs::path& folder) {
    news_->say(MessageBar::Kind::warning,
               tr("Not a run folder: %1 (preset.yaml is missing).").arg(shown_path(folder, 80)),
               tr("Choose another…"), [this] { ask_run(); });
    unopened_ = news_->text();
}

/// Something else was opened: what is said about the one that could not be is over.
void MainWindow::forget_unopened() {
    if (news_->text() == unopened_) news_->clear();
    unopened_.clear();
}

void MainWindow::show_opened(const OpenedPath& opened) {
    const fs::path path = fs::absolute(opened.path).lexically_normal();
    forget_unopened();
    switch (opened.kind) {
    case OpenedPath::Kind::run:
        library_->add_opened_run(path);
        sidebar_->select(path);
        return show_run(path);
    case OpenedPath::Kind::bundle:
        return import_bundle(path);
    case OpenedPath::Kind::preset:
        library_->add_recent_preset(path);
        sidebar_->select(path);
        return show_preset(path);
    case OpenedPath::Kind::other_settings:
        return import_settings(opened);
    case OpenedPath::Kind::other_log:
        return show_log(path);
    case OpenedPath::Kind::no_run:
        return show_no_run(path);
    case OpenedPath::Kind::table:
        return show_csv(path);
    }
}

void MainWindow::import_bundle(const fs::path& bundle) {
    auto* dialog = new ImportBundleDialog(bundle, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ImportBundleDialog::imported, this,
            [this](const QString& preset) { open(to_path(preset)); });
    dialog->open();
}

void MainWindow::import_settings(const OpenedPath& opened) {
    auto* dialog = new ImportDialog(*opened.imported, to_qt(opened.path.filename()), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, opened] {
        const std::string stem = opened.path.stem().string() + ".preset";
        fs::path file = unused_name(opened.path.parent_path(), stem, ".yaml");
        for (int n = 2; workspace_->has_draft(file); ++n) // one that is not saved has its name already
            file = unused_name(opened.path.parent_path(), stem + "-" + std::to_string(n), ".yaml");
        workspace_->show_preset_text(to_qt(opened.imported->yaml), file);
        sidebar_->select(file);
        follow_workspace();
    });
    dialog->open();
}

/// Beside the runs that are being looked at, where there are any.
void MainWindow::show_log(const fs::path& log) {
    if (workspace_->add_to_compared(log)) return;
    std::vector<fs::path> runs;
    if (const RunView* view = workspace_->run_view()) runs.push_back(view->run());
    runs.push_back(log);
    sidebar_->select_none();
    show_runs(runs);
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
