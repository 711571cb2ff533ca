// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared_runs.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace tunedesk::ui {

class BarPlot;
class ParallelPlot;

/// The relation between compared runs' settings and a metric: parallel coordinates, and below them the
/// fraction of the metric's variance that each setting explains (report::importance()). Window's thread.
class SettingsView : public QWidget {
    Q_OBJECT

public:
    explicit SettingsView(QWidget* parent = nullptr);

    void show_runs(std::shared_ptr<const ComparedRuns> runs);

    QComboBox* metric() const { return metric_; }
    ParallelPlot& plot() const { return *plot_; }
    BarPlot& importance() const { return *bars_; }
    /// The text below the fractions: the method, or why there are none.
    QString remark() const;

    /// The most axes of settings; if more settings differ, the most important ones are shown.
    static constexpr std::size_t most_axes = 8;

Q_SIGNALS:
    /// Emitted when a run's line was selected.
    void run_requested(const QString& run);

private:
    void show_metric();
    void show_axes(const report::Figure& figure, const std::vector<std::optional<double>>& values,
                   const report::Importance& importance);
    void show_importance(const report::Figure& figure, const report::Importance& importance);

    std::shared_ptr<const ComparedRuns> runs_;
    std::vector<const report::Figure*> figures_;
    QComboBox* metric_;
    QLabel *remark_, *left_out_, *empty_;
    ParallelPlot* plot_;
    BarPlot* bars_;
    QStackedWidget* stack_;
};

} // namespace tunedesk::ui
