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
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int widest_form = 1320;

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
    : QWidget(parent), left_(new QWidget), right_(new QWidget),
      panes_(new QBoxLayout(QBoxLayout::LeftToRight)), title_(new QLabel), files_(muted_note()),
      place_(muted_note()), columns_(new CsvColumns), findings_(new CsvFindings), splits_(new SplitSlider),
      models_(new ModelChoice), name_(new QLineEdit) {
    setMaximumWidth(widest_form);
    lay_out();
}

void CsvForm::lay_out() {
    const auto make_column = [](QWidget* pane) {
        auto* column = new QVBoxLayout(pane);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(style::s);
        return column;
    };
    auto* all = make_column(this);
    all->setContentsMargins(style::xl, style::l, style::xl, style::m);
    all->addLayout(make_head());
    all->addLayout(panes_, 1);
    panes_->setSpacing(style::xl);
    panes_->addWidget(left_, 3);
    panes_->addWidget(right_, 2);
    QVBoxLayout* left = make_column(left_);
    left->addWidget(columns_, 1);
    left->addWidget(findings_);
    QVBoxLayout* right = make_column(right_);
    right->addWidget(part_title(tr("Splits")));
    right->addWidget(splits_);
    right->addWidget(files_);
    right->addSpacing(style::xs);
    right->addWidget(part_title(tr("Model")));
    right->addWidget(models_);
    right->addSpacing(style::xs);
    right->addLayout(make_name());
    right->addWidget(place_);
    right->addStretch(1);
}

QMargins CsvForm::outer() const {
    return layout()->contentsMargins();
}

/// The minimum width is that of one pane; the height depends on the width.
QSize CsvForm::minimumSizeHint() const {
    const int pane = std::max(left_->minimumSizeHint().width(), right_->minimumSizeHint().width());
    return {pane + outer().left() + outer().right(), QWidget::minimumSizeHint().height()};
}

void CsvForm::resizeEvent(QResizeEvent* event) {
    const int both = left_->minimumSizeHint().width() + right_->minimumSizeHint().width();
    const int room = width() - outer().left() - outer().right() - panes_->spacing();
    panes_->setDirection(both <= room ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    QWidget::resizeEvent(event);
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
