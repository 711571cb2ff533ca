// SPDX-License-Identifier: GPL-3.0-or-later
// Series, their pyramid, bins and smoothing against brute force.

#include "ui/plot/series.h"
#include "ui/plot/smoothing.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace tunedesk::ui;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Mostly finite, with every kind of exception among them; `missing` is told apart by the second member.
std::vector<std::pair<double, bool>> some_values(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::pair<double, bool>> values;
    for (std::size_t i = 0; i < count; ++i) {
        const unsigned kind = random() % 40;
        const double plain = std::ldexp(static_cast<double>(random()), -20) - 1000;
        values.emplace_back(kind == 0   ? nan_value
                            : kind == 1 ? infinity
                            : kind == 2 ? -infinity
                                        : plain,
                            kind == 3);
    }
    return values;
}

void append(Series& series, const std::pair<double, bool>& value) {
    value.second ? series.append_missing() : series.append(value.first);
}

Series::Extent brute(const std::vector<std::pair<double, bool>>& values, std::size_t first,
                     std::size_t last) {
    Series::Extent extent;
    for (std::size_t i = first; i < last; ++i) {
        const auto [value, missing] = values[i];
        if (missing) continue;
        if (std::isnan(value))
            extent.marks |= Series::nan;
        else if (std::isinf(value))
            extent.marks |= value > 0 ? Series::positive_infinity : Series::negative_infinity;
        else {
            extent.min = std::min(extent.min, static_cast<float>(value));
            extent.max = std::max(extent.max, static_cast<float>(value));
        }
    }
    return extent;
}

bool same(const Series::Extent& a, const Series::Extent& b) {
    return a.min == b.min && a.max == b.max && a.marks == b.marks;
}

} // namespace

