// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/device/device_dialog.h"

#include "base/text.h"
#include "run/devices/check_report.h"
#include "ui/device/check_words.h"
#include "ui/device/device_check.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

/// Space between columns, and the maximum width of the findings' column: its full text is in the tool tip.
constexpr int gap = 16, widest = 260;

QString outcome_text(run::CheckedRow::Outcome outcome) {
    using Outcome = run::CheckedRow::Outcome;
    switch (outcome) {
    case Outcome::passed:
        return DeviceDialog::tr("passed");
    case Outcome::failed:
        return DeviceDialog::tr("failed");
    case Outcome::not_offered:
        return DeviceDialog::tr("not offered");
    case Outcome::not_reached:
        return DeviceDialog::tr("not reached");
    }
    return {};
}

QString verdict_text(const DeviceCheck::Found& found) {
    if (found.gpu.lost) return DeviceDialog::tr("lost");
    if (!found.verdict) return DeviceDialog::tr("not checked");
    if (!found.verdict->is_good()) return DeviceDialog::tr("failed: not used");
    const std::vector<std::string> left_out = found.verdict->left_out();
    if (left_out.empty()) return DeviceDialog::tr("good");
    QStringList names;
    for (const std::string& name : left_out)
        names << technique_text(name);
    return DeviceDialog::tr("good, without %1").arg(names.join(DeviceDialog::tr(", ", "between techniques")));
}

} // namespace

DeviceDialog::DeviceDialog(DeviceCheck* check, QWidget* parent)
    : QDialog(parent), check_(check), text_(new QLabel), bar_(new QProgressBar), rows_(new QTreeWidget),
      message_(new MessageBar), again_(new QPushButton(tr("&Check again"))),
      report_(new QPushButton(tr("Save a &report…"))), leave_(new QPushButton) {
    setWindowTitle(tr("GPUs"));
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    bar_->setAccessibleName(tr("Progress of the check"));
    rows_->setAccessibleName(tr("What was compared"));
    rows_->setHeaderLabels({tr("Comparison"), tr("Result"), tr("Finding"), tr("Seconds")});
    rows_->header()->setStretchLastSection(false);
    rows_->header()->setSectionResizeMode(2, QHeaderView::Stretch);
    rows_->header()->setSectionResizeMode(3, QHeaderView::ResizeToContents);
    report_->setToolTip(tr("One file to attach to an issue, without names of users, machines or folders"));
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(again_, QDialogButtonBox::ActionRole);
    buttons->addButton(report_, QDialogButtonBox::ActionRole);
    buttons->addButton(leave_, QDialogButtonBox::RejectRole);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(text_);
    column->addWidget(bar_);
    column->addWidget(message_);
    column->addWidget(rows_, 1);
    column->addWidget(buttons);
    resize(720, 560);
    connect(again_, &QPushButton::clicked, this, [this] {
        message_->clear();
        check_->start();
    });
    connect(report_, &QPushButton::clicked, this, &DeviceDialog::ask_for_report);
    connect(leave_, &QPushButton::clicked, this, &DeviceDialog::reject);
    connect(check_, &DeviceCheck::progressed, this, [this](const run::CheckStep& step) {
        bar_->setRange(0, step.total);
        bar_->setValue(step.done);
        bar_->setFormat(step_text(step));
    });
    connect(check_, &DeviceCheck::looked, this, [this] {
        show_rows();
        show_state();
    });
    connect(check_, &DeviceCheck::began, this, &DeviceDialog::show_state);
    connect(check_, &DeviceCheck::ended, this, &DeviceDialog::show_state);
    connect(check_, &DeviceCheck::failed, this, [this](const Error& error) { message_->say(error); });
    show_rows();
    show_state();
}

void DeviceDialog::show_state() {
    const bool checks = check_->is_checking();
    bar_->setVisible(checks);
    if (!checks) bar_->reset();
    again_->setEnabled(!checks && !check_->found().empty());
    again_->setText(check_->is_wanted() ? tr("&Check") : tr("&Check again"));
    report_->setEnabled(!checks && !check_->verdicts().empty());
    leave_->setText(checks ? tr("&Skip") : tr("Close"));
    text_->setText(
        checks
            ? tr("The GPU is compared with the processors, which takes a minute or two. Until it has passed, "
                 "runs whose preset has parallel.devices: auto train on the processors.")
        : check_->found().empty() ? tr("No NVIDIA GPU is visible here.")
                                  : tr("Runs whose preset has parallel.devices: auto use a GPU whose check "
                                       "is good. Techniques that "
                                       "failed are left out."));
}

void DeviceDialog::show_rows() {
    rows_->clear();
    for (const DeviceCheck::Found& found : check_->found()) {
        auto* gpu = new QTreeWidgetItem(
            rows_, {tr("GPU %1: %2").arg(found.gpu.index).arg(to_qt(found.gpu.name)), verdict_text(found)});
        gpu->setText(2, tr("%1, compute capability %2.%3")
                            .arg(to_qt(human_bytes(found.gpu.memory_total)))
                            .arg(found.gpu.compute_major)
                            .arg(found.gpu.compute_minor));
        for (int column = 0; column < 3; ++column)
            gpu->setToolTip(column, gpu->text(column));
        if (!found.verdict) continue;
        gpu->setText(3, QString::number(found.verdict->seconds, 'f', 0));
        for (const run::CheckedRow& row : found.verdict->rows) {
            auto* item = new QTreeWidgetItem(gpu, {phrase_text(row.comparison), outcome_text(row.outcome),
                                                   phrase_text(run::finding_of(row)),
                                                   QString::number(row.seconds, 'f', 1)});
            item->setToolTip(2, item->text(2));
        }
    }
    rows_->expandAll();
    for (int column = 0; column < 2; ++column) {
        rows_->resizeColumnToContents(column);
        rows_->setColumnWidth(column, std::min(rows_->columnWidth(column) + gap, widest));
    }
}

void DeviceDialog::reject() {
    if (check_->is_checking()) {
        check_->stop();
        // Qt also closes the dialog when the program ends, after its window: this is not the user's answer.
        if (!parentWidget() || parentWidget()->isVisible()) Q_EMIT skipped();
    }
    QDialog::reject();
}

void DeviceDialog::ask_for_report() {
    auto* dialog = new QFileDialog(this, tr("Save a report of the check"), QString(), tr("JSON (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QStringLiteral("device-report.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        in_background(
            this,
            [path = to_path(file), verdicts = check_->verdicts()](const CancelToken&) {
                write_file_atomically(path, run::check_report(verdicts).dump(2) + '\n');
                return true;
            },
            [this, file](bool) {
                message_->say(MessageBar::Kind::success, tr("The report is in %1.").arg(file));
            },
            [this](const Error& error) { message_->say(error); });
    });
    dialog->open();
}

} // namespace tunedesk::ui
