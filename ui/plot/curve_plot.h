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

/// A vertical line with its meaning.
struct PlotMark {
    enum class Kind { epoch, best, checkpoint, pause, resume };
    Kind kind{};
    double places[3] = {}; ///< by step, epoch, seconds
    QString text;          ///< "best: step 500"
};

/// Live curves of one or several runs over step, epoch or time. The wheel zooms at the pointer (with Ctrl the
/// values), dragging zooms into a rectangle, with Shift it moves the view, a double click or Home shows
/// everything again and follows what comes; arrows, + and - do the same by keyboard. Values under the pointer
/// are shown beside a cross-hair. Follows the palette. Redrawn by a RedrawClock; a redraw costs pixels,
/// however many values there are. Thread rule: the window's.
class CurvePlot : public QWidget {
    Q_OBJECT

public:
    /// Without a clock the plot has one of its own.
    explicit CurvePlot(const QString& title, QWidget* parent = nullptr, RedrawClock* clock = nullptr);

    QString title() const { return title_; }
    PlotAxes& axes() { return *axes_; }
    PlotCurves& curves() { return curves_; }
    /// After the others.
    void add_curve(const Curve& curve);
    /// These instead of all that are shown.
    void set_curves(const std::vector<Curve>& curves);
    void set_marks(std::vector<PlotMark> marks);
    /// What the curves and marks show has grown: redraws soon.
    void data_changed();

    void set_by(Timeline::By by);
    /// TensorBoard's smoothing weight in [0, 1); 0: none.
    void set_smoothing(double weight);
    /// What the cross-hair shows at a place, one line a curve ("loss 0.3188"); public for tests.
    QStringList values_at(double place) const;
    /// Shows the cross-hair there; nothing hides it.
    void show_cross_hair(std::optional<double> place);

    /// A figure file (render_figure) in paper colours.
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
    CurveLegend* legend_; ///< the chart's
    CrossHair* cross_hair_;
    MarkLines* mark_lines_;
    double smoothing_ = 0;
    bool stale_ = false;
};

} // namespace tunedesk::ui
