#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

class QPlainTextEdit;
class QTableWidget;

namespace tunedesk::ui {

class SquarePlot;

/// Predicted against true numbers of the test rows, and the rows whose error is largest.
class NumbersView : public QWidget {
    Q_OBJECT

public:
    explicit NumbersView(QWidget* parent = nullptr);

    void show_report(const std::shared_ptr<const ReportData>& read);
    SquarePlot& scatter() { return *scatter_; }
    QTableWidget& worst() { return *worst_; }

private:
    void show_points();
    void show_worst();
    void show_selected();

    std::shared_ptr<const ReportData> data_;
    SquarePlot* scatter_;
    QTableWidget* worst_;
    QPlainTextEdit* text_;
};

} // namespace tunedesk::ui
