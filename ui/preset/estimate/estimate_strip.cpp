#include "ui/preset/estimate/estimate_strip.h"

#include "base/text.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/estimate/memory_bar.h"
#include "ui/preset/estimate/remote_check.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace tunedesk::ui {

namespace {

constexpr int key_role = Qt::UserRole, number_role = Qt::UserRole + 1;
constexpr int shown_lines = 6; ///< of problems, then the list scrolls
constexpr int shown_name = 20; ///< characters of a server's name on Start; its tip has them all

QString bytes(std::uint64_t count) {
    return to_qt(human_bytes(count));
}

QString number(std::uint64_t count) {
    return to_qt(grouped(count));
}

/// The worse of two verdicts.
std::string worse(const std::string& a, const std::string& b) {
    for (const char* verdict : {"no", "tight", "fits"})
        if (a == verdict || b == verdict) return verdict;
    return {};
}

/// Whose figures stand in the place of computed ones. The parts of the memory are computed all the same.
QString measured_in(const plan::Estimate& e) {
    const QString time = to_qt(shortened(e.measured_run, 40));
    const QString memory = e.measured_bytes > 0 ? to_qt(shortened(e.measured_bytes_run, 40)) : QString();
    if (!time.isEmpty() && time == memory)
        return EstimateStrip::tr(" · time and total memory measured in %1").arg(time);
    QString text;
    if (!time.isEmpty()) text += EstimateStrip::tr(" · time measured in %1").arg(time);
    if (!memory.isEmpty()) text += EstimateStrip::tr(" · total memory measured in %1").arg(memory);
    return text;
}

} // namespace

EstimateStrip::EstimateStrip(Estimator* estimator, RemoteCheck* there, QWidget* parent)
    : QFrame(parent), estimator_(estimator), there_(there), fits_(new QLabel), memory_(new QLabel),
      bar_(new MemoryBar), numbers_(new QLabel), problems_(new QListWidget), reason_(new QToolButton),
      machines_(new QComboBox), start_(new QPushButton(tr("Start"))) {
    setFrameShape(QFrame::NoFrame);
    numbers_->setWordWrap(true);
    numbers_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    numbers_->setText(tr("Open a preset to see what it needs."));
    problems_->setAccessibleName(tr("What is wrong with the preset and its files"));
    problems_->setFrameShape(QFrame::NoFrame);
    problems_->setWordWrap(true);
    problems_->setTextElideMode(Qt::ElideNone);
    problems_->hide();
    reason_->hide();
    machines_->setAccessibleName(tr("Machine to start on"));
    machines_->setToolTip(tr("Where Start runs the preset. On a server its paths are those of the server, "
                             "relative ones count from its folder; no files are copied."));
    machines_->setFocusPolicy(Qt::StrongFocus);
    machines_->addItem(tr("This machine"));
    machines_->hide();
    start_->setEnabled(false);
    start_->setDefault(true);
    start_->setMinimumWidth(160);
    fits_->setTextFormat(Qt::RichText); // a dot in colour and words of its own, nothing that was read
    start_->setToolTip(tr("Open a preset first"));
    lay_out();
    connect_parts();
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
    grid->addWidget(fits_, 1, 0, Qt::AlignTop);
    grid->addWidget(bar_, 1, 1);
    grid->addLayout(corner, 1, 2, Qt::AlignTop);
    grid->addWidget(memory_, 2, 0);
    grid->addWidget(numbers_, 2, 1);
    grid->addWidget(reason_, 2, 2, Qt::AlignRight);
    grid->setColumnStretch(1, 1);
}

void EstimateStrip::connect_parts() {
    connect(estimator_, &Estimator::checked, this, &EstimateStrip::show_check);
    connect(estimator_, &Estimator::reading, this, &EstimateStrip::show_reading);
    connect(estimator_, &Estimator::cancelled, this, [this] {
        if (server().isEmpty())
            numbers_->setText(tr("The files were not read to their end: Data reads them again."));
    });
    connect(estimator_, &Estimator::failed, this, [this](const Error& error) {
        if (server().isEmpty()) numbers_->setText(shown_error(error));
    });
    connect(there_, &RemoteCheck::changed, this, [this] {
        if (!server().isEmpty()) show_check(); // else what was found here is of an older text
    });
    connect(machines_, &QComboBox::currentIndexChanged, this, &EstimateStrip::choose_machine);
    connect(start_, &QPushButton::clicked, this, &EstimateStrip::start_clicked);
    connect(reason_, &QToolButton::clicked, this, &EstimateStrip::answer_reason);
    connect(problems_, &QListWidget::itemClicked, this,
            [this](QListWidgetItem* item) { go_to_problem(item->data(number_role).toInt()); });
    connect(problems_, &QListWidget::itemActivated, this,
            [this](QListWidgetItem* item) { go_to_problem(item->data(number_role).toInt()); });
}

