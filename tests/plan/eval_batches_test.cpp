// SPDX-License-Identifier: GPL-3.0-or-later
// How an evaluation's rows are divided: what a plan counts, and what training goes through.

#include "plan/eval_batches.h"

#include <QTest>
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

using namespace tunedesk;
using namespace tunedesk::plan;

namespace {

std::vector<std::uint32_t> random_lengths(std::size_t count, std::uint32_t longest) {
    std::mt19937 random(20261122);
    std::vector<std::uint32_t> lengths(count);
    for (std::uint32_t& length : lengths)
        length = 2 + static_cast<std::uint32_t>(random() % (longest - 1));
    return lengths;
}

std::uint64_t tokens_of(const std::vector<std::uint32_t>& rows, const std::vector<std::uint32_t>& lengths) {
    std::uint64_t tokens = 0;
    for (const std::uint32_t row : rows)
        tokens += lengths[row];
    return tokens;
}

} // namespace

class PlanEvalBatchesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hold_each_row_once_and_no_more_than_a_batch_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("longest");
        QTest::addColumn<int>("batch_size");
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("at_once");
        QTest::addRow("one thread") << 1000 << 60 << 32 << 1 << 1;
        QTest::addRow("two threads") << 1000 << 60 << 32 << 2 << 2;
        QTest::addRow("a row at a time") << 100 << 512 << 1 << 2 << 1;
        QTest::addRow("too few tokens for so many threads") << 1000 << 60 << 32 << 16 << 1;
        QTest::addRow("enough for half of the threads") << 1000 << 60 << 32 << 4 << 2;
        QTest::addRow("long rows") << 300 << 4096 << 8 << 4 << 4;
        QTest::addRow("too few long rows for so many threads") << 300 << 4096 << 8 << 20 << 1;
        QTest::addRow("fewer rows than a batch") << 10 << 500 << 64 << 2 << 2;
        QTest::addRow("a device") << 1000 << 60 << 200 << 0 << 1;
        QTest::addRow("no rows") << 0 << 500 << 64 << 2 << 1;
    }
    void hold_each_row_once_and_no_more_than_a_batch() {
        QFETCH(int, rows);
        QFETCH(int, longest);
        QFETCH(int, batch_size);
        QFETCH(int, threads);
        const auto lengths =
            random_lengths(static_cast<std::size_t>(rows), static_cast<std::uint32_t>(longest));
        const EvalBatches result = eval_batches(lengths, static_cast<std::size_t>(batch_size), threads);
        QTEST(result.at_once, "at_once");
        std::vector<std::uint32_t> sorted = lengths, seen;
        std::ranges::sort(sorted, std::greater<>());
        sorted.resize(std::min(sorted.size(), static_cast<std::size_t>(batch_size)));
        const std::uint64_t batch = std::accumulate(sorted.begin(), sorted.end(), std::uint64_t{0});
        for (const auto& part : result.rows) {
            QVERIFY(!part.empty());
            seen.insert(seen.end(), part.begin(), part.end());
            const std::uint64_t tokens = tokens_of(part, lengths);
            QVERIFY(tokens * static_cast<std::uint64_t>(result.at_once) <= batch);
        }
        QVERIFY(tokens_at_once(result, lengths) <= batch);
        QVERIFY(rows == 0 || tokens_at_once(result, lengths) >= tokens_of(result.rows.front(), lengths));
        QCOMPARE(seen.size(), lengths.size());
        QCOMPARE(std::set(seen.begin(), seen.end()).size(), lengths.size());
        const EvalBatches other = eval_batches(lengths, static_cast<std::size_t>(batch_size), threads + 3);
        QVERIFY(threads == 0 ? other.rows.size() > result.rows.size() : other.rows == result.rows);
        QVERIFY(std::ranges::is_sorted(
            seen, [&](std::uint32_t a, std::uint32_t b) { return lengths[a] > lengths[b]; }));
    }
};

QTEST_GUILESS_MAIN(PlanEvalBatchesTest)
#include "eval_batches_test.moc"
