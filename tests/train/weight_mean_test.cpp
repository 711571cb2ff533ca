// SPDX-License-Identifier: GPL-3.0-or-later
// training.ema_decay: the mean of the trained weights, against a plain computation in fp64.

#include "train/optimizer/weight_mean.h"

#include "memory/torch_headers.h"
#include "parallel/ranks_as_threads.h"
#include "train/small_training.h"
#include "train/strategies/mean_weights.h"
#include "train/update.h"

#include <QTest>
#include <mutex>

using namespace tunedesk;
using namespace tunedesk::train;
using test::SmallTraining;

namespace {

constexpr double decay = 0.9;

const model::Operations& operations(bool fused) {
    return fused ? model::fused_operations() : model::aten_operations();
}

Preset::Training training_with_mean() {
    Preset::Training training;
    training.optim = Preset::Optim::adamw;
    training.ema_decay = decay;
    return training;
}

struct TwoTensors {
    model::Parameters parameters;

    explicit TwoTensors(at::ScalarType type = at::kFloat) : parameters(at::kCPU, type) {
        parameters.add("a.weight", {67, 33}, model::Parameter::Init::normal, true);
        parameters.add("a.bias", {33}, model::Parameter::Init::normal, false);
        parameters.initialise(1, 0.5);
    }
    void set_gradients(std::int64_t step, double last = 0) {
        for (model::Parameter& parameter : parameters.all()) {
            at::Tensor gradient =
                at::sin(at::arange(parameter.value.numel()) * 0.37 + static_cast<double>(step));
            gradient[-1] += last;
            parameter.value.mutable_grad() =
                gradient.view(parameter.value.sizes()).to(parameter.value.scalar_type());
        }
    }
    std::vector<at::Tensor> values() const {
        std::vector<at::Tensor> values;
        for (const model::Parameter& parameter : parameters.all())
            values.push_back(parameter.value.detach().clone());
        return values;
    }
};

void advance(Optimizer& optimizer, TwoTensors& net, std::int64_t step, double last = 0) {
    optimizer.begin_step(0.05, false);
    net.set_gradients(step, last);
    test::update(optimizer);
}

std::vector<at::Tensor> means_of(const Optimizer& optimizer) {
    std::vector<at::Tensor> means;
    for (const Optimizer::State& state : optimizer.states())
        if (state.name.ends_with(".ema")) means.push_back(state.value);
    return means;
}

bool are_equal(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!a[i].equal(b[i])) return false;
    return true;
}

} // namespace

class WeightMeanTest : public QObject {
    Q_OBJECT

    static void both() {
        QTest::addColumn<bool>("fused");
        QTest::addColumn<at::ScalarType>("type");
        QTest::addRow("fused") << true << at::kFloat;
        QTest::addRow("aten") << false << at::kFloat;
        QTest::addRow("fused, bf16") << true << at::kBFloat16;
        QTest::addRow("aten, fp16") << false << at::kHalf;
    }

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    /// Step 7's gradients are not finite: neither the weights nor the mean nor its count move.
    void equalsPlainMean_data() { both(); }
    void equalsPlainMean() {
        QFETCH(bool, fused);
        QFETCH(at::ScalarType, type);
        TwoTensors net(type);
        Optimizer optimizer(training_with_mean(), net.parameters, operations(fused));
        QVERIFY(optimizer.has_means());
        std::vector<at::Tensor> expected;
        for (const at::Tensor& value : net.values())
            expected.push_back(value.to(at::kDouble));
        double updates = 0;
        for (std::int64_t step = 0; step < 120; ++step) {
            const std::vector<at::Tensor> before = net.values();
            advance(optimizer, net, step, step == 7 ? INFINITY : 0);
            QCOMPARE(are_equal(net.values(), before), step == 7);
            if (step == 7) continue;
            ++updates;
            const double d = std::min(decay, (1 + updates) / (10 + updates));
            const std::vector<at::Tensor> values = net.values();
            for (std::size_t i = 0; i < expected.size(); ++i)
                expected[i] = expected[i] * d + values[i].to(at::kDouble) * (1 - d);
        }
        const std::vector<at::Tensor> means = means_of(optimizer);
        QCOMPARE(means.size(), expected.size());
        for (std::size_t i = 0; i < means.size(); ++i) {
            QCOMPARE(means[i].scalar_type(), at::kFloat);
            QVERIFY((means[i] - expected[i]).abs().max().item<double>() < 3e-6);
            QVERIFY((means[i] - net.values()[i]).abs().max().item<double>() > 1e-3);
        }
    }

