// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed shapes of packed batches.

#include "data/batch/shape.h"

#include <QTest>
#include <set>

using namespace tunedesk::data;

class ShapeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapesHoldAndAreFew() {
        constexpr std::int64_t longest = 48;
        std::set<Shape> shapes;
        for (std::int64_t sequences = 1; sequences <= 40; ++sequences)
            for (std::int64_t tokens = sequences; tokens <= sequences * longest; ++tokens) {
                const Shape shape = fixed_shape(tokens, sequences, longest);
                const std::int64_t filling = shape.sequences - sequences, rows = shape.rows - tokens;
                QVERIFY(filling >= 1 && rows >= filling && rows <= filling * longest);
                if (tokens > 512) QVERIFY(rows <= tokens / 4 + filling);
                shapes.insert(shape);
            }
        QVERIFY(shapes.size() < 400); // of 39,000 batches
        // What a budget of tokens asks for: whatever just fits it, two shapes or three.
        shapes.clear();
        for (std::int64_t tokens = 16000; tokens <= 16384; ++tokens)
            shapes.insert(fixed_shape(tokens, 60, 512));
        QVERIFY(shapes.size() <= 3);
    }
};

QTEST_APPLESS_MAIN(ShapeTest)
#include "shape_test.moc"
