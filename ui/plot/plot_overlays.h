#pragma once

#include "ui/plot/curve_plot.h"
#include "ui/plot/figure.h"

#include "ui/plot/qcp.h"

namespace tunedesk::ui {

/// The vertical lines of a plot's marks: those that would stand closer than a few pixels are left out. Owned
/// by its plot's widget. Window's thread.
class MarkLines : public QCPLayerable {
    Q_OBJECT

public:
    explicit MarkLines(QCustomPlot* plot) : QCPLayerable(plot), colours(FigureColours::paper()) {
        setLayer("grid");
    }

    std::vector<PlotMark> marks;
    Timeline::By by = Timeline::By::step;
    FigureColours colours;

    /// The texts of the marks within some pixels of a place.
    QStringList near(double place) const;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    QRect clipRect() const override { return mParentPlot->axisRect()->rect(); }

private:
    double pixel(const PlotMark& mark) const;
};

/// A line at a place with a box of values, on a layer of its own, so that moving it redraws nothing else.
class CrossHair : public QCPLayerable {
    Q_OBJECT

public:
    explicit CrossHair(QCustomPlot* plot);

    std::optional<double> place;
    QStringList lines;            ///< the first is the heading
    std::vector<QColor> swatches; ///< one a line; invalid: none
    FigureColours colours;

    void replot();

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    QRect clipRect() const override { return mParentPlot->axisRect()->rect(); }
};

/// Ticks at powers of two, labelled as "1.5 GiB".
class BytesTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale&, QChar, int) override;
};

} // namespace tunedesk::ui
