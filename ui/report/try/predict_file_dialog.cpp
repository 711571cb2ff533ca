// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/try/predict_file_dialog.h"

#include "ui/widgets/background.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace tunedesk::ui {

PredictFileDialog::PredictFileDialog(const fs::path& file, run::TextColumns of_run, QWidget* parent)
    : QDialog(parent), file_(file), of_run_(std::move(of_run)), text_(new QComboBox), pair_(new QComboBox),
      label_(new QComboBox), target_(new QLineEdit), message_(new MessageBar),
      predict_(new QPushButton(tr("&Predict"))) {
    setWindowTitle(tr("Predict a file"));
    auto* name = new QLabel(shown_path(file, 80));
    name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    fs::path target = file;
    for (const char* packed : {".gz", ".zst"})
        if (target.extension() == packed) target.replace_extension();
    const std::string stem = target.replace_extension().string();
    target = stem + ".predictions.csv";
    std::error_code none;
    for (int n = 2; fs::exists(target, none); ++n)
        target = stem + ".predictions-" + std::to_string(n) + ".csv";
    target_->setText(to_qt(target));
    target_->setMinimumWidth(420);
    auto* browse = new QPushButton(tr("&Choose…"));
    auto* place = new QHBoxLayout;
    place->addWidget(target_, 1);
    place->addWidget(browse);
    auto* form = new QFormLayout;
    form->addRow(tr("File:"), name);
    form->addRow(tr("&Text column:"), text_);
    form->addRow(tr("Se&cond text:"), pair_);
    form->addRow(tr("&Label column:"), label_);
    auto* write_to = new QLabel(tr("&Write to:"));
    write_to->setBuddy(target_); // layouts do not set a buddy by themselves
    form->addRow(write_to, place);
    for (QComboBox* box : {text_, pair_, label_}) // the run determines the columns of words and tags
        form->setRowVisible(box, !of_run_.tags);
    label_->setToolTip(tr("Labels to compare the predictions with, for the accuracy"));
    auto* note =
        new QLabel(of_run_.tags ? tr("For files with one word per line and for JSONL, each row's words, tags "
                                     "and predicted tags are written; for CSV texts, their entities.")
                                : tr("All columns of the file are kept; the prediction and each class's "
                                     "probability are appended."));
    note->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(predict_, QDialogButtonBox::AcceptRole);
    predict_->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(note);
    column->addWidget(message_);
    column->addWidget(buttons);
    connect(browse, &QPushButton::clicked, this, &PredictFileDialog::ask_target);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(text_, &QComboBox::currentIndexChanged, this, &PredictFileDialog::show_possible);
    connect(target_, &QLineEdit::textChanged, this, &PredictFileDialog::show_possible);
    show_possible();
    if (of_run_.tags) return;
    read_in_background(
        this, [file](const CancelToken&) { return data::guess_columns(file); },
        [this](const data::Guess& guess) { show_columns(guess); },
        [this](const Error& error) { message_->say(error); });
}

void PredictFileDialog::show_columns(const data::Guess& guess) {
    for (QComboBox* box : {pair_, label_})
        box->addItem(tr("none"));
    for (const data::SampledColumn& column : guess.columns)
        for (QComboBox* box : {text_, pair_, label_})
            box->addItem(to_qt(column.name), to_qt(column.name));
    const auto choose = [](QComboBox* box, const std::string& wanted, const std::string& instead) {
        int at = box->findData(to_qt(wanted));
        if (wanted.empty() || at < 0) at = instead.empty() ? 0 : box->findData(to_qt(instead));
        box->setCurrentIndex(std::max(0, at));
    };
    // Several flag columns.
    if (of_run_.label.find(',') != std::string::npos)
        label_->addItem(to_qt(of_run_.label), to_qt(of_run_.label));
    choose(text_, of_run_.text, guess.text_column);
    choose(pair_, of_run_.pair, {});
    choose(label_, of_run_.label, guess.label_column);
    show_possible();
}

run::TextColumns PredictFileDialog::columns() const {
    if (of_run_.tags) return of_run_;
    return {text_->currentData().toString().toStdString(), pair_->currentData().toString().toStdString(),
            label_->currentData().toString().toStdString(), of_run_.separator};
}

fs::path PredictFileDialog::target() const {
    return to_path(target_->text());
}

void PredictFileDialog::choose_label(const QString& column) {
    label_->setCurrentIndex(std::max(0, label_->findData(column)));
}

void PredictFileDialog::ask_target() {
    auto* dialog = new QFileDialog(this, tr("Write the predictions to"), target_->text(), tr("CSV (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    connect(dialog, &QFileDialog::fileSelected, target_, &QLineEdit::setText);
    dialog->open();
}

void PredictFileDialog::show_possible() {
    std::error_code none;
    if (fs::exists(target(), none))
        message_->say(MessageBar::Kind::warning, tr("This file exists and will be replaced."));
    else if (message_->kind() == MessageBar::Kind::warning)
        message_->clear();
    predict_->setEnabled((of_run_.tags || text_->currentIndex() >= 0) && !target_->text().isEmpty());
}

} // namespace tunedesk::ui
