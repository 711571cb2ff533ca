// SPDX-License-Identifier: GPL-3.0-or-later
// BigBird's blocks against those that transformers draws (tests/golden/make_bigbird.py).

#include "arch/block_pattern.h"

#include "base/files/file.h"
#include "base/json.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::arch;

namespace {

Json golden_plans() {
    const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/bigbird_plans.json";
    return parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
}

using Blocks = std::vector<std::int32_t>;

} // namespace

class BlockPatternTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void random_blocks_are_those_of_transformers_data() {
        QTest::addColumn<int>("number");
        int number = 0;
        for (const Json& one : golden_plans())
            QTest::addRow("%d tokens in blocks of %d, layer %d", one["tokens"].get<int>(),
                          one["block_size"].get<int>(), one["layer"].get<int>())
                << number++;
    }
    void random_blocks_are_those_of_transformers() {
        QFETCH(int, number);
        const Json golden = golden_plans()[static_cast<std::size_t>(number)];
        const BlockPattern pattern{golden["block_size"], golden["random_blocks"], golden["positions"]};
        const std::int32_t blocks = pattern.blocks_of(golden["tokens"]);
        const auto expected = golden["drawn"].get<Blocks>();
        QCOMPARE(random_blocks(pattern, golden["layer"], golden["heads"], blocks, true), expected);
        QCOMPARE(random_blocks(pattern, golden["layer"], golden["heads"], blocks, false),
                 Blocks(expected.size()));
    }

    void short_sequences_have_full_attention() {
        const BlockPattern pattern{.block_size = 4, .random_blocks = 2, .positions = 128};
        QVERIFY(!pattern.applies_to(36));
        QVERIFY(pattern.applies_to(37));
        QVERIFY(!BlockPattern{}.applies_to(1 << 20));
        QCOMPARE(pattern.blocks_of(37), 10);
        QCOMPARE(pattern.blocks_of(40), 10);
    }

    void seen() {
        const Blocks random{7, 3};
        QCOMPARE(seen_blocks(0, 10, {}), (Blocks{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
        QCOMPARE(seen_blocks(9, 10, {}), (Blocks{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
        QCOMPARE(seen_blocks(1, 10, random), (Blocks{0, 1, 2, 3, 7, 9}));
        QCOMPARE(seen_blocks(5, 10, random), (Blocks{0, 3, 4, 5, 6, 7, 9}));
        QCOMPARE(seen_blocks(8, 10, random), (Blocks{0, 3, 7, 7, 8, 9}));
        QCOMPARE(seen_blocks(2, 10, Blocks{0, -1}), (Blocks{0, 0, 1, 2, 3, 9}));
    }

    /// As many as the lists have.
    void pairs() {
        const BlockPattern pattern{.block_size = 8, .random_blocks = 3, .positions = 512};
        QCOMPARE(pattern.pairs(88), 88.0 * 88);
        const std::int32_t blocks = 15;
        const Blocks drawn = random_blocks(pattern, 2, 1, blocks, true);
        std::size_t counted = 0;
        for (std::int32_t i = 0; i < blocks; ++i) {
            const bool draws = i > 0 && i < blocks - 1;
            counted += seen_blocks(i, blocks,
                                   draws ? std::span(drawn).subspan(static_cast<std::size_t>(i - 1) * 3, 3)
                                         : std::span<const std::int32_t>())
                           .size();
        }
        QCOMPARE(pattern.pairs(blocks * 8), static_cast<double>(counted) * 64);
        QCOMPARE(pattern.pairs(blocks * 8 - 3), static_cast<double>(counted) * 64);
    }

    /// Blocks as large as the early plans' 1,024 tokens leave none to draw.
    void none_left() {
        const BlockPattern pattern{.block_size = 256, .random_blocks = 3, .positions = 4096};
        const Blocks drawn = random_blocks(pattern, 0, 1, 16, true);
        QCOMPARE(Blocks(drawn.begin() + 3, drawn.begin() + 6), (Blocks{-1, -1, -1}));
    }
};

QTEST_APPLESS_MAIN(BlockPatternTest)
#include "block_pattern_test.moc"
