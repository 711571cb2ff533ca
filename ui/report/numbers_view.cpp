#include "ui/report/numbers_view.h"

#include "base/text.h"
#include "ui/plot/run_colours.h"
#include "ui/report/square_plot.h"
#include "ui/widgets/text.h"

#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_listed = 1000, shown_letters = 200;

enum WorstColumn { text_column, truth_column, prediction_column, error_column, worst_columns };

QTableWidgetItem* number_item(double number) {
    auto* item = new QTableWidgetItem(QString::number(number, 'f', 4));
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

NumbersView::NumbersView(QWidget* parent)
    : QWidget(parent), scatter_(new SquarePlot), worst_(new QTableWidget(0, worst_columns)),
      text_(new QPlainTextEdit) {
    worst_->setHorizontalHeaderLabels({tr("Text"), tr("True"), tr("Predicted"), tr("Error")});
    worst_->setAccessibleName(tr("Test rows with the largest errors"));
    worst_->setSelectionBehavior(QAbstractItemView::SelectRows);
    worst_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    worst_->setTabKeyNavigation(false);
    worst_->setWordWrap(false);
    worst_->setShowGrid(false);
    worst_->setAlternatingRowColors(true);
    worst_->verticalHeader()->hide();
    worst_->horizontalHeader()->setSectionResizeMode(text_column, QHeaderView::Stretch);
    text_->setReadOnly(true);
    text_->setTabChangesFocus(true);
    text_->setAccessibleName(tr("The whole text"));
    text_->setPlaceholderText(tr("Select a row to read its whole text."));

    auto* rows = new QSplitter(Qt::Vertical);
    rows->addWidget(worst_);
    rows->addWidget(text_);
    rows->setStretchFactor(0, 3);
    rows->setStretchFactor(1, 1);
    auto* splitter = new QSplitter;
    splitter->addWidget(scatter_);
    splitter->addWidget(rows);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 0);
    all->addWidget(splitter);
    connect(worst_, &QTableWidget::itemSelectionChanged, this, &NumbersView::show_selected);
    connect(&run_colour_changes(), &RunColourChanges::changed, this, &NumbersView::show_points);
}

void NumbersView::show_report(const std::shared_ptr<const ReportData>& read) {
    data_ = read && read->predictions.has_numbers() ? read : nullptr;
    show_points();
    show_worst();
}

void NumbersView::show_points() {
    scatter_->set_title(tr("True and predicted numbers"), tr("True"), tr("Predicted"),
                        SquarePlot::Reference::diagonal);
    if (!data_) return scatter_->set_curves({});
    const report::PredictionTable& table = data_->predictions;
    QVector<QPointF> points;
    double least = INFINITY, most = -INFINITY;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const double truth = table.truth(row), predicted = table.number(row);
        if (!std::isfinite(truth) || !std::isfinite(predicted)) continue;
        points << QPointF(truth, predicted);
        least = std::min({least, truth, predicted});
        most = std::max({most, truth, predicted});
    }
    if (!points.isEmpty()) scatter_->set_range(least, most);
    SquareCurve dots;
    dots.points = std::move(points);
    dots.colour = run_colour(data_->run.compared.summary.folder);
    dots.markers = true;
    dots.line = false;
    scatter_->set_curves({std::move(dots)});
}

void NumbersView::show_worst() {
    worst_->setRowCount(0);
    text_->clear();
    if (!data_) return;
    const report::PredictionTable& table = data_->predictions;
    std::vector<std::uint32_t> rows = table.cell(-1, -1); // the largest loss first
    std::erase_if(rows, [&](std::uint32_t row) { return std::isnan(table.truth(row)); });
    rows.resize(std::min(rows.size(), most_listed));
    worst_->setRowCount(static_cast<int>(rows.size()));
    for (int i = 0; i < worst_->rowCount(); ++i) {
        const std::uint32_t row = rows[static_cast<std::size_t>(i)];
        auto* text = new QTableWidgetItem(to_qt(shortened(table.text(row), shown_letters)).simplified());
        text->setData(Qt::UserRole, row);
        worst_->setItem(i, text_column, text);
        worst_->setItem(i, truth_column, number_item(table.truth(row)));
        worst_->setItem(i, prediction_column, number_item(table.number(row)));
        worst_->setItem(i, error_column, number_item(table.number(row) - table.truth(row)));
    }
}

void NumbersView::show_selected() {
    const QTableWidgetItem* item = worst_->item(worst_->currentRow(), text_column);
    if (!item || !data_) return text_->clear();
    const std::size_t row = item->data(Qt::UserRole).toUInt();
    QString text = to_qt(data_->predictions.text(row));
    if (data_->predictions.has_pairs()) text += QStringLiteral("\n\n") + to_qt(data_->predictions.pair(row));
    text_->setPlainText(text);
}

} // namespace tunedesk::ui
