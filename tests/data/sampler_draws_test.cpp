// SPDX-License-Identifier: GPL-3.0-or-later
// Class-balanced sampling: an epoch of draws, each class equally often.

#include "data/batch/sampler.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

constexpr std::size_t rows = 3000;

/// Of 20 rows one is of class 2, four are of class 1, and fifteen of class 0.
std::vector<std::int32_t> uneven_classes() {
    std::vector<std::int32_t> classes(rows);
    for (std::size_t i = 0; i < rows; ++i)
        classes[i] = i % 20 == 0 ? 2 : i % 20 < 5 ? 1 : 0;
    return classes;
}

std::vector<std::uint32_t> some_lengths() {
    std::vector<std::uint32_t> lengths(rows);
    for (std::size_t i = 0; i < rows; ++i)
        lengths[i] = 2 + static_cast<std::uint32_t>(i * i % 97);
    return lengths;
}

SamplerSpec spec_of(int world_size) {
    SamplerSpec spec;
    spec.batch_size = 24 / world_size;
    spec.world_size = world_size;
    spec.seed = 5;
    return spec;
}

Sampler sampler_of(const SamplerSpec& spec) {
    return {spec, some_lengths(), uneven_classes()};
}

std::vector<std::uint32_t> dealt(const std::vector<StepBatches>& steps) {
    std::vector<std::uint32_t> samples;
    for (const StepBatches& step : steps)
        for (const auto& micro_batch : step.micro_batches)
            for (const auto& rank : micro_batch)
                samples.insert(samples.end(), rank.begin(), rank.end());
    return samples;
}

std::multiset<std::uint32_t> as_set(const std::vector<std::uint32_t>& samples) {
    return {samples.begin(), samples.end()};
}

} // namespace

class SamplerDrawsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// As many draws as rows; a class's share within five deviations of a third.
    void classesAreEquallyOften() {
        const std::vector<std::int32_t> classes = uneven_classes();
        for (std::int64_t epoch = 0; epoch < 5; ++epoch) {
            std::map<std::int32_t, double> counts;
            const std::vector<std::uint32_t> samples = dealt(sampler_of(spec_of(1)).epoch(epoch));
            QCOMPARE(samples.size(), rows);
            for (const std::uint32_t sample : samples)
                ++counts[classes[sample]];
            QCOMPARE(counts.size(), std::size_t{3});
            const double deviation = std::sqrt(rows * (1.0 / 3) * (2.0 / 3));
            for (const auto& [number, count] : counts)
                QVERIFY2(std::abs(count - rows / 3.0) < 5 * deviation, std::to_string(count).c_str());
        }
    }

    /// Of a class no row comes again before all have come; its passes differ.
    void rowsOfAClassComeInPasses() {
        std::map<std::uint32_t, int> of_rare;
        const std::vector<std::int32_t> classes = uneven_classes();
        for (const std::uint32_t sample : dealt(sampler_of(spec_of(1)).epoch(0)))
            ++of_rare[sample];
        int least[3] = {1000, 1000, 1000}, most[3] = {};
        for (std::uint32_t sample = 0; sample < rows; ++sample) {
            const auto number = static_cast<std::size_t>(classes[sample]);
            least[number] = std::min(least[number], of_rare[sample]);
            most[number] = std::max(most[number], of_rare[sample]);
        }
        for (std::size_t number = 0; number < 3; ++number)
            QVERIFY(most[number] - least[number] <= 1);
        QCOMPARE(most[0], 1);   // 2,250 rows, about 1,000 draws
        QVERIFY(least[2] >= 5); // 150 rows
    }

    void epochsDifferAndRepeat() {
        const Sampler one = sampler_of(spec_of(1)), other = sampler_of(spec_of(1));
        QVERIFY(dealt(one.epoch(3)) == dealt(other.epoch(3)));
        QVERIFY(dealt(one.epoch(3)) != dealt(one.epoch(4)));
        SamplerSpec seeded = spec_of(1);
        seeded.seed = 6;
        QVERIFY(as_set(dealt(one.epoch(3))) != as_set(dealt(sampler_of(seeded).epoch(3))));
        QVERIFY(as_set(one.order(3)) == as_set(dealt(one.epoch(3))));
    }

    void ranksPartition_data() {
        QTest::addColumn<int>("ranks");
        QTest::addColumn<bool>("shares");
        QTest::addColumn<int>("max_tokens");
        for (const int ranks : {2, 3, 8})
            for (const bool shares : {false, true})
                for (const int max_tokens : {0, 300})
                    QTest::addRow("%d ranks%s, %d tokens", ranks, shares ? " with shares" : "", max_tokens)
                        << ranks << shares << max_tokens;
    }
    /// Whatever the ranks and batches, an epoch's draws are the same, and each goes to one rank.
    void ranksPartition() {
        QFETCH(int, ranks);
        QFETCH(bool, shares);
        QFETCH(int, max_tokens);
        SamplerSpec spec = spec_of(ranks);
        spec.sharding = shares ? Sharding::per_rank : Sharding::exact;
        spec.max_tokens = max_tokens;
        const std::vector<StepBatches> steps = sampler_of(spec).epoch(2);
        const std::vector<StepBatches> alone = sampler_of(spec_of(1)).epoch(2);
        QVERIFY(as_set(dealt(steps)) == as_set(dealt(alone)));
        if (shares || max_tokens > 0) return;
        QCOMPARE(steps.size(), alone.size());
        for (std::size_t i = 0; i < steps.size(); ++i)
            QVERIFY(as_set(dealt({steps[i]})) == as_set(dealt({alone[i]})));
    }

    /// After a change of ranks or batches within an epoch its draws are dealt once all the same.
    void aChangeWithinAnEpochRepeatsNothing() {
        const std::vector<StepBatches> before = sampler_of(spec_of(2)).epoch(1);
        const std::int64_t samples = before[40].first_sample;
        SamplerSpec other = spec_of(3);
        other.batch_size = 7;
        const EpochPart part{spec_of(2), samples};
        std::vector<std::uint32_t> all = dealt(sampler_of(other).epoch(1, std::span(&part, 1)));
        QCOMPARE(all.size(), rows - static_cast<std::size_t>(samples));
        for (std::size_t i = 0; i < 40; ++i) {
            const std::vector<std::uint32_t> step = dealt({before[i]});
            all.insert(all.end(), step.begin(), step.end());
        }
        QVERIFY(as_set(all) == as_set(dealt(before)));
    }
};

QTEST_APPLESS_MAIN(SamplerDrawsTest)
#include "sampler_draws_test.moc"
