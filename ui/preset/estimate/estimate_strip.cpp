// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/estimate_strip.h"

#include "base/text.h"
#include "ui/preset/estimate/estimate_figures.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/estimate/machine_box.h"
#include "ui/preset/estimate/problem_list.h"
#include "ui/preset/estimate/remote_check.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace tunedesk::ui {

namespace {

constexpr int shown_name = 20; ///< characters of a server's name on Start; the tool tip has the full name

} // namespace

EstimateStrip::EstimateStrip(Estimator* estimator, RemoteCheck* there, QWidget* parent)
    : QFrame(parent), estimator_(estimator), there_(there), figures_(new EstimateFigures(this)),
      problems_(new ProblemList), reason_(new QToolButton), machines_(new MachineBox),
      start_(new QPushButton(tr("Start"))) {
    setFrameShape(QFrame::NoFrame);
    reason_->hide();
    start_->setEnabled(false);
    start_->setDefault(true);
    start_->setMinimumWidth(160);
    start_->setToolTip(tr("Open a preset first"));
    lay_out();

    connect(estimator_, &Estimator::checked, this, &EstimateStrip::show_check);
    connect(estimator_, &Estimator::reading, this, &EstimateStrip::show_reading);
    connect(estimator_, &Estimator::cancelled, this, [this] {
        if (server().isEmpty())
            figures_->numbers()->setText(
                tr("The files were not read completely: open Data to read them again."));
    });
    connect(estimator_, &Estimator::failed, this, [this](const Error& error) {
        if (server().isEmpty()) figures_->numbers()->setText(shown_error(error));
    });
    connect(there_, &RemoteCheck::changed, this, [this] {
        if (!server().isEmpty()) show_check(); // otherwise the local findings are those of an older text
    });
    connect(machines_, &MachineBox::server_changed, this, &EstimateStrip::choose_machine);
    connect(start_, &QPushButton::clicked, this, &EstimateStrip::start_clicked);
    connect(reason_, &QToolButton::clicked, this, &EstimateStrip::answer_reason);
    connect(problems_, &ProblemList::chosen, this, &EstimateStrip::go_to_problem);
}

void EstimateStrip::lay_out() {
    auto* corner = new QHBoxLayout;
    corner->setSpacing(8);
    corner->addWidget(machines_);
    corner->addWidget(start_);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 8, 8, 8);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->addWidget(problems_, 0, 0, 1, 3);
    grid->addWidget(figures_->fits(), 1, 0, Qt::AlignTop);
    grid->addWidget(figures_->bar(), 1, 1);
    grid->addLayout(corner, 1, 2, Qt::AlignTop);
    grid->addWidget(figures_->memory(), 2, 0);
    grid->addWidget(figures_->numbers(), 2, 1);
    auto* below = new QHBoxLayout;
    below->addWidget(figures_->strategies());
    below->addWidget(reason_);
    grid->addLayout(below, 2, 2, Qt::AlignRight);
    grid->setColumnStretch(1, 1);
}

int EstimateStrip::problem_count() const {
    return shown_ ? static_cast<int>(shown_->problems.size()) : 0;
}

QString EstimateStrip::server() const {
    return machines_->server();
}

void EstimateStrip::choose_machine() {
    shown_.reset();
    problems_->show_problems({});
    there_->set_server(server().toStdString());
    show_check();
    Q_EMIT server_changed();
}

void EstimateStrip::go_to_problem(int number) {
    if (number >= problem_count()) return;
    const ShownCheck::Problem problem = shown_->problems[static_cast<std::size_t>(number)];
    Q_EMIT problem_clicked(to_qt(problem.key), to_qt(problem.place));
}

/// If a server could not be reached, there is no problem to jump to.
void EstimateStrip::answer_reason() {
    if (!server().isEmpty() && there_->state() == RemoteCheck::State::failed)
        there_->ask();
    else
        go_to_problem(0);
}

