// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/philox.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace tunedesk;

class PhiloxTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The known answers that Random123 publishes for philox4x32-10 (counter and key all zeros, all ones, and
    /// digits of pi).
    void known_answers() {
        QCOMPARE(Philox::words({0, 0, 0, 0}, {0, 0}),
                 (Philox::Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
        const std::uint32_t ones = 0xffffffff;
        QCOMPARE(Philox::words({ones, ones, ones, ones}, {ones, ones}),
                 (Philox::Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
        QCOMPARE(Philox::words({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
                 (Philox::Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
    }

    /// The same for philox4x32-7.
    void known_answers_of_seven_rounds() {
        QCOMPARE(Philox::words<7>({0, 0, 0, 0}, {0, 0}),
                 (Philox::Counter{0x5f6fb709, 0x0d893f64, 0x4f121f81, 0x4f730a48}));
        const std::uint32_t ones = 0xffffffff;
        QCOMPARE(Philox::words<7>({ones, ones, ones, ones}, {ones, ones}),
                 (Philox::Counter{0x5207ddc2, 0x45165e59, 0x4d8ee751, 0x8c52f662}));
        QCOMPARE(Philox::words<7>({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
                 (Philox::Counter{0x4dfccaba, 0x190a87f0, 0xc47362ba, 0xb6b5242a}));
    }

    void a_stream_is_the_counter_read_in_order() {
        const std::uint64_t seed = 0x0123456789abcdef, stream = 0xfedcba9876543210;
        PhiloxStream reader(seed, stream);
        for (std::uint32_t block = 0; block < 5; ++block)
            for (const std::uint32_t word :
                 Philox::words({block, 0, 0x76543210, 0xfedcba98}, {0x89abcdef, 0x01234567}))
                QCOMPARE(reader.next32(), word);
        PhiloxStream wide(seed, stream), narrow(seed, stream);
        const std::uint64_t low = narrow.next32();
        QCOMPARE(wide.next64(), low | std::uint64_t{narrow.next32()} << 32);
    }

    void seeds_and_streams_differ() {
        std::vector<std::uint64_t> first;
        for (std::uint64_t seed = 0; seed < 50; ++seed)
            for (std::uint64_t stream = 0; stream < 50; ++stream)
                first.push_back(PhiloxStream(seed, stream).next64());
        std::ranges::sort(first);
        QVERIFY(std::ranges::adjacent_find(first) == first.end());
    }

    /// Chi-squared over `bound` cells: the statistic has mean k and standard deviation sqrt(2 k), k =
    /// bound-1.
    void below_is_uniform_data() {
        QTest::addColumn<quint64>("bound");
        for (const quint64 bound : {2, 3, 10, 97, 1000})
            QTest::addRow("%llu", bound) << bound;
    }
    void below_is_uniform() {
        QFETCH(quint64, bound);
        constexpr int draws = 400'000;
        PhiloxStream random(7, bound);
        std::vector<int> counts(bound);
        for (int i = 0; i < draws; ++i) {
            const std::uint64_t value = random.below(bound);
            QVERIFY(value < bound);
            ++counts[value];
        }
        const double expected = static_cast<double>(draws) / static_cast<double>(bound);
        double statistic = 0;
        for (const int count : counts)
            statistic += (count - expected) * (count - expected) / expected;
        const double k = static_cast<double>(bound - 1);
        QVERIFY2(statistic < k + 5 * std::sqrt(2 * k), qPrintable(QString::number(statistic)));
    }

    /// Three quarters of the range: without rejection, every multiple of three would come twice as often as
    /// the other values.
    void below_takes_any_bound() {
        PhiloxStream random(1, 2);
        QCOMPARE(random.below(1), 0u);
        const std::uint64_t bound = 3ull << 62;
        int multiples = 0;
        for (int i = 0; i < 30'000; ++i) {
            const std::uint64_t value = random.below(bound);
            QVERIFY(value < bound);
            multiples += value % 3 == 0;
        }
        QVERIFY(std::abs(multiples - 10'000) < 500); // 6 standard deviations
        QVERIFY(random.below(std::numeric_limits<std::uint64_t>::max()) <
                std::numeric_limits<std::uint64_t>::max());
    }

    void uniform_has_the_right_moments() {
        PhiloxStream random(123, 0);
        constexpr int draws = 400'000;
        double sum = 0, squares = 0, lowest = 1, highest = 0;
        for (int i = 0; i < draws; ++i) {
            const double value = random.uniform();
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
            sum += value;
            squares += value * value;
        }
        QVERIFY(lowest >= 0 && lowest < 1e-4 && highest < 1 && highest > 1 - 1e-4);
        QVERIFY(std::abs(sum / draws - 0.5) < 0.0023);         // 5 standard errors
        QVERIFY(std::abs(squares / draws - 1.0 / 3) < 0.0024); // likewise
    }
};

QTEST_GUILESS_MAIN(PhiloxTest)
#include "philox_test.moc"
