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

/// "validation loss" of "val_loss", a column of metrics.csv or of another tool's log.
QString shown_series(const std::string& name);

/// One metric of several runs over each other: smoothed as the user likes, by step or by epoch, each run with
/// a check box that takes its curve away. Window's thread.
class ComparedCurves : public QWidget {
    Q_OBJECT

public:
    explicit ComparedCurves(QWidget* parent = nullptr);

    /// Keeps the chosen metric and the runs that are taken away; null: none.
    void show_runs(std::shared_ptr<const ComparedRuns> runs);
    CurvePlot& plot() { return *plot_; }
    /// Its items' data are the names of the columns.
    QComboBox* metric() const { return metric_; }
    /// A checkable item a run.
    QListWidget* list() const { return list_; }

private:
    QWidget* make_controls();
    void list_runs();
    void show_metric();

    std::shared_ptr<const ComparedRuns> runs_;
    QComboBox* metric_;
    CurvePlot* plot_;
    QListWidget* list_;
    std::set<fs::path> hidden_; ///< places of runs
};

} // namespace tunedesk::ui
