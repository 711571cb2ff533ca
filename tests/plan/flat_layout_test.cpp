// SPDX-License-Identifier: GPL-3.0-or-later
// The flat layout that ranks divide: each element is in one chunk, and blocks of 8-bit state in one too.

#include "plan/flat_layout.h"

#include <QTest>
#include <random>

using namespace tunedesk;
using plan::flat_alignment;
using plan::FlatLayout;

class FlatLayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void places() {
        const std::int64_t sizes[] = {300, 1, 256};
        const FlatLayout one = plan::flat_layout(sizes, 1), three = plan::flat_layout(sizes, 3);
        QVERIFY((one.begins == std::vector<std::int64_t>{0, 512, 768}));
        QCOMPARE(one.elements, std::int64_t{1024});
        QCOMPARE(one.chunk(), std::int64_t{1024});
        QVERIFY(three.begins == one.begins); // where a tensor is does not depend on the ranks
        QCOMPARE(three.elements, std::int64_t{1536});
        QCOMPARE(three.chunk(), std::int64_t{512});
        QVERIFY((three.part_of(0, 0) == std::pair<std::int64_t, std::int64_t>{0, 300}));
        QVERIFY((three.part_of(0, 1) == std::pair<std::int64_t, std::int64_t>{300, 300}));
        QVERIFY((three.part_of(1, 1) == std::pair<std::int64_t, std::int64_t>{0, 1}));
        QVERIFY((three.part_of(2, 1) == std::pair<std::int64_t, std::int64_t>{0, 256}));
        QVERIFY((three.part_of(2, 2) == std::pair<std::int64_t, std::int64_t>{256, 256}));
    }

    void nothing() {
        const FlatLayout none = plan::flat_layout({}, 4);
        QCOMPARE(none.elements, std::int64_t{0});
        QCOMPARE(none.chunk(), std::int64_t{0});
    }

    /// Random sizes and ranks: parts divide each tensor, in the order of the ranks, at multiples of the
    /// alignment, and chunks are no larger than they must be.
    void dividesEveryTensor() {
        std::mt19937 random(1);
        for (int round = 0; round < 2000; ++round) {
            const int ranks = 1 + static_cast<int>(random() % 9);
            std::vector<std::int64_t> sizes(1 + random() % 6);
            for (std::int64_t& size : sizes)
                size = random() % (random() % 2 ? 3000 : 70);
            const FlatLayout layout = plan::flat_layout(sizes, ranks);
            QCOMPARE(layout.chunk() % flat_alignment, std::int64_t{0});
            QCOMPARE(layout.chunk() * ranks, layout.elements);
            std::int64_t least = 0;
            for (std::size_t tensor = 0; tensor < sizes.size(); ++tensor) {
                QCOMPARE(layout.begins[tensor], least);
                least += (sizes[tensor] + flat_alignment - 1) / flat_alignment * flat_alignment;
                std::int64_t reached = 0;
                for (int rank = 0; rank < ranks; ++rank) {
                    const auto [first, last] = layout.part_of(tensor, rank);
                    if (first == last) continue;
                    QCOMPARE(first, reached);
                    QCOMPARE(first % flat_alignment, std::int64_t{0});
                    QVERIFY(layout.begins[tensor] + first >= layout.chunk() * rank);
                    QVERIFY(layout.begins[tensor] + last <= layout.chunk() * (rank + 1));
                    reached = last;
                }
                QCOMPARE(reached, sizes[tensor]);
            }
            QVERIFY(layout.elements < least + flat_alignment * ranks);
        }
    }
};

QTEST_APPLESS_MAIN(FlatLayoutTest)
#include "flat_layout_test.moc"
