#include "ui/preset/estimate_strip.h"

#include "base/text.h"
#include "ui/preset/estimator.h"
#include "ui/preset/memory_bar.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int key_role = Qt::UserRole, place_role = Qt::UserRole + 1;
constexpr int shown_lines = 5; ///< of problems, then the list scrolls

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

} // namespace

EstimateStrip::EstimateStrip(Estimator* estimator, QWidget* parent)
    : QFrame(parent), estimator_(estimator), fits_(new QLabel), memory_(new QLabel), bar_(new MemoryBar),
      numbers_(new QLabel), problems_(new QListWidget), reason_(new QToolButton),
      start_(new QPushButton(tr("Start"))) {
    setFrameShape(QFrame::NoFrame);
    numbers_->setWordWrap(true);
    numbers_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    numbers_->setText(tr("Open a preset to see what it needs."));
    problems_->setAccessibleName(tr("What is wrong with the preset and its files"));
    problems_->setFrameShape(QFrame::NoFrame);
    problems_->setWordWrap(true);
    problems_->setTextElideMode(Qt::ElideNone);
    problems_->hide();
    reason_->setAutoRaise(true);
    reason_->setToolTip(tr("Go to the first problem"));
    reason_->hide();
    start_->setEnabled(false);
    start_->setDefault(true);
    start_->setMinimumWidth(160);
    start_->setToolTip(tr("Open a preset first"));

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 8, 8, 8);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->addWidget(problems_, 0, 0, 1, 3);
    grid->addWidget(fits_, 1, 0, Qt::AlignTop);
    grid->addWidget(bar_, 1, 1);
    grid->addWidget(start_, 1, 2, Qt::AlignTop);
    grid->addWidget(memory_, 2, 0);
    grid->addWidget(numbers_, 2, 1);
    grid->addWidget(reason_, 2, 2, Qt::AlignRight);
    grid->setColumnStretch(1, 1);

    connect(estimator_, &Estimator::checked, this, &EstimateStrip::show_check);
    connect(estimator_, &Estimator::reading, this, &EstimateStrip::show_reading);
    connect(estimator_, &Estimator::cancelled, this, [this] {
        numbers_->setText(tr("The files were not read to their end: Data reads them again."));
    });
    connect(estimator_, &Estimator::failed, this,
            [this](const Error& error) { numbers_->setText(to_qt(error.line())); });
    connect(start_, &QPushButton::clicked, this, &EstimateStrip::start_clicked);
    connect(reason_, &QToolButton::clicked, this, [this] { go_to_problem(0); });
    connect(problems_, &QListWidget::itemClicked, this,
            [this](QListWidgetItem* item) { go_to_problem(problems_->row(item)); });
    connect(problems_, &QListWidget::itemActivated, this,
            [this](QListWidgetItem* item) { go_to_problem(problems_->row(item)); });
}

QString EstimateStrip::numbers() const {
    return numbers_->text();
}

int EstimateStrip::problem_count() const {
    return problems_->count();
}

void EstimateStrip::go_to_problem(int row) {
    const QListWidgetItem* item = problems_->item(row);
    if (item) Q_EMIT problem_clicked(item->data(key_role).toString(), item->data(place_role).toString());
}

void EstimateStrip::show_reading() {
    const double progress = estimator_->inspection()->progress();
    numbers_->setText(progress < 0 ? tr("Reading the files…")
                                   : tr("Counting tokens: %1%").arg(static_cast<int>(progress * 100)));
    fits_->clear();
    memory_->clear();
    bar_->show_parts({}, 0);
    verdict_.clear();
    start_->setToolTip(tr("The files are still being read; a run may be started all the same"));
}

void EstimateStrip::show_check() {
    const auto check = estimator_->latest();
    show_problems(*check);
    show_estimate(*check);
    show_start();
    reason_->setVisible(!check->is_right());
    reason_->setText(tr("%n problem(s): show", nullptr, problem_count()));
}

void EstimateStrip::show_start() {
    const auto check = estimator_->latest();
    if (!check) return;
    const int ranks = std::max(1, check->preset.parallel.processes);
    if (queues())
        start_->setText(check->cuda ? tr("Queue for %n GPU(s)", nullptr, ranks) : tr("Queue for the CPU"));
    else
        start_->setText(check->cuda ? tr("Start on %n GPU(s)", nullptr, ranks) : tr("Start on the CPU"));
    const bool right = check->is_right();
    start_->setEnabled(right);
    if (!right)
        start_->setToolTip(tr("%n problem(s) keep it from running", nullptr, problem_count()));
    else
        start_->setToolTip(queues() ? wait_ : tr("Run this preset; closing the window does not end it"));
}

void EstimateStrip::set_wait(const QString& why) {
    if (why == wait_) return;
    wait_ = why;
    show_start();
}

