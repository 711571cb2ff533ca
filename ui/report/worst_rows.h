// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>
#include <functional>

class QPlainTextEdit;
class QTableWidget;
class QTableWidgetItem;

namespace tunedesk::ui {

/// The labelled test rows with the largest losses, and the whole text of the selected one.
class WorstRows : public QWidget {
    Q_OBJECT

public:
    /// Makes a row's cell of a column, counted from the one after the text.
    using Cell = std::function<QTableWidgetItem*(const report::PredictionTable&, std::size_t, int)>;

    /// HTML of a whole row.
    using Whole = std::function<QString(const report::PredictionTable&, std::size_t)>;

    /// `columns`: titles of the columns after the text. Without `whole` only a row's text is shown.
    WorstRows(const QStringList& columns, Cell cell, Whole whole = {}, QWidget* parent = nullptr);

    /// Null: none.
    void show_report(std::shared_ptr<const ReportData> read);
    QTableWidget& table() { return *rows_; }

private:
    void show_selected();

    const Cell cell_;
    const Whole whole_;
    std::shared_ptr<const ReportData> data_;
    QTableWidget* rows_;
    QPlainTextEdit* text_;
};

} // namespace tunedesk::ui
