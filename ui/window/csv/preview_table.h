// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/first_rows.h"

#include <QTableView>

namespace tunedesk::ui {

class RowsModel;

/// The first rows of a table, with the text and label columns highlighted in colors. A click on a header asks
/// for the column's role. Window's thread.
class PreviewTable : public QTableView {
    Q_OBJECT

public:
    /// The most rows that are shown.
    static constexpr std::size_t most_rows = 20;

    explicit PreviewTable(QWidget* parent = nullptr);

    void show_rows(const data::FirstRows& rows);
    /// Highlights these columns; either may be empty.
    void show_columns(const QString& text, const QString& label);
    RowsModel* rows() const { return rows_; }
    /// The minimum size: the table takes the remaining space.
    QSize sizeHint() const override;

Q_SIGNALS:
    void text_chosen(const QString& column);
    void label_chosen(const QString& column);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void ask(int column);
    void fit_columns();

    RowsModel* rows_;
    QString text_, label_;
};

} // namespace tunedesk::ui
