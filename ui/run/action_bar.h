// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "ui/run/run_action.h"

#include <QWidget>
#include <map>

class QAction;
class QMenu;
class QToolButton;

namespace tunedesk::ui {

/// Buttons for the actions on a run; the tool tip of a disabled one explains why. Actions run in the
/// background, after a confirmation if data would be lost. Window's thread.
class ActionBar : public QWidget {
    Q_OBJECT

public:
    explicit ActionBar(QWidget* parent = nullptr);

    void set_run(const fs::path& run);
    void set_status(bool is_live, const event::RunStatus& status);
    QAction* action(RunAction action) const { return actions_.at(action); }
    /// Carries out an action without confirmation.
    void carry_out(RunAction action);

Q_SIGNALS:
    /// An action has finished; `what` is its answer.
    void done(const QString& what);
    void failed(const tunedesk::Error& error);
    /// A copy of the run's preset was saved.
    void duplicated(const QString& preset);
    void trashed(const QString& run);

private:
    void add(RunAction action, QToolButton* button);
    void ask(RunAction action);
    void duplicate();
    void duplicate_to(const fs::path& run, const QString& file);

    void show_only_possible();

    std::map<RunAction, QAction*> actions_;
    std::map<RunAction, QToolButton*> buttons_;
    QMenu* more_;
    fs::path run_;
    bool is_busy_ = false; ///< an action is under way
    bool is_live_ = false;
    event::RunStatus status_;
};

} // namespace tunedesk::ui
