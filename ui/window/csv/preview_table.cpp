// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/preview_table.h"

#include "ui/data/rows_model.h"
#include "ui/style/tokens.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"

#include <QHeaderView>
#include <QMenu>
#include <QResizeEvent>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int narrowest_preview = 80, widest_preview = 300; ///< pixels of columns other than the text
constexpr int least_rows = 3;                               ///< visible at least

/// Rows with colored text and label columns.
class ColoredRows : public RowsModel {
public:
    using RowsModel::RowsModel;

    void set_columns(const QString& text, const QString& label) {
        text_ = text;
        label_ = label;
        show_roles({{text, PreviewTable::tr("text")}, {label, PreviewTable::tr("label")}});
        if (rowCount() > 0 && columnCount() > 0)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::BackgroundRole});
    }

    QVariant data(const QModelIndex& index, int role) const override {
        if (role != Qt::BackgroundRole || !index.isValid()) return RowsModel::data(index, role);
        const style::Colors& colors = style::colors();
        const QString name = to_qt(rows().columns[static_cast<std::size_t>(index.column())]);
        if (name.isEmpty()) return {};
        if (name == text_) return colors.soft(colors.accent);
        if (name == label_) return colors.soft(colors.success);
        return {};
    }

private:
    QString text_, label_;
};

} // namespace

PreviewTable::PreviewTable(QWidget* parent) : QTableView(parent), rows_(new ColoredRows(this)) {
    setModel(rows_);
    setAccessibleName(tr("First rows of the table"));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setShowGrid(false);
    const int row = fontMetrics().height() + style::s;
    verticalHeader()->setDefaultSectionSize(row);
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumHeight((least_rows + 1) * row + style::l);
    setMaximumHeight((static_cast<int>(most_rows) + 1) * row + style::l);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &PreviewTable::ask);
}

QSize PreviewTable::sizeHint() const {
    return {QTableView::sizeHint().width(), minimumHeight()};
}

void PreviewTable::show_rows(const data::FirstRows& rows) {
    rows_->show_rows(rows);
    fit_columns();
}

void PreviewTable::show_columns(const QString& text, const QString& label) {
    if (text == text_ && label == label_) return;
    text_ = text;
    label_ = label;
    static_cast<ColoredRows*>(rows_)->set_columns(text, label);
    fit_columns();
}

/// Fits columns to their contents; the text column gets the remaining width.
void PreviewTable::fit_columns() {
    horizontalHeader()->setStretchLastSection(false);
    int text = -1, others = 0;
    for (int column = 0; column < rows_->columnCount(); ++column) {
        const int header = horizontalHeader()->sectionSizeHint(column);
        const int cells = std::clamp(sizeHintForColumn(column), narrowest_preview, widest_preview);
        setColumnWidth(column, std::max(header, cells));
        if (to_qt(rows_->rows().columns[static_cast<std::size_t>(column)]) == text_)
            text = column;
        else
            others += columnWidth(column);
    }
    const int room = viewport()->width() - others;
    if (text >= 0) setColumnWidth(text, std::max({columnWidth(text), room, narrowest_preview}));
    horizontalHeader()->setStretchLastSection(true);
}

void PreviewTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fit_columns();
}

void PreviewTable::ask(int column) {
    const QString name = to_qt(rows_->rows().columns.at(static_cast<std::size_t>(column)));
    if (name.isEmpty()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("%1 is the text").arg(menu_text(name)), this,
                    [this, name] { Q_EMIT text_chosen(name); });
    menu->addAction(tr("%1 is the label").arg(menu_text(name)), this,
                    [this, name] { Q_EMIT label_chosen(name); });
    menu->popup(horizontalHeader()->mapToGlobal(
        QPoint(horizontalHeader()->sectionViewportPosition(column), horizontalHeader()->height())));
}

} // namespace tunedesk::ui
