// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

namespace tunedesk::ui {

class SquarePlot;
class WorstRows;

/// A plot of predicted against true numbers of the test rows, and the rows with the largest errors.
class NumbersView : public QWidget {
    Q_OBJECT

public:
    explicit NumbersView(QWidget* parent = nullptr);

    void show_report(const std::shared_ptr<const ReportData>& read);
    SquarePlot& scatter() { return *scatter_; }
    WorstRows& worst() { return *worst_; }

private:
    void show_points();

    std::shared_ptr<const ReportData> data_;
    SquarePlot* scatter_;
    WorstRows* worst_;
};

} // namespace tunedesk::ui
