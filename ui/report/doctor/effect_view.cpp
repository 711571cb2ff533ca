// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/doctor/effect_view.h"

#include "base/text.h"
#include "ui/plot/heat_map.h"
#include "ui/style/tokens.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/text.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_cells = 1000, most_classes_of_matrix = 200;
constexpr double likely_chance = 0.05;

QString with_sign(double value, int digits) {
    const QString text = QString::number(value, 'f', digits);
    return value > 0 ? u'+' + text : QString(text).replace(u'-', QChar(0x2212));
}

QString share_text(std::size_t part, std::size_t whole) {
    return QString::number(100 * static_cast<double>(part) / static_cast<double>(whole), 'f', 1) +
           QStringLiteral(" %");
}

QString count_text(std::size_t count) {
    return to_qt(grouped(count));
}

/// The statistical significance of the difference, as text.
QString chance_text(const report::PairedChange& change) {
    if (change.only_before + change.only_after == 0)
        return EffectView::tr("Both runs predict the same rows correctly.");
    const QString p = change.p_value < 0.0001 ? QStringLiteral("p < 0.0001")
                                              : QStringLiteral("p = %1").arg(change.p_value, 0, 'f', 4);
    const QString text =
        change.p_value < likely_chance
            ? EffectView::tr("%1 rows are correct only in the first run, %2 only in this one: a significant "
                             "difference (McNemar's exact test, %3).")
            : EffectView::tr("%1 rows are correct only in the first run, %2 only in this one: the difference "
                             "may be chance (McNemar's exact test, %3).");
    return text.arg(count_text(change.only_before), count_text(change.only_after), p);
}

QString figures_text(const CorrectionEffect& effect) {
    const report::PairedChange& change = effect.change;
    QStringList lines;
    lines << EffectView::tr("Accuracy on the %1 rows that both runs have tested, by the corrected labels: %2 "
                            "in “%3”, %4 in this run.")
                 .arg(count_text(change.rows), share_text(change.before, change.rows), to_qt(effect.first),
                      share_text(change.after, change.rows));
    if (change.relabelled > 0)
        lines << EffectView::tr(
                     "%1 of these rows have a new label; by the previous labels, the first run had %2.")
                     .arg(count_text(change.relabelled), share_text(change.reported, change.rows));
    lines << chance_text(change);
    if (!effect.settings.empty()) {
        QStringList keys;
        for (const std::string& key : effect.settings)
            keys << to_qt(key);
        lines << EffectView::tr("These settings differ, too: %1.").arg(keys.join(QStringLiteral(", ")));
    }
    return lines.join(u'\n');
}

QTableWidgetItem* count_item(const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

EffectView::EffectView(QWidget* parent)
    : QWidget(parent), headline_(new QLabel), figures_(new QLabel), cells_(new QTableWidget(0, 5)),
      matrix_(new HeatMap) {
    make_title(headline_);
    figures_->setWordWrap(true);
    figures_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    cells_->setHorizontalHeaderLabels(
        {tr("True"), tr("Predicted"), tr("First run"), tr("This run"), tr("Change")});
    cells_->setAccessibleName(tr("Cells of the confusion matrix that have changed"));
    cells_->setSelectionBehavior(QAbstractItemView::SelectRows);
    cells_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    cells_->setTabKeyNavigation(false);
    cells_->setShowGrid(false);
    cells_->setAlternatingRowColors(true);
    cells_->verticalHeader()->hide();
    cells_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    for (const int column : {0, 1})
        cells_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    matrix_->setAccessibleName(tr("Change of the confusion matrix"));
    auto* splitter = new QSplitter;
    splitter->addWidget(matrix_);
    splitter->addWidget(cells_);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, style::m, 0, 0);
    all->addWidget(headline_);
    all->addWidget(figures_);
    all->addSpacing(style::s);
    all->addWidget(splitter, 1);
}

QString EffectView::headline(const CorrectionEffect& effect) {
    return tr("%1 points from %n correction(s)", nullptr, static_cast<int>(effect.labels))
        .arg(with_sign(effect.points(), 1));
}

void EffectView::show_report(const std::shared_ptr<const ReportData>& read) {
    const CorrectionEffect* effect = read && read->effect ? &*read->effect : nullptr;
    headline_->setText(effect ? headline(*effect) : QString());
    figures_->setText(effect ? figures_text(*effect) : QString());
    show_cells(effect ? effect->change : report::PairedChange());
}

void EffectView::show_cells(const report::PairedChange& change) {
    cells_->setRowCount(static_cast<int>(std::min(change.changed.size(), most_cells)));
    for (int row = 0; row < cells_->rowCount(); ++row) {
        const report::PairedChange::Cell& cell = change.changed[static_cast<std::size_t>(row)];
        cells_->setItem(row, 0, new QTableWidgetItem(to_qt(change.names[cell.label])));
        cells_->setItem(row, 1, new QTableWidgetItem(to_qt(change.names[cell.predicted])));
        cells_->setItem(row, 2, count_item(count_text(cell.before)));
        cells_->setItem(row, 3, count_item(count_text(cell.after)));
        cells_->setItem(row, 4, count_item(with_sign(static_cast<double>(cell.change()), 0)));
    }
    const std::size_t classes = change.names.size();
    matrix_->setVisible(classes > 0 && classes <= most_classes_of_matrix);
    if (classes == 0 || classes > most_classes_of_matrix) return;
    QStringList names;
    for (const std::string& name : change.names)
        names << to_qt(name);
    std::vector<std::int64_t> changes(classes * classes);
    for (const report::PairedChange::Cell& cell : change.changed)
        changes[cell.label * classes + cell.predicted] = cell.change();
    matrix_->set_changes(names, std::move(changes));
}

} // namespace tunedesk::ui
