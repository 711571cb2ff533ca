// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/files/file.h"
#include "base/json.h"
#include "base/philox.h"
#include "data/batch/sampler.h"

#include <QTest>
#include <algorithm>
#include <numeric>
#include <set>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

std::vector<std::uint32_t> some_lengths(std::size_t count, std::uint32_t longest) {
    PhiloxStream random(7, 7);
    std::vector<std::uint32_t> lengths(count);
    for (auto& length : lengths) {
        const double u = random.uniform();
        length = 2 + static_cast<std::uint32_t>(u * u * (longest - 2));
    }
    return lengths;
}

std::uint64_t cost(const std::vector<std::uint32_t>& samples, const std::vector<std::uint32_t>& lengths,
                   Grouping grouping) {
    std::uint64_t tokens = 0, longest = 0;
    for (const std::uint32_t i : samples) {
        tokens += lengths[i];
        longest = std::max<std::uint64_t>(longest, lengths[i]);
    }
    return grouping == Grouping::packed ? tokens : longest * samples.size();
}

std::vector<std::multiset<std::uint32_t>> step_sets(const Sampler& sampler, std::int64_t epoch) {
    std::vector<std::multiset<std::uint32_t>> sets;
    for (const auto& step : sampler.epoch(epoch)) {
        auto& set = sets.emplace_back();
        for (const auto& micro_batch : step.micro_batches)
            for (const auto& rank : micro_batch)
                set.insert(rank.begin(), rank.end());
    }
    return sets;
}

constexpr Grouping groupings[] = {Grouping::packed, Grouping::bucketed, Grouping::padded};
const char* const grouping_names[] = {"packed", "bucketed", "padded"};

} // namespace

class TestSampler : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_sample_once_data();
    void every_sample_once();
    void same_steps_for_any_world_size_data();
    void same_steps_for_any_world_size();
    void a_change_within_an_epoch_repeats_nothing_data();
    void a_change_within_an_epoch_repeats_nothing();
    void an_epoch_that_was_over_stays_over();
    void balances_ranks();
    void evaluation_keeps_order();
    void bucketed_pads_little();
    void epochs_differ_and_repeat();
    void order_equals_golden();
    void drops_only_the_partial_batch();
    void long_samples_go_alone();
    void chunks_divide_what_a_step_takes();
    void refuses_bad_numbers();
};

void TestSampler::every_sample_once_data() {
    QTest::addColumn<int>("grouping");
    QTest::addColumn<int>("world_size");
    QTest::addColumn<int>("accumulation");
    QTest::addColumn<int>("max_tokens");
    QTest::addColumn<int>("count");
    for (int g = 0; g < 3; ++g)
        for (const int world_size : {1, 2, 3, 8})
            for (const int accumulation : {1, 3})
                for (const int max_tokens : {0, 700})
                    for (const int count : {0, 1, 2, 7, 96, 1003})
                        QTest::addRow("%s w%d a%d t%d n%d", grouping_names[g], world_size, accumulation,
                                      max_tokens, count)
                            << g << world_size << accumulation << max_tokens << count;
}

