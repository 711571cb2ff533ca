// SPDX-License-Identifier: GPL-3.0-or-later
// What lies in the host's memory changes nothing in the training: optimizer state and activations, over a
// link whose copies come as late as they may. That a GPU's copies do as well is for tests/device.

#include "train/lagging_link.h"
#include "train/memory/offloaded_activations.h"
#include "train/small_training.h"
#include "train/update.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::train;
using test::LaggingLink;
using test::SmallTraining;

class OffloadTest : public QObject {
    Q_OBJECT

    static constexpr std::size_t least_bytes = 1024;
    using Trained = SmallTraining::Trained;
    std::optional<SmallTraining> small_;

    Trained trained(at::ScalarType type = at::kFloat) {
        return small_->trained({at::kCPU, &model::aten_operations(), type, type});
    }

    /// On the host LibTorch steps a tensor's last elements with other instructions than the rest, so that a
    /// part's end may be rounded otherwise: `bound` allows for that.
    static void compare(const Trained& a, const Trained& b, double bound = 0) {
        QCOMPARE(a.losses.size(), b.losses.size());
        for (std::size_t i = 0; i < a.losses.size(); ++i)
            QVERIFY(std::abs(a.losses[i] - b.losses[i]) <= bound * a.losses[i]);
        const auto& ours = a.trainable->model().parameters().all();
        const auto& theirs = b.trainable->model().parameters().all();
        for (std::size_t i = 0; i < ours.size(); ++i)
            QVERIFY2(ours[i].value.allclose(theirs[i].value, bound, bound), ours[i].name.c_str());
        const auto first = a.optimizer->states(), second = b.optimizer->states();
        QCOMPARE(first.size(), second.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            QCOMPARE(first[i].name, second[i].name);
            QVERIFY2(first[i].value.allclose(second[i].value, bound, bound), first[i].name.c_str());
        }
    }

private Q_SLOTS:
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
        small_->preset.model.dropout = 0.1;
        small_->preset.training.weight_decay = 0.1;
    }
    void init() {
        small_->preset.training.optim = Preset::Optim::adamw;
        small_->preset.memory.activation_checkpointing = "none";
    }

    void optimizerState_data() {
        QTest::addColumn<int>("optim");
        QTest::addColumn<double>("momentum");
        QTest::addColumn<bool>("half");
        QTest::addColumn<int>("part");
        const auto row = [](const char* name, Preset::Optim optim, double momentum, bool half, int part) {
            QTest::addRow("%s", name) << static_cast<int>(optim) << momentum << half << part;
        };
        row("adamw", Preset::Optim::adamw, 0, false, 1000);
        row("adamw in one part", Preset::Optim::adamw, 0, false, 1 << 24);
        row("adam, bf16", Preset::Optim::adam, 0, true, 777);
        row("sgd", Preset::Optim::sgd, 0.9, false, 5000);
        row("sgd, bf16", Preset::Optim::sgd, 0.9, true, 5000);
        row("sgd without state", Preset::Optim::sgd, 0, false, 5000);
    }
    void optimizerState() {
        QFETCH(int, optim);
        QFETCH(double, momentum);
        QFETCH(bool, half);
        QFETCH(int, part);
        small_->preset.training.optim = static_cast<Preset::Optim>(optim);
        small_->preset.training.momentum = momentum;
        const at::ScalarType type = half ? at::kBFloat16 : at::kFloat;
        Trained plain = trained(type), offloaded = trained(type);
        const auto link = std::make_shared<LaggingLink>();
        offloaded.optimizer->offload(link, part);
        constexpr std::uint32_t steps = 4;
        for (std::uint32_t number = 0; number < steps; ++number) {
            small_->step(plain, number);
            small_->step(offloaded, number);
        }
        compare(plain, offloaded, half ? 2e-2 : 1e-5);
        std::uint64_t bytes = 0;
        for (const Optimizer::State& state : plain.optimizer->states())
            bytes += state.value.nbytes();
        QVERIFY(link->fetched_bytes >= steps * bytes && link->put_bytes == link->fetched_bytes);
        QVERIFY(link->fetched_bytes <= steps * bytes * 3 / 2);
    }

    /// A step that is left out leaves the state that lies on the host.
    void stepsAreLeftOut() {
        Trained plain = trained(), offloaded = trained();
        offloaded.optimizer->offload(std::make_shared<LaggingLink>(), 1000);
        for (Trained* one : {&plain, &offloaded}) {
            small_->step(*one, 0);
            one->optimizer->begin_step(0.01, false);
            for (const at::Tensor& parameter : one->trainable->model().parameters().trained())
                parameter.mutable_grad() = at::full_like(parameter.detach(), INFINITY);
            test::update(*one->optimizer);
            small_->step(*one, 1);
        }
        compare(plain, offloaded, 1e-5);
    }

    void activations_data() {
        QTest::addColumn<bool>("checkpointed");
        QTest::addRow("all") << false;
        QTest::addRow("checkpointed") << true;
    }
    /// Both in the host's memory.
    void activations() {
        QFETCH(bool, checkpointed);
        small_->preset.memory.activation_checkpointing = checkpointed ? "block" : "none";
        Trained plain = trained();
        for (std::uint32_t number = 0; number < 4; ++number)
            small_->step(plain, number);
        const auto link = std::make_shared<LaggingLink>();
        Trained offloaded = trained();
        const auto state = std::make_shared<LaggingLink>();
        offloaded.optimizer->offload(state);
        auto execution =
            std::make_unique<OffloadedActivations>(*offloaded.trainable, false, link, least_bytes);
        const OffloadedActivations& activations = *execution;
        offloaded.execution = std::move(execution);
        for (std::uint32_t number = 0; number < 4; ++number)
            small_->step(offloaded, number);
        compare(plain, offloaded, 1e-5);
        QVERIFY(activations.bytes_put() > 100 * least_bytes);
        QCOMPARE(activations.bytes_put(), link->put_bytes);
        QVERIFY(link->fetched_bytes > link->put_bytes / 2 && link->fetched_bytes <= link->put_bytes);
    }

    /// A tensor that two operations keep goes once; a parameter and a small one stay; nothing is left.
    void whatGoes() {
        Trained one = trained();
        const auto link = std::make_shared<LaggingLink>();
        OffloadedActivations activations(*one.trainable, false, link, least_bytes);
        const at::Tensor x = at::randn({64, 64}).requires_grad_(), small = at::randn({4}).requires_grad_();
        at::Tensor gradients[2];
        std::uint64_t put_in_forward = 0;
        const Execution::Passes work{[&](const model::Pass&) {
                                         const at::Tensor y = x * 2; // keeps nothing
                                         return (y.sin() + y.cos()).sum() + small.square().sum();
                                     },
                                     [&] { put_in_forward = link->put_bytes; },
                                     [](const at::Tensor& z) { z.backward(); }};
        MicroBatch micro_batch;
        activations.forward(micro_batch, work);
        activations.backward(micro_batch, work);
        QCOMPARE(put_in_forward, std::uint64_t{64 * 64 * 4});
        gradients[0] = x.grad().clone();
        QVERIFY(gradients[0].allclose(2 * ((2 * x).cos() - (2 * x).sin())));
        QVERIFY(small.grad().allclose(2 * small));
        // Outside of a pass nothing goes.
        (x * 2).sin().sum().backward();
        QCOMPARE(link->put_bytes, std::uint64_t{64 * 64 * 4});
    }
};

QTEST_APPLESS_MAIN(OffloadTest)
#include "offload_test.moc"
