// SPDX-License-Identifier: GPL-3.0-or-later
// Sharding::per_rank: every rank deals its own share of the samples.

#include "data/batch/sampler.h"

#include <QTest>
#include <algorithm>
#include <numeric>
#include <set>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

constexpr Grouping groupings[] = {Grouping::packed, Grouping::bucketed, Grouping::padded};

std::vector<std::uint32_t> some_lengths(std::size_t count) {
    std::vector<std::uint32_t> lengths(count);
    for (std::size_t i = 0; i < count; ++i)
        lengths[i] = static_cast<std::uint32_t>(2 + i * i % 47);
    return lengths;
}

SamplerSpec spec_of(Grouping grouping, std::int64_t ranks) {
    SamplerSpec spec;
    spec.grouping = grouping;
    spec.batch_size = 4;
    spec.world_size = ranks;
    spec.seed = 11;
    spec.sharding = Sharding::per_rank;
    return spec;
}

/// The samples of each rank, in order.
std::vector<std::vector<std::uint32_t>> of_ranks(const std::vector<StepBatches>& steps, std::int64_t ranks) {
    std::vector<std::vector<std::uint32_t>> all(static_cast<std::size_t>(ranks));
    for (const StepBatches& step : steps)
        for (const auto& micro : step.micro_batches)
            for (std::size_t rank = 0; rank < micro.size(); ++rank)
                all[rank].insert(all[rank].end(), micro[rank].begin(), micro[rank].end());
    return all;
}

std::vector<std::size_t> batches_of(const std::vector<StepBatches>& steps, std::int64_t ranks) {
    std::vector<std::size_t> batches(static_cast<std::size_t>(ranks));
    for (const StepBatches& step : steps)
        for (const auto& micro : step.micro_batches)
            for (std::size_t rank = 0; rank < micro.size(); ++rank)
                batches[rank] += !micro[rank].empty();
    return batches;
}

void count(const StepBatches& step, std::vector<int>& seen) {
    for (const auto& micro : step.micro_batches)
        for (const auto& rank : micro)
            for (const std::uint32_t sample : rank)
                ++seen.at(sample);
}

} // namespace

class SamplerSharesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachRankDealsItsShare_data() {
        QTest::addColumn<int>("grouping");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("max_tokens");
        for (int grouping = 0; grouping < 3; ++grouping)
            for (const int ranks : {2, 3, 7})
                for (const int max_tokens : {0, 120})
                    QTest::addRow("%d, %d ranks, %d", grouping, ranks, max_tokens)
                        << grouping << ranks << max_tokens;
    }
    void eachRankDealsItsShare() {
        QFETCH(int, grouping);
        QFETCH(int, ranks);
        QFETCH(int, max_tokens);
        constexpr std::uint32_t samples = 101;
        SamplerSpec spec = spec_of(groupings[grouping], ranks);
        spec.max_tokens = max_tokens;
        const Sampler sampler(spec, some_lengths(samples));
        std::vector<std::vector<std::uint32_t>> before;
        for (std::int64_t epoch = 0; epoch < 2; ++epoch) {
            const auto steps = sampler.epoch(epoch);
            auto all = of_ranks(steps, ranks);
            QVERIFY(before != all); // shuffled anew
            before = all;
            std::uint32_t next = 0;
            for (std::size_t rank = 0; rank < all.size(); ++rank) {
                QVERIFY(!std::ranges::is_sorted(all[rank]));
                std::ranges::sort(all[rank]); // the same share in every epoch, and no row twice
                QCOMPARE(all[rank].size(), (samples + all.size() - 1 - rank) / all.size());
                for (const std::uint32_t sample : all[rank])
                    QCOMPARE(sample, next++);
            }
            std::int64_t position = 0;
            for (const StepBatches& step : steps) {
                QCOMPARE(step.first_sample, position);
                position += step.samples;
            }
            QCOMPARE(position, std::int64_t{samples});
        }
    }

    void sharesAreShuffledApart() {
        const auto all = of_ranks(Sampler(spec_of(Grouping::packed, 2), some_lengths(80)).epoch(0), 2);
        std::vector<std::uint32_t> second;
        for (const std::uint32_t sample : all[1])
            second.push_back(sample - 40);
        QVERIFY(second != all[0]);
    }

    void ranksHaveDifferentNumbersOfBatches() {
        SamplerSpec spec = spec_of(Grouping::packed, 2);
        const auto lengths = some_lengths(41);
        QCOMPARE(batches_of(Sampler(spec, lengths).epoch(0), 2), (std::vector<std::size_t>{6, 5}));
        spec.accumulation = 4; // two steps; in the second, two micro-batches and one
        const auto steps = Sampler(spec, lengths).epoch(0);
        QCOMPARE(steps.size(), std::size_t{2});
        QCOMPARE(steps[1].micro_batches.size(), std::size_t{2});
        QCOMPARE(batches_of(steps, 2), (std::vector<std::size_t>{6, 5}));
        spec.accumulation = 1;
        spec.drop_last = true; // of each rank its own
        QCOMPARE(batches_of(Sampler(spec, lengths).epoch(0), 2), (std::vector<std::size_t>{5, 5}));
        QCOMPARE(Sampler(spec, lengths).order(0).size(), std::size_t{41});
        spec.drop_last = false;
        spec.world_size = 4; // more ranks than rows
        QCOMPARE(batches_of(Sampler(spec, some_lengths(3)).epoch(0), 4),
                 (std::vector<std::size_t>{1, 1, 1, 0}));
    }

    /// Between ways of dealing each sample still counts once, and the rest is divided evenly.
    void aChangeWithinAnEpochRepeatsNothing_data() {
        QTest::addColumn<int>("grouping");
        for (int grouping = 0; grouping < 3; ++grouping)
            QTest::addRow("%d", grouping) << grouping;
    }
    void aChangeWithinAnEpochRepeatsNothing() {
        QFETCH(int, grouping);
        const auto lengths = some_lengths(200);
        const SamplerSpec two = spec_of(groupings[grouping], 2), three = spec_of(groupings[grouping], 3);
        SamplerSpec exact = three;
        exact.sharding = Sharding::exact;
        std::vector<int> seen(200);
        std::vector<EpochPart> parts;
        std::vector<StepBatches> last;
        for (const SamplerSpec& spec : {two, three, exact, two}) {
            last = Sampler(spec, lengths).epoch(4, parts);
            std::int64_t samples = 0;
            for (std::size_t i = 0; i < (parts.size() == 3 ? last.size() : 5); ++i) {
                count(last[i], seen);
                samples += last[i].samples;
            }
            parts.push_back({spec, samples});
        }
        QVERIFY(std::ranges::all_of(seen, [](int times) { return times == 1; }));
        const auto batches = batches_of(last, 2);
        QVERIFY(batches[0] - batches[1] <= 1);
    }

    void whatWasDroppedStaysDropped() {
        SamplerSpec then = spec_of(Grouping::packed, 2), now = then;
        then.drop_last = now.drop_last = true;
        now.batch_size = 2;
        const auto lengths = some_lengths(43); // 22 and 21: 20 and 20 are dealt
        const std::vector<EpochPart> over{{then, 40}}, under_way{{then, 32}};
        QVERIFY(Sampler(now, lengths).epoch(0, over).empty());
        QVERIFY(!Sampler(now, lengths).epoch(0, under_way).empty());
    }

    /// Where the samples of a step stay the same over a change of ranks, nothing needs to be noted.
    void whoDealsAlike() {
        SamplerSpec one = spec_of(Grouping::packed, 2), other = one;
        QVERIFY(deal_alike(one, other));
        other.world_size = 4;
        other.batch_size = 2;
        QVERIFY(!deal_alike(one, other));
        one.sharding = other.sharding = Sharding::exact;
        QVERIFY(deal_alike(one, other));
        one.sharding = Sharding::per_rank;
        QVERIFY(!deal_alike(one, other) && !deal_alike(other, one));
    }
};

QTEST_APPLESS_MAIN(SamplerSharesTest)
#include "sampler_shares_test.moc"
