// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/plot_curves.h"
#include "ui/plot/redraw_clock.h"

#include <QWidget>
#include <optional>
#include <vector>

class QCustomPlot;
class QLabel;
class QMenu;
class QToolButton;

namespace tunedesk::ui {

class CrossHair;
class CurveLegend;
class MarkLines;
struct FigureColours;

/// A vertical line with a label.
struct PlotMark {
    enum class Kind { epoch, best, checkpoint, pause, resume };
    Kind kind{};
    double places[3] = {}; ///< positions by step, epoch, seconds
    QString text;          ///< "best: step 500"
};

/// Live curves of one or several runs over step, epoch or time. The wheel zooms at the pointer (with Ctrl the
/// values), dragging zooms into a rectangle, with Shift it moves the view, a double click or Home shows
/// everything again and follows new values; arrows, + and - do the same by keyboard. A cross-hair shows the
/// values at the pointer. Follows the palette. Redrawn by a RedrawClock; the cost of a redraw depends on
/// pixels, not on the number of values. Thread rule: the window's.
class CurvePlot : public QWidget {
    Q_OBJECT

public:
    /// Without a clock the plot creates its own.
    explicit CurvePlot(const QString& title, QWidget* parent = nullptr, RedrawClock* clock = nullptr);

    QString title() const { return title_; }
    PlotAxes& axes() { return *axes_; }
    PlotCurves& curves() { return curves_; }
    /// Appends a curve.
    void add_curve(const Curve& curve);
    /// Replaces all curves.
    void set_curves(const std::vector<Curve>& curves);
    void set_marks(std::vector<PlotMark> marks);
    /// Call after curves or marks have grown: schedules a redraw.
    void data_changed();

    void set_by(Timeline::By by);
    /// TensorBoard's smoothing weight in [0, 1); 0: none.
    void set_smoothing(double weight);
    /// The cross-hair's lines at a position, one per curve ("loss 0.3188"); public for tests.
    QStringList values_at(double place) const;
    /// Shows the cross-hair at a position; std::nullopt hides it.
    void show_cross_hair(std::optional<double> place);

    /// The contents of a figure file (render_figure), in paper colors.
    QByteArray render(const QString& suffix, QSize size = {720, 450});

    /// Redraws now; otherwise the clock does.
    void redraw();
    QCustomPlot& chart() { return *chart_; }

    QSize minimumSizeHint() const override { return {260, 170}; }
    QSize sizeHint() const override { return {420, 240}; }

Q_SIGNALS:
    void cross_hair_moved(std::optional<double> place);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build_header(const QString& title);
    void set_up_chart();
    void apply(const FigureColours& colours);

    QString title_;
    RedrawClock* clock_;
    QLabel *heading_, *last_value_;
    QToolButton *zoomed_, *menu_button_;
    QMenu* menu_;
    QCustomPlot* chart_;
    PlotAxes* axes_;
    PlotCurves curves_;
    CurveLegend* legend_; ///< owned by the chart
    CrossHair* cross_hair_;
    MarkLines* mark_lines_;
    double smoothing_ = 0;
    bool stale_ = false;
};

} // namespace tunedesk::ui
