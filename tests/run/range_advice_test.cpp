// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of a learning-rate range test's points.
#include "run/check/rate_search.h"

#include "base/files/file.h"
#include "base/json.h"

#include <QTest>
#include <cmath>
#include <random>

using namespace tunedesk;
using namespace tunedesk::run;

class RangeAdviceTest : public QObject {
    Q_OBJECT

    /// Losses that are flat, fall around `turn` and rise beyond `end`, over 100 rates from 1e-6 to 1.
    static std::vector<RangePoint> valley(double turn, double end) {
        std::vector<RangePoint> points;
        for (int i = 0; i < 100; ++i) {
            const double exponent = -6 + 6.0 * i / 99;
            const double falls = 0.5 / (1 + std::exp(4 * (exponent - turn)));
            points.push_back({std::pow(10, exponent), 0.2 + falls + std::exp(8 * (exponent - end))});
        }
        return points;
    }

    /// Accuracy at a rate, between those that were measured around it.
    static double accuracy_at(const Json& measured, double rate) {
        for (std::size_t i = 1; i < measured.size(); ++i) {
            const double low = measured[i - 1][0], high = measured[i][0];
            if (rate > high) continue;
            const double part = std::log(rate / low) / std::log(high / low);
            return (1 - part) * measured[i - 1][1].get<double>() + part * measured[i][1].get<double>();
        }
        return 0;
    }

private Q_SLOTS:
    void far_below_the_edge_where_weights_are_at_stake() {
        const RangeAdvice advice = advise_rate(valley(-4, -2.5), {});
        QVERIFY(advice.diverges_above && advice.suggested);
        QVERIFY2(*advice.diverges_above > 8e-4 && *advice.diverges_above < 4e-3,
                 qPrintable(QString::number(*advice.diverges_above)));
        QVERIFY(*advice.suggested < *advice.diverges_above / 5);
        QVERIFY(*advice.suggested > *advice.diverges_above / 50);
        QVERIFY(advice.usable_from < *advice.suggested && *advice.suggested < advice.usable_to);
        QVERIFY(advice.usable_to < *advice.diverges_above);
    }

    void new_weights_take_more() {
        Preset preset;
        preset.model.init = Preset::Init::random;
        const RangeAdvice random = advise_rate(valley(-4, -2.5), preset);
        QCOMPARE(*random.suggested, *random.diverges_above);
        preset.model = {};
        preset.model.train = Preset::Train::features;
        QCOMPARE(*advise_rate(valley(-4, -2.5), preset).suggested, *random.suggested);
    }

    void adam_takes_no_ruinous_rate() {
        Preset preset;
        const RangeAdvice adam = advise_rate(valley(-3, -0.5), preset);
        QCOMPARE(*adam.suggested, 5e-4);
        QVERIFY(adam.usable_from < 5e-4 && adam.usable_to > 5e-4 && adam.usable_to < 2e-3);
        preset.training.optim = Preset::Optim::sgd;
        QVERIFY(*advise_rate(valley(-3, -0.5), preset).suggested > 1e-3);
    }

    void what_never_diverges_is_said_so() {
        const RangeAdvice advice = advise_rate(valley(-3, 3), {});
        QVERIFY(!advice.diverges_above && advice.suggested);
    }

    /// Range tests and runs of 150 steps, as tests/bench/learning_rates.py has measured them.
    void measured_models_data() {
        QTest::addColumn<int>("index");
        const Json all = Json::parse(
            read_file(TUNEDESK_SOURCE_DIR "/tests/golden/learning_rates.json", ErrorId::file_unreadable));
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::addRow("%s", all[i].at("name").get<std::string>().c_str()) << static_cast<int>(i);
    }
    void measured_models() {
        QFETCH(int, index);
        const Json all = Json::parse(
            read_file(TUNEDESK_SOURCE_DIR "/tests/golden/learning_rates.json", ErrorId::file_unreadable));
        const Json& one = all[static_cast<std::size_t>(index)];
        std::vector<RangePoint> points;
        for (const Json& point : one.at("points"))
            points.push_back({point[0], point[1].is_null() ? NAN : point[1].get<double>()});
        RangeAdvice advice = advise_rate(points, {});
        QCOMPARE(advice.suggested.has_value(), one.at("suggests").get<bool>()); // not from mere scatter
        if (advice.suggested) {
            QVERIFY(advice.diverges_above);
        } else {
            std::vector<RateTrial> trials;
            for (const Json& each : one.at("trials"))
                trials.push_back({each.at("learning_rate"), each.at("losses").get<std::vector<double>>()});
            advice = advise_rate(trials, one.at("steps").get<int>(), advice);
            QVERIFY(advice.suggested);
        }
        double best = 0;
        for (const Json& each : one.at("accuracies"))
            best = std::max(best, each[1].get<double>());
        const double accuracy = accuracy_at(one.at("accuracies"), *advice.suggested);
        QVERIFY2(accuracy >= best - 0.02,
                 qPrintable(QStringLiteral("%1: %2 of %3").arg(*advice.suggested).arg(accuracy).arg(best)));
    }

    void suggests_nothing_without_a_fall() {
        std::vector<RangePoint> points = valley(-4, -1);
        for (RangePoint& point : points)
            point.loss = 0.7 + point.learning_rate;
        QVERIFY(!advise_rate(points, {}).suggested);
        QVERIFY(advise_rate(points, {}).diverges_above); // that is known all the same
        points.resize(5);
        QVERIFY(!advise_rate(points, {}).suggested);
        QVERIFY(!advise_rate({}, {}).suggested);
    }

