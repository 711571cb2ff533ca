#pragma once

#include "ui/plot/redraw_clock.h"
#include "ui/plot/series.h"
#include "ui/plot/smoothing.h"

#include <QColor>
#include <QWidget>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QCPLayer;
class QCustomPlot;
class QLabel;
class QMenu;
class QToolButton;

namespace tunedesk::ui {

class CrossHair;
class MarkLines;
class PyramidCurve;
struct FigureColours;

/// One curve of a CurvePlot. The timeline and the series may grow; announce it with data_changed().
struct Curve {
    QString name;        ///< as legend and cross-hair call it
    std::string run;     ///< the folder of its run; gives the colour. Empty: no run's
    QColor colour;       ///< invalid: the run's, else the next of the run colours
    bool smooth = false; ///< shown smoothed (set_smoothing), with the raw values faint behind
    bool points = false; ///< a dot for each value: for sparse curves like validation
    std::shared_ptr<const Timeline> timeline;
    std::shared_ptr<const Series> series;
};

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
    enum class Unit { plain, bytes };

    /// Without a clock the plot has one of its own.
    explicit CurvePlot(const QString& title, QWidget* parent = nullptr, RedrawClock* clock = nullptr);
    ~CurvePlot() override;

    QString title() const { return title_; }
    void set_unit(Unit unit);
    /// Where the legend covers least: at the top, as by default, for curves that fall.
    void set_legend_at_bottom();
    /// Adds a curve and gives its number; remove_curves() takes all away.
    std::size_t add_curve(const Curve& curve);
    void remove_curves();
    /// These instead of all that are shown.
    void set_curves(const std::vector<Curve>& curves);
    std::size_t curve_count() const { return entries_.size(); }
    void set_marks(std::vector<PlotMark> marks);
    /// What the curves and marks show has grown: redraws soon.
    void data_changed();

    void set_by(Timeline::By by);
    /// TensorBoard's smoothing weight in [0, 1); 0: none.
    void set_smoothing(double weight);
    void set_log_values(bool on);
    void set_log_places(bool on);
    bool log_values() const;
    bool log_places() const;
    /// Shows everything and follows what comes.
    void reset_view();
    /// False after the user zoomed or moved the view.
    bool follows() const { return follows_; }
    /// What the cross-hair shows at a place, one line a curve ("loss 0.3188"); public for tests.
    QStringList values_at(double place) const;
    /// Shows the cross-hair there; nothing hides it.
    void show_cross_hair(std::optional<double> place);

    /// A figure file (render_figure) in paper colours.
    QByteArray render(const QString& suffix, QSize size = {720, 450});
    /// run, curve, step, epoch, seconds, value: a row for each value that was measured.
    static QByteArray csv(const std::vector<Curve>& curves);

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
    struct Entry {
        Curve curve;
        PyramidCurve* shown = nullptr; ///< owned by the chart
        std::unique_ptr<Smoothed> smoothed;
    };

    void insert(const Curve& curve);
    void build_header(const QString& title);
    void set_up_chart();
    void apply(const FigureColours& colours);
    QColor colour_of(const Entry& entry) const;
    void recolour();
    void set_tickers();
    void fit();
    bool smooth_some();
    void fill_menu();
    void choose_colour(const std::string& run);
    void export_actions(QMenu* menu);
    bool key_pressed(int key);
    void wheel_turned(double degrees, const QPointF& at, bool values);
    void view_was_changed();
    void set_follows(bool follows);
    void show_last_value();

    QString title_;
    RedrawClock* clock_;
    QLabel *heading_, *last_value_;
    QToolButton *zoomed_, *menu_button_;
    QMenu* menu_;
    QCustomPlot* chart_;
    CrossHair* cross_hair_;
    MarkLines* mark_lines_;
    std::vector<Entry> entries_;
    Timeline::By by_ = Timeline::By::step;
    Unit unit_ = Unit::plain;
    double smoothing_ = 0;
    bool follows_ = true, stale_ = false;
};

} // namespace tunedesk::ui