    /// The mean, rounded to the weights' type, in their place, and back to the bit.
    void exchanges_data() { both(); }
    void exchanges() {
        QFETCH(bool, fused);
        QFETCH(at::ScalarType, type);
        TwoTensors net(type);
        Optimizer optimizer(training_with_mean(), net.parameters, operations(fused));
        for (std::int64_t step = 0; step < 20; ++step)
            advance(optimizer, net, step);
        std::vector<at::Tensor> means;
        for (const at::Tensor& mean : means_of(optimizer))
            means.push_back(mean.clone());
        const std::vector<at::Tensor> weights = net.values();
        for (int again = 0; again < 2; ++again) {
            optimizer.exchange_means();
            for (std::size_t i = 0; i < means.size(); ++i)
                QVERIFY(net.values()[i].equal(means[i].to(type)));
            optimizer.exchange_means();
            QVERIFY(are_equal(net.values(), weights));
            QVERIFY(are_equal(means_of(optimizer), means));
        }
    }

    /// Steps after the state has gone to a new optimizer, as a resume does it, are the same to the bit.
    void stateGoesOn_data() { both(); }
    void stateGoesOn() {
        QFETCH(bool, fused);
        QFETCH(at::ScalarType, type);
        TwoTensors one(type), two(type);
        Optimizer whole(training_with_mean(), one.parameters, operations(fused)),
            first(training_with_mean(), two.parameters, operations(fused));
        for (std::int64_t step = 0; step < 10; ++step) {
            advance(whole, one, step);
            advance(first, two, step);
        }
        Optimizer second(training_with_mean(), two.parameters, operations(fused));
        second.set_updates(10);
        const auto from = first.states(), to = second.states();
        QCOMPARE(from.size(), std::size_t{6});
        for (std::size_t i = 0; i < from.size(); ++i) {
            QCOMPARE(to[i].name, from[i].name);
            to[i].value.copy_(from[i].value);
        }
        for (std::int64_t step = 10; step < 20; ++step) {
            advance(whole, one, step);
            advance(second, two, step);
        }
        QVERIFY(are_equal(one.values(), two.values()));
        QVERIFY(are_equal(means_of(whole), means_of(second)));
    }

    void strategiesAgree_data() {
        QTest::addColumn<Preset::Strategy>("strategy");
        QTest::addRow("zero1") << Preset::Strategy::zero1;
        QTest::addRow("zero2") << Preset::Strategy::zero2;
        QTest::addRow("zero3") << Preset::Strategy::zero3;
        QTest::addRow("fsdp") << Preset::Strategy::fsdp;
    }
    /// Of two ranks with a part of the mean each: the whole mean that ddp has, on both; then the weights.
    void strategiesAgree() {
        QFETCH(Preset::Strategy, strategy);
        const auto [ddp_means, ddp_weights] = exchanged(Preset::Strategy::ddp);
        const auto [means, weights] = exchanged(strategy);
        QCOMPARE(means.size(), std::size_t{2});
        for (std::size_t rank = 0; rank < 2; ++rank) {
            QVERIFY(are_equal(weights[rank], ddp_weights[0]));
            QCOMPARE(means[rank].size(), ddp_means[0].size());
            for (std::size_t i = 0; i < means[rank].size(); ++i) {
                QVERIFY(means[rank][i].equal(means[0][i]));
                QVERIFY((means[rank][i] - ddp_means[0][i]).abs().max().item<double>() < 1e-6);
            }
            QVERIFY(!are_equal(means[rank], weights[rank]));
        }
    }

private:
    using ByRank = std::vector<std::vector<at::Tensor>>;

    /// What for_each_parameter() gives on each rank with the means in place, and after it.
    static std::pair<ByRank, ByRank> exchanged(Preset::Strategy strategy) {
        SmallTraining small;
        small.preset.training = training_with_mean();
        small.preset.parallel.strategy = strategy;
        ByRank means(2), weights(2);
        std::mutex making; // the loader's messages go one after another
        const std::string thrown = test::run_ranks(2, [&](const parallel::World& world) {
            parallel::Group group(world, 60, {}, parallel::Transport::fastest);
            std::unique_lock lock(making);
            SmallTraining::Trained one =
                small.trained_in(group, model::placement_on(at::kCPU, at::kFloat, at::kFloat));
            lock.unlock();
            for (std::uint32_t number = 0; number < 6; ++number)
                small.step(one, number);
            for (ByRank* const to : {&means, &weights}) {
                exchange_means(*one.optimizer, *one.strategy);
                one.strategy->for_each_parameter([&](const std::string&, const at::Tensor& value) {
                    (*to)[static_cast<std::size_t>(world.rank)].push_back(value.clone());
                });
            }
            group.barrier(parallel::Purpose::evaluation);
        });
        if (!thrown.empty()) qFatal("%s", thrown.c_str());
        return {means, weights};
    }
};

QTEST_APPLESS_MAIN(WeightMeanTest)
#include "weight_mean_test.moc"
