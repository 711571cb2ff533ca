// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/run_actions.h"

#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/places.h"

#include <QAction>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>

namespace tunedesk::ui {

RunActions::RunActions(Library* library, MessageBar* bar, QWidget* window)
    : QObject(window), library_(library), bar_(bar), window_(window) {
    for (const RunAction action :
         {RunAction::resume, RunAction::stop, RunAction::pause, RunAction::go_on, RunAction::checkpoint,
          RunAction::kill, RunAction::duplicate, RunAction::free_space, RunAction::trash}) {
        auto* item = new QAction(name_of(action), this);
        connect(item, &QAction::triggered, this, [this, action] { ask(action); });
        actions_[action] = item;
    }
    set_selected({});
}

QList<QAction*> RunActions::actions() const {
    const auto at = [this](RunAction action) { return actions_.at(action); };
    return {at(RunAction::resume),
            at(RunAction::stop),
            at(RunAction::pause),
            at(RunAction::go_on),
            at(RunAction::checkpoint),
            at(RunAction::kill),
            nullptr,
            at(RunAction::duplicate),
            at(RunAction::free_space),
            at(RunAction::trash)};
}

void RunActions::set_selected(const LibraryEntries& entries) {
    run_ = entries.size() == 1 && entries.front()->is_run() ? entries.front() : nullptr;
    for (const auto& [action, item] : actions_) {
        std::optional<QString> why = tr("Select one run first");
        if (run_) why = why_not(action, run_->section == Section::running, run_->status);
        if (run_ && !why) why = why_not_there(action, run_->path);
        if (run_ && run_->section == Section::queued && action == RunAction::trash)
            why = tr("The run waits: remove it from the queue.");
        item->setEnabled(!why);
        item->setToolTip(why ? *why : kept_by(action));
        item->setStatusTip(kept_by(action));
    }
    // One key for both: whichever is possible has it (RunShortcuts).
    const bool is_paused = run_ && run_->status.is_paused();
    const QKeySequence space(Qt::Key_Space);
    actions_.at(RunAction::pause)->setShortcut(is_paused ? QKeySequence() : space);
    actions_.at(RunAction::go_on)->setShortcut(is_paused ? space : QKeySequence());
}

void RunActions::ask(RunAction action) {
    if (!run_) return;
    if (action == RunAction::duplicate) return ask_preset(run_->path);
    if (needs_confirmation(action)) return confirm(action, run_->path, to_qt(run_->title()));
    act(action, run_->path);
}

void RunActions::confirm(RunAction action, const fs::path& run, const QString& title) {
    auto* box = new QMessageBox(QMessageBox::Question, name_of(action),
                                QStringLiteral("%1\n\n%2").arg(title, kept_by(action, run)),
                                QMessageBox::Cancel, window_);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QAbstractButton* yes = box->addButton(name_of(action), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::finished, this, [this, box, yes, action, run] {
        if (box->clickedButton() == yes) act(action, run);
    });
    box->open();
}

void RunActions::ask_preset(const fs::path& run) {
    const fs::path folder = preset_folder_of(run);
    auto* dialog = new QFileDialog(window_, tr("Save a copy of the preset"), to_qt(folder),
                                   tr("Presets (*.yaml *.yml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // duplicate_run() refuses, with the remedy
    dialog->setDefaultSuffix(QStringLiteral("yaml"));
    dialog->selectFile(to_qt(unused_name(folder, run.filename().string(), ".yaml").filename()));
    connect(dialog, &QFileDialog::fileSelected, this, [this, run](const QString& file) {
        in_background(
            this,
            [run, file](const CancelToken&) {
                duplicate_run(run, to_path(file));
                return file;
            },
            [this](const QString& made) { Q_EMIT preset_ready(made); },
            [this](const Error& error) { bar_->say(error); });
    });
    dialog->open();
}

void RunActions::act(RunAction action, const fs::path& run) {
    if (action == RunAction::duplicate) return ask_preset(run);
    in_background(
        this,
        [action, run](const CancelToken&) {
            return tr("%1: %2").arg(to_qt(run.filename()), carry_out(action, run));
        },
        [this](const QString& said) {
            bar_->say(MessageBar::Kind::info, said);
            library_->refresh();
        },
        [this](const Error& error) {
            bar_->say(error);
            library_->refresh();
        });
}

} // namespace tunedesk::ui
