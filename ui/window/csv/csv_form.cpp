// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/csv_form.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"
#include "ui/window/csv/csv_columns.h"
#include "ui/window/csv/csv_findings.h"
#include "ui/window/csv/csv_preset.h"
#include "ui/window/csv/model_choice.h"
#include "ui/window/csv/split_slider.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

constexpr int widest_form = 1080;

QLabel* part_title(const QString& text) {
    auto* label = new QLabel(text);
    QFont face = style::font(style::TextSize::body);
    face.setWeight(QFont::DemiBold);
    label->setFont(face);
    return label;
}

QLabel* muted_note() {
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

CsvForm::CsvForm(QWidget* parent)
    : QWidget(parent), title_(new QLabel), files_(muted_note()), place_(muted_note()),
      columns_(new CsvColumns), findings_(new CsvFindings), splits_(new SplitSlider),
      models_(new ModelChoice), name_(new QLineEdit) {
    setMaximumWidth(widest_form);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(style::xl, style::l, style::xl, style::l);
    column->setSpacing(style::s);
    column->addLayout(make_head());
    column->addWidget(columns_);
    column->addSpacing(style::s);
    column->addWidget(findings_);
    column->addSpacing(style::s);
    column->addWidget(part_title(tr("Splits")));
    column->addWidget(splits_);
    column->addWidget(files_);
    column->addSpacing(style::s);
    column->addWidget(part_title(tr("Model")));
    column->addWidget(models_);
    column->addSpacing(style::s);
    column->addLayout(make_name());
    column->addWidget(place_);
    column->addStretch(1);
}

QHBoxLayout* CsvForm::make_head() {
    make_title(title_);
    title_->setWordWrap(true);
    auto* other_file = new QPushButton(tr("Another file…"));
    connect(other_file, &QPushButton::clicked, this, &CsvForm::file_requested);
    auto* row = new QHBoxLayout;
    row->addWidget(title_, 1);
    row->addWidget(other_file, 0, Qt::AlignTop);
    return row;
}

QHBoxLayout* CsvForm::make_name() {
    auto* label = new QLabel(tr("&Name"));
    label->setBuddy(name_);
    name_->setAccessibleName(tr("Name"));
    auto* row = new QHBoxLayout;
    row->setSpacing(style::s);
    row->addWidget(label);
    row->addWidget(name_, 1);
    return row;
}

void CsvForm::show_file(const fs::path& file) {
    title_->setText(tr("Fine-tune a model on %1").arg(to_qt(file.filename())));
    title_->setToolTip(to_qt(file));
    const QSignalBlocker quiet(name_);
    name_->setText(to_qt(file.stem().stem()));
}

void CsvForm::show_folder(const fs::path& folder) {
    place_->setText(folder.empty() ? tr("The preset will be written beside the table.")
                                   : tr("The preset will be written to %1").arg(shown_path(folder, 80)));
}

void CsvForm::show_splits(const CsvChoice& choice) {
    const double usual = usual_share(choice);
    splits_->set_shares(choice.validation.empty() ? choice.validation_share.value_or(usual) : -1,
                        choice.test.empty() ? choice.test_share.value_or(usual) : -1);
    splits_->set_rows(findings_->rows());
    QStringList files;
    if (!choice.validation.empty()) files << tr("Validation: %1").arg(to_qt(choice.validation.filename()));
    if (!choice.test.empty()) files << tr("Test: %1").arg(to_qt(choice.test.filename()));
    splits_->setVisible(files.size() < 2);
    files_->setVisible(!files.isEmpty());
    files_->setText(files.join(QStringLiteral(" · ")));
}

} // namespace tunedesk::ui
