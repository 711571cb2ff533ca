// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/settings/importance.h"

#include <QTest>
#include <cmath>

using namespace tunedesk::report;

class FiguresTest : public QObject {
    Q_OBJECT

    static ComparedRun run(const char* seed, const char* rate, double accuracy) {
        ComparedRun run;
        run.settings = {{"name", seed}, {"training.seed", seed}, {"training.learning_rate", rate}};
        run.summary.report.emplace();
        run.summary.report->classification.emplace();
        run.summary.report->classification->accuracy = accuracy;
        run.summary.report->train_seconds = 100 * accuracy;
        run.summary.report->peak_rss_bytes = 3ull << 30;
        return run;
    }

    using Values = std::vector<std::optional<std::string>>;
    static VaryingSetting numbers(const char* key, std::vector<double> values) {
        VaryingSetting setting{key, {}, values};
        for (const double value : values)
            setting.values.emplace_back(std::to_string(value));
        return setting;
    }
    static bool nearly(double value, double expected) { return std::abs(value - expected) < 1e-12; }

    static const Figure& figure(const char* key) { return *find_figure(key); }

private Q_SLOTS:
    void what_was_not_measured_is_absent() {
        const ComparedRun one = run("1", "5e-05", 0.9);
        QCOMPARE(figure("accuracy").read(one).value(), 0.9);
        QVERIFY(!figure("peak_gpu_bytes").read(one));
        QVERIFY(!figure("test_loss").read(one));
        const ComparedRun none;
        for (const Figure& each : figures())
            QVERIFY2(!each.read(none), each.key.c_str());
        ComparedRun foreign;
        foreign.test_accuracy = 0.8;
        foreign.summary.progress.best = {{"accuracy", 0.85}};
        foreign.summary.progress.step = 40;
        QCOMPARE(figure("accuracy").read(foreign).value(), 0.8);
        QCOMPARE(figure("validation_accuracy").read(foreign).value(), 0.85);
        QCOMPARE(figure("steps").read(foreign).value(), 40.0);
    }

    void texts() {
        QCOMPARE(shown(figure("accuracy"), 0.92604), std::string("0.9260"));
        QCOMPARE(shown(figure("train_seconds"), 1307.4), std::string("21:47"));
        QCOMPARE(shown(figure("peak_rss_bytes"), 3.0 * (1 << 30)), std::string("3 GiB"));
        QCOMPARE(shown(figure("train_tokens_per_second"), 2131.6), std::string("2,132"));
        QCOMPARE(shown_difference(figure("accuracy"), 0.9, 0.912), std::string("-0.0120"));
        QCOMPARE(shown_difference(figure("train_seconds"), 90, 120), std::string("-25.0 %"));
        QCOMPARE(shown_difference(figure("steps"), 30, 0), std::string("+30"));
    }

    void mean_and_deviation_over_seeds() {
        const std::vector<ComparedRun> runs = {run("1", "5e-05", 0.90), run("1", "2e-05", 0.80),
                                               run("2", "5e-05", 0.92), run("3", "5e-05", 0.94),
                                               ComparedRun(),           ComparedRun()};
        const auto groups = seed_groups(runs);
        QCOMPARE(groups, (std::vector<std::vector<std::size_t>>{{0, 2, 3}, {1}, {4}, {5}}));
        const Spread accuracy = spread(std::vector<double>{0.90, 0.92, 0.94});
        QCOMPARE(accuracy.mean, 0.92);
        QVERIFY(std::abs(accuracy.deviation - 0.02) < 1e-12);
        QCOMPARE(shown(figure("accuracy"), accuracy), std::string("0.9200 ± 0.0200 (n = 3)"));
        QCOMPARE(spread(std::vector<double>{5.0}).deviation, 0.0);
        QCOMPARE(spread({}).count, std::size_t{0});
        QCOMPARE(shown(figure("accuracy"), spread(std::vector<double>{0.9})), std::string("0.9000 (n = 1)"));
        // numpy.std([0.90, 0.92, 0.97], ddof=1); by hand: deviations -3, -1, 4 hundredths, 26 / 2 = 13
        const Spread skewed = spread(std::vector<double>{0.90, 0.92, 0.97});
        QVERIFY(std::abs(skewed.mean - 0.93) < 1e-15);
        QVERIFY(std::abs(skewed.deviation - 0.03605551275463986) < 1e-15);
    }