void EstimateStrip::add_problem(const QString& text, const QString& key, const QString& place) {
    auto* item = new QListWidgetItem(text, problems_);
    item->setToolTip(text);
    item->setData(key_role, key);
    item->setData(place_role, place);
}

void EstimateStrip::show_problems(const run::Check& check) {
    problems_->clear();
    for (const preset::Problem& problem : check.preset_problems)
        add_problem(to_qt(problem.key.empty() ? problem.place + ": " + problem.what
                                              : problem.key + ": " + problem.what),
                    to_qt(problem.key), to_qt(problem.place));
    for (const Error& error : check.inputs.problems)
        add_problem(to_qt(error.line()), to_qt(key_of_error(check, error)), {});
    problems_->setVisible(problems_->count() > 0);
    int height = 4;
    for (int row = 0; row < problems_->count(); ++row) // long ones take two lines
        height += problems_->sizeHintForRow(row) + 2 * problems_->spacing();
    problems_->setFixedHeight(std::min(height, shown_lines * (fontMetrics().height() + 4) + 4));
}

void EstimateStrip::show_estimate(const run::Check& check) {
    verdict_.clear();
    if (!check.estimate) {
        fits_->clear();
        memory_->clear();
        bar_->show_parts({}, 0);
        numbers_->setText(check.is_right() ? QString()
                                           : tr("The estimate comes when the problems above are solved."));
        return;
    }
    const plan::Estimate& e = *check.estimate;
    const std::uint64_t available = check.memory_free();
    const bool no_gpu = check.cuda && check.machine.gpus.empty();
    const std::string memory = no_gpu ? "no" : check.memory_verdict();
    const std::string disk = plan::verdict(e.disk_bytes, check.free_disk);
    const std::string verdict = worse(memory, disk);
    verdict_ = to_qt(verdict);
    const auto kind = verdict == "fits"    ? MessageBar::Kind::success
                      : verdict == "tight" ? MessageBar::Kind::warning
                                           : MessageBar::Kind::error;
    const QString words = verdict == "fits"    ? tr("Fits")
                          : verdict == "tight" ? tr("Tight")
                          : no_gpu             ? tr("No GPU here")
                                               : tr("Does not fit");
    fits_->setText(QStringLiteral("<span style='color:%1'>●</span> <b>%2</b>")
                       .arg(MessageBar::colour(kind).name(), words));
    fits_->setToolTip(no_gpu            ? tr("The preset asks for GPUs, and this machine shows none.")
                      : memory == "no"  ? tr("More memory is needed than is free now.")
                      : disk == "no"    ? tr("More disk is needed than is free now.")
                      : verdict != "no" ? tr("Whether it will run here: devices, memory and disk")
                                        : QString());
    const std::uint64_t needed = check.memory_needed();
    const auto ranks = static_cast<std::uint64_t>(std::max(1, check.preset.parallel.processes));
    memory_->setText(available == 0 ? (check.cuda ? tr("%1 a GPU").arg(bytes(needed)) : bytes(needed))
                     : check.cuda   ? tr("%1 of %2 a GPU").arg(bytes(needed), bytes(available))
                                    : tr("%1 of %2").arg(bytes(needed), bytes(available)));
    QString whose = check.cuda ? tr("Memory of one rank, of what is free on its GPU now")
                               : tr("Memory of all ranks, of what is free on this machine now");
    if (e.measured_bytes > 0)
        whose += QLatin1Char('\n') + tr("Measured: the peak of %1, a run of the same shape. The parts beside "
                                        "it are computed.")
                                         .arg(to_qt(e.measured_bytes_run));
    memory_->setToolTip(whose);
    const auto part = [&](const QString& name, std::uint64_t size) {
        return MemoryBar::Part{name, static_cast<double>(size * (check.cuda ? 1 : ranks))};
    };
    bar_->show_parts({part(tr("weights"), e.weights_bytes), part(tr("gradients"), e.gradient_bytes),
                      part(tr("optimizer"), e.optimizer_bytes), part(tr("activations"), e.activation_bytes),
                      part(tr("runtime"), e.runtime_bytes)},
                     static_cast<double>(available));
    numbers_->setText(
        tr("%1 parameters, %2 trained · %3 tokens an epoch, %4 rows cut · %5 steps · about %6 · "
           "disk %7 of %8")
            .arg(number(e.parameters), number(e.trainable), number(e.train_tokens),
                 number(check.inputs.truncated_rows), number(e.steps), to_qt(human_duration(e.seconds)),
                 bytes(e.disk_bytes), bytes(check.free_disk)));
    if (!e.measured_run.empty())
        numbers_->setText(numbers_->text() +
                          tr(" · time measured in %1").arg(to_qt(shortened(e.measured_run, 40))));
    QString more = tr("Time: %1").arg(to_qt(e.basis));
    for (const std::string& warning : check.inputs.warnings)
        more += QLatin1Char('\n') + to_qt(warning);
    numbers_->setToolTip(more);
}

} // namespace tunedesk::ui
