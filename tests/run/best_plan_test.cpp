// SPDX-License-Identifier: GPL-3.0-or-later
// What `best` chooses and plans of what was measured, and when a group leaves a run behind: pure functions.

#include "run/best/best_plan.h"
#include "run/best/best_result.h"
#include "run/best/best_settings.h"
#include "run/queue/pruning.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <numeric>

using namespace tunedesk;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

run::BestLimits limits_of(double seconds, std::int64_t full_steps) {
    run::BestLimits limits;
    limits.seconds = seconds;
    limits.full_steps = full_steps;
    limits.rate = 1e-4;
    return limits;
}

/// Steps of 0.1 s, evaluations of 1 s, 4 s beside.
run::RunCost cost() {
    return {0.1, 1, 4, 4};
}

run::BestRow row(double rate, bool finished, std::optional<double> monitored) {
    return {{}, "", rate, "1", finished ? "done" : "pruned", finished, monitored, {}};
}

} // namespace

class BestPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_length_covers_the_rows() {
        std::vector<std::uint32_t> lengths(100);
        std::iota(lengths.begin(), lengths.end(), 1u);   // 1..100
        QCOMPARE(run::choose_length(lengths, 512), 104); // covers 98
        QCOMPARE(run::choose_length(lengths, 512, 0.1), 96);
        QCOMPARE(run::choose_length(lengths, 64), 64);
        QCOMPARE(run::choose_length(std::vector<std::uint32_t>{3, 4}, 512), 16);
        QCOMPARE(run::choose_length({}, 128), 128);
    }

    void a_small_batch_is_preferred_to_a_slightly_faster_one() {
        using Tried = std::vector<run::TriedBatch>;
        QCOMPARE(run::choose_batch(Tried{{8, 900, true}, {16, 1000, true}}, 4), std::optional(8));
        QCOMPARE(run::choose_batch(Tried{{8, 500, true}, {16, 1000, true}}, 8), std::optional(16));
        QCOMPARE(run::choose_batch(Tried{{8, 500, true}, {16, 1000, false}}, 16), std::optional(8));
        QCOMPARE(run::choose_batch(Tried{{8, 500, false}}, 8), std::optional<int>());
        // The preset's own, unless another is clearly faster.
        QCOMPARE(run::choose_batch(Tried{{8, 950, true}, {12, 1000, true}, {32, 1200, true}}, 12),
                 std::optional(12));
        QCOMPARE(run::choose_batch(Tried{{8, 950, true}, {12, 1000, true}, {32, 1400, true}}, 12),
                 std::optional(32));
        QCOMPARE(run::batch_candidates(12, 640), (std::vector<int>{8, 12, 16, 32}));
        QCOMPARE(run::batch_candidates(4, 90), (std::vector<int>{4}));
    }

    void the_time_decides_the_plan_data() {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<int>("runs");
        QTest::addColumn<int>("steps");
        QTest::addColumn<bool>("trains_on");
        // A run of 300 steps takes 38 s.
        QTest::newRow("everything") << 1000.0 << 9 << 900 << false; // three times as long
        QTest::newRow("two seeds") << 600.0 << 6 << 812 << false;
        QTest::newRow("two seeds, as long as wanted") << 270.0 << 6 << 317 << false;
        QTest::newRow("one seed, longer") << 200.0 << 3 << 505 << false;
        QTest::newRow("two shorter runs") << 75.0 << 2 << 235 << false;
        QTest::newRow("one whole run") << 50.0 << 1 << 300 << false;
        QTest::newRow("one run") << 20.0 << 1 << 106 << true; // if it is faster than planned
    }
    void the_time_decides_the_plan() {
        QFETCH(double, seconds);
        const auto plan = run::plan_best(cost(), limits_of(seconds, 300));
        QVERIFY(plan);
        QTEST(static_cast<int>(plan->run_count()), "runs");
        QTEST(static_cast<int>(plan->steps), "steps");
        QTEST(plan->rest_seconds > 0, "trains_on");
        QVERIFY(plan->seconds + plan->rest_seconds <= seconds);
        QCOMPARE(plan->rates.front(), 1e-4);
    }

    void evaluations_take_a_tenth_of_the_time() {
        QCOMPARE(run::affordable_evaluations(cost(), 100), 4);
        QCOMPARE(run::affordable_evaluations(cost(), 25), 2);
        QCOMPARE(run::affordable_evaluations(cost(), -1), 1);
        QCOMPARE(run::affordable_evaluations(run::RunCost(), 1), 4);
    }

    void nothing_is_planned_that_cannot_be() {
        QVERIFY(!run::plan_best(cost(), limits_of(8.5, 300)));
        QVERIFY(!run::plan_best(cost(), limits_of(-3, 300)));
    }

    void the_presets_own_rate_is_among_those_that_are_tried() {
        const auto rates_of = [](double own, double seconds) {
            run::BestLimits limits = limits_of(seconds, 300);
            limits.own_rate = own;
            limits.highest_rate = 5e-4;
            return run::plan_best(cost(), limits)->rates;
        };
        using Rates = std::vector<double>;
        QCOMPARE(rates_of(3e-5, 600), (Rates{1e-4, 3e-5, 2e-4}));   // nearest to the half
        QCOMPARE(rates_of(3e-4, 600), (Rates{1e-4, 3e-4, 5e-5}));   // nearest to twice
        QCOMPARE(rates_of(1.1e-4, 600), (Rates{1e-4, 2e-4, 5e-5})); // the chosen one, nearly
        QCOMPARE(rates_of(7.2e-5, 600), (Rates{1e-4, 7.2e-5, 2e-4}));
        QCOMPARE(rates_of(1e-3, 600), (Rates{1e-4, 2e-4, 5e-5})); // diverges
        QCOMPARE(rates_of(3e-5, 40), (Rates{3e-5}));              // one run
        QCOMPARE(rates_of(1e-3, 40), (Rates{1e-4}));
    }

    void rates_beside_stay_within_what_is_usable() {
        run::BestLimits limits = limits_of(600, 300);
        limits.lowest_rate = 0.7e-4;
        const auto plan = run::plan_best(cost(), limits);
        QCOMPARE(plan->rates, (std::vector<double>{1e-4, 2e-4}));
    }

    // Of 128 tokens at most, the mean being 32: 1.3 times a quarter of the longest step.
    void short_rows_take_a_part_of_the_longest_step() {
        run::Check check;
        check.preset.data.max_length = 128;
        const run::TriedBatch trial{12, 1000, true, 0.4};
        QCOMPARE(run::usual_step_seconds(check, trial), 0.4); // lengths are not known
        check.inputs.train_lengths = {16, 16, 16, 16, 16, 16, 32, 128};
        QCOMPARE(run::usual_step_seconds(check, trial), 1.3 * 0.25 * 0.4);
        check.inputs.train_lengths = {500, 128};
        QCOMPARE(run::usual_step_seconds(check, trial), 0.4);
    }

    void steps_begin_epochs() {
        run::Check check;
        QCOMPARE(run::whole_epochs(check, 50), 1); // of unknown length
        check.estimate.emplace();
        check.estimate->steps = 900;
        check.estimate->epochs = 3;
        QCOMPARE(run::whole_epochs(check, 0), 1);
        QCOMPARE(run::whole_epochs(check, 300), 1);
        QCOMPARE(run::whole_epochs(check, 301), 2);
    }

    void runs_at_once_take_less_time() {
        run::BestLimits limits = limits_of(400, 300);
        limits.at_once = 3;
        QCOMPARE(run::plan_best(cost(), limits)->run_count(), std::size_t(9));
    }

    void a_run_worse_than_the_median_is_pruned() {
        const run::MonitoredRun own{{10, 0.9}, {20, 0.71}};
        const std::vector<run::MonitoredRun> others{
            {{10, 0.7}, {20, 0.5}}, {{15, 0.6}}, {{20, 0.4}}, {{30, 0.1}}};
        const auto pruned = run::find_pruned(own, others, /*more_is_better=*/false, 1);
        QVERIFY(pruned);
        QCOMPARE(pruned->runs, std::size_t(3)); // the last one has nothing at step 20 or before
        QCOMPARE(pruned->median, 0.5);
        QCOMPARE(run::text_of(*pruned, "val_loss"),
                 std::string("pruned: val_loss 0.71 at step 20, median of 3 runs 0.5"));
    }

    void a_run_is_kept_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("others");
        QTest::addColumn<int>("after");
        QTest::addColumn<bool>("more_is_better");
        QTest::newRow("as good as the median") << 0.5 << 3 << 1 << true;
        QTest::newRow("more is better") << 0.6 << 3 << 1 << true;
        QTest::newRow("two others") << 0.1 << 2 << 1 << true;
        QTest::newRow("its first evaluations") << 0.1 << 3 << 2 << true;
        QTest::newRow("less is better") << 0.4 << 3 << 1 << false;
    }
    void a_run_is_kept() {
        QFETCH(double, value);
        QFETCH(int, others);
        QFETCH(int, after);
        QFETCH(bool, more_is_better);
        const std::vector<run::MonitoredRun> all(static_cast<std::size_t>(others), {{10, 0.5}});
        QVERIFY(!run::find_pruned({{10, value}, {20, value}}, all, more_is_better, after));
    }

    void what_is_no_number_is_worse_than_any() {
        const std::vector<run::MonitoredRun> others(3, {{10, 0.5}});
        QVERIFY(run::find_pruned({{10, 0.5}, {20, no_number}}, others, false, 1));
        const std::vector<run::MonitoredRun> broken(3, {{10, no_number}});
        QVERIFY(!run::find_pruned({{10, 0.5}, {20, no_number}}, broken, false, 1));
        QVERIFY(!run::find_pruned({{10, 0.5}, {20, 9.0}}, broken, false, 1));
    }

    void the_best_group_is_recommended_not_the_luckiest_run() {
        const run::BestMetrics metrics{"val_acc", "accuracy", true};
        std::vector<run::BestRow> rows{row(1e-4, true, 0.80), row(2e-4, true, 0.85), row(1e-4, true, 0.82),
                                       row(2e-4, true, 0.60), row(5e-5, false, 0.95)};
        QCOMPARE(run::recommended_row(rows, metrics), std::optional<std::size_t>(2));
        const auto groups = run::best_groups(rows);
        QCOMPARE(groups.size(), std::size_t(3));
        QCOMPARE(groups[1].monitored.count, std::size_t(2));
        QVERIFY(std::fabs(groups[1].monitored.mean - 0.81) < 1e-9);
        QCOMPARE(groups[0].monitored.count, std::size_t(0));
        // The one seed that was not pruned does not stand for its rate.
        rows.push_back(row(4e-4, true, 0.9));
        rows.push_back(row(4e-4, false, 0.4));
        QCOMPARE(run::recommended_row(rows, metrics), std::optional<std::size_t>(2));
        for (run::BestRow& each : rows)
            each.finished = false;
        QCOMPARE(run::recommended_row(rows, metrics), std::optional<std::size_t>(4));
        QCOMPARE(run::recommended_row({}, metrics), std::optional<std::size_t>());
    }

    void a_mean_is_recommended_unless_each_run_is_better() {
        const run::BestMetrics accuracy{"val_acc", "accuracy", true}, loss{"val_loss", "accuracy", false};
        run::MeanRow mean{row(0, true, 0.75), {row(1e-4, true, 0.80), row(2e-4, true, 0.74)}};
        QVERIFY(run::is_recommended(mean, accuracy));
        QVERIFY(run::is_recommended(mean, loss));
        mean.row.monitored = 0.73;
        QVERIFY(!run::is_recommended(mean, accuracy));
        mean.row.monitored = 0.81;
        QVERIFY(!run::is_recommended(mean, loss));
        mean.row.finished = false;
        QVERIFY(!run::is_recommended(mean, accuracy));
        mean.row = row(0, true, no_number);
        QVERIFY(!run::is_recommended(mean, loss));
    }

    void the_most_runs_of_one_seed_are_averaged() {
        std::vector<run::BestRow> rows{row(1e-4, true, 0.8), row(2e-4, true, 0.7), row(3e-4, false, 0.6),
                                       row(1e-4, true, 0.7), row(2e-4, true, 0.7)};
        rows[3].seed = rows[4].seed = "2";
        QCOMPARE(run::rows_to_average(rows, 0)[0].seed, std::string("1"));
        QCOMPARE(run::rows_to_average(rows, 3)[0].seed, std::string("2")); // as many
        rows[2].finished = true;
        QCOMPARE(run::rows_to_average(rows, 3).size(), std::size_t(3));
        rows[0].finished = rows[1].finished = rows[2].finished = false;
        QCOMPARE(run::rows_to_average(rows, 0).size(), std::size_t(2));
    }
};

QTEST_GUILESS_MAIN(BestPlanTest)
#include "best_plan_test.moc"
