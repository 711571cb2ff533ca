// SPDX-License-Identifier: GPL-3.0-or-later
// Curves in a real window: what is drawn, zoomed, told and saved.

#include "patience.h"
#include "ui/display.h"
#include "ui/plot/curve_plot.h"
#include "ui/plot/legend/curve_legend.h"
#include "ui/plot/qcp.h"
#include "ui/plot/run_colours.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QThreadPool>
#include <algorithm>
#include <cmath>
#include <random>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

QPalette dark() {
    QPalette palette(QColor(45, 45, 48));
    palette.setColor(QPalette::Base, QColor(30, 30, 32));
    palette.setColor(QPalette::Text, QColor(230, 230, 230));
    palette.setColor(QPalette::WindowText, QColor(230, 230, 230));
    return palette;
}

struct Points {
    std::shared_ptr<Timeline> timeline = std::make_shared<Timeline>();
    std::shared_ptr<Series> series = std::make_shared<Series>();
    void add(double step, double value) {
        timeline->append(step, step / 100, step * 0.3);
        series->append(value);
    }
    Curve curve(const char* name, bool smooth = false, bool points = false) const {
        return {name, {}, {}, smooth, points, timeline, series};
    }
};

Points loss_like(int count, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.12);
    Points points;
    for (int i = 1; i <= count; ++i)
        points.add(i, (0.3 + 2 / std::sqrt(1 + i * 100.0 / count)) * (1 + noise(random)));
    return points;
}

void show(CurvePlot& plot, QSize size = {640, 360}) {
    plot.resize(size);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    plot.redraw();
    QCoreApplication::processEvents();
}

/// Pixels of the chart with about this colour.
int count_of(CurvePlot& plot, const QColor& colour) {
    const QImage image = plot.chart().grab().toImage();
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            count += std::abs(c.red() - colour.red()) + std::abs(c.green() - colour.green()) +
                         std::abs(c.blue() - colour.blue()) <
                     60;
        }
    return count;
}

} // namespace

class TestCurvePlot : public QObject {
    Q_OBJECT

    QTemporaryDir state_;

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_STATE_HOME", state_.path().toUtf8()); }

    void curvesInBothThemes() {
        for (const bool is_dark : {false, true}) {
            CurvePlot plot("Loss");
            if (is_dark) plot.setPalette(dark());
            plot.set_smoothing(0.9);
            Points train = loss_like(1000, 1), validation;
            train.series->truncate(600);
            train.timeline->truncate(600);
            train.add(601, std::nan(""));
            train.add(610, 0.5);
            train.add(611, INFINITY);
            for (int i = 612; i <= 1000; ++i)
                train.add(i, 0.5 + 0.05 * std::sin(i));
            for (int i = 1; i <= 5; ++i)
                validation.add(i * 200, 0.9 - 0.08 * i);
            plot.add_curve(train.curve("loss", true));
            plot.add_curve(validation.curve("validation loss", false, true));
            plot.set_marks({{PlotMark::Kind::epoch, {500, 5, 150}, "epoch 1"},
                            {PlotMark::Kind::checkpoint, {300, 3, 90}, "checkpoint: step 300"},
                            {PlotMark::Kind::best, {800, 8, 240}, "best: step 800"},
                            {PlotMark::Kind::pause, {400, 4, 120}, "paused"},
                            {PlotMark::Kind::resume, {420, 4.2, 126}, "continued"}});
            show(plot);
            QVERIFY(count_of(plot, style::series_for(run_colour_choices()[0], is_dark)) > 100);
            QVERIFY(count_of(plot, QColor(0xd0, 0x44, 0x37)) > 10); // the marks of NaN and Inf
            plot.show_cross_hair(400);
            test::keep(plot, is_dark ? "curves-dark" : "curves-light");
        }
    }

    /// Series differ without colors: the fifth is dashed, the same values as the first are a line.
    void seriesHaveLinesOfTheirOwn() {
        int counts[2] = {};
        for (const std::size_t series : {0, 4}) {
            CurvePlot plot("Loss");
            Points points;
            for (int i = 1; i <= 200; ++i)
                points.add(i, 1 + std::sin(i / 40.0));
            Curve curve = points.curve("loss");
            curve.colour = run_colour_choices()[series];
            plot.add_curve(curve);
            show(plot);
            counts[series / 4] = count_of(plot, curve.colour);
        }
        QVERIFY2(counts[1] < counts[0] * 0.8 && counts[1] > counts[0] * 0.3,
                 qPrintable(QStringLiteral("%1 of %2").arg(counts[1]).arg(counts[0])));
    }

    void anIsolatedValueIsADot() {
        CurvePlot plot("Loss");
        Points points;
        points.add(1, std::nan(""));
        points.add(50, 1);
        points.add(100, std::nan(""));
        plot.add_curve(points.curve("loss"));
        show(plot);
        QVERIFY(count_of(plot, run_colour_choices()[0]) >= 4);
    }

