// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/watch/prediction_view.h"

#include "ui/style/tokens.h"
#include "ui/widgets/text.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

enum SampleColumn {
    column_of_text,
    column_of_label,
    column_of_predicted,
    column_of_share,
    column_of_change,
    sample_columns
};

qsizetype count_right(const std::vector<event::PredictionSample>& samples) {
    return std::ranges::count_if(samples, &event::PredictionSample::is_right);
}

QString marked(const event::PredictionSample& sample) {
    return (sample.is_right() ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) + to_qt(sample.predicted);
}

/// Rows are matched by text: the validation file does not change during a run.
QString change_text(const event::PredictionSample& now, const event::PredictionSample* before) {
    if (!before || before->text != now.text) return {};
    if (before->predicted == now.predicted) return PredictionView::tr("unchanged");
    const QString was = to_qt(before->predicted);
    if (now.is_right()) return PredictionView::tr("now right, was %1").arg(was);
    if (before->is_right()) return PredictionView::tr("now wrong, was %1").arg(was);
    return PredictionView::tr("was %1").arg(was);
}

} // namespace

PredictionView::PredictionView(QWidget* parent)
    : QWidget(parent), summary_(new QLabel), rows_(new QTableWidget(0, sample_columns)) {
    summary_->setTextFormat(Qt::PlainText);
    summary_->setContentsMargins(style::s, style::xs, style::s, 0);
    rows_->setHorizontalHeaderLabels(
        {tr("Text"), tr("Label"), tr("Predicted"), tr("Probability"), tr("Change")});
    rows_->setAccessibleName(tr("Predictions of validation rows"));
    rows_->setSelectionBehavior(QAbstractItemView::SelectRows);
    rows_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    rows_->setTabKeyNavigation(false);
    rows_->setWordWrap(false);
    rows_->setShowGrid(false);
    rows_->setAlternatingRowColors(true);
    rows_->verticalHeader()->hide();
    rows_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    rows_->horizontalHeader()->setSectionResizeMode(column_of_text, QHeaderView::Stretch);
    rows_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(style::xs);
    column->addWidget(summary_);
    column->addWidget(rows_, 1);
}

void PredictionView::show_evaluations(const Evaluations& evaluations) {
    Shown now, before;
    if (auto at = evaluations.rbegin(); at != evaluations.rend()) {
        now = {at->first, at->second};
        if (++at != evaluations.rend()) before = {at->first, at->second};
    }
    if (now == now_ && before == before_) return;
    now_ = std::move(now);
    before_ = std::move(before);
    fill();
}

void PredictionView::fill() {
    const auto all = static_cast<int>(now_.samples.size());
    QString text;
    if (all > 0)
        text = tr("Step %1: %2 of %3 correct").arg(now_.step).arg(count_right(now_.samples)).arg(all);
    if (all > 0 && !before_.samples.empty())
        text += tr(", %1 at step %2").arg(count_right(before_.samples)).arg(before_.step);
    summary_->setText(text);
    rows_->setRowCount(all);
    for (int row = 0; row < all; ++row) {
        const auto place = static_cast<std::size_t>(row);
        fill_row(row, now_.samples[place],
                 place < before_.samples.size() ? &before_.samples[place] : nullptr);
    }
}

void PredictionView::fill_row(int row, const event::PredictionSample& sample,
                              const event::PredictionSample* before) {
    const auto put = [&](SampleColumn column, const QString& text) {
        auto* item = new QTableWidgetItem(text);
        rows_->setItem(row, column, item);
        return item;
    };
    const style::Colors& colors = style::colors_of(palette());
    put(column_of_text, to_qt(sample.text))->setToolTip(to_qt(sample.text));
    put(column_of_label, to_qt(sample.label));
    put(column_of_predicted, marked(sample))
        ->setForeground(sample.is_right() ? colors.success : colors.danger);
    put(column_of_share, QString::number(sample.probability, 'f', 2))
        ->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    put(column_of_change, change_text(sample, before));
}

void PredictionView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) fill();
}

} // namespace tunedesk::ui
