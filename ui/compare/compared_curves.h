// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared_runs.h"

#include <QString>
#include <QWidget>
#include <set>

class QComboBox;
class QListWidget;

namespace tunedesk::ui {

class CurvePlot;

/// The display name of a column of metrics.csv or of another tool's log: "validation loss" for "val_loss".
QString shown_series(const std::string& name);

/// Overlaid curves of one metric of several runs: with adjustable smoothing, by step or by epoch, each run
/// with a check box that hides its curve. Window's thread.
class ComparedCurves : public QWidget {
    Q_OBJECT

public:
    explicit ComparedCurves(QWidget* parent = nullptr);

    /// Shows other runs; keeps the chosen metric and the hidden runs. Null: no runs.
    void show_runs(std::shared_ptr<const ComparedRuns> runs);
    CurvePlot& plot() { return *plot_; }
    /// The data of its items are the names of the columns.
    QComboBox* metric() const { return metric_; }
    /// One checkable item per run.
    QListWidget* list() const { return list_; }

private:
    QWidget* make_controls();
    void list_runs();
    void show_metric();

    std::shared_ptr<const ComparedRuns> runs_;
    QComboBox* metric_;
    CurvePlot* plot_;
    QListWidget* list_;
    std::set<fs::path> hidden_; ///< folders or files of the hidden runs
};

} // namespace tunedesk::ui
