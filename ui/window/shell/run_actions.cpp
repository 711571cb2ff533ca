// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/run_actions.h"

#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/places.h"

#include <QAction>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr qsizetype most_named = 8; ///< runs, in a question

} // namespace

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

std::optional<QString> RunActions::why_not_now(RunAction action) const {
    const bool takes_several = action == RunAction::free_space || action == RunAction::trash;
    if (runs_.empty() || (runs_.size() > 1 && !takes_several))
        return takes_several ? tr("Select a run first") : tr("Select one run first");
    for (const LibraryEntryPtr& run : runs_) {
        std::optional<QString> why = why_not(action, run->section == Section::running, run->status);
        if (!why) why = why_not_there(action, run->path);
        if (run->section == Section::queued && action == RunAction::trash)
            why = tr("The run is queued: remove it from the queue.");
        if (why) return runs_.size() == 1 ? *why : tr("%1: %2").arg(to_qt(run->title()), *why);
    }
    return std::nullopt;
}

void RunActions::set_selected(const LibraryEntries& entries) {
    runs_ = entries;
    if (!std::ranges::all_of(runs_, [](const LibraryEntryPtr& entry) { return entry->is_run(); }))
        runs_.clear();
    for (const auto& [action, item] : actions_) {
        const std::optional<QString> why = why_not_now(action);
        item->setEnabled(!why);
        item->setToolTip(why ? *why : kept_by(action));
        item->setStatusTip(kept_by(action));
    }
    // One key for both: whichever is possible has it (RunShortcuts).
    const bool is_paused = runs_.size() == 1 && runs_.front()->status.is_paused();
    const QKeySequence space(Qt::Key_Space);
    actions_.at(RunAction::pause)->setShortcut(is_paused ? QKeySequence() : space);
    actions_.at(RunAction::go_on)->setShortcut(is_paused ? space : QKeySequence());
}

void RunActions::ask(RunAction action) {
    if (runs_.empty()) return;
    if (needs_confirmation(action)) return confirm(action);
    act(action, runs_.front()->path);
}

void RunActions::confirm(RunAction action) {
    std::vector<fs::path> runs;
    QStringList titles, kept;
    for (const LibraryEntryPtr& run : runs_) {
        runs.push_back(run->path);
        titles << to_qt(run->title());
        if (const QString text = kept_by(action, run->path); !kept.contains(text)) kept << text;
    }
    if (titles.size() > most_named) {
        const auto others = static_cast<int>(titles.size() - most_named);
        titles = titles.first(most_named) << tr("and %n other(s)", nullptr, others);
    }
    auto* box = new QMessageBox(QMessageBox::Question, name_of(action),
                                QStringLiteral("%1\n\n%2").arg(titles.join(u'\n'), kept.join(u'\n')),
                                QMessageBox::Cancel, window_);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QAbstractButton* yes = box->addButton(name_of(action), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(box, &QMessageBox::finished, this, [this, box, yes, action, runs] {
        if (box->clickedButton() != yes) return;
        if (runs.size() == 1)
            act(action, runs.front());
        else
            act_on_each(action, runs);
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

/// One that fails does not keep the others from it; its error is said.
void RunActions::act_on_each(RunAction action, const std::vector<fs::path>& runs) {
    in_background(
        this,
        [action, runs](const CancelToken&) {
            std::optional<Error> first;
            for (const fs::path& run : runs) {
                try {
                    carry_out(action, run);
                } catch (const Error& error) {
                    if (!first) first = error;
                }
            }
            return first;
        },
        [this, action, count = static_cast<int>(runs.size())](const std::optional<Error>& failed) {
            if (failed)
                bar_->say(*failed);
            else
                bar_->say(MessageBar::Kind::info,
                          tr("%1: done for %n run(s).", nullptr, count).arg(name_of(action)));
            library_->refresh();
        });
}

} // namespace tunedesk::ui
