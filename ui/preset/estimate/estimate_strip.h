// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/estimate/shown_check.h"

#include <QFrame>

class QPushButton;
class QToolButton;

namespace tunedesk::ui {

class EstimateFigures;
class Estimator;
class MachineBox;
class ProblemList;
class RemoteCheck;

/// What a preset will need, always below it: whether it fits, memory part by part, parameters, tokens, steps,
/// time, disk; what keeps it from running, a click on which goes there; and Start in the corner, with the
/// machine that it starts on: this one, which the estimator looks at, or a server, which is asked.
class EstimateStrip : public QFrame {
    Q_OBJECT

public:
    EstimateStrip(Estimator* estimator, RemoteCheck* there, QWidget* parent = nullptr);

    const EstimateFigures& figures() const { return *figures_; }
    /// Also of those that the Data check lists.
    int problem_count() const;
    /// The others.
    ProblemList* problems() const { return problems_; }
    QPushButton* start_button() const { return start_; }
    /// Why a run would have to wait now: then Start is called Queue. Empty: it could start.
    void set_wait(const QString& why);
    bool queues() const { return server().isEmpty() && !wait_.isEmpty(); }
    MachineBox* machines() const { return machines_; }
    /// The one that is chosen; empty: this machine.
    QString server() const;
    /// The check on that server.
    const RemoteCheck* there() const { return there_; }
    /// What is known of the preset where it is to start; null: nothing yet.
    const ShownCheck* shown() const { return shown_ ? &*shown_ : nullptr; }

Q_SIGNALS:
    void start_clicked();
    /// A problem's key, or "" with the line of the text that it is about; or ShownCheck::in_data_check as the
    /// place.
    void problem_clicked(const QString& key, const QString& place);
    void server_changed();
    /// shown() is another.
    void shown_changed();

private:
    void lay_out();
    void choose_machine();
    void show_check();
    void show_check_there();
    void take(std::optional<ShownCheck> check);
    void show_start();
    void show_start_there();
    void show_reading();
    void go_to_problem(int number);
    void answer_reason();

    Estimator* estimator_;
    RemoteCheck* there_;
    EstimateFigures* figures_;
    ProblemList* problems_;
    QToolButton* reason_;
    MachineBox* machines_;
    QPushButton* start_;
    QString wait_;
    std::optional<ShownCheck> shown_;
};

} // namespace tunedesk::ui
