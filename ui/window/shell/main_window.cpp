#include "ui/window/shell/main_window.h"

#include "ui/device/device_desk.h"
#include "ui/device/device_strip.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"
#include "ui/window/library/note_actions.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/draft_store.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/start_page.h"
#include "ui/window/queue/queue_actions.h"
#include "ui/window/queue/queue_watch.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/remote_servers.h"
#include "ui/window/shell/run_actions.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAction>
#include <QCloseEvent>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QVBoxLayout>

namespace tunedesk::ui {

MainWindow::MainWindow(Theme* theme, QSettings* settings)
    : theme_(theme), settings_(settings), library_(new Library(this)), queue_(new QueueWatch(this)),
      notes_(new NoteActions(library_, this)), actions_(new Actions(this)), sidebar_(new Sidebar(library_)),
      splitter_(new QSplitter), news_(new MessageBar), server_news_(new MessageBar),
      servers_(new RemoteServers(library_, server_news_, this)),
      queue_actions_(new QueueActions(queue_, news_, this)),
      workspace_(new Workspace(queue_, queue_actions_)), life_(new RunActions(library_, news_, this)),
      drafts_(new DraftStore(this)), devices_(new DeviceDesk(settings, this)) {
    show_texts_as_plain();
    setWindowTitle(tr("TuneDesk"));
    setAcceptDrops(true);
    build();
    actions_->build_menus(*life_, *queue_actions_, *notes_, *servers_, devices_->action());
    connect_actions();
    connect_parts();
    connect_news();
    connect_queue();
    connect_drafts();
    restore();
    follow_workspace();
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
    rows->addWidget(splitter_, 1);
    rows->addWidget(devices_->strip());
    setCentralWidget(central);
    StartPage* start = workspace_->start_page();
    start->add(actions_->csv, tr("Fine-tune my CSV"),
               tr("A table with a column of texts and a column of labels becomes a classifier."));
    start->add(actions_->quickstart, tr("Quickstart"),
               tr("A small model on 8,000 sentences of film reviews: about a minute on two cores."));
    start->add(actions_->open_run, tr("Open a run"), tr("Look at a run's folder, finished or under way."));
    start->add(servers_->open_action(), tr("Open a server"),
               tr("Watch and start runs on another machine, over your own ssh."));
    start->add(actions_->open_preset, tr("Open a preset"),
               tr("A YAML file that describes a training: model, data and settings."));
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
    const auto paths = [this](const QString& key) {
        std::vector<fs::path> list;
        for (const QString& file : settings_->value(key).toStringList())
            list.push_back(to_path(file));
        return list;
    };
    library_->set_opened({paths(QStringLiteral("presets/recent")), paths(QStringLiteral("runs/opened"))});
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
    save_opened();
}

void MainWindow::save_opened() {
    const auto save = [this](const QString& key, const std::vector<fs::path>& paths) {
        QStringList list;
        for (const fs::path& path : paths)
            list << to_qt(path);
        settings_->setValue(key, list);
    };
    save(QStringLiteral("presets/recent"), library_->recent_presets());
    save(QStringLiteral("runs/opened"), library_->opened_runs());
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

std::vector<Draft> MainWindow::unsaved_presets() const {
    std::vector<Draft> drafts;
    for (const PresetView* view : workspace_->modified())
        drafts.push_back({view->preset(), view->source().toStdString()});
    return drafts;
}

/// What an earlier window could not ask about comes back; what is typed here is kept as it is typed.
void MainWindow::connect_drafts() {
    const auto keep = [this] {
        const std::vector<Draft> drafts = unsaved_presets();
        std::vector<fs::path> files;
        for (const Draft& draft : drafts)
            files.push_back(draft.file);
        library_->set_drafts(std::move(files));
        drafts_->save_later(drafts);
    };
    connect(workspace_, &Workspace::preset_edited, this, keep);
    connect(workspace_, &Workspace::preset_saved, this, keep);
    connect(drafts_, &DraftStore::found, this, [this, keep](const std::vector<Draft>& drafts) {
        QStringList names;
        for (const Draft& draft : drafts) {
            workspace_->restore_preset(draft.file, to_qt(draft.text));
            if (std::error_code none; fs::exists(draft.file, none)) library_->add_recent_preset(draft.file);
            names << to_qt(draft.file.filename());
        }
        keep();
        news_->say(MessageBar::Kind::info,
                   tr("Changes that were not saved are back: %1").arg(names.join(QStringLiteral(", "))),
                   tr("Show"), [this, file = drafts.front().file] {
                       news_->clear();
                       show_preset(file);
                   });
    });
    drafts_->look_for_others();
}

/// Whether the window may close. Runs are none of its business; texts that were typed are.
bool MainWindow::ask_about_changes() {
    const std::vector<PresetView*> changed = workspace_->modified();
    if (closing_ != Closing::asks || changed.empty()) return true;
    QStringList names;
    for (const PresetView* view : changed)
        names << QStringLiteral("•  ") + shown_path(view->preset(), 70);
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Unsaved presets"),
        tr("%n preset(s) have changes that are not saved:", nullptr, static_cast<int>(changed.size())) +
            QStringLiteral("\n\n") + names.join(u'\n'),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setInformativeText(tr("Kept drafts come back when the window is opened again."));
    QAbstractButton* keep = box->addButton(tr("Keep as &drafts"), QMessageBox::AcceptRole);
    box->setDefaultButton(qobject_cast<QPushButton*>(keep));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::finished, this, [this, box, keep](int answer) {
        if (box->clickedButton() == keep) return close_now();
        const auto close_without = [this] {
            closing_ = Closing::discards;
            close();
        };
        if (answer == QMessageBox::Discard) return close_without();
        if (answer != QMessageBox::Save) return;
        for (PresetView* view : workspace_->modified()) {
            connect(view, &PresetView::saved, this, [this, close_without] {
                if (workspace_->modified().empty()) close_without();
            });
            view->save();
        }
    });
    box->open();
    return false;
}

void MainWindow::close_now() {
    closing_ = Closing::keeps_drafts;
    close();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!ask_about_changes()) return event->ignore();
    save_state();
    drafts_->save_now(closing_ == Closing::keeps_drafts ? unsaved_presets() : std::vector<Draft>());
    event->accept();
}

} // namespace tunedesk::ui
