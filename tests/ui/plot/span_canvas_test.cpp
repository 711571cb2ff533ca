// SPDX-License-Identifier: GPL-3.0-or-later
// Spans on the canvas against their area in each pixel.

#include "ui/plot/span_canvas.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

using namespace tunedesk::ui;

class TestSpanCanvas : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachPixelHasItsShare_data() {
        QTest::addColumn<int>("width");
        for (const int width : {1, 15, 16, 17, 100})
            QTest::addRow("%d columns", width) << width;
    }
    void eachPixelHasItsShare() {
        QFETCH(int, width);
        constexpr int height = 60;
        std::mt19937 random(static_cast<unsigned>(width));
        const auto place = [&] { return static_cast<float>(random() % 8000) / 100 - 10; };
        std::vector<ColumnSpan> spans;
        for (int i = 0; i < width + 3; ++i) { // some beyond the picture
            const float a = place(), b = random() % 4 ? place() : a + 0.3F;
            spans.push_back(random() % 5 ? ColumnSpan{std::min(a, b), std::max(a, b)} : ColumnSpan{});
        }
        SpanCanvas canvas;
        canvas.begin({width, height});
        canvas.draw(spans, QColor(10, 200, 30));
        for (int x = 0; x < width; ++x)
            for (int y = 0; y < height; ++y) {
                const ColumnSpan& span = spans[static_cast<std::size_t>(x)];
                const float from = std::max(span.top, static_cast<float>(y));
                const float to = std::min(span.bottom, static_cast<float>(y + 1));
                const float share = span.is_empty() ? 0 : std::max(0.0F, to - from);
                const QRgb pixel = reinterpret_cast<const QRgb*>(canvas.image().constScanLine(y))[x];
                const auto near = [&](int found, float full) {
                    return std::abs(static_cast<float>(found) - share * full) <= 2.5F;
                };
                QVERIFY2(near(qAlpha(pixel), 255) && near(qRed(pixel), 10) && near(qGreen(pixel), 200) &&
                             near(qBlue(pixel), 30),
                         qPrintable(
                             QString("%1,%2: %3 of %4").arg(x).arg(y).arg(qAlpha(pixel)).arg(double(share))));
            }
    }

    void theLaterLiesOverTheEarlier() {
        SpanCanvas canvas;
        canvas.begin({20, 10});
        canvas.draw(std::vector<ColumnSpan>(20, {0, 10}), Qt::red);
        canvas.draw(std::vector<ColumnSpan>(20, {4, 6}), Qt::blue);
        QCOMPARE(canvas.image().pixel(7, 3), QColor(Qt::red).rgb());
        QCOMPARE(canvas.image().pixel(7, 5), QColor(Qt::blue).rgb());
        canvas.begin({20, 10});
        QCOMPARE(qAlpha(canvas.image().pixel(7, 5)), 0);
    }
};

QTEST_GUILESS_MAIN(TestSpanCanvas)
#include "span_canvas_test.moc"
