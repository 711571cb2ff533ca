#pragma once

#include "ui/preset/estimate/shown_check.h"

#include <QFrame>
#include <QStringList>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QToolButton;

namespace tunedesk::ui {

class Estimator;
class MemoryBar;
class RemoteCheck;

/// What a preset will need, always below it: whether it fits, memory part by part, parameters, tokens, steps,
/// time, disk; what keeps it from running, a click on which goes there; and Start in the corner, with the
/// machine that it starts on: this one, which the estimator looks at, or a server, which is asked.
class EstimateStrip : public QFrame {
    Q_OBJECT

public:
    EstimateStrip(Estimator* estimator, RemoteCheck* there, QWidget* parent = nullptr);

    /// The sentence of numbers as it is shown.
    QString numbers() const;
    /// "fits", "tight", "no", or "" where it is unknown.
    QString verdict() const { return verdict_; }
    /// Also of those that the Data check lists.
    int problem_count() const;
    /// The others.
    QListWidget* problems() const { return problems_; }
    QPushButton* start_button() const { return start_; }
    /// Why a run would have to wait now: then Start is called Queue. Empty: it could start.
    void set_wait(const QString& why);
    bool queues() const { return server().isEmpty() && !wait_.isEmpty(); }
    /// The machines beside this one that Start may choose; without any there is nothing to choose.
    void set_servers(const QStringList& servers);
    QComboBox* machines() const { return machines_; }
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

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void lay_out();
    void connect_parts();
    void choose_machine();
    void show_check();
    void show_check_there();
    void take(std::optional<ShownCheck> check);
    void show_start();
    void show_start_there();
    void show_reading();
    void show_nothing(const QString& why);
    void show_problems();
    void fit_problems();
    void show_estimate();
    void show_memory(bool no_gpu);
    void go_to_problem(int number);
    void answer_reason();

    Estimator* estimator_;
    RemoteCheck* there_;
    QLabel* fits_;
    QLabel* memory_;
    MemoryBar* bar_;
    QLabel* numbers_;
    QListWidget* problems_;
    QToolButton* reason_;
    QComboBox* machines_;
    QPushButton* start_;
    QString verdict_, wait_;
    std::optional<ShownCheck> shown_;
};

} // namespace tunedesk::ui
