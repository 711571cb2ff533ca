// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks with batches of their own, five and six of them, with ranks as threads: the gradient against one that
// the test itself averages, of models that each saw one rank's samples alone.

#include "memory/torch_headers.h"
#include "parallel/ranks_as_threads.h"
#include "train/small_training.h"

#include "base/error.h"

#include <QTest>
#include <mutex>

using namespace tunedesk;
using namespace tunedesk::train;
using test::SmallTraining;

namespace {

constexpr double learning_rate = 0.05;

struct NamedStrategy {
    const char* name;
    Preset::Strategy strategy;
};
constexpr NamedStrategy strategies[] = {{"ddp", Preset::Strategy::ddp},
                                        {"zero1", Preset::Strategy::zero1},
                                        {"zero2", Preset::Strategy::zero2},
                                        {"zero3", Preset::Strategy::zero3}};

data::Sampler sampler_of(const SmallTraining& small, int ranks, std::int64_t accumulation) {
    data::SamplerSpec spec;
    spec.batch_size = 4;
    spec.accumulation = accumulation;
    spec.world_size = ranks;
    spec.seed = 7;
    spec.sharding = data::Sharding::per_rank;
    std::vector<std::uint32_t> lengths = small.sets->train.lengths();
    // Of two ranks 21 and 20 rows: six batches, of which the last has one row, and five.
    lengths.resize(static_cast<std::size_t>(20 * ranks + 1));
    return {spec, std::move(lengths)};
}

std::vector<at::Tensor> weights_of(const SmallTraining::Trained& one) {
    std::vector<at::Tensor> weights;
    one.strategy->for_each_parameter(
        [&](const std::string&, const at::Tensor& value) { weights.push_back(value.detach().clone()); });
    return weights;
}

double difference(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
    double top = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        top = std::max(top, (a[i] - b[i]).abs().max().item<double>());
    return top;
}

/// A step of this rank's samples alone.
data::StepBatches alone(const data::StepBatches& step, std::size_t rank) {
    data::StepBatches own;
    for (const auto& micro : step.micro_batches)
        if (!micro[rank].empty()) {
            own.micro_batches.push_back({micro[rank]});
            own.samples += static_cast<std::int64_t>(micro[rank].size());
        }
    return own;
}

std::unique_ptr<TrainStep> step_of(SmallTraining& small, const SmallTraining::Trained& one, Average average,
                                   std::int64_t accumulation, int rank) {
    return std::make_unique<TrainStep>(
        TrainStep::Parts{small.sets->train, *one.trainable, *one.objective, *one.optimizer, *one.execution,
                         *one.strategy, *one.scaler},
        TrainStep::Draw{42, static_cast<std::uint32_t>(accumulation), static_cast<std::uint32_t>(rank)},
        PassOrder(), average);
}

} // namespace

class JoinTest : public QObject {
    Q_OBJECT

    std::optional<SmallTraining> small_;
    std::mutex making_;

    /// The weights of every rank, and the sum of the ranks' losses by step.
    struct Result {
        std::vector<std::vector<at::Tensor>> weights;
        std::vector<double> losses;
    };

    Result train(int ranks, std::int64_t accumulation, Average average) {
        const data::Sampler sampler = sampler_of(*small_, ranks, accumulation);
        const auto steps = sampler.epoch(0);
        Result result{std::vector<std::vector<at::Tensor>>(static_cast<std::size_t>(ranks)),
                      std::vector<double>(steps.size())};
        const std::string thrown = test::run_ranks(ranks, [&](const parallel::World& world) {
            parallel::Group group(world, 60);
            std::unique_lock lock(making_);
            SmallTraining::Trained one = small_->trained_in(group, {});
            const auto step = step_of(*small_, one, average, accumulation, world.rank);
            lock.unlock();
            for (std::size_t i = 0; i < steps.size(); ++i) {
                step->take(steps[i], static_cast<std::int64_t>(i), learning_rate);
                const double loss = step->loss().item<double>();
                lock.lock();
                result.losses[i] += loss;
                lock.unlock();
            }
            result.weights[static_cast<std::size_t>(world.rank)] = weights_of(one);
            group.barrier(parallel::Purpose::evaluation);
        });
        if (!thrown.empty()) qFatal("%s", thrown.c_str());
        return result;
    }

