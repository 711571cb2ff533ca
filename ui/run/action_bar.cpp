// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/action_bar.h"

#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QToolButton>

namespace tunedesk::ui {

ActionBar::ActionBar(QWidget* parent) : QWidget(parent), more_(new QMenu(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    for (const RunAction each : {RunAction::resume, RunAction::stop, RunAction::pause, RunAction::go_on,
                                 RunAction::checkpoint, RunAction::kill}) {
        auto* button = new QToolButton;
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::StrongFocus);
        add(each, button);
        row->addWidget(button);
    }
    auto* button = new QToolButton;
    button->setText(tr("More"));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setAccessibleName(tr("More actions on the run"));
    button->setMenu(more_);
    more_->setToolTipsVisible(true);
    for (const RunAction each : {RunAction::duplicate, RunAction::free_space, RunAction::trash})
        add(each, nullptr);
    row->addWidget(button);
    set_status(false, {});
}

void ActionBar::add(RunAction which, QToolButton* button) {
    auto* action = new QAction(name_of(which), this);
    actions_[which] = action;
    connect(action, &QAction::triggered, this, [this, which] { ask(which); });
    if (button) {
        button->setDefaultAction(action);
        button->setAccessibleName(name_of(which));
        buttons_[which] = button;
    } else {
        more_->addAction(action);
    }
}

void ActionBar::set_run(const fs::path& run) {
    run_ = run;
    is_busy_ = false;
}

void ActionBar::set_status(bool is_live, const event::RunStatus& status) {
    is_live_ = is_live;
    status_ = status;
    for (const auto& [which, action] : actions_) {
        std::optional<QString> reason =
            run_.empty() ? tr("No run is shown.") : why_not(which, is_live, status);
        if (!reason) reason = why_not_there(which, run_);
        if (!reason && is_busy_) reason = tr("An action is under way.");
        action->setEnabled(!reason);
        action->setToolTip(reason ? name_of(which) + QStringLiteral(": ") + *reason : kept_by(which));
    }
    show_only_possible();
}

/// Shows the possible actions: a live run can be stopped, an ended one resumed, a paused one continued.
void ActionBar::show_only_possible() {
    const bool is_paused = status_.is_paused();
    for (const auto& [which, button] : buttons_) {
        bool visible = is_live_;
        if (which == RunAction::resume) visible = !is_live_;
        if (which == RunAction::pause) visible = is_live_ && !is_paused;
        if (which == RunAction::go_on) visible = is_live_ && is_paused;
        button->setVisible(visible);
        actions_.at(which)->setVisible(visible);
    }
}

void ActionBar::ask(RunAction which) {
    if (!needs_confirmation(which)) return carry_out(which);
    auto* box = new QMessageBox(QMessageBox::Question, name_of(which),
                                name_of(which) + QStringLiteral("? ") + kept_by(which, run_),
                                QMessageBox::Cancel, this);
    box->addButton(name_of(which), QMessageBox::AcceptRole);
    box->setDefaultButton(QMessageBox::Cancel);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [this, box, which](QAbstractButton* button) {
        if (box->buttonRole(button) == QMessageBox::AcceptRole) carry_out(which);
    });
    box->open();
}

void ActionBar::carry_out(RunAction which) {
    const auto begin = [this] {
        is_busy_ = true;
        set_status(is_live_, status_);
    };
    const auto end = [this, run = run_, was_live = is_live_](const QString& text) {
        if (run == run_) is_busy_ = false;
        set_status(is_live_, status_);
        // The result of a pending action is not shown after the run has ended.
        const bool is_late = run == run_ && was_live && !is_live_;
        if (!text.isEmpty() && !is_late) Q_EMIT done(text);
    };
    if (run_.empty()) return;
    if (which == RunAction::duplicate) return duplicate(); // opens a dialog for the destination
    begin();
    in_background(
        this, [which, run = run_](const CancelToken&) { return ui::carry_out(which, run); },
        [this, end, which, run = run_](const QString& answer) {
            end(which == RunAction::trash ? QString() : answer); // the page of the run is closed too
            if (which == RunAction::trash) Q_EMIT trashed(to_qt(run));
        },
        [this, end](const Error& error) {
            end({});
            Q_EMIT failed(error);
        });
}

void ActionBar::duplicate() {
    auto* dialog =
        new QFileDialog(this, tr("Save the copy of the preset"), QString(), tr("Presets (*.yaml)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    // duplicate_run() rejects an existing file, with advice
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    dialog->setDefaultSuffix(QStringLiteral("yaml"));
    dialog->selectFile(QDir::current().filePath(to_qt(run_.filename()) + QStringLiteral("-copy.yaml")));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, run = run_](const QString& file) { duplicate_to(run, file); });
    dialog->open();
}

void ActionBar::duplicate_to(const fs::path& run, const QString& file) {
    in_background(
        this,
        [run, file](const CancelToken&) {
            duplicate_run(run, to_path(file));
            return file;
        },
        [this](const QString& made) { Q_EMIT duplicated(made); },
        [this](const Error& error) { Q_EMIT failed(error); });
}

} // namespace tunedesk::ui