QString EstimateStrip::numbers() const {
    return numbers_->text();
}

int EstimateStrip::problem_count() const {
    return shown_ ? static_cast<int>(shown_->problems.size()) : 0;
}

QString EstimateStrip::server() const {
    return machines_->currentData().toString();
}

void EstimateStrip::set_servers(const QStringList& servers) {
    QStringList listed;
    for (int item = 1; item < machines_->count(); ++item)
        listed << machines_->itemData(item).toString();
    if (servers == listed) return;
    const QString before = server();
    {
        const QSignalBlocker quiet(machines_);
        while (machines_->count() > 1)
            machines_->removeItem(machines_->count() - 1);
        for (const QString& name : servers)
            machines_->addItem(tr("server %1").arg(name), name);
        machines_->setCurrentIndex(std::max(0, machines_->findData(before)));
        machines_->setVisible(!servers.isEmpty());
    }
    if (server() != before) choose_machine();
}

void EstimateStrip::choose_machine() {
    shown_.reset();
    show_problems();
    there_->set_server(server().toStdString());
    show_check();
    Q_EMIT server_changed();
}

void EstimateStrip::go_to_problem(int number) {
    if (number >= problem_count()) return;
    const ShownCheck::Problem problem = shown_->problems[static_cast<std::size_t>(number)];
    Q_EMIT problem_clicked(to_qt(problem.key), to_qt(problem.place));
}

/// Of a server that could not be asked there is no problem to go to.
void EstimateStrip::answer_reason() {
    if (!server().isEmpty() && there_->state() == RemoteCheck::State::failed)
        there_->ask();
    else
        go_to_problem(0);
}

void EstimateStrip::show_nothing(const QString& why) {
    fits_->clear();
    memory_->clear();
    bar_->show_parts({}, 0);
    verdict_.clear();
    numbers_->setText(why);
    numbers_->setToolTip({});
}

void EstimateStrip::show_reading() {
    if (!server().isEmpty()) return;
    const double progress = estimator_->inspection()->progress();
    show_nothing(progress < 0 ? tr("Reading the files…")
                              : tr("Counting tokens: %1%").arg(static_cast<int>(progress * 100)));
    start_->setToolTip(tr("The files are still being read; a run may be started all the same"));
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

/// A preset with mistakes of its own is not sent: they are what the form shows.
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
        show_nothing(tr("%1 checks the preset…").arg(name));
        return show_start();
    case RemoteCheck::State::answered:
        return take(*there_->answer());
    case RemoteCheck::State::failed:
        take(std::nullopt);
        return show_nothing(shown_error(*there_->error()));
    }
}

void EstimateStrip::take(std::optional<ShownCheck> check) {
    shown_ = std::move(check);
    show_problems();
    show_estimate();
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
        start_->setToolTip(tr("%n problem(s) keep it from running", nullptr, problem_count()));
    else
        start_->setToolTip(queues() ? wait_ : tr("Run this preset; closing the window does not end it"));
}

void EstimateStrip::show_start_there() {
    const QString name = server();
    start_->setText(tr("Start on %1").arg(to_qt(shortened(name.toStdString(), shown_name))));
    start_->setEnabled(shown_ && shown_->is_right() && there_->state() == RemoteCheck::State::answered);
    if (problem_count() > 0)
        start_->setToolTip(tr("%n problem(s) keep it from running", nullptr, problem_count()));
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

void EstimateStrip::show_problems() {
    problems_->clear();
    for (int number = 0; number < problem_count(); ++number) {
        const ShownCheck::Problem& problem = shown_->problems[static_cast<std::size_t>(number)];
        if (problem.place == ShownCheck::in_data_check) continue;
        auto* item = new QListWidgetItem(problem.text, problems_);
        item->setToolTip(problem.text);
        item->setData(key_role, to_qt(problem.key));
        item->setData(number_role, number);
    }
    problems_->setVisible(problems_->count() > 0);
    fit_problems();
}

/// High enough for whole problems, as many as have room in some lines: none is cut in its middle.
void EstimateStrip::fit_problems() {
    int height = 4, lines = 0;
    const int width = problems_->width() - 2 * problems_->frameWidth() - 8; // the margins of an item
    for (int row = 0; row < problems_->count(); ++row) {
        const QRect text = fontMetrics().boundingRect(QRect(0, 0, width, 1 << 20), Qt::TextWordWrap,
                                                      problems_->item(row)->text());
        lines += text.height() / fontMetrics().height();
        if (row > 0 && lines > shown_lines) break;
        height += std::max(text.height(), problems_->sizeHintForRow(row));
    }
    problems_->setFixedHeight(height);
}

void EstimateStrip::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fit_problems();
}

