// SPDX-License-Identifier: GPL-3.0-or-later
// Orders of a pipeline as tables, and their bubbles against the known formulas.

#include "parallel/ranks/schedule.h"

#include "base/error.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::parallel;
using Kind = PipelineSchedule;
using Pass = Action::Pass;

namespace {

/// "F0 F1 B0".
std::string text_of(const std::vector<Action>& actions) {
    std::string text;
    for (const Action& action : actions)
        text += (text.empty() ? "" : " ") + std::string(action.pass == Pass::forward ? "F" : "B") +
                std::to_string(action.micro_batch);
    return text;
}

std::vector<std::vector<Action>> all_stages(Kind kind, int stages, int micro_batches) {
    std::vector<std::vector<Action>> all;
    for (int stage = 0; stage < stages; ++stage)
        all.push_back(actions_of(kind, stages, stage, micro_batches));
    return all;
}

PipelineStep step_of(Kind kind, int stages, int micro_batches, StageCost cost = {}, double transfer = 0) {
    const std::vector<StageCost> costs(static_cast<std::size_t>(stages), cost);
    return simulate(all_stages(kind, stages, micro_batches), costs, transfer);
}

} // namespace

class PipelineScheduleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void orders_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("stage");
        QTest::addColumn<int>("micro_batches");
        QTest::addColumn<QString>("order");
        const auto row = [](Kind kind, int stages, int stage, int micro_batches, const char* order) {
            QTest::addRow("%s, stage %d of %d, %d micro-batches", kind == Kind::gpipe ? "gpipe" : "1f1b",
                          stage, stages, micro_batches)
                << static_cast<int>(kind) << stages << stage << micro_batches << order;
        };
        const Kind alternating = Kind::one_forward_one_backward;
        row(Kind::gpipe, 1, 0, 3, "F0 B0 F1 B1 F2 B2");
        row(alternating, 1, 0, 3, "F0 B0 F1 B1 F2 B2");
        row(alternating, 1, 0, 1, "F0 B0");
        row(Kind::gpipe, 2, 0, 3, "F0 F1 F2 B0 B1 B2");
        row(Kind::gpipe, 2, 1, 3, "F0 F1 F2 B0 B1 B2");
        row(alternating, 2, 0, 4, "F0 F1 B0 F2 B1 F3 B2 B3");
        row(alternating, 2, 1, 4, "F0 B0 F1 B1 F2 B2 F3 B3");
        // Narayanan et al., 2021, figure 4, with four micro-batches fewer.
        row(alternating, 4, 0, 4, "F0 F1 F2 F3 B0 B1 B2 B3");
        row(alternating, 4, 1, 4, "F0 F1 F2 B0 F3 B1 B2 B3");
        row(alternating, 4, 2, 4, "F0 F1 B0 F2 B1 F3 B2 B3");
        row(alternating, 4, 3, 4, "F0 B0 F1 B1 F2 B2 F3 B3");
        // Fewer micro-batches than stages.
        row(alternating, 4, 0, 2, "F0 F1 B0 B1");
        row(alternating, 4, 2, 2, "F0 F1 B0 B1");
        row(alternating, 4, 3, 2, "F0 B0 F1 B1");
    }
    void orders() {
        QFETCH(int, kind);
        QFETCH(int, stages);
        QFETCH(int, stage);
        QFETCH(int, micro_batches);
        QFETCH(QString, order);
        QCOMPARE(text_of(actions_of(static_cast<Kind>(kind), stages, stage, micro_batches)),
                 order.toStdString());
    }

    /// Each pass once, and gradients in the order of micro-batches.
    void every_stage_takes_every_micro_batch_once() {
        for (const Kind kind : {Kind::gpipe, Kind::one_forward_one_backward})
            for (int stages = 1; stages <= 6; ++stages)
                for (int count = 1; count <= 9; ++count)
                    for (const std::vector<Action>& actions : all_stages(kind, stages, count))
                        for (const Pass pass : {Pass::forward, Pass::backward}) {
                            int next = 0;
                            for (const Action& action : actions)
                                if (action.pass == pass) QCOMPARE(action.micro_batch, next++);
                            QCOMPARE(next, count);
                        }
    }

    /// (p-1)/(m+p-1) of the time, whatever a pass costs; (m+p-1)(f+b) in all.
    void the_bubble_is_that_of_the_formula() {
        for (const Kind kind : {Kind::gpipe, Kind::one_forward_one_backward})
            for (int stages = 1; stages <= 8; ++stages)
                for (const int count : {1, 2, 3, 4, 8, 16, 64})
                    for (const StageCost cost : {StageCost{1, 2}, StageCost{1, 1}, StageCost{0.25, 0.75}}) {
                        const PipelineStep step = step_of(kind, stages, count, cost);
                        const double both = cost.forward_seconds + cost.backward_seconds;
                        const double expected = (stages - 1.0) / (count + stages - 1.0);
                        QVERIFY(std::abs(step.seconds - (count + stages - 1) * both) < 1e-9);
                        QVERIFY2(std::abs(step.bubble - expected) < 1e-9,
                                 std::to_string(step.bubble).c_str());
                        QVERIFY(std::abs(step.passes.idle_share() - expected) < 1e-9);
                        QVERIFY(std::abs(step.passes.seconds() - step.seconds) < 1e-9);
                    }
    }

    /// GPipe keeps them all; alternating, a stage keeps what is on its way through those after it.
    void activations_that_are_kept() {
        for (int stages = 2; stages <= 6; ++stages)
            for (int count = 1; count <= 12; ++count) {
                const PipelineStep gpipe = step_of(Kind::gpipe, stages, count),
                                   alternating = step_of(Kind::one_forward_one_backward, stages, count);
                for (int stage = 0; stage < stages; ++stage) {
                    QCOMPARE(gpipe.kept[static_cast<std::size_t>(stage)], count);
                    QCOMPARE(alternating.kept[static_cast<std::size_t>(stage)],
                             std::min(count, stages - stage));
                }
            }
        QCOMPARE(step_of(Kind::gpipe, 1, 5).kept, std::vector<int>{1}); // the plain loop
    }

    /// The slowest stage sets the pace: m of its passes, and one of each other stage, there and back.
    void unequal_stages_and_transfers_take_longer() {
        const std::vector<StageCost> costs{{1, 2}, {2, 4}, {1, 2}};
        const PipelineStep step = simulate(all_stages(Kind::gpipe, 3, 10), costs);
        QVERIFY(std::abs(step.seconds - (10 * 6 + 2 * 3)) < 1e-9);
        // 10 micro-batches of 3 + 6 + 3 seconds on 3 stages.
        QVERIFY(std::abs(step.bubble - (1 - 120.0 / (3 * 66))) < 1e-9);
        // All forward passes first: a transfer delays each stage once on the way there and once back.
        const PipelineStep slow = step_of(Kind::gpipe, 4, 8, {1, 2}, 0.5);
        QVERIFY(std::abs(slow.seconds - ((8 + 3) * 3 + 2 * 3 * 0.5)) < 1e-9);
    }

    void passes_come_in_order_and_behind_those_they_need() {
        const PipelineStep step = step_of(Kind::one_forward_one_backward, 4, 6, {1, 2}, 0.25);
        const auto& stages = step.passes.stages;
        QCOMPARE(stages.size(), std::size_t{4});
        const auto end_of = [&](std::size_t stage, bool forward, int micro_batch) {
            for (const event::StagePass& pass : stages[stage])
                if (pass.is_forward == forward && pass.micro_batch == micro_batch) return pass.end;
            return -1.0;
        };
        for (std::size_t stage = 0; stage < 4; ++stage) {
            QCOMPARE(stages[stage].size(), std::size_t{12});
            double last = 0;
            for (const event::StagePass& pass : stages[stage]) {
                QVERIFY(pass.begin >= last);
                QCOMPARE(pass.end - pass.begin, pass.is_forward ? 1.0 : 2.0);
                last = pass.end;
                const bool needs = pass.is_forward ? stage > 0 : stage < 3;
                if (!needs) continue;
                const double needed =
                    end_of(pass.is_forward ? stage - 1 : stage + 1, pass.is_forward, pass.micro_batch);
                QVERIFY(needed >= 0 && pass.begin >= needed + 0.25);
            }
        }
    }

    void actions_that_wait_for_each_other_are_refused() {
        const std::vector<StageCost> two(2);
        const auto refused = [&](const std::vector<std::vector<Action>>& stages) {
            try {
                simulate(stages, two);
            } catch (const Error& error) {
                return error.is(ErrorId::schedule_deadlock) || error.is(ErrorId::stage_costs_mismatch);
            }
            return false;
        };
        const Action f0{Pass::forward, 0}, b0{Pass::backward, 0}, f1{Pass::forward, 1}, b1{Pass::backward, 1};
        QVERIFY(!refused({{f0, f1, b0, b1}, {f0, b0, f1, b1}}));
        QVERIFY(refused({{f0, b0, f1, b1}, {f1, b1, f0, b0}})); // each needs the other's later one
        QVERIFY(refused({{b0, f0}, {f0, b0}}));
        QVERIFY(refused({{f0, b0}, {f0}}));
        QVERIFY(refused({{f0, b0}}));
    }
};

QTEST_APPLESS_MAIN(PipelineScheduleTest)
#include "pipeline_schedule_test.moc"
