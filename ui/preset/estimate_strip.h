#pragma once

#include "run/check.h"

#include <QFrame>

class QLabel;
class QListWidget;
class QPushButton;
class QToolButton;

namespace tunedesk::ui {

class Estimator;
class MemoryBar;

/// What a preset will need, always below it: whether it fits, memory part by part, parameters, tokens, steps,
/// time, disk; what keeps it from running, a click on which goes there; and Start in the corner.
class EstimateStrip : public QFrame {
    Q_OBJECT

public:
    explicit EstimateStrip(Estimator* estimator, QWidget* parent = nullptr);

    /// The sentence of numbers as it is shown.
    QString numbers() const;
    /// "fits", "tight", "no", or "" where nothing can be said.
    QString verdict() const { return verdict_; }
    int problem_count() const;
    QListWidget* problems() const { return problems_; }
    QPushButton* start_button() const { return start_; }
    /// Why a run would have to wait now: then Start is called Queue. Empty: it could start.
    void set_wait(const QString& why);
    bool queues() const { return !wait_.isEmpty(); }

Q_SIGNALS:
    void start_clicked();
    /// A problem's key, or "" with the line of the text that it is about.
    void problem_clicked(const QString& key, const QString& place);

private:
    void show_check();
    void show_start();
    void show_reading();
    void show_problems(const run::Check& check);
    void show_estimate(const run::Check& check);
    void add_problem(const QString& text, const QString& key, const QString& place);
    void go_to_problem(int row);

    Estimator* estimator_;
    QLabel* fits_;
    QLabel* memory_;
    MemoryBar* bar_;
    QLabel* numbers_;
    QListWidget* problems_;
    QToolButton* reason_;
    QPushButton* start_;
    QString verdict_, wait_;
};

} // namespace tunedesk::ui