void EstimateStrip::show_estimate() {
    if (!shown_ || !shown_->estimate)
        return show_nothing(shown_ && !shown_->is_right()
                                ? tr("The estimate comes when the problems above are solved.")
                                : QString());
    const plan::Estimate& e = *shown_->estimate;
    const bool no_gpu = shown_->cuda && shown_->gpus == 0;
    const std::string memory = no_gpu ? "no" : shown_->memory_verdict;
    const std::string disk = plan::verdict(e.disk_bytes, shown_->free_disk);
    const std::string verdict = worse(memory, disk);
    verdict_ = to_qt(verdict);
    const auto kind = verdict == "fits"    ? MessageBar::Kind::success
                      : verdict == "tight" ? MessageBar::Kind::warning
                                           : MessageBar::Kind::error;
    const QString words = verdict == "fits"              ? tr("Fits")
                          : verdict == "tight"           ? tr("Tight")
                          : no_gpu && server().isEmpty() ? tr("No GPU here")
                          : no_gpu                       ? tr("No GPU there")
                                                         : tr("Does not fit");
    fits_->setText(QStringLiteral("<span style='color:%1'>●</span> <b>%2</b>")
                       .arg(MessageBar::colour(kind).name(), words));
    fits_->setToolTip(no_gpu            ? tr("The preset asks for GPUs, and the machine shows none.")
                      : memory == "no"  ? tr("More memory is needed than is free now.")
                      : disk == "no"    ? tr("More disk is needed than is free now.")
                      : verdict != "no" ? tr("Whether it will run: devices, memory and disk")
                                        : QString());
    show_memory(no_gpu);
    numbers_->setText(
        tr("%1 parameters, %2 trained · %3 tokens an epoch, %4 rows cut · %5 steps · about %6 · "
           "disk %7 of %8")
            .arg(number(e.parameters), number(e.trainable), number(e.train_tokens),
                 number(shown_->truncated_rows), number(e.steps), to_qt(human_duration(e.seconds)),
                 bytes(e.disk_bytes), bytes(shown_->free_disk)));
    numbers_->setText(numbers_->text() + measured_in(e));
    QString more = tr("Time: %1").arg(to_qt(e.basis));
    for (const std::string& warning : shown_->warnings)
        more += QLatin1Char('\n') + to_qt(warning);
    numbers_->setToolTip(more);
}

void EstimateStrip::show_memory(bool no_gpu) {
    const plan::Estimate& e = *shown_->estimate;
    const std::uint64_t needed = shown_->memory_needed, available = no_gpu ? 0 : shown_->memory_free;
    memory_->setText(available == 0 ? (shown_->cuda ? tr("%1 a GPU").arg(bytes(needed)) : bytes(needed))
                     : shown_->cuda ? tr("%1 of %2 a GPU").arg(bytes(needed), bytes(available))
                                    : tr("%1 of %2").arg(bytes(needed), bytes(available)));
    QString whose = shown_->cuda ? tr("Memory of one rank, of what is free on its GPU now")
                                 : tr("Memory of all ranks, of what is free on the machine now");
    if (e.measured_bytes > 0)
        whose += QLatin1Char('\n') + tr("Measured: the peak of %1, a run of the same shape. The parts beside "
                                        "it are computed.")
                                         .arg(to_qt(e.measured_bytes_run));
    memory_->setToolTip(whose);
    const auto ranks = static_cast<std::uint64_t>(shown_->ranks);
    const auto part = [&](const QString& name, std::uint64_t size) {
        return MemoryBar::Part{name, static_cast<double>(size * (shown_->cuda ? 1 : ranks))};
    };
    bar_->show_parts({part(tr("weights"), e.weights_bytes), part(tr("gradients"), e.gradient_bytes),
                      part(tr("optimizer"), e.optimizer_bytes), part(tr("activations"), e.activation_bytes),
                      part(tr("runtime"), e.runtime_bytes)},
                     static_cast<double>(available));
}

} // namespace tunedesk::ui
