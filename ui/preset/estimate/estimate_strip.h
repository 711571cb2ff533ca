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

/// The strip below a preset: whether it fits, memory by part, parameters, tokens, steps, time, disk;
/// problems, each of which leads to its field when clicked; and Start, with the choice of machine: this one
/// (Estimator) or a server (RemoteCheck).
class EstimateStrip : public QFrame {
    Q_OBJECT

public:
    EstimateStrip(Estimator* estimator, RemoteCheck* there, QWidget* parent = nullptr);

    const EstimateFigures& figures() const { return *figures_; }
    /// Number of problems, including those listed by the Data check.
    int problem_count() const;
    /// The problems that the Data check does not list.
    ProblemList* problems() const { return problems_; }
    QPushButton* start_button() const { return start_; }
    /// Sets the reason why a run would have to wait, which renames Start to Queue. Empty: it can start.
    void set_wait(const QString& why);
    bool queues() const { return server().isEmpty() && !wait_.isEmpty(); }
    MachineBox* machines() const { return machines_; }
    /// The chosen server; empty: this machine.
    QString server() const;
    /// The check on that server.
    const RemoteCheck* there() const { return there_; }
    /// The check of the preset on the chosen machine; null: none yet.
    const ShownCheck* shown() const { return shown_ ? &*shown_ : nullptr; }

Q_SIGNALS:
    void start_clicked();
    /// A problem was clicked: its key, or "" with its line in the text, or ShownCheck::in_data_check as
    /// `place`.
    void problem_clicked(const QString& key, const QString& place);
    void server_changed();
    /// shown() has changed.
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
