// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/csv_columns.h"

#include "ui/data/rows_model.h"
#include "ui/style/tokens.h"
#include "ui/widgets/text.h"
#include "ui/window/csv/csv_preset.h"
#include "ui/window/csv/preview_table.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

CsvColumns::CsvColumns(QWidget* parent)
    : QWidget(parent), text_box_(new QComboBox), label_box_(new QComboBox), caption_(new QLabel),
      preview_(new PreviewTable) {
    auto* boxes = new QHBoxLayout;
    boxes->setSpacing(style::s);
    const auto add = [boxes](const QString& title, QComboBox* box, const QString& name) {
        box->setAccessibleName(name);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(10);
        auto* label = new QLabel(title);
        label->setBuddy(box);
        boxes->addWidget(label);
        boxes->addWidget(box, 1);
        boxes->addSpacing(style::s);
    };
    add(tr("&Text column"), text_box_, tr("Text column"));
    add(tr("&Label column"), label_box_, tr("Label column"));
    caption_->setForegroundRole(QPalette::PlaceholderText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(style::s);
    column->addLayout(boxes);
    column->addWidget(preview_, 1);
    column->addWidget(caption_);
    for (QComboBox* box : {text_box_, label_box_})
        connect(box, &QComboBox::currentIndexChanged, this, &CsvColumns::choose);
    connect(preview_, &PreviewTable::text_chosen, text_box_, &QComboBox::setCurrentText);
    connect(preview_, &PreviewTable::label_chosen, label_box_, &QComboBox::setCurrentText);
}

void CsvColumns::show_table(const data::Guess& guess, const data::FirstRows& rows) {
    guess_ = guess;
    preview_->show_rows(rows);
    const int shown = static_cast<int>(rows.rows.size());
    caption_->setText(rows.whole ? tr("%n row(s), the whole table", nullptr, shown)
                                 : tr("The first %n row(s). Click a header to set the role of its column.",
                                      nullptr, shown));
    for (QComboBox* box : {text_box_, label_box_}) {
        const QSignalBlocker quiet(box);
        box->clear();
        for (const data::SampledColumn& column : guess_.columns)
            box->addItem(to_qt(column.name));
        box->setPlaceholderText(tr("Choose a column"));
        const std::string& guessed = box == text_box_ ? guess_.text_column : guess_.label_column;
        box->setCurrentIndex(guessed.empty() ? -1 : box->findText(to_qt(guessed)));
    }
    choose();
}

void CsvColumns::clear(const QString& why) {
    guess_ = {};
    for (QComboBox* box : {text_box_, label_box_}) {
        const QSignalBlocker quiet(box);
        box->clear();
        box->setPlaceholderText(why);
    }
    caption_->setText(why);
    preview_->show_columns({}, {});
    preview_->show_rows({});
}

void CsvColumns::choose() {
    preview_->show_columns(text(), label());
    Q_EMIT changed();
}

QString CsvColumns::text() const {
    return text_box_->currentText();
}

QString CsvColumns::label() const {
    return label_box_->currentText();
}

const data::SampledColumn* CsvColumns::find(const QString& name) const {
    for (const data::SampledColumn& column : guess_.columns)
        if (to_qt(column.name) == name) return &column;
    return nullptr;
}

void CsvColumns::put_into(CsvChoice& choice) const {
    choice.text_column = text().toStdString();
    choice.label_column = label().toStdString();
}

const data::SampledColumn* CsvColumns::text_sample() const {
    return find(text());
}

const data::SampledColumn* CsvColumns::label_sample() const {
    return find(label());
}

QString CsvColumns::name_among_rows() const {
    for (const QString& name : {label(), text()})
        if (const data::SampledColumn* column = find(name))
            if (std::ranges::count(column->values, column->name) > 0) return name;
    return {};
}

QString CsvColumns::missing(QWidget** field) const {
    const auto say = [field](QWidget* box, const QString& what) {
        *field = box;
        return what;
    };
    if (text_box_->currentIndex() < 0) return say(text_box_, tr("Choose the text column"));
    if (label_box_->currentIndex() < 0) return say(label_box_, tr("Choose the label column"));
    if (text() == label()) return say(label_box_, tr("Text and label are the same column"));
    return {};
}

std::vector<std::string> CsvColumns::header() const {
    std::vector<std::string> names;
    for (const std::string& column : preview_->rows()->rows().columns)
        names.push_back(to_qt(column) == text()    ? "text"
                        : to_qt(column) == label() ? "label"
                                                   : "column_" + std::to_string(names.size() + 1));
    return names;
}

} // namespace tunedesk::ui