class TestSeries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void extentEqualsBruteForce_data() {
        QTest::addColumn<int>("count");
        for (const int count : {0, 1, 15, 16, 17, 255, 256, 257, 4095, 4096, 4097, 70000})
            QTest::addRow("%d", count) << count;
    }
    void extentEqualsBruteForce() {
        QFETCH(int, count);
        const auto size = static_cast<std::size_t>(count);
        const auto values = some_values(size, 1);
        Series series;
        for (const auto& value : values)
            append(series, value);
        QCOMPARE(series.size(), size);
        QVERIFY(same(series.extent(0, size), brute(values, 0, size)));
        std::mt19937 random(2);
        for (int i = 0; i < 300; ++i) {
            std::size_t first = random() % (size + 1), last = random() % (size + 1);
            if (first > last) std::swap(first, last);
            QVERIFY2(same(series.extent(first, last), brute(values, first, last)),
                     qPrintable(QString("[%1, %2)").arg(first).arg(last)));
        }
    }

    void truncatesAndGrowsAgain() {
        auto values = some_values(50000, 3);
        Series series;
        for (const auto& value : values)
            append(series, value);
        std::mt19937 random(4);
        for (int round = 0; round < 20; ++round) {
            const std::size_t keep = random() % (values.size() + 1);
            const auto generation = series.generation();
            const bool drops = keep < values.size();
            values.resize(keep);
            series.truncate(keep);
            QCOMPARE(series.generation(), generation + (drops ? 1 : 0));
            for (const auto& value : some_values(random() % 9000, random())) {
                values.push_back(value);
                append(series, value);
            }
            const std::size_t first = random() % (values.size() + 1);
            QVERIFY(same(series.extent(first, values.size()), brute(values, first, values.size())));
        }
    }

    void aCopyIsASnapshot() {
        Series series;
        for (int i = 0; i < 5000; ++i)
            series.append(i);
        const Series snapshot = series;
        series.truncate(4500);
        for (int i = 0; i < 3000; ++i)
            series.append(-1);
        QCOMPARE(snapshot.size(), 5000u);
        for (std::size_t i = 0; i < 5000; ++i)
            QCOMPARE(snapshot[i], static_cast<float>(i));
        QCOMPARE(snapshot.extent(0, 5000).min, 0.0f);
    }

    void missingIsNoMark() {
        Series series;
        series.append_missing();
        series.append(nan_value);
        series.append(1e300);
        QVERIFY(series.is_missing(0));
        QVERIFY(!series.is_missing(1));
        QCOMPARE(series.extent(0, 1).marks, std::uint8_t(0));
        QCOMPARE(series.extent(0, 3).marks, std::uint8_t(Series::nan | Series::positive_infinity));
        QVERIFY(!series.extent(0, 3).has_values());
    }

    void aTimelineNeverGoesBack() {
        Timeline timeline;
        timeline.append(1, 0.5, 10);
        timeline.append(2, 0.25, nan_value);
        timeline.append(1, 1, 11);
        QCOMPARE(timeline.places(Timeline::By::step)[2], 2.0);
        QCOMPARE(timeline.places(Timeline::By::epoch)[1], 0.5);
        QCOMPARE(timeline.places(Timeline::By::seconds)[1], 10.0);
        QCOMPARE(timeline.places(Timeline::By::seconds)[2], 11.0);
    }

    void findsPlacesFromAnywhere() {
        std::mt19937 random(5);
        Column<double> places;
        std::vector<double> plain;
        for (double at = 0; plain.size() < 3000; at += random() % 4 ? 1 : random() % 50) {
            places.append(at);
            plain.push_back(at);
        }
        for (int i = 0; i < 3000; ++i) {
            const double place = static_cast<double>(random() % 60000) / 2 - 10;
            const auto expected =
                static_cast<std::size_t>(std::lower_bound(plain.begin(), plain.end(), place) - plain.begin());
            QCOMPARE(first_at_least(places, place, random() % 3100), expected);
        }
        QCOMPARE(first_at_least({}, 1, 5), 0u);
    }

    void binsEqualBruteForce_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("bins");
        QTest::addColumn<bool>("even");
        for (const int count : {0, 1, 100, 20000})
            for (const int bins : {1, 7, 600})
                for (const bool even : {false, true})
                    QTest::addRow("%d values, %d bins, %d", count, bins, even) << count << bins << even;
    }
    void binsEqualBruteForce() {
        QFETCH(int, count);
        QFETCH(int, bins);
        QFETCH(bool, even);
        std::mt19937 random(6);
        const auto values = some_values(static_cast<std::size_t>(count), 7);
        Series series;
        Column<double> places;
        std::vector<double> plain;
        double at = 0;
        for (const auto& value : values) {
            append(series, value);
            at += even ? 1 : static_cast<double>(random() % 1000) / 100;
            places.append(at);
            plain.push_back(at);
        }
        std::vector<double> edges;
        for (int i = 0; i <= bins; ++i)
            edges.push_back(at * 0.1 + at * 0.7 * i / bins);
        std::vector<Bin> found;
        sort_into_bins(places, series, edges, found);
        QCOMPARE(found.size(), static_cast<std::size_t>(bins));
        for (std::size_t b = 0; b < found.size(); ++b) {
            const auto index = [&](double edge) {
                return static_cast<std::size_t>(std::lower_bound(plain.begin(), plain.end(), edge) -
                                                plain.begin());
            };
            QCOMPARE(found[b].first, index(edges[b]));
            QCOMPARE(found[b].last, index(edges[b + 1]));
            QVERIFY(same(found[b].extent, brute(values, found[b].first, found[b].last)));
        }
    }

    /// Bins of thousands of values: each value in exactly one, and in the right one but for a 16th of its
    /// width.
    void manyValuesABin_data() {
        QTest::addColumn<bool>("pauses");
        QTest::newRow("even") << false;
        QTest::newRow("with pauses") << true;
    }
    void manyValuesABin() {
        QFETCH(bool, pauses);
        constexpr std::size_t count = 300'000, bins = 40;
        const auto values = some_values(count, 8);
        Series series;
        Column<double> places;
        double at = 0;
        for (std::size_t i = 0; i < count; ++i) {
            append(series, values[i]);
            at += pauses && i % 70'001 == 70'000 ? 100'000 : 1;
            places.append(at);
        }
        std::vector<double> edges;
        for (std::size_t i = 0; i <= bins; ++i)
            edges.push_back(at * 0.01 + at * 0.9 * static_cast<double>(i) / bins);
        const double tolerance = (edges[1] - edges[0]) / 16 + 1e-6;
        std::vector<Bin> found;
        sort_into_bins(places, series, edges, found);
        QCOMPARE(found.front().first, first_at_least(places, edges.front()));
        QCOMPARE(found.back().last, first_at_least(places, edges.back()));
        for (std::size_t b = 0; b < bins; ++b) {
            if (b > 0) QCOMPARE(found[b].first, found[b - 1].last);
            QVERIFY(same(found[b].extent, brute(values, found[b].first, found[b].last)));
            if (found[b].first == found[b].last) continue;
            QVERIFY(places[found[b].first] >= edges[b] - tolerance);
            QVERIFY(places[found[b].last - 1] < edges[b + 1] + tolerance);
        }
    }

    void smoothsAsTensorBoard_data() {
        QTest::addColumn<double>("weight");
        for (const double weight : {0.0, 0.6, 0.99})
            QTest::addRow("%g", weight) << weight;
    }
    /// Against the weighted mean it stands for: sum of (1-w) w^(n-k) v_k over its sum of weights.
    void smoothsAsTensorBoard() {
        QFETCH(double, weight);
        const std::vector<double> values = {3, nan_value, 1, 2.5, infinity, -4, 0.125, 7};
        Series series;
        Smoothed smoothed(weight);
        for (const double value : values) {
            series.append(value);
            while (!smoothed.catch_up(series, 1)) {
            }
        }
        QCOMPARE(smoothed.series().size(), values.size());
        std::vector<double> finite;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!std::isfinite(values[i])) {
                QVERIFY(smoothed.series().is_missing(i));
                continue;
            }
            finite.push_back(values[i]);
            double sum = 0, weights = 0;
            for (std::size_t k = 0; k < finite.size(); ++k) {
                const double w = std::pow(weight, static_cast<double>(finite.size() - 1 - k));
                sum += w * finite[k];
                weights += w;
            }
            QVERIFY(std::abs(smoothed.series()[i] - sum / weights) < 1e-5);
        }
    }

    void smoothingStartsAgainAfterATruncation() {
        Series series;
        for (int i = 0; i < 1000; ++i)
            series.append(i);
        Smoothed smoothed(0.9), fresh(0.9);
        QVERIFY(!smoothed.catch_up(series, 900));
        QVERIFY(smoothed.catch_up(series, 900));
        series.truncate(500);
        series.append(-7);
        QVERIFY(smoothed.catch_up(series, 10000));
        QVERIFY(fresh.catch_up(series, 10000));
        QCOMPARE(smoothed.series().size(), 501u);
        QCOMPARE(smoothed.series()[500], fresh.series()[500]);
    }
};

QTEST_GUILESS_MAIN(TestSeries)
#include "series_test.moc"