    void numbers_have_one_spelling() {
        for (const auto& [value, expected] :
             {std::pair("0.0001", "1e-4"), std::pair("1e-4", "1e-4"), std::pair("2e-05", "2e-5"),
              std::pair("3.5e-12", "3.5e-12"), std::pair("-0.00025", "-2.5e-4"), std::pair("0.001", "0.001"),
              std::pair("0", "0"), std::pair("adam", "adam"), std::pair("", "")})
            QCOMPARE(shown_setting(value), std::string(expected));
    }

    /// 1e-4 is more than 2e-5 and 3e-5, whatever their letters.
    void settings_are_in_the_order_of_numbers() {
        const std::vector<ComparedRun> runs = {run("1", "0.0001", 0.9), run("2", "0.0001", 0.9),
                                               run("1", "2e-05", 0.9),  run("2", "2e-05", 0.9),
                                               run("1", "3e-05", 0.9),  run("2", "3e-05", 0.9)};
        std::vector<std::string> names;
        for (const Setting& setting : settings(runs))
            names.push_back(setting.name);
        QCOMPARE(names, (std::vector<std::string>{"learning_rate=2e-5", "learning_rate=3e-5",
                                                  "learning_rate=1e-4"}));
    }

    void settings_are_named_by_what_differs() {
        std::vector<ComparedRun> runs = {run("1", "5e-05", 0.90), run("1", "2e-05", 0.80),
                                         run("2", "5e-05", 0.92), run("3", "5e-05", 0.97),
                                         run("2", "2e-05", 0.84), run("1", "1e-05", 0.99)};
        for (ComparedRun& each : runs) {
            each.name = "reviews";
            each.settings.emplace_back("data.train", "/data/train.csv");
        }
        const std::vector<Setting> named = settings(runs);
        QCOMPARE(named.size(), std::size_t{2});                     // the last run was not repeated
        QCOMPARE(named[0].name, std::string("learning_rate=2e-5")); // in the order of the numbers
        QCOMPARE(named[0].runs, (std::vector<std::size_t>{1, 4}));
        QCOMPARE(named[1].name, std::string("learning_rate=5e-5"));
        QCOMPARE(named[1].runs, (std::vector<std::size_t>{0, 2, 3}));
        const TextTable table = settings_table(runs);
        QCOMPARE(table.header[1], std::string("test accuracy"));
        QCOMPARE(table.rows[1][1], std::string("0.9300 ± 0.0361 (n = 3)"));
        QCOMPARE(table.rows[0][1], std::string("0.8200 ± 0.0283 (n = 2)"));
        const TextTable data = settings_data(runs);
        QCOMPARE(data.header[2], std::string("accuracy_std"));
        QCOMPARE(data.rows[1][3], std::string("3"));
        QVERIFY(std::abs(std::stod(data.rows[1][2]) - 0.03605551275463986) < 1e-15);
        QVERIFY(settings_table(std::span(runs).first(2)).rows.empty()); // nothing was repeated
        const std::vector<Setting> only = settings(std::span(runs).first(3));
        QCOMPARE(only.size(), std::size_t{1});
        QCOMPARE(only[0].name, std::string("learning_rate=5e-5"));
        runs.erase(runs.begin() + 1);
        const std::vector<Setting> alike = settings(std::span(runs).first(2));
        QCOMPARE(alike.size(), std::size_t{1});
        QCOMPARE(alike[0].name, std::string("reviews"));
    }

