// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

class QComboBox;

namespace tunedesk::ui {

class SquarePlot;

/// ROC, precision-recall and calibration side by side, of one class against the rest or of several at once.
class CurvesView : public QWidget {
    Q_OBJECT

public:
    explicit CurvesView(QWidget* parent = nullptr);

    void show_report(std::shared_ptr<const ReportData> read);
    SquarePlot& roc() { return *roc_; }
    SquarePlot& precision_recall() { return *precision_recall_; }
    SquarePlot& calibration() { return *calibration_; }

private:
    void show_class();

    std::shared_ptr<const ReportData> data_;
    QWidget* top_;
    QComboBox* classes_;
    SquarePlot *roc_, *precision_recall_, *calibration_;
};

} // namespace tunedesk::ui
