#include "report/figures.h"

#include <QTest>

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
};

QTEST_GUILESS_MAIN(FiguresTest)
#include "figures_test.moc"
