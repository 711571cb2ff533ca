// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers each stage of a pipeline holds.

#include "plan/stages.h"

#include "arch/model_config.h"
#include "base/error.h"
#include "plan/data_specs.h"
#include "preset/schema/placement.h"

#include <QTest>

using namespace tunedesk;
using plan::BlockCosts;

namespace {

std::vector<std::size_t> counts(const std::vector<arch::StageLayers>& stages) {
    std::vector<std::size_t> all;
    for (const arch::StageLayers& stage : stages)
        all.push_back(stage.last - stage.first);
    return all;
}

} // namespace

class StagesTest : public QObject {
    Q_OBJECT

    using Counts = std::vector<std::size_t>;

private Q_SLOTS:
    void balances_data() {
        QTest::addColumn<BlockCosts>("costs");
        QTest::addColumn<int>("stages");
        QTest::addColumn<Counts>("expected");
        const std::vector<double> twelve(12, 1.0);
        QTest::addRow("one stage") << BlockCosts{0, 0, twelve} << 1 << Counts{12};
        QTest::addRow("even") << BlockCosts{0, 0, twelve} << 4 << Counts{3, 3, 3, 3};
        QTest::addRow("earlier stages have fewer") << BlockCosts{0, 0, twelve} << 5 << Counts{2, 2, 2, 3, 3};
        QTest::addRow("a layer each") << BlockCosts{0, 9, {1, 1, 1}} << 3 << Counts{1, 1, 1};
        QTest::addRow("a large head") << BlockCosts{0, 4, twelve} << 2 << Counts{8, 4};
        QTest::addRow("large embeddings") << BlockCosts{4, 0, twelve} << 2 << Counts{4, 8};
        QTest::addRow("uneven layers") << BlockCosts{0, 0, {5, 1, 1, 1, 1, 1}} << 2 << Counts{1, 5};
    }
    void balances() {
        QFETCH(BlockCosts, costs);
        QFETCH(int, stages);
        QFETCH(Counts, expected);
        const auto found = plan::balanced_stages(costs, static_cast<std::size_t>(stages));
        QVERIFY(counts(found) == expected);
        QVERIFY(found.front().has_embeddings() && found.back().has_head());
        QCOMPARE(found.front().first_block(), std::size_t{0});
        QCOMPARE(found.back().last_block(), costs.layers.size() + 2);
        for (std::size_t i = 1; i < found.size(); ++i) {
            QCOMPARE(found[i].first, found[i - 1].last);
            QCOMPARE(found[i].first_block(), found[i - 1].last_block());
        }
    }

    /// No other division has a cheaper most expensive stage.
    void isBest() {
        const BlockCosts costs{2, 3, {4, 1, 3, 2, 6, 1, 2}};
        const auto most = [&](std::size_t a, std::size_t b) {
            double sums[] = {costs.embeddings, 0, costs.head};
            for (std::size_t i = 0; i < costs.layers.size(); ++i)
                sums[i < a ? 0 : i < b ? 1 : 2] += costs.layers[i];
            return *std::ranges::max_element(sums);
        };
        double least = 1e9;
        for (std::size_t a = 1; a < 6; ++a)
            for (std::size_t b = a + 1; b < 7; ++b)
                least = std::min(least, most(a, b));
        const auto found = plan::balanced_stages(costs, 3);
        QCOMPARE(most(found[0].last, found[1].last), least);
    }

    void ofPreset() {
        const arch::ModelConfig config =
            arch::read_model_config(TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert");
        Preset preset;
        preset.parallel.processes = 6;
        preset.parallel.pipeline_stages = 3;
        const arch::ModelSpec spec = plan::trained_spec(preset, config, 3);
        QCOMPARE(data_ranks_of(preset), 2);
        QVERIFY(counts(plan::stages_of(preset, spec)) == (Counts{1, 1, 1}));
        preset.parallel.pipeline_stages = 2;
        preset.parallel.stage_layers = "2, 1";
        QVERIFY(counts(plan::stages_of(preset, spec)) == (Counts{2, 1}));
        preset.parallel.stage_layers = "2,2";
        QVERIFY_THROWS_EXCEPTION(Error, plan::stages_of(preset, spec));
        preset.parallel.stage_layers = "auto";
        preset.parallel.pipeline_stages = 4;
        QVERIFY_THROWS_EXCEPTION(Error, plan::stages_of(preset, spec));
    }
};

QTEST_APPLESS_MAIN(StagesTest)
#include "stages_test.moc"
