#pragma once

#include "run/trial.h"

#include <QWidget>

class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace tunedesk::ui {

/// A learning-rate range test: the loss of each step over its learning rate, on a logarithmic axis, the
/// smoothed losses, and a line at the suggested rate. Follows the palette. Thread rule: the window's.
class LearningRatePlot : public QWidget {
    Q_OBJECT

public:
    explicit LearningRatePlot(QWidget* parent = nullptr);

    void show_points(const std::vector<run::RangePoint>& points, std::optional<double> suggested);
    QCustomPlot& chart() { return *chart_; }

    QSize minimumSizeHint() const override { return {360, 220}; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void apply_colours();

    QCustomPlot* chart_;
    QCPItemStraightLine* line_; ///< the chart's, as is the label
    QCPItemText* label_;
};

} // namespace tunedesk::ui