    /// One process: each rank's mean gradient by a model of its own from the same weights, then plain SGD on
    /// their mean. Without clipping and momentum the update of such a model gives its gradient.
    Result reference(int ranks, std::int64_t accumulation, Average average) {
        const auto steps = sampler_of(*small_, ranks, accumulation).epoch(0);
        SmallTraining::Trained one = small_->trained();
        const auto step = step_of(*small_, one, Average::samples, accumulation, 0);
        Result result;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const std::vector<at::Tensor> before = weights_of(one);
            std::vector<at::Tensor> change(before.size());
            double active = 0, loss = 0;
            for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks); ++rank) {
                const data::StepBatches own = alone(steps[i], rank);
                if (own.samples == 0) continue;
                ++active;
                step->take(own, static_cast<std::int64_t>(i), learning_rate);
                loss += step->loss().item<double>();
                std::size_t at = 0;
                const at::NoGradGuard no_gradients;
                one.strategy->for_each_parameter([&](const std::string&, const at::Tensor& value) {
                    const at::Tensor moved = value.detach().to(at::kDouble) - before[at].to(at::kDouble);
                    change[at] = change[at].defined() ? change[at] + moved : moved;
                    value.detach().copy_(before[at++]);
                });
            }
            const double divisor = average == Average::active_ranks ? active : ranks;
            std::size_t at = 0;
            const at::NoGradGuard no_gradients;
            one.strategy->for_each_parameter([&](const std::string&, const at::Tensor& value) {
                value.detach().copy_(before[at].to(at::kDouble) + change[at] / divisor);
                ++at;
            });
            result.losses.push_back(loss / active);
        }
        result.weights.push_back(weights_of(one));
        return result;
    }

private Q_SLOTS:
    void cleanup() { small_->preset.parallel.strategy = Preset::Strategy::ddp; }
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
        small_->preset.training.max_grad_norm = 0;
        small_->preset.training.optim = Preset::Optim::sgd;
        small_->preset.training.momentum = 0;
    }

    void ranksHaveFiveAndSixBatches() {
        const auto steps = sampler_of(*small_, 2, 1).epoch(0);
        QCOMPARE(steps.size(), std::size_t{6});
        QCOMPARE(std::ranges::count_if(steps, [](const auto& s) { return s.micro_batches[0][1].empty(); }),
                 1);
        QCOMPARE(steps.back().micro_batches[0][0].size(), std::size_t{1});
    }

    void shadowedStepsAreTheReferences_data() {
        QTest::addColumn<Preset::Strategy>("strategy");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("accumulation");
        QTest::addColumn<bool>("initial");
        for (const auto& [name, strategy] : strategies)
            for (const int ranks : {2, 3})
                for (const int accumulation : {1, 4})
                    for (const bool initial : {true, false})
                        QTest::addRow("%s, %d ranks, accumulation %d, %s", name, ranks, accumulation,
                                      initial ? "initial world size" : "active")
                            << strategy << ranks << accumulation << initial;
    }
    void shadowedStepsAreTheReferences() {
        QFETCH(Preset::Strategy, strategy);
        QFETCH(int, ranks);
        QFETCH(int, accumulation);
        QFETCH(bool, initial);
        const Average average = initial ? Average::initial_ranks : Average::active_ranks;
        const Result theirs = reference(ranks, accumulation, average);
        small_->preset.parallel.strategy = strategy;
        const Result ours = train(ranks, accumulation, average);
        for (const auto& weights : ours.weights) {
            QCOMPARE(difference(weights, ours.weights[0]), 0.0);
            const double apart = difference(weights, theirs.weights[0]);
            QVERIFY2(apart < 1e-6, std::to_string(apart).c_str());
        }
        for (std::size_t i = 0; i < theirs.losses.size();
             ++i) // also where a rank shadows: of those that do not
            QVERIFY(std::abs(ours.losses[i] - theirs.losses[i]) < 1e-6);
    }

    /// The two averages differ where a rank shadows, by the share of the ranks that do.
    void averagesDiffer() {
        const Result initial = train(2, 1, Average::initial_ranks),
                     active = train(2, 1, Average::active_ranks);
        QVERIFY(difference(initial.weights[0], active.weights[0]) > 1e-5);
        QCOMPARE(initial.losses[4], active.losses[4]);
    }

    void whoHasNoBatchIsNamed() {
        const auto steps = sampler_of(*small_, 2, 1).epoch(0);
        for (std::size_t i = 0; i + 1 < steps.size(); ++i)
            require_samples(steps[i], i, steps.size(), 2);
        try {
            require_samples(steps.back(), 5, steps.size(), 2);
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::rank_out_of_batches));
            QCOMPARE(error.message(), std::string("rank 1 has no batch left in epoch 3, after 5 steps of 6"));
        }
    }
};

QTEST_GUILESS_MAIN(JoinTest)
#include "join_test.moc"