    void settings_that_vary() {
        const Settings one{{"a.rate", "1e-4"}, {"a.same", "x"}, {"b.kind", "p"}},
            two{{"a.rate", "2"}, {"a.same", "x"}, {"b.kind", "q"}, {"c.rate", "3"}};
        const auto varying = varying_settings({&one, &two});
        QCOMPARE(varying.size(), std::size_t{3});
        QCOMPARE(varying[0].key, std::string("a.rate"));
        QCOMPARE(varying[0].numbers, (std::vector<double>{1e-4, 2}));
        QVERIFY(!varying[1].is_number());
        QCOMPARE(varying[2].values, (Values{std::nullopt, "3"}));
        QVERIFY(varying[2].is_number() && std::isnan(varying[2].numbers[0]));
        QCOMPARE(short_keys(varying), (std::vector<std::string>{"a.rate", "kind", "c.rate"}));
        QCOMPARE(varying_settings({&one, &two}, {true, false}).size(), std::size_t{2}); // a log names few
    }

    /// Ranks of the metric from their mean: -1.5, -0.5, 0.5, 1.5, squares 5. On the setting's ranks, -1 and
    /// 1: 4 * 4 / 4 / 5 = 0.8, adjusted 1 - 0.2 * 3 / 2. Means of the seeds: -0.5 and 0.5, 1 / 5 = 0.2,
    /// adjusted below 0.
    void importance_by_hand() {
        const std::vector<VaryingSetting> settings{numbers("training.seed", {1, 2, 1, 2}),
                                                   numbers("training.rate", {0.1, 0.1, 5, 5}),
                                                   {"data.file", {"a", "b", "c", "d"}, {}}};
        const Importance found = importance(settings, {0.1, 0.2, 0.4, 0.9});
        QCOMPARE(found.runs, std::size_t{4});
        QCOMPARE(found.settings.size(), std::size_t{2}); // a file of its own for each run explains nothing
        QCOMPARE(found.settings[0].key, std::string("training.rate"));
        QVERIFY(nearly(found.settings[0].share, 0.7));
        QVERIFY(nearly(found.settings[0].trend.value(), 4 / std::sqrt(20.0)));
        QCOMPARE(found.settings[1].share, 0.0);
        QVERIFY(!found.settings[1].trend); // a seed is no size
        const Importance falling = importance(settings, {0.9, 0.4, 0.2, 0.1});
        QVERIFY(nearly(falling.settings[0].trend.value(), -4 / std::sqrt(20.0)));
        QCOMPARE(importance(settings, {0.5, 0.5, 0.5, 0.5}).settings[0].share, 0.0);
        const Importance few = importance(settings, {0.1, 0.2, std::nullopt, 0.9});
        QCOMPARE(few.runs, std::size_t{3});
        QVERIFY(few.settings.empty());
    }

    /// The best value in the middle: ranks of the metric -4, -3, -2 | 2, 3, 4 | -1, 0, 1, squares 60. On the
    /// ranks -3, 0, 3: 27 * 27 / 54 / 60 = 0.225; on their squares 3, -6, 3: 81 * 81 / 162 / 60 = 0.675.
    void importance_of_a_best_value_in_the_middle() {
        const Importance found =
            importance({numbers("training.rate", {1, 1, 1, 2, 2, 2, 3, 3, 3})}, {1, 2, 3, 7, 8, 9, 4, 5, 6});
        QVERIFY(nearly(found.settings.at(0).share, 1 - 0.1 * 8 / 6));
        QVERIFY(nearly(found.settings[0].trend.value(), 27 / std::sqrt(54.0 * 60)));
    }

    void importance_is_printed() {
        std::vector<ComparedRun> runs;
        for (const char* rate : {"1e-5", "3e-5"})
            for (const char* seed : {"1", "2"})
                runs.push_back(run(seed, rate, *rate == '1' ? 0.8 : 0.9));
        QCOMPARE(judging_figures(runs).front(), &figure("accuracy"));
        const std::string text = importance_text(runs);
        QVERIFY2(text.starts_with("Importance of settings for accuracy, 4 runs (rough below 8):\n"),
                 text.c_str());
        QVERIFY2(text.find("training.learning_rate  100 %  +1.00     4\n") != std::string::npos,
                 text.c_str());
        runs.pop_back();
        QVERIFY(importance_text(runs).find("3 runs: at least 4 are needed") != std::string::npos);
        QVERIFY(importance_text({}).starts_with("No metric"));
    }
};

QTEST_GUILESS_MAIN(FiguresTest)
#include "figures_test.moc"
