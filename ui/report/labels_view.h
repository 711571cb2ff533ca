// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

class QTableWidget;

namespace tunedesk::ui {

class SquarePlot;
class WorstRows;

/// For rows with any number of labels: scores per label, scores at other thresholds, and the rows with the
/// largest losses.
class LabelsView : public QWidget {
    Q_OBJECT

public:
    explicit LabelsView(QWidget* parent = nullptr);

    void show_report(const std::shared_ptr<const ReportData>& read);
    QTableWidget& labels() { return *labels_; }
    SquarePlot& thresholds() { return *thresholds_; }
    WorstRows& worst() { return *worst_; }

private:
    void show_labels();
    void show_thresholds();

    std::shared_ptr<const ReportData> data_;
    QTableWidget* labels_;
    SquarePlot* thresholds_;
    WorstRows* worst_;
};

} // namespace tunedesk::ui
