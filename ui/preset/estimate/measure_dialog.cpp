// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/measure_dialog.h"

#include "preset/yaml/load.h"
#include "run/programs.h"
#include "ui/preset/estimate/learning_rate_plot.h"
#include "ui/widgets/text.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

QStringList arguments_of(MeasureDialog::What what, const QString& preset) {
    switch (what) {
    case MeasureDialog::What::batch_size:
        return {QStringLiteral("batch-size"), preset};
    case MeasureDialog::What::layout:
        return {QStringLiteral("layout"), preset};
    case MeasureDialog::What::learning_rate:
        return {QStringLiteral("lr-range"), preset, QStringLiteral("--json")};
    case MeasureDialog::What::best:
        return {QStringLiteral("best"), preset, QStringLiteral("--minutes")};
    case MeasureDialog::What::step:
        break;
    }
    return {QStringLiteral("check"), preset, QStringLiteral("--measure")};
}

} // namespace

std::vector<MeasureDialog::What> MeasureDialog::all() {
    return {What::step, What::batch_size, What::layout, What::learning_rate, What::best};
}

QString MeasureDialog::tip(What what) {
    switch (what) {
    case What::batch_size:
        return tr("Tries batch sizes until memory is full");
    case What::layout:
        return tr("Tries strategies, ranks and micro-batches for the preset's batch");
    case What::learning_rate:
        return tr("Tries rising learning rates for some steps");
    case What::best:
        return tr("Chooses length, batch size and learning rate, and trains within a given time");
    case What::step:
        break;
    }
    return tr("Memory and time, before any run");
}

QString MeasureDialog::title(What what) {
    switch (what) {
    case What::batch_size:
        return tr("Find the largest batch size");
    case What::layout:
        return tr("Find the fastest layout");
    case What::learning_rate:
        return tr("Find a learning rate");
    case What::best:
        return tr("Find the best model within a time");
    case What::step:
        break;
    }
    return tr("Measure one step");
}

MeasureDialog::MeasureDialog(What what, const Preset& preset, const fs::path& working_folder, QWidget* parent)
    : QDialog(parent), what_(what), preset_(preset), process_(new QProcess), explanation_(new QLabel),
      plot_(new LearningRatePlot), output_(new QPlainTextEdit), progress_text_(new QLabel),
      busy_(new QProgressBar), use_(new QPushButton), close_(nullptr) {
    process_->setWorkingDirectory(to_qt(working_folder));
    build();
    connect(process_, &QProcess::readyReadStandardOutput, this, &MeasureDialog::read_output);
    connect(process_, &QProcess::readyReadStandardError, this, &MeasureDialog::read_progress);
    connect(process_, &QProcess::finished, this, &MeasureDialog::show_end);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return; // the other errors end with finished()
        complaints_ = process_->errorString().toUtf8();
        show_end(-1, QProcess::CrashExit);
    });
    if (what_ != What::best) start();
}

MeasureDialog::~MeasureDialog() {
    process_->disconnect(this);
    if (what_ == What::best && is_running()) { // the command stops its runs, which takes some seconds
        connect(process_, &QProcess::finished, process_, &QObject::deleteLater);
        process_->terminate();
        return;
    }
    process_->kill(); // its worker ends with it
    process_->waitForFinished(1000);
    delete process_;
}

void MeasureDialog::build() {
    setWindowTitle(title(what_));
    resize(760, 460);
    explanation_->setWordWrap(true);
    progress_text_->setWordWrap(true);
    switch (what_) {
    case What::step:
        explanation_->setText(tr("Trains one step with the longest batch in a separate process, and shows "
                                 "its memory and time next to the estimate."));
        break;
    case What::batch_size:
        explanation_->setText(tr("Tries batch sizes in separate processes, each with its longest batch, to "
                                 "find the largest that fits into memory."));
        break;
    case What::layout:
        explanation_->setText(
            tr("Plans how ranks could share a step of the same number of samples: strategies, stages and "
               "micro-batches. The best plans are measured in separate processes."));
        break;
    case What::learning_rate:
        explanation_->setText(tr("Trains some steps with a rising learning rate in a separate process, with "
                                 "constant rates if that is not conclusive, and suggests a learning rate."));
        break;
    case What::best:
        explanation_->setText(
            tr("Chooses length, batch size and learning rate by short trials, trains several runs in the "
               "queue within the time, and recommends one model. The runs are in the list of runs."));
        break;
    }
    output_->setReadOnly(true);
    output_->setTabChangesFocus(true);
    output_->setLineWrapMode(QPlainTextEdit::NoWrap);
    output_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    output_->setAccessibleName(tr("Output of the command"));
    busy_->setRange(0, 0);
    busy_->setTextVisible(false);
    busy_->setAccessibleName(tr("The command is running"));
    auto* buttons = new QDialogButtonBox;
    close_ = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    buttons->addButton(use_, QDialogButtonBox::AcceptRole);
    use_->hide(); // the box shows it already
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(explanation_);
    if (what_ == What::best) column->addWidget(make_minutes());
    column->addWidget(plot_, 1);
    column->addWidget(output_, 1);
    plot_->hide();
    column->addWidget(busy_);
    column->addWidget(progress_text_);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, [this] {
        for (const auto& [key, value] : offered_)
            Q_EMIT use_requested(key, value);
        accept();
    });
}

