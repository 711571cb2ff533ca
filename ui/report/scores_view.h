// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QTableView;

namespace tunedesk::ui {

class BarPlot;
class ScoresModel;

/// The classification report as a table, a plot of accuracy against the majority class and the baseline, and
/// the training's time and memory.
class ScoresView : public QWidget {
    Q_OBJECT

public:
    explicit ScoresView(QWidget* parent = nullptr);

    void show_report(std::shared_ptr<const ReportData> read);
    const ScoresModel& model() const { return *model_; }
    BarPlot& accuracy_plot() { return *accuracy_; }

private:
    void show_accuracy(const ReportData& read);
    void show_figures(const ReportData& read);

    std::shared_ptr<const ReportData> read_;
    ScoresModel* model_;
    QTableView* table_;
    BarPlot* accuracy_;
    QFormLayout* figures_;
};

} // namespace tunedesk::ui
