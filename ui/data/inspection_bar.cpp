// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/inspection_bar.h"

#include "ui/data/data_findings.h"
#include "ui/data/data_page.h"
#include "ui/data/finding_text.h"
#include "ui/data/split_text.h"
#include "ui/widgets/inspection.h"
#include "ui/widgets/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace tunedesk::ui {

InspectionBar::InspectionBar(Inspection* inspection, DataFindings* findings, MessageBar* messages)
    : inspection_(inspection ? inspection : new Inspection(this)), findings_(findings), messages_(messages),
      counts_(new QLabel), progress_(new QProgressBar), cancel_(new QPushButton) {
    counts_->setText(DataPage::tr("Choose a preset, or drop a CSV, to see its rows."));
    counts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    counts_->setWordWrap(true);
    progress_->setFixedWidth(200);
    progress_->hide();
    cancel_->hide();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(counts_, 1);
    row->addWidget(progress_);
    row->addWidget(cancel_);
    connect(cancel_, &QPushButton::clicked, this, [this] { is_counting() ? cancel() : read_when_needed(); });
    connect_inspection();
}

void InspectionBar::connect_inspection() {
    const auto on = [this](auto signal, auto act) {
        connect(inspection_, signal, this, [this, act] {
            if (reads_its_files()) (this->*act)();
        });
    };
    on(&Inspection::started, &InspectionBar::show_reading);
    on(&Inspection::found_more, &InspectionBar::show_found);
    on(&Inspection::completed, &InspectionBar::show_complete);
    on(&Inspection::progressed, &InspectionBar::show_reading);
    connect(inspection_, &Inspection::stopped, this, &InspectionBar::show_stopped);
    connect(inspection_, &Inspection::failed, this, [this](const Error& error) {
        show_stopped();
        messages_->say(error);
    });
}

/// Whether the files being read, or read last, are those of this bar's preset.
bool InspectionBar::reads_its_files() const {
    return !counted_key_.empty() && inspection_->key() == counted_key_;
}

bool InspectionBar::is_counting() const {
    return inspection_->is_reading() && reads_its_files();
}

void InspectionBar::read_when_needed() {
    keying_.cancel();
    keying_ = read_in_background(
        this, [preset = preset_](const CancelToken&) { return run::inputs_key(preset); },
        [this](const std::string& key) {
            if (key == counted_key_) {
                findings_->show_max_length(preset_.data.max_length);
                return;
            }
            counted_key_ = key;
            read();
        });
}

/// Starts reading all rows, or shows the results so far of a reading started by another page.
void InspectionBar::read() {
    findings_->clear();
    if (preset_.data.train.empty()) return;
    inspection_->read(preset_, counted_key_);
    if (inspection_->is_complete()) return show_complete();
    if (inspection_->found()) show_found();
    show_reading();
}

void InspectionBar::cancel() {
    if (is_counting()) inspection_->cancel();
}

void InspectionBar::show_reading() {
    const double share = inspection_->progress();
    if (!inspection_->found()) counts_->setText(DataPage::tr("Reading all rows…"));
    progress_->setRange(0, share < 0 ? 0 : 1000);
    if (share >= 0) progress_->setValue(static_cast<int>(1000 * share));
    progress_->setFormat(share < 0 ? DataPage::tr("reading all rows") : DataPage::tr("counting tokens: %p%"));
    progress_->show();
    cancel_->setText(DataPage::tr("Cancel"));
    cancel_->setToolTip(DataPage::tr("Stop reading the rows; findings so far are kept"));
    cancel_->show();
}

/// The inspection no longer reads these files.
void InspectionBar::show_stopped() {
    if (progress_->isHidden()) return;
    counted_key_.clear();
    progress_->hide();
    counts_->setText(DataPage::tr("Cancelled: not all rows were read."));
    cancel_->setText(DataPage::tr("Read all rows"));
    cancel_->setToolTip(DataPage::tr("Count all rows, classes and tokens"));
    cancel_->show();
}

void InspectionBar::show_found() {
    const run::CheckedInputs& inputs = *inspection_->found();
    findings_->show_inputs(inputs, preset_.data.max_length);
    const QString counts = split_counts(inputs);
    counts_->setText(counts.isEmpty() ? DataPage::tr("No file could be read.") : counts);
    // Problems of the model are shown by the set-up page, those with a remedy by the data check.
    for (const Error& error : inputs.problems)
        if (error.code() == ExitCode::data && !run::finding_of(inputs, error)) {
            messages_->say(error);
            return;
        }
    messages_->clear();
}

void InspectionBar::show_complete() {
    progress_->hide();
    cancel_->hide();
    show_found();
    Q_EMIT counted();
}

} // namespace tunedesk::ui