    void tells_a_fall_from_scatter() {
        int of_flat = 0, of_valley = 0;
        for (unsigned seed = 0; seed < 100; ++seed) {
            std::mt19937 random(seed);
            std::normal_distribution<double> scatter(0, 0.1);
            std::vector<RangePoint> falling = valley(-3.5, -1), flat = falling;
            for (std::size_t i = 0; i < flat.size(); ++i) {
                falling[i].loss += scatter(random);
                flat[i].loss = 0.7 + scatter(random);
            }
            of_flat += advise_rate(flat, {}).suggested.has_value();
            of_valley += advise_rate(falling, {}).suggested.has_value();
        }
        QVERIFY2(of_flat == 0, qPrintable(QString::number(of_flat)));
        QVERIFY2(of_valley >= 95, qPrintable(QString::number(of_valley)));
    }

    void bears_losses_that_are_no_numbers() {
        std::vector<RangePoint> points = valley(-4, -1);
        points.back().loss = NAN;
        QVERIFY(advise_rate(points, {}).suggested);
        for (RangePoint& point : points)
            point.loss = NAN;
        QVERIFY(!advise_rate(points, {}).suggested);
        points.front().loss = 0.7;
        QVERIFY(!advise_rate(points, {}).suggested);
    }

    /// Thirty steps with the same scatter of the rows at every rate, which ends at `end`.
    static RateTrial trial(double rate, double end, unsigned seed = 1, std::size_t steps = 30) {
        std::mt19937 random(seed);
        std::normal_distribution<double> scatter(0, 0.1);
        RateTrial made{rate, {}};
        for (std::size_t i = 0; i < steps; ++i) {
            const double part = static_cast<double>(i) / 29;
            made.losses.push_back((1 - part) * 0.7 + part * end + scatter(random));
        }
        return made;
    }

    void of_constant_rates_the_least_late_loss() {
        RangeAdvice of_range;
        of_range.diverges_above = 1e-2;
        const std::vector<RateTrial> trials{trial(1e-5, 0.7), trial(3e-5, 0.5), trial(1e-4, 0.4),
                                            trial(3e-4, 0.45)};
        const RangeAdvice advice = advise_rate(trials, 30, of_range);
        QVERIFY(std::fabs(*advice.suggested - 1e-4) < 1e-12);
        // The scatter of the rows is the same for all: they compare exactly.
        QVERIFY(advice.usable_from > 3e-5 && advice.usable_from < 1e-4);
        QVERIFY(advice.usable_to > 1e-4 && advice.usable_to < 3e-4);
        QCOMPARE(*advice.diverges_above, 1e-2);
    }

    void constant_rates_that_differ_by_chance_are_usable() {
        const std::vector<RateTrial> trials{trial(1e-5, 0.9), trial(3e-5, 0.405, 2), trial(1e-4, 0.4),
                                            trial(3e-4, 0.41, 3)};
        const RangeAdvice advice = advise_rate(trials, 30, {});
        QVERIFY(advice.suggested);
        QVERIFY(advice.usable_from > 1e-5 && advice.usable_from < 3e-5);
        QVERIFY(advice.usable_to > 3e-4 && *advice.suggested > 9e-5 && *advice.suggested < 1e-4);
        QVERIFY(!advise_rate(std::vector<RateTrial>(trials.begin() + 1, trials.end()), 30, {}).suggested);
    }

    void a_trial_that_ended_early_diverges() {
        std::vector<RateTrial> trials{trial(1e-5, 0.7), trial(3e-5, 0.5), trial(1e-4, 0.1, 1, 12),
                                      trial(3e-4, 0.05)};
        const RangeAdvice advice = advise_rate(trials, 30, {});
        QVERIFY(std::fabs(*advice.suggested - 3e-5) < 1e-12); // what lies beyond is not asked
        QCOMPARE(*advice.diverges_above, 3e-5);
        trials[2] = trial(1e-4, NAN);
        QCOMPARE(*advise_rate(trials, 30, {}).diverges_above, 3e-5);
        trials[0].losses.clear();
        QVERIFY(!advise_rate(trials, 30, {}).suggested);
        QVERIFY(!advise_rate(std::vector<RateTrial>(), 30, {}).suggested);
    }

    void a_search_is_read_as_it_was_written() {
        RateSearch search;
        search.points = {{1e-5, 0.7}, {1e-4, NAN}};
        search.trials = {trial(1e-5, 0.7), trial(3e-5, 0.5)};
        search.advice = advise_rate(search.trials, 30, {});
        const RateSearch read = parse_rate_search(to_json(search).dump());
        QCOMPARE(read.points.size(), std::size_t{2});
        QVERIFY(std::isnan(read.points[1].loss));
        QCOMPARE(read.trials[1].losses, search.trials[1].losses);
        QCOMPARE(read.advice.suggested, search.advice.suggested);
        QCOMPARE(read.advice.usable_to, search.advice.usable_to);
        QVERIFY(!read.advice.diverges_above);
        for (const char* text : {"", "{}", "[]", R"({"points":3,"trials":[]})"})
            QVERIFY_THROWS_EXCEPTION(std::exception, parse_rate_search(text));
    }

    void smoothing_does_not_lag() {
        std::vector<RangePoint> points(21, {1e-3, 1.0});
        points[10].loss = 2;
        const std::vector<double> losses = smoothed_losses(points);
        QVERIFY(losses[10] > losses[9] && losses[10] > losses[11]);
        QVERIFY(std::fabs(losses[9] - losses[11]) < 1e-12);
        QCOMPARE(losses[0], 1.0);
    }
};

QTEST_GUILESS_MAIN(RangeAdviceTest)
#include "range_advice_test.moc"
