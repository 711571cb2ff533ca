// SPDX-License-Identifier: GPL-3.0-or-later
// What the stages of a pipeline hold and when they make their passes, before anything runs.

#include "plan/stage_plans.h"

#include "plan/data_specs.h"
#include "preset/schema/schema.h"

#include <QTest>
#include <cmath>
#include <numeric>

using namespace tunedesk;
using plan::StagePlan;

class StagePlansTest : public QObject {
    Q_OBJECT

    static Preset of_stages(int stages, int micro_batches) {
        Preset preset;
        preset.parallel.processes = preset.parallel.pipeline_stages = stages;
        preset.training.gradient_accumulation_steps = micro_batches;
        return preset;
    }
    static arch::ModelConfig tiny(const char* name) {
        return arch::read_model_config(fs::path(TUNEDESK_SOURCE_DIR "/tests/golden/models") / name);
    }
    static plan::Estimate estimate(const Preset& preset, const arch::ModelConfig& config,
                                   std::size_t outputs = 3) {
        const std::vector<std::uint32_t> lengths(64, 12);
        return plan::estimate(preset, config, outputs, lengths);
    }

private Q_SLOTS:
    void without_a_pipeline_there_are_none() {
        QVERIFY(estimate(of_stages(1, 4), tiny("tiny-bert")).stages.empty());
        QCOMPARE(plan::stage_slowdown(of_stages(1, 4), {}), 1.0);
        QVERIFY(!plan::planned_passes(of_stages(1, 4), {}, 1));
    }

    void each_parameter_is_on_one_stage() {
        for (const bool gpipe : {false, true}) {
            Preset preset = of_stages(3, 8);
            if (gpipe) preset.parallel.pipeline_schedule = Preset::PipelineSchedule::gpipe;
            const plan::Estimate e = estimate(preset, tiny("tiny-bert"));
            QCOMPARE(e.stages.size(), std::size_t{3});
            std::uint64_t parameters = 0, most = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                const StagePlan& stage = e.stages[i];
                parameters += stage.parameters;
                most = std::max(most, stage.memory.total_bytes);
                QVERIFY(std::abs(static_cast<double>(stage.memory.weights_bytes) -
                                 4.0 * static_cast<double>(stage.parameters)) <= 4);
                QCOMPARE(stage.micro_batches, gpipe ? 8 : 3 - static_cast<int>(i));
            }
            QCOMPARE(parameters, e.parameters);
            QCOMPARE(e.total_bytes, most);
        }
    }

    /// GPT-2's table is the head's too: the last stage has a copy.
    void a_tied_table_is_on_two_stages() {
        Preset preset = of_stages(2, 4);
        preset.task = task::Kind::language_modeling;
        preset.training.optim = Preset::Optim::sgd;
        const arch::ModelConfig config = tiny("tiny-gpt2");
        const plan::Estimate e = estimate(preset, config, static_cast<std::size_t>(config.vocab_size));
        const std::uint64_t table = static_cast<std::uint64_t>(config.vocab_size * config.hidden_size);
        QCOMPARE(e.stages[0].parameters + e.stages[1].parameters, e.parameters);
        const auto weights = [&](std::size_t stage) { return e.stages[stage].memory.weights_bytes; };
        QVERIFY(std::abs(static_cast<double>(weights(1)) -
                         4.0 * static_cast<double>(e.stages[1].parameters + table)) <= 4);
        QVERIFY(std::abs(static_cast<double>(weights(0)) -
                         4.0 * static_cast<double>(e.stages[0].parameters)) <= 4);
    }

    /// Of equal stages the bubble is that of the formula.
    void planned_passes_of_equal_stages() {
        std::vector<StagePlan> stages(4);
        for (StagePlan& stage : stages)
            stage.cost = 1;
        for (const int micro_batches : {1, 3, 8}) {
            const Preset preset = of_stages(4, micro_batches);
            const auto passes = plan::planned_passes(preset, stages, 2.5);
            QVERIFY(passes);
            QVERIFY(std::abs(passes->seconds() - 2.5) < 1e-9);
            QVERIFY(std::abs(passes->idle_share() - 3.0 / (micro_batches + 3)) < 1e-9);
            QVERIFY(std::abs(plan::stage_slowdown(preset, stages) * (1 - passes->idle_share()) - 1) < 1e-9);
        }
        QVERIFY(!plan::planned_passes(of_stages(4, 100'000), stages, 1));
    }

    /// What the estimate says of time has it too.
    void a_pipeline_takes_longer_by_its_bubble() {
        Preset one = of_stages(1, 4), two = of_stages(3, 4);
        const plan::Estimate alone = plan::estimate(one, tiny("tiny-bert"), 3,
                                                    std::vector<std::uint32_t>(64, 12), 1e9),
                             apart = plan::estimate(two, tiny("tiny-bert"), 3,
                                                    std::vector<std::uint32_t>(64, 12), 1e9);
        QCOMPARE(alone.train_flops, apart.train_flops);
        QVERIFY(std::abs(apart.seconds - alone.seconds / 3 * plan::stage_slowdown(two, apart.stages)) <
                1e-9 * alone.seconds);
        QVERIFY(apart.seconds > alone.seconds / 3);
    }
};

QTEST_APPLESS_MAIN(StagePlansTest)
#include "stage_plans_test.moc"