    void anIsolatedValueAmongManyIsADot() {
        CurvePlot plot("Loss");
        Points points;
        for (int i = 0; i < 100'000; ++i)
            points.add(i, i == 50'000 ? 1 : std::nan(""));
        plot.add_curve(points.curve("loss"));
        show(plot);
        QVERIFY(count_of(plot, run_colour_choices()[0]) >= 4);
    }

    void manyValuesShowEverySpike() {
        CurvePlot plot("Loss");
        Points points;
        for (int i = 0; i < 1'000'000; ++i)
            points.add(i, i == 777'777 ? 100 : 1);
        plot.add_curve(points.curve("loss"));
        show(plot);
        const QImage image = plot.chart().grab().toImage();
        const int x = static_cast<int>(plot.chart().xAxis->coordToPixel(777'777));
        const int y = static_cast<int>(plot.chart().yAxis->coordToPixel(60)); // half-way up the spike
        bool found = false;
        for (int dx = -2; dx <= 2; ++dx) {
            const QColor c = image.pixelColor(x + dx, y);
            found |= c.blue() > c.red() + 80;
        }
        QVERIFY(found);
        test::keep(plot, "spike");
    }

    void aDenseCurveHasNoGaps_data() {
        QTest::addColumn<int>("count");
        for (const int count : {500, 800, 5000, 1'000'000}) // fewer and more than a value a pixel
            QTest::addRow("%d", count) << count;
    }
    /// A line from the lower left to the upper right, with nothing logged for a while in its middle.
    void aDenseCurveHasNoGaps() {
        QFETCH(int, count);
        CurvePlot plot("Loss");
        Points points;
        for (int i = 0; i < count; ++i)
            if (i < count * 4 / 10 || i > count * 5 / 10) points.add(i, i);
        plot.add_curve(points.curve("loss"));
        show(plot);
        const QRect area = plot.chart().axisRect()->rect();
        const QImage image = plot.chart().grab().toImage();
        const QColor colour = run_colour_choices()[0];
        for (int x = area.left() + 3; x < area.right() - 3; ++x) {
            const double value = plot.chart().xAxis->pixelToCoord(x);
            const int y = static_cast<int>(plot.chart().yAxis->coordToPixel(value));
            bool found = false;
            for (int dy = -3; dy <= 3; ++dy) {
                const QColor c = image.pixelColor(x, std::clamp(y + dy, 0, image.height() - 1));
                found |= c.blue() > c.red() + (colour.blue() - colour.red()) / 3;
            }
            QVERIFY2(found, qPrintable(QString("column %1").arg(x)));
        }
    }

    void denseCurvesInFilesAndWithMarks() {
        CurvePlot plot("Loss");
        Points points = loss_like(20'000, 9);
        points.add(20'001, std::nan(""));
        points.add(20'002, -INFINITY);
        for (int i = 20'003; i < 30'000; ++i)
            points.add(i, 0.4);
        plot.set_smoothing(0.9);
        plot.add_curve(points.curve("loss", true));
        show(plot);
        QVERIFY(count_of(plot, run_colour_choices()[0]) > 200);
        QVERIFY(count_of(plot, QColor(0xd0, 0x44, 0x37)) > 10);
        test::keep(plot, "dense");
        const QByteArray svg = plot.render("svg");
        QVERIFY(QSvgRenderer(svg).isValid());
        QVERIFY(!svg.contains("<image")); // lines, that stay sharp
        QVERIFY(svg.count("<polyline") > 1000);
        QVERIFY(svg.size() < 2'000'000);
        const QImage png = QImage::fromData(plot.render("png", {600, 400}), "PNG");
        QCOMPARE(png.size(), QSize(1200, 800));
    }

    void wheelDragAndDoubleClick() {
        CurvePlot plot("Loss");
        Points points = loss_like(1000, 2);
        plot.add_curve(points.curve("loss"));
        show(plot);
        QCustomPlot& chart = plot.chart();
        const QCPRange all = chart.xAxis->range();
        QVERIFY(plot.axes().follows());
        const QPoint middle(chart.axisRect()->center());
        QWheelEvent wheel(middle, chart.mapToGlobal(middle), {}, {0, 120}, {}, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&chart, &wheel);
        QVERIFY(chart.xAxis->range().size() < all.size() * 0.9);
        QVERIFY(!plot.axes().follows());
        const QCPRange zoomed = chart.xAxis->range();
        points.add(5000, 1); // the view stays where the user put it
        plot.redraw();
        QCOMPARE(chart.xAxis->range(), zoomed);
        QTest::mouseDClick(&chart, Qt::LeftButton, {}, middle);
        plot.redraw();
        QVERIFY(plot.axes().follows());
        QCOMPARE(chart.xAxis->range().upper, 5000.0);

        const double from = chart.xAxis->pixelToCoord(200), to = chart.xAxis->pixelToCoord(300);
        QTest::mousePress(&chart, Qt::LeftButton, {}, {200, 60});
        QTest::mouseMove(&chart, {250, 100});
        QTest::mouseMove(&chart, {300, 150});
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, {300, 150});
        plot.redraw();
        QVERIFY(std::abs(chart.xAxis->range().lower - from) < 0.02 * (to - from));
        QVERIFY(std::abs(chart.xAxis->range().upper - to) < 0.02 * (to - from));
        QTest::keyClick(&chart, Qt::Key_Home);
        plot.redraw();
        QCOMPARE(chart.xAxis->range().upper, 5000.0);
        QTest::keyClick(&chart, Qt::Key_Plus);
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.xAxis->range().size() < 4100);
        QVERIFY(!plot.axes().follows());
    }

    void tellsValuesUnderThePointer() {
        CurvePlot plot("Loss");
        Points points;
        for (int i = 1; i <= 100; ++i)
            points.add(i, i);
        points.series->truncate(50);
        points.series->append_missing();
        plot.set_smoothing(0.5);
        plot.add_curve(points.curve("loss", true));
        plot.redraw();
        QCOMPARE(plot.values_at(30.2), QStringList{"loss 30 (smoothed 29)"});
        QCOMPARE(plot.values_at(51), QStringList{"loss 50 (smoothed 49)"}); // 51 is missing
        plot.set_by(Timeline::By::seconds);
        QCOMPARE(plot.values_at(3), QStringList{"loss 10 (smoothed 9.0098)"});
        QSignalSpy moved(&plot, &CurvePlot::cross_hair_moved);
        show(plot);
        QTest::mouseMove(&plot.chart(), QPoint(300, 100));
        QTRY_VERIFY(!moved.isEmpty());
    }

    void logAxesLeaveOutWhatIsNotPositive() {
        CurvePlot plot("Learning rate");
        Points points;
        for (int i = 0; i <= 100; ++i)
            points.add(i, i < 10 ? 0 : 5e-5 * (101 - i) / 100);
        plot.add_curve(points.curve("learning rate"));
        plot.axes().set_log_values(true);
        plot.axes().set_log_places(true);
        show(plot);
        QVERIFY(plot.chart().yAxis->range().lower > 0);
        QVERIFY(plot.chart().xAxis->range().lower > 0);
        QVERIFY(count_of(plot, run_colour_choices()[0]) > 20);
        test::keep(plot, "log");
    }

    void oneColourARun() {
        CurvePlot plot("Loss");
        Points a = loss_like(100, 3), b = loss_like(100, 4);
        Curve first = a.curve("first"), second = b.curve("second");
        first.run = "/runs/first";
        second.run = "/runs/second";
        plot.add_curve(first);
        plot.add_curve(second);
        show(plot);
        QVERIFY(count_of(plot, run_colour("/runs/first")) > 50);
        QVERIFY(count_of(plot, run_colour("/runs/second")) > 50);
        set_run_colour("/runs/first", QColor(120, 20, 140)); // wherever it was chosen
        plot.redraw();
        QVERIFY(count_of(plot, QColor(120, 20, 140)) > 50);
        QThreadPool::globalInstance()->waitForDone();
        const QSettings kept(state_.filePath("tunedesk/colours.ini"), QSettings::IniFormat);
        bool found = false;
        for (const QString& key : kept.allKeys())
            found |= kept.value(key).toString() == QColor(120, 20, 140).name();
        QVERIFY(found);
    }

    void linesDifferWithoutColour_data() {
        QTest::addColumn<int>("count");
        QTest::newRow("few values") << 40;
        QTest::newRow("many values") << 100'000;
    }
    /// Of two level curves of one run the second has gaps.
    void linesDifferWithoutColour() {
        QFETCH(int, count);
        CurvePlot plot("Loss");
        Points low, high;
        for (int i = 0; i <= count; ++i) {
            low.add(i, 1);
            high.add(i, 2);
        }
        for (const auto& [points, name] : {std::pair(&low, "loss"), std::pair(&high, "validation loss")}) {
            Curve curve = points->curve(name);
            curve.colour = run_colour_choices()[0];
            plot.add_curve(curve);
        }
        show(plot);
        const QImage image = plot.chart().grab().toImage();
        const QRect area = plot.chart().axisRect()->rect();
        const auto covered = [&](double value) {
            const int y = static_cast<int>(std::lround(plot.chart().yAxis->coordToPixel(value)));
            int columns = 0;
            for (int x = area.left() + 20; x < area.right() - 20; ++x) {
                bool found = false;
                for (int dy = -2; dy <= 2; ++dy)
                    found |= image.pixelColor(x, y + dy).blue() > image.pixelColor(x, y + dy).red() + 60;
                columns += found;
            }
            return columns / double(area.width() - 40);
        };
        QVERIFY2(covered(1) > 0.97, qPrintable(QString::number(covered(1))));
        QVERIFY2(covered(2) > 0.4 && covered(2) < 0.9, qPrintable(QString::number(covered(2))));
        test::keep(plot, "lines");
    }

    void theLegendCoversNoCurve_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("count");
        for (const QSize& size : {QSize(260, 170), QSize(450, 190), QSize(900, 600)})
            for (const int count : {1, 3, 14})
                QTest::addRow("%d curves in %dx%d", count, size.width(), size.height()) << size << count;
    }
    void theLegendCoversNoCurve() {
        QFETCH(QSize, size);
        QFETCH(int, count);
        CurvePlot plot("Accuracy and F1");
        const Points points = loss_like(50, 5);
        for (int i = 0; i < count; ++i)
            plot.add_curve(points.curve(("validation F1 of run " + std::to_string(i)).c_str()));
        show(plot, size);
        plot.chart().replot();
        const auto* legend = qobject_cast<CurveLegend*>(plot.chart().plotLayout()->element(0, 0));
        QVERIFY(legend);
        const QRect axes = plot.chart().axisRect()->rect();
        QVERIFY(!legend->outerRect().intersects(axes));
        QVERIFY2(axes.height() > plot.chart().height() / 3, qPrintable(QString::number(axes.height())));
        const LegendFlow flow = legend->flow();
        QCOMPARE(flow.height() > 0, count > 1);
        QVERIFY(flow.height() <= legend->outerRect().height());
        QVERIFY(flow.width() <= plot.chart().width());
        const bool fits = count == 1 || size.height() == 600 || (count == 3 && size.width() > 300);
        QCOMPARE(flow.hidden() == 0, fits);
        test::keep(plot, QStringLiteral("legend-%1-%2").arg(count).arg(size.width()));
    }

    void aLegendCountsWhatDoesNotFit() {
        const QFontMetricsF metrics{QFont()};
        const QStringList names{"first", "second", "third"};
        const double width = metrics.horizontalAdvance("firstsecond") + 70;
        QCOMPARE(LegendFlow(names, metrics, 10 * width, 1).hidden(), qsizetype(0));
        const LegendFlow one(names, metrics, width, 1), two(names, metrics, width, 2);
        QVERIFY(one.hidden() >= 1);
        QVERIFY(one.width() < width);
        QCOMPARE(two.hidden(), qsizetype(0));
        QCOMPARE(two.height(), 2 * one.height());
        QCOMPARE(LegendFlow({QString(200, u'x'), "second"}, metrics, width, 1).hidden(), qsizetype(1));
        QVERIFY(LegendFlow({QString(200, u'x'), "second"}, metrics, width, 1).width() < width);
        QCOMPARE(LegendFlow({}, metrics, width, 2).height(), 0.0);
    }

    void filesOfEachKind() {
        CurvePlot plot("Memory");
        plot.axes().set_unit(PlotAxes::Unit::bytes);
        Points points;
        for (int i = 1; i <= 50; ++i)
            points.add(i, 1.5e9 + 1e7 * i);
        points.add(51, std::nan(""));
        plot.add_curve(points.curve("rank 0"));
        QCOMPARE(QImage::fromData(plot.render("png", {600, 400}), "PNG").size(), QSize(1200, 800));
        QVERIFY(QSvgRenderer(plot.render("svg")).isValid());
        QVERIFY(plot.render("pdf").startsWith("%PDF-"));
        const QList<QByteArray> lines = curves_csv({points.curve("rank 0")}).split('\n');
        QCOMPARE(lines[0], "run,curve,step,epoch,seconds,value");
        QCOMPARE(lines[2], ",rank 0,2,0.02,0.6,1520000000");
        QCOMPARE(lines[51], ",rank 0,51,0.51,15.299999999999999,nan");
        QCOMPARE(lines.size(), 53);
        show(plot); // the screen's colours are back
        QCOMPARE(plot.chart().grab().toImage().pixelColor(1, 1), plot.palette().color(QPalette::Base));
        test::keep(plot, "memory");
    }

    void nothingToShow() {
        CurvePlot plot("Loss");
        show(plot);
        plot.show_cross_hair(3);
        Points empty;
        plot.add_curve(empty.curve("loss"));
        plot.redraw();
        QVERIFY(plot.values_at(1).isEmpty());
        QVERIFY(plot.render("pdf").startsWith("%PDF-"));
        plot.set_curves({});
        plot.redraw();
        QCOMPARE(plot.curves().size(), 0u);
    }
};

QTEST_MAIN(TestCurvePlot)
#include "curve_plot_test.moc"