void TestSampler::every_sample_once() {
    QFETCH(int, grouping);
    QFETCH(int, world_size);
    QFETCH(int, accumulation);
    QFETCH(int, max_tokens);
    QFETCH(int, count);
    SamplerSpec spec;
    spec.grouping = groupings[grouping];
    spec.batch_size = 4;
    spec.world_size = world_size;
    spec.accumulation = accumulation;
    spec.max_tokens = max_tokens;
    spec.seed = 123;
    const auto lengths = some_lengths(static_cast<std::size_t>(count), 512);
    const Sampler sampler(spec, lengths);
    const auto order = sampler.order(3);
    const auto steps = sampler.epoch(3);

    std::vector<int> seen(lengths.size());
    std::int64_t position = 0;
    for (std::size_t s = 0; s < steps.size(); ++s) {
        const StepBatches& step = steps[s];
        QCOMPARE(step.first_sample, position);
        std::multiset<std::uint32_t> dealt;
        QVERIFY(!step.micro_batches.empty());
        QVERIFY(step.micro_batches.size() <= static_cast<std::size_t>(accumulation));
        if (s + 1 < steps.size()) QCOMPARE(step.micro_batches.size(), static_cast<std::size_t>(accumulation));
        for (const auto& micro_batch : step.micro_batches) {
            QCOMPARE(micro_batch.size(), static_cast<std::size_t>(world_size));
            std::size_t fewest = lengths.size(), most = 0;
            for (const auto& rank : micro_batch) {
                fewest = std::min(fewest, rank.size());
                most = std::max(most, rank.size());
                dealt.insert(rank.begin(), rank.end());
                for (const std::uint32_t i : rank)
                    ++seen.at(i);
                if (max_tokens > 0 && rank.size() > 1)
                    QVERIFY(cost(rank, lengths, spec.grouping) <= static_cast<std::uint64_t>(max_tokens));
            }
            if (max_tokens == 0) QVERIFY(most <= 4 && most - fewest <= 1);
        }
        const auto begin = order.begin() + step.first_sample;
        QVERIFY(dealt == std::multiset<std::uint32_t>(begin, begin + step.samples));
        position += step.samples;
    }
    QCOMPARE(position, static_cast<std::int64_t>(count));
    QVERIFY(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
}

void TestSampler::a_change_within_an_epoch_repeats_nothing_data() {
    QTest::addColumn<int>("grouping");
    QTest::addColumn<int>("max_tokens");
    for (int g = 0; g < 3; ++g)
        for (const int budget : {0, 900})
            QTest::addRow("%s, %d tokens", grouping_names[g], budget) << g << budget;
}

// Two ranks, then three, then one: all of an epoch once, in whatever batches.
void TestSampler::a_change_within_an_epoch_repeats_nothing() {
    QFETCH(int, grouping);
    QFETCH(int, max_tokens);
    const auto lengths = some_lengths(1000, 200);
    std::vector<EpochPart> parts;
    std::vector<int> seen(lengths.size());
    std::int64_t position = 0;
    for (const int world_size : {2, 3, 1}) {
        SamplerSpec spec;
        spec.grouping = groupings[grouping];
        spec.batch_size = 5 + world_size;
        spec.max_tokens = max_tokens;
        spec.accumulation = 2;
        spec.world_size = world_size;
        spec.seed = 42;
        const auto steps = Sampler(spec, lengths).epoch(4, parts);
        const std::size_t count = world_size == 1 ? steps.size() : 7;
        QVERIFY(steps.size() >= count);
        std::int64_t samples = 0;
        for (std::size_t i = 0; i < count; ++i) {
            QCOMPARE(steps[i].first_sample, position);
            position += steps[i].samples;
            samples += steps[i].samples;
            for (const auto& micro_batch : steps[i].micro_batches)
                for (const auto& rank : micro_batch)
                    for (const std::uint32_t sample : rank)
                        ++seen.at(sample);
        }
        parts.push_back({spec, samples});
    }
    QCOMPARE(position, std::int64_t(1000));
    QVERIFY(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
}

// What drop_last drops at an epoch's end stays dropped.
void TestSampler::an_epoch_that_was_over_stays_over() {
    const auto lengths = some_lengths(100, 50);
    for (const Grouping grouping : groupings) {
        SamplerSpec then;
        then.grouping = grouping;
        then.batch_size = 12;
        then.world_size = 2;
        then.drop_last = true;
        SamplerSpec now = then;
        now.batch_size = 2;
        const auto samples_after = [&](std::int64_t dealt) {
            const std::vector<EpochPart> parts{{then, dealt}};
            std::int64_t samples = 0;
            for (const StepBatches& step : Sampler(now, lengths).epoch(0, parts))
                samples += step.samples;
            return samples;
        };
        QCOMPARE(samples_after(96), 0);
        QCOMPARE(samples_after(72), 28);
    }
}

void TestSampler::same_steps_for_any_world_size_data() {
    QTest::addColumn<int>("grouping");
    for (int g = 0; g < 3; ++g)
        QTest::newRow(grouping_names[g]) << g;
}

void TestSampler::same_steps_for_any_world_size() {
    QFETCH(int, grouping);
    SamplerSpec one;
    one.grouping = groupings[grouping];
    one.batch_size = 8;
    one.seed = 5;
    SamplerSpec two = one, accumulated = one, eight = one;
    two.batch_size = 4;
    two.world_size = 2;
    accumulated.batch_size = 2;
    accumulated.accumulation = 4;
    eight.batch_size = 1;
    eight.world_size = 8;
    const auto lengths = some_lengths(1003, 512);
    const auto expected = step_sets(Sampler(one, lengths), 1);
    QCOMPARE(expected.size(), std::size_t{126});
    QVERIFY(step_sets(Sampler(two, lengths), 1) == expected);
    QVERIFY(step_sets(Sampler(accumulated, lengths), 1) == expected);
    QVERIFY(step_sets(Sampler(eight, lengths), 1) == expected);
}

void TestSampler::balances_ranks() {
    SamplerSpec spec;
    spec.batch_size = 12;
    spec.world_size = 2;
    const auto lengths = some_lengths(2400, 512);
    double balanced = 0, in_order = 0;
    const Sampler sampler(spec, lengths);
    const auto order = sampler.order(0);
    for (const auto& step : sampler.epoch(0)) {
        double most = 0;
        for (const auto& rank : step.micro_batches[0])
            most = std::max(most, static_cast<double>(cost(rank, lengths, Grouping::packed)));
        balanced += most;
        double halves[2] = {};
        for (std::int64_t i = 0; i < 24; ++i)
            halves[i % 2] += lengths[order[static_cast<std::size_t>(step.first_sample + i)]];
        in_order += std::max(halves[0], halves[1]);
    }
    const double ideal = std::accumulate(lengths.begin(), lengths.end(), 0.0) / 2;
    QVERIFY2(balanced < ideal * 1.02, qPrintable(QString::number(balanced / ideal)));
    QVERIFY(in_order > ideal * 1.1);
}

void TestSampler::evaluation_keeps_order() {
    SamplerSpec spec;
    spec.shuffle = false;
    spec.batch_size = 5;
    const Sampler sampler(spec, some_lengths(52, 40));
    std::vector<std::uint32_t> dealt;
    for (const auto& step : sampler.epoch(9))
        dealt.insert(dealt.end(), step.micro_batches[0][0].begin(), step.micro_batches[0][0].end());
    std::vector<std::uint32_t> expected(52);
    std::iota(expected.begin(), expected.end(), 0u);
    QVERIFY(dealt == expected);
    QVERIFY(sampler.order(9) == expected);
}

void TestSampler::bucketed_pads_little() {
    const auto lengths = some_lengths(12000, 512);
    double area[2] = {};
    for (const int bucketed : {0, 1}) {
        SamplerSpec spec;
        spec.grouping = bucketed ? Grouping::bucketed : Grouping::padded;
        for (const auto& step : Sampler(spec, lengths).epoch(0))
            area[bucketed] += static_cast<double>(cost(step.micro_batches[0][0], lengths, spec.grouping));
    }
    const double tokens = std::accumulate(lengths.begin(), lengths.end(), 0.0);
    QVERIFY(area[0] > 2 * tokens);
    QVERIFY2(area[1] < 1.08 * tokens, qPrintable(QString::number(area[1] / tokens)));
}

void TestSampler::epochs_differ_and_repeat() {
    for (const Grouping grouping : groupings) {
        SamplerSpec spec;
        spec.grouping = grouping;
        spec.seed = 123;
        const auto lengths = some_lengths(500, 512);
        const Sampler a(spec, lengths), b(spec, lengths);
        QVERIFY(a.order(0) == b.order(0));
        QVERIFY(a.order(0) != a.order(1));
        spec.seed = 124;
        QVERIFY(a.order(0) != Sampler(spec, lengths).order(0));
    }
}

void TestSampler::order_equals_golden() {
    const fs::path path = fs::path(TUNEDESK_SOURCE_DIR) / "tests/golden/sampler.json";
    const Json golden =
        parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
    for (const Json& row : golden) {
        SamplerSpec spec;
        spec.seed = std::stoull(row.at("seed").get<std::string>());
        const auto expected = row.at("order").get<std::vector<std::uint32_t>>();
        const Sampler sampler(spec, std::vector<std::uint32_t>(expected.size(), 9));
        QVERIFY(sampler.order(row.at("epoch").get<std::int64_t>()) == expected);
    }
}

void TestSampler::drops_only_the_partial_batch() {
    for (const Grouping grouping : groupings) {
        SamplerSpec spec;
        spec.grouping = grouping;
        spec.batch_size = 4;
        spec.world_size = 2;
        spec.accumulation = 2;
        const auto lengths = some_lengths(100, 64);
        const auto all = Sampler(spec, lengths).epoch(0);
        spec.drop_last = true;
        const auto whole = Sampler(spec, lengths).epoch(0);
        QCOMPARE(all.size(), std::size_t{7});
        QCOMPARE(whole.size(), std::size_t{6});
        for (std::size_t i = 0; i < whole.size(); ++i)
            QVERIFY(whole[i].micro_batches == all[i].micro_batches);
        QCOMPARE(all.back().samples, std::int64_t{4});
        QCOMPARE(all.back().micro_batches.size(), std::size_t{1});
        QCOMPARE(Sampler(spec, some_lengths(96, 64)).epoch(0).size(), std::size_t{6});
        QCOMPARE(Sampler(spec, some_lengths(15, 64)).epoch(0).size(), std::size_t{0});
    }
}

void TestSampler::long_samples_go_alone() {
    SamplerSpec spec;
    spec.max_tokens = 10;
    spec.shuffle = false;
    const auto steps = Sampler(spec, {4, 50, 5, 5, 1}).epoch(0);
    std::vector<std::vector<std::uint32_t>> batches;
    for (const auto& step : steps)
        batches.push_back(step.micro_batches[0][0]);
    QVERIFY((batches == std::vector<std::vector<std::uint32_t>>{{0}, {1}, {2, 3}, {4}}));
    spec.world_size = 2;
    spec.drop_last = true;
    const auto dropped = Sampler(spec, {4, 50, 5, 5, 1}).epoch(0);
    QCOMPARE(dropped.size(), std::size_t{2});
    QCOMPARE(dropped[0].samples, std::int64_t{3}); // 4 + 5 beside 50
    QCOMPARE(dropped[1].samples, std::int64_t{2});
}

/// In order, one apart at most; where there are fewer samples than chunks the rest is left out.
void TestSampler::chunks_divide_what_a_step_takes() {
    const auto lengths = some_lengths(47, 60);
    for (const Grouping grouping : groupings)
        for (const std::int64_t ranks : {1, 2, 3})
            for (const std::int64_t chunks : {2, 3, 8}) {
                SamplerSpec spec;
                spec.grouping = grouping;
                spec.batch_size = 5;
                spec.accumulation = 2;
                spec.world_size = ranks;
                const std::vector<StepBatches> whole = Sampler(spec, lengths).epoch(1);
                spec.chunks = chunks;
                const std::vector<StepBatches> divided = Sampler(spec, lengths).epoch(1);
                QCOMPARE(divided.size(), whole.size());
                for (std::size_t step = 0; step < whole.size(); ++step) {
                    QCOMPARE(divided[step].first_sample, whole[step].first_sample);
                    QCOMPARE(divided[step].samples, whole[step].samples);
                    QVERIFY(divided[step].micro_batches.size() <= 2 * static_cast<std::size_t>(chunks));
                    for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks); ++rank) {
                        std::vector<std::uint32_t> all, parts;
                        for (const auto& micro : whole[step].micro_batches)
                            all.insert(all.end(), micro[rank].begin(), micro[rank].end());
                        for (const auto& micro : divided[step].micro_batches) {
                            parts.insert(parts.end(), micro[rank].begin(), micro[rank].end());
                            QVERIFY(micro[rank].size() <=
                                    static_cast<std::size_t>((5 + chunks - 1) / chunks));
                        }
                        QVERIFY(all == parts);
                    }
                    for (const auto& micro : divided[step].micro_batches)
                        QVERIFY(std::ranges::any_of(micro, [](const auto& rank) { return !rank.empty(); }));
                }
            }
    SamplerSpec spec;
    spec.batch_size = 20; // of R2: 8 chunks of 3, 3, 3, 3, 2, 2, 2, 2
    spec.chunks = 8;
    spec.shuffle = false;
    std::vector<std::size_t> sizes;
    const std::vector<StepBatches> steps = Sampler(spec, std::vector<std::uint32_t>(20, 35)).epoch(0);
    for (const auto& micro : steps.front().micro_batches)
        sizes.push_back(micro[0].size());
    QVERIFY(sizes == (std::vector<std::size_t>{3, 3, 3, 3, 2, 2, 2, 2}));
}

void TestSampler::refuses_bad_numbers() {
    SamplerSpec zero, huge, negative;
    zero.batch_size = 0;
    huge.batch_size = huge.accumulation = (1ll << 31) - 1;
    negative.world_size = -1;
    for (const SamplerSpec& spec : {zero, huge, negative}) {
        try {
            const Sampler sampler(spec, {1, 2});
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.id(), 2250);
        }
    }
}

QTEST_APPLESS_MAIN(TestSampler)
#include "sampler_test.moc"