void EstimateStrip::show_reading() {
    if (!server().isEmpty()) return;
    const double progress = estimator_->inspection()->progress();
    figures_->show_nothing(progress < 0 ? tr("Reading the files…")
                                        : tr("Counting tokens: %1%").arg(static_cast<int>(progress * 100)));
    start_->setToolTip(tr("The files are still being read; a run can be started anyway"));
}

void EstimateStrip::show_check() {
    if (!server().isEmpty()) return show_check_there();
    const auto check = estimator_->latest();
    if (!check) {
        start_->setText(tr("Start"));
        return start_->setEnabled(false);
    }
    take(shown_check(*check));
    if (estimator_->is_reading()) show_reading();
}

/// A preset with mistakes is not sent: the form shows them.
void EstimateStrip::show_check_there() {
    const auto here = estimator_->latest();
    if (here && !here->preset_problems.empty()) {
        run::Check of_text;
        of_text.preset_problems = here->preset_problems;
        return take(shown_check(of_text));
    }
    const QString name = server();
    switch (there_->state()) {
    case RemoteCheck::State::none:
        return;
    case RemoteCheck::State::asking:
        figures_->show_nothing(tr("%1 checks the preset…").arg(name));
        return show_start();
    case RemoteCheck::State::answered:
        return take(*there_->answer());
    case RemoteCheck::State::failed:
        take(std::nullopt);
        return figures_->show_nothing(shown_error(*there_->error()));
    }
}

void EstimateStrip::take(std::optional<ShownCheck> check) {
    shown_ = std::move(check);
    problems_->show_problems(shown_ ? shown_->problems : std::vector<ShownCheck::Problem>());
    if (shown_ && shown_->estimate)
        figures_->show(*shown_, server().isEmpty());
    else
        figures_->show_nothing(shown_ && !shown_->is_right()
                                   ? tr("The estimate is made once the problems above are solved.")
                                   : QString());
    show_start();
    Q_EMIT shown_changed();
}

void EstimateStrip::show_start() {
    const bool failed = !server().isEmpty() && there_->state() == RemoteCheck::State::failed;
    reason_->setVisible(failed || problem_count() > 0);
    reason_->setText(failed && problem_count() == 0
                         ? tr("Check again")
                         : tr("%n problem(s): go to the first", nullptr, problem_count()));
    reason_->setToolTip(failed && problem_count() == 0 ? tr("Ask the server again")
                                                       : tr("Go to the first problem"));
    if (!server().isEmpty()) return show_start_there();
    if (!shown_) return;
    if (queues())
        start_->setText(shown_->cuda ? tr("Queue for %n GPU(s)", nullptr, shown_->ranks)
                                     : tr("Queue for the CPU"));
    else
        start_->setText(shown_->cuda ? tr("Start on %n GPU(s)", nullptr, shown_->ranks)
                                     : tr("Start on the CPU"));
    const bool right = shown_->is_right();
    start_->setEnabled(right);
    if (!right)
        start_->setToolTip(tr("%n problem(s) prevent the run", nullptr, problem_count()));
    else
        start_->setToolTip(queues() ? wait_ : tr("Run this preset; closing the window does not end it"));
}

void EstimateStrip::show_start_there() {
    const QString name = server();
    start_->setText(tr("Start on %1").arg(to_qt(shortened(name.toStdString(), shown_name))));
    start_->setEnabled(shown_ && shown_->is_right() && there_->state() == RemoteCheck::State::answered);
    if (problem_count() > 0)
        start_->setToolTip(tr("%n problem(s) prevent the run", nullptr, problem_count()));
    else if (there_->state() == RemoteCheck::State::failed)
        start_->setToolTip(tr("%1 could not check the preset").arg(name));
    else if (there_->state() == RemoteCheck::State::asking)
        start_->setToolTip(tr("%1 checks the preset first").arg(name));
    else
        start_->setToolTip(tr("Run this preset on %1; closing the window does not end it").arg(name));
}

void EstimateStrip::set_wait(const QString& why) {
    if (why == wait_) return;
    wait_ = why;
    show_start();
}

} // namespace tunedesk::ui
