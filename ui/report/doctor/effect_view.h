// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_data.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace tunedesk::ui {

class HeatMap;

/// For a run on corrected labels: its improvement over the first run, its statistical significance, and the
/// changed cells of the confusion matrix.
class EffectView : public QWidget {
    Q_OBJECT

public:
    explicit EffectView(QWidget* parent = nullptr);

    void show_report(const std::shared_ptr<const ReportData>& read);
    /// "+1.8 points from 42 corrections".
    static QString headline(const CorrectionEffect& effect);
    QTableWidget& cells() { return *cells_; }

private:
    void show_cells(const report::PairedChange& change);

    QLabel *headline_, *figures_;
    QTableWidget* cells_;
    HeatMap* matrix_;
};

} // namespace tunedesk::ui
