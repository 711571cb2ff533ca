// SPDX-License-Identifier: GPL-3.0-or-later
// Bar charts and heat maps: what is drawn, what is clicked, what is saved. Labels and boxes of curves.

#include "base/error.h"
#include "ui/display.h"
#include "ui/plot/bar_plot.h"
#include "ui/plot/curve_plot.h"
#include "ui/plot/heat_map.h"
#include "ui/plot/pipeline/pipeline_plot.h"
#include "ui/plot/plot_overlays.h"
#include "ui/plot/run_colours.h"

#include <QApplication>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

QPalette dark() {
    QPalette palette(QColor(45, 45, 48));
    palette.setColor(QPalette::Base, QColor(30, 30, 32));
    palette.setColor(QPalette::Text, QColor(230, 230, 230));
    return palette;
}

void fill(BarPlot& plot) {
    plot.set_title("Test accuracy");
    plot.set_bars({{"full fine-tuning, seed 123", 0.9312, "0.931", {}, 0.928, "0.928 published"},
                   {"last two layers", 0.884, {}, run_colour_choices()[1], {}, {}},
                   {"a run without a value", std::nan(""), {}, {}, {}, {}}});
}

} // namespace

class TestFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void barsInBothThemes() {
        for (const bool is_dark : {false, true}) {
            BarPlot plot;
            if (is_dark) plot.setPalette(dark());
            fill(plot);
            plot.resize(640, plot.sizeHint().height());
            plot.show();
            QVERIFY(QTest::qWaitForWindowExposed(&plot));
            const QImage image = plot.grab().toImage();
            QCOMPARE(image.pixelColor(2, 2), FigureColours::of(plot.palette()).background);
            test::keep(plot, is_dark ? "bars-dark" : "bars-light");
        }
    }

    void aPipelinesStep() {
        const event::PipelinePasses passes{
            12,
            {{{true, 0, 0, 0.1}, {true, 1, 0.1, 0.2}, {false, 0, 0.4, 0.6}, {false, 1, 0.7, 0.9}},
             {{true, 0, 0.1, 0.2}, {false, 0, 0.2, 0.4}, {true, 1, 0.4, 0.5}, {false, 1, 0.5, 0.7}}}};
        for (const bool is_dark : {false, true}) {
            PipelinePlot plot;
            if (is_dark) plot.setPalette(dark());
            plot.show_passes(passes, "Step 12");
            QCOMPARE(plot.caption(), QStringLiteral("Step 12: stages wait 33.3 % of 900 ms"));
            plot.resize(720, plot.sizeHint().height());
            plot.show();
            QVERIFY(QTest::qWaitForWindowExposed(&plot));
            const QImage image = plot.grab().toImage();
            // In the row of stage 0 between its forward and its backward passes there is nothing.
            const auto at = [&](double share, int stage) {
                const int row = plot.fontMetrics().height() + 8;
                const double left = 16 + plot.fontMetrics().horizontalAdvance(QStringLiteral("Stage 2"));
                return image.pixelColor(static_cast<int>(left + share * (image.width() - left - 16)),
                                        8 + row + stage * row + 6);
            };
            const QColor background = FigureColours::of(plot.palette()).background;
            QCOMPARE(at(0.31, 0), background);
            QVERIFY(at(0.16, 0) != background && at(0.16, 0) != at(0.85, 0));
            QVERIFY(at(0.31, 1) != background);
            test::keep(plot, is_dark ? "pipeline-dark" : "pipeline-light");
            QVERIFY(QImage::fromData(plot.render("png"), "PNG").width() == 1800);
            QVERIFY(QSvgRenderer(plot.render("svg")).isValid());
        }
    }

    void aFileOfEachKind() {
        BarPlot plot;
        fill(plot);
        QVERIFY(QImage::fromData(plot.render("png"), "PNG").width() == 1600);
        QVERIFY(QSvgRenderer(plot.render("svg")).isValid());
        QVERIFY(plot.render("pdf").startsWith("%PDF-"));
        QCOMPARE(plot.render("csv").split('\n')[1], "\"full fine-tuning, seed 123\",0.9312,0.928");
    }

    void aHeatMapTellsItsCells() {
        HeatMap map;
        map.set_matrix({{"billing", "delivery", "returns"}, {40, 3, 1, 2, 55, 0, 0, 0, 0}});
        QCOMPARE(map.matrix().count(0, 1), 3u);
        QCOMPARE(map.matrix().rate(1, 1), 55.0 / 57);
        QCOMPARE(map.matrix().rate(2, 2), 0.0); // an empty row
        QCOMPARE(map.matrix().csv(false).split('\n')[2], "delivery,2,55,0");
        map.set_shown(HeatMap::Shown::rates);
        QVERIFY(map.matrix().csv(true).split('\n')[3].startsWith("returns,0"));
        QVERIFY_THROWS_EXCEPTION(Error, map.set_matrix({{"a", "b"}, {1, 2, 3}}));
    }

    void mouseAndKeysChooseACell() {
        HeatMap map;
        map.set_matrix({{"billing", "delivery", "returns"}, {40, 3, 1, 2, 55, 0, 0, 4, 6}});
        map.resize(480, 440);
        map.show();
        QVERIFY(QTest::qWaitForWindowExposed(&map));
        QSignalSpy clicked(&map, &HeatMap::clicked);
        QTest::mouseClick(&map, Qt::LeftButton, {}, {460, 20}); // the top right cell
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0], (QList<QVariant>{0, 2}));
        QTest::mouseClick(&map, Qt::LeftButton, {}, {2, 430}); // beside the cells
        QCOMPARE(clicked.count(), 1);
        QTest::keyClick(&map, Qt::Key_Left);
        QTest::keyClick(&map, Qt::Key_Down);
        QTest::keyClick(&map, Qt::Key_Return);
        QCOMPARE(clicked.count(), 2);
        QCOMPARE(clicked[1], (QList<QVariant>{1, 1}));
        test::keep(map, "heat-light");
    }

    void manyClassesAndLongNames() {
        QStringList names;
        std::vector<std::uint64_t> counts;
        for (int i = 0; i < 150; ++i)
            names << QString("class number %1").arg(i);
        for (int i = 0; i < 150 * 150; ++i)
            counts.push_back(i % 151 == 0 ? 90 : i % 37 == 0 ? 3 : 0);
        HeatMap map;
        map.setPalette(dark());
        map.set_matrix({names, counts});
        map.resize(700, 640);
        test::keep(map, "heat-dark-150");
        const QImage image = map.grab().toImage();
        const auto blue_near = [&](int x, int y) { // the diagonal's colour within a few pixels
            for (int dx = -8; dx <= 8; ++dx)
                for (int dy = -8; dy <= 8; ++dy)
                    if (const QColor c = image.pixelColor(x + dx, y + dy); c.blue() > c.red() + 80)
                        return true;
            return false;
        };
        QVERIFY(blue_near(685, 485));
        QVERIFY(!blue_near(680, 20));
        HeatMap empty;
        QVERIFY(!empty.grab().isNull());
        QTest::keyClick(&empty, Qt::Key_Left);
        HeatMap two;
        two.set_matrix({{"a positive review of a film", "a negative review of a film"}, {186, 31, 34, 185}});
        two.set_shown(HeatMap::Shown::rates);
        test::keep(two, "heat-two");
    }

    void labelsOfAnAxisHaveOneForm_data() {
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        QTest::addColumn<bool>("is_bytes");
        QTest::addColumn<QString>("form");
        const char* const plain = "^-?\\d+(\\.\\d+)?$";
        const char* const power = "^(0|-?\\d+(\\.\\d+)?e-?\\d+)$";
        QTest::newRow("a small part of memory")
            << 446.1 * (1 << 20) << 446.9 * (1 << 20) << true << "^\\d+\\.\\d+ MiB$";
        QTest::newRow("memory from zero") << 0.0 << 3.9 * (1 << 30) << true << "^(0|\\d+ GiB)$";
        QTest::newRow("a rate around 1e-4") << 9.75e-5 << 1.05e-4 << false << power;
        QTest::newRow("a falling rate") << 0.0 << 5e-5 << false << power;
        QTest::newRow("a loss") << 0.3 << 2.4 << false << plain;
        QTest::newRow("a part of a loss") << 0.31201 << 0.31209 << false << plain;
        QTest::newRow("tokens") << 0.0 << 3.2e7 << false << power;
    }
    void labelsOfAnAxisHaveOneForm() {
        QFETCH(double, least);
        QFETCH(double, most);
        QFETCH(bool, is_bytes);
        QFETCH(QString, form);
        CurvePlot plot("Figures");
        if (is_bytes) plot.axes().set_unit(PlotAxes::Unit::bytes);
        plot.resize(640, 360);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.axes().take_over();
        plot.chart().yAxis->setRange(least, most);
        plot.chart().replot();
        QStringList labels;
        for (const QString& label : plot.chart().yAxis->tickVectorLabels())
            labels << label;
        QVERIFY(labels.size() >= 3);
        QSet<qsizetype> decimals;
        for (const QString& label : labels) {
            QVERIFY2(QRegularExpression(form).match(label).hasMatch(), qPrintable(labels.join(u' ')));
            const auto fraction = QRegularExpression(QStringLiteral("\\.(\\d+)")).match(label);
            if (label != QStringLiteral("0")) decimals << fraction.captured(1).size();
        }
        QVERIFY2(decimals.size() == 1, qPrintable(labels.join(u' ')));
        QCOMPARE(QSet<QString>(labels.begin(), labels.end()).size(), labels.size());
    }

    void theBoxOfValuesIsInThePlot() {
        CurvePlot plot("Loss");
        auto timeline = std::make_shared<Timeline>();
        auto series = std::make_shared<Series>();
        for (int i = 1; i <= 100; ++i) {
            timeline->append(i, i, i);
            series->append(1.0 / i);
        }
        plot.add_curve({"validation loss of a run with a name that is longer than the plot is wide",
                        {},
                        {},
                        false,
                        false,
                        timeline,
                        series});
        plot.resize(360, 200);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        plot.redraw();
        QCoreApplication::processEvents();
        auto* cross_hair = plot.chart().findChild<CrossHair*>();
        QVERIFY(cross_hair);
        const QRectF all = plot.chart().viewport(), area = plot.chart().axisRect()->rect();
        for (const QSizeF& size :
             {QSizeF(120, 40), QSizeF(area.width() * 0.8, 60), QSizeF(80, all.height() - 8)})
            for (double x = area.left(); x <= area.right(); x += 5) {
                const QRectF box = cross_hair->box_beside(x, size);
                QVERIFY(all.contains(box));
                QCOMPARE(box.size(), size);
                if (size.width() < area.width() / 2 - 10) QVERIFY(!(box.left() < x && x < box.right()));
            }
        plot.show_cross_hair(60);
        test::keep(plot, "cross-hair");
    }

    void coloursStayWithTheirRuns() {
        QTemporaryDir state;
        qputenv("XDG_STATE_HOME", state.path().toUtf8());
        const QColor first = run_colour("/runs/a"), second = run_colour("/runs/b");
        QVERIFY(first != second);
        QCOMPARE(run_colour("/runs/a"), first);
        QCOMPARE(run_colour("/runs/x/../b"), second);
        set_run_colour("/runs/a", QColor(1, 2, 3));
        QCOMPARE(run_colour("/runs/a"), QColor(1, 2, 3));
    }

    void coloursStandOut() {
        QPalette night = dark();
        for (const FigureColours& colours :
             {FigureColours::of(QPalette(Qt::white)), FigureColours::of(night)})
            for (const QColor& colour : run_colour_choices())
                QVERIFY(std::abs(colours.legible(colour).lightness() - colours.background.lightness()) > 40);
    }
};

QTEST_MAIN(TestFigures)
#include "figures_test.moc"