QWidget* MeasureDialog::make_minutes() {
    auto* box = new QWidget;
    minutes_ = new QSpinBox;
    minutes_->setRange(1, 24 * 60);
    minutes_->setValue(10);
    minutes_->setSuffix(tr(" min"));
    minutes_->setAccessibleName(tr("Time for trials and runs"));
    begin_ = new QPushButton(tr("Begin"));
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(minutes_);
    row->addWidget(begin_);
    row->addStretch(1);
    busy_->hide();
    connect(begin_, &QPushButton::clicked, this, [this] {
        begin_->setEnabled(false);
        minutes_->setEnabled(false);
        busy_->show();
        start();
    });
    return box;
}

void MeasureDialog::start() {
    const QString file = folder_.filePath(QStringLiteral("preset.yaml"));
    write_file_atomically(to_path(file), preset::to_yaml(preset_)); // only a few kilobytes
    QStringList arguments{QStringLiteral("--no-gui")};
    arguments += arguments_of(what_, file);
    if (minutes_) arguments << QString::number(minutes_->value());
    process_->start(to_qt(run::program_folder() / "tunedesk"), arguments);
}

QString MeasureDialog::output() const {
    return output_->toPlainText();
}

void MeasureDialog::read_output() {
    said_ += process_->readAllStandardOutput();
    if (what_ == What::learning_rate) return; // only useful when complete
    // The next command would refer to the dialog's own copy of the preset; the button replaces it.
    static const QRegularExpression next(
        QStringLiteral("([Nn]ext: |, or train with these settings: )tunedesk run .*"));
    output_->setPlainText(QString::fromUtf8(said_).remove(next));
    output_->moveCursor(QTextCursor::End);
}

void MeasureDialog::read_progress() {
    const QByteArray text = process_->readAllStandardError();
    complaints_ += text;
    const QList<QByteArray> pieces = text.split('\r');
    progress_text_->setText(QString::fromUtf8(pieces.last()).trimmed());
}

void MeasureDialog::show_end(int code, QProcess::ExitStatus status) {
    read_output();
    read_progress();
    busy_->hide();
    close_->setText(tr("Close"));
    if (status != QProcess::NormalExit || code != 0) {
        progress_text_->clear();
        output_->appendPlainText(QString::fromUtf8(complaints_.mid(complaints_.lastIndexOf('\r') + 1)));
    } else {
        what_ == What::learning_rate ? show_rates() : offer_said_values();
    }
    Q_EMIT finished_measuring();
}

void MeasureDialog::offer_said_values() {
    // The commands' last line has the argument to use their result: "--set training.learning_rate=3e-05".
    static const QRegularExpression setting(QStringLiteral("--set (\\S+)=([^\\s,]+)"));
    std::vector<std::pair<QString, QString>> values;
    for (auto all = setting.globalMatch(QString::fromUtf8(said_)); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        values.emplace_back(match.captured(1), match.captured(2));
    }
    if (!values.empty()) offer(std::move(values));
}

void MeasureDialog::offer(std::vector<std::pair<QString, QString>> values) {
    offered_ = std::move(values);
    use_->setText(what_ == What::best   ? tr("Use these settings")
                  : offered_.size() > 1 ? tr("Use this layout")
                                        : tr("Use %1").arg(offered_.front().second));
    QStringList lines;
    for (const auto& [key, value] : offered_)
        lines << tr("Writes %1: %2 into the preset").arg(key, value);
    use_->setToolTip(lines.join(u'\n'));
    use_->show();
    use_->setDefault(true);
}

void MeasureDialog::show_rates() {
    run::RateSearch search;
    try {
        search = run::parse_rate_search(
            std::string_view(said_.constData(), static_cast<std::size_t>(said_.size())));
    } catch (const std::exception&) { // from another version of the program
        return output_->setPlainText(QString::fromUtf8(said_));
    }
    const run::RangeAdvice& advice = search.advice;
    const auto text_of = [](double rate) { return QString::number(rate, 'e', 1); };
    plot_->show_search(search);
    plot_->show();
    output_->hide();
    QStringList sentences;
    if (!search.trials.empty())
        sentences << tr("With the rising rate, the loss falls by no more than its noise: %n constant rate(s) "
                        "were tried on the same rows.",
                        nullptr, static_cast<int>(search.trials.size()));
    sentences << (advice.suggested ? tr("Usable rates (green): %1 to %2.")
                                         .arg(text_of(advice.usable_from), text_of(advice.usable_to))
                                   : tr("No rate is better than another: none is suggested."));
    if (advice.diverges_above)
        sentences << tr("Rates above %1 diverge (red).").arg(text_of(*advice.diverges_above));
    progress_text_->setText(sentences.join(u' '));
    if (advice.suggested) offer({{QStringLiteral("training.learning_rate"), text_of(*advice.suggested)}});
}

} // namespace tunedesk::ui
