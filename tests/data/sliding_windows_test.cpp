// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of long rows: each token of the text in one, the shared ones in two, and lengths as planned.

#include "data/batch/sliding_windows.h"

#include <QTest>
#include <numeric>
#include <vector>

using namespace tunedesk::data;

namespace {

constexpr std::int32_t begins = -1, ends = -2;

/// A row of so many tokens of text, 0, 1, ..., between two special ones.
std::vector<std::int32_t> row_of(std::int32_t text) {
    std::vector<std::int32_t> row(static_cast<std::size_t>(text) + 2);
    std::iota(row.begin(), row.end(), -1);
    row.back() = ends;
    return row;
}

std::vector<std::int32_t> divided(const SlidingWindows& windows, std::int32_t text) {
    std::vector<std::int32_t> ids;
    windows.divide(row_of(text), {{begins}, {ends}}, ids);
    return ids;
}

} // namespace

class SlidingWindowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_short_row_is_one() {
        const SlidingWindows windows{2, 16, 8};
        QCOMPARE(divided(windows, 6), row_of(6));
        QCOMPARE(divided(windows, 0), row_of(0));
        QCOMPARE(windows.count(8, 2), std::size_t{1});
    }

    /// As `tokenizers` 0.22.2 gives for 13 tokens with max_length 8 and stride 2: 0-5, 4-9, 8-12.
    void windows_share_the_stride() {
        const SlidingWindows windows{2, 16, 8};
        const std::vector<std::int32_t> expected{begins, 0, 1, 2,  3,  4,  5,   ends, //
                                                 begins, 4, 5, 6,  7,  8,  9,   ends, //
                                                 begins, 8, 9, 10, 11, 12, ends};
        QCOMPARE(divided(windows, 13), expected);
    }

    void all_tokens_are_in_some_window_data() {
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("length");
        for (const int length : {3, 4, 5, 8, 17})
            for (int stride = 1; stride <= length / 2; ++stride)
                QTest::addRow("%d of %d", stride, length) << stride << length;
    }
    void all_tokens_are_in_some_window() {
        QFETCH(int, stride);
        QFETCH(int, length);
        const SlidingWindows windows{static_cast<std::size_t>(stride), 5, static_cast<std::size_t>(length)};
        const auto longest = static_cast<std::int32_t>(windows.longest_row(2)) - 2;
        QCOMPARE(windows.count(windows.longest_row(2), 2), std::size_t{5});
        for (std::int32_t text = 0; text <= longest; ++text) {
            const std::vector<std::int32_t> ids = divided(windows, text);
            const auto tokens = static_cast<std::size_t>(text) + 2;
            QCOMPARE(ids.size(), windows.total(tokens, 2));
            QCOMPARE(static_cast<std::size_t>(std::ranges::count(ids, begins)), windows.count(tokens, 2));
            std::int32_t next = 0;
            for (std::size_t i = 0; i < ids.size(); ++i) {
                const bool is_first = i % windows.length == 0;
                const bool is_last = i + 1 == ids.size() || (i + 1) % windows.length == 0;
                QCOMPARE(ids[i] == begins, is_first);
                QCOMPARE(ids[i] == ends, is_last);
                if (ids[i] == next) ++next;
                QVERIFY(ids[i] < next);
            }
            QCOMPARE(next, text);
        }
        // A longer row keeps what five windows hold.
        QCOMPARE(windows.total(windows.longest_row(2) + 9, 2), windows.total(windows.longest_row(2), 2));
    }
};

QTEST_APPLESS_MAIN(SlidingWindowsTest)
#include "sliding_windows_test.moc"
