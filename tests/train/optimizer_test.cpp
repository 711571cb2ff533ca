// SPDX-License-Identifier: GPL-3.0-or-later
// Optimizer trajectories against torch.optim over 20 steps (tests/golden/make_optimizer.py).

#include "train/optimizer/optimizer.h"

#include "base/json.h"
#include "format/safetensors.h"
#include "train/optimizer/schedule.h"
#include "train/update.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace tunedesk;
using namespace tunedesk::train;

namespace {

const format::SafetensorsFile& golden() {
    static const format::SafetensorsFile file(TUNEDESK_SOURCE_DIR "/tests/golden/optimizer.safetensors");
    return file;
}

std::vector<float> floats(const std::string& name) {
    const std::span<const std::byte> bytes = golden().data(name);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

Preset::Training training_of(const Json& json) {
    Preset::Training training;
    training.learning_rate = 0.05;
    const std::string optim = json.at("optim").get<std::string>();
    training.optim = optim == "sgd"    ? Preset::Optim::sgd
                     : optim == "adam" ? Preset::Optim::adam
                                       : Preset::Optim::adamw;
    training.weight_decay = json.value("weight_decay", training.weight_decay);
    training.momentum = json.value("momentum", training.momentum);
    training.nesterov = json.value("nesterov", training.nesterov);
    training.adam_beta1 = json.value("adam_beta1", training.adam_beta1);
    training.adam_beta2 = json.value("adam_beta2", training.adam_beta2);
    training.adam_epsilon = json.value("adam_epsilon", training.adam_epsilon);
    training.max_grad_norm = json.value("max_grad_norm", training.max_grad_norm);
    training.warmup_steps = json.value("warmup_steps", std::int64_t{0});
    if (json.value("lr_scheduler_type", "") == "linear")
        training.lr_scheduler_type = Preset::Scheduler::linear;
    return training;
}

using Init = model::Parameter::Init;

/// Four parameters, `copies` times their golden length each, filled with repetitions of the golden values.
struct Net {
    model::Parameters parameters;
    std::int64_t copies;

    explicit Net(std::int64_t times) : copies(times) {
        parameters.add("dense.weight", {copies * 5, 7}, Init::normal, true);
        parameters.add("dense.bias", {copies * 7}, Init::zeros, false);
        parameters.add("LayerNorm.weight", {copies * 7}, Init::ones, false);
        parameters.add("LayerNorm.bias", {copies * 7}, Init::zeros, false);
        const std::vector<float> initial = floats("initial");
        each([&](model::Parameter& parameter, std::size_t start, std::size_t length) {
            repeat(&initial[start], length, parameter.value.mutable_data_ptr<float>());
        });
    }
    template <class Body>
    void each(Body body) {
        std::size_t start = 0;
        for (model::Parameter& parameter : parameters.all()) {
            const auto length = static_cast<std::size_t>(parameter.value.numel() / copies);
            body(parameter, start, length);
            start += length;
        }
    }
    void repeat(const float* from, std::size_t length, float* to) const {
        for (std::int64_t i = 0; i < copies; ++i)
            std::copy(from, from + length, to + static_cast<std::size_t>(i) * length);
    }
    void set_gradients(const float* row) {
        each([&](model::Parameter& parameter, std::size_t start, std::size_t length) {
            const at::Tensor gradient = at::empty(parameter.value.sizes(), at::kFloat);
            repeat(row + start, length, gradient.mutable_data_ptr<float>());
            parameter.value.mutable_grad() = gradient;
        });
    }
    /// The largest difference from a golden row, over all copies, relative to 1 + |value|.
    double error(const float* row) {
        double top = 0;
        each([&](model::Parameter& parameter, std::size_t start, std::size_t length) {
            const float* ours = parameter.value.const_data_ptr<float>();
            for (std::size_t i = 0; i < length * static_cast<std::size_t>(copies); ++i) {
                const auto want = static_cast<double>(row[start + i % length]);
                const double d = std::abs(static_cast<double>(ours[i]) - want) / (1 + std::abs(want));
                if (!(d <= top)) top = std::isnan(d) ? INFINITY : d;
            }
        });
        return top;
    }
};

} // namespace

class OptimizerTest : public QObject {
    Q_OBJECT

    static const model::Operations& operations(bool fused) {
        return fused ? model::fused_operations() : model::aten_operations();
    }
    static void both() {
        QTest::addColumn<bool>("fused");
        QTest::addRow("fused") << true;
        QTest::addRow("aten") << false;
    }

private Q_SLOTS:
    void trajectories_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("settings");
        QTest::addColumn<bool>("fused");
        const Json cases =
            parse_json(golden().metadata().at("cases"), "optimizer.safetensors", ErrorId::file_unreadable);
        for (const bool fused : {true, false})
            for (const auto& [name, settings] : cases.items())
                QTest::addRow("%s %s", name.c_str(), fused ? "fused" : "aten")
                    << QString::fromStdString(name) << QString::fromStdString(settings.dump()) << fused;
    }
    void trajectories() {
        QFETCH(QString, name);
        QFETCH(QString, settings);
        QFETCH(bool, fused);
        const std::string key = name.toStdString();
        const Preset::Training training =
            training_of(parse_json(settings.toStdString(), key, ErrorId::file_unreadable));
        const std::vector<float> gradients = floats("gradients"), expected = floats(key + ".parameters"),
                                 norms = floats(key + ".norms");
        const std::size_t width = floats("initial").size(), steps = norms.size();
        QCOMPARE(steps, std::size_t{20});
        const Schedule schedule(training, static_cast<std::int64_t>(steps));
        Net net(1);
        Optimizer optimizer(training, net.parameters, operations(fused));
        for (std::size_t step = 0; step < steps; ++step) {
            optimizer.begin_step(schedule.at(static_cast<std::int64_t>(step), 0), false);
            net.set_gradients(&gradients[step * width]);
            const double norm = test::update(optimizer).item<double>();
            QVERIFY(std::abs(norm - static_cast<double>(norms[step])) <= 1e-6 * norm);
            const double error = net.error(&expected[step * width]);
            if (error > 2e-6) QFAIL(qPrintable(QStringLiteral("step %1: error %2").arg(step).arg(error)));
        }
    }

    /// Parameters of more elements than a thread takes at a time, in unequal parts: every element moves as
    /// its golden one does.
    void largeParameters() {
        at::set_num_threads(2);
        const Json settings{{"optim", "adamw"}, {"weight_decay", 0.1}};
        const Preset::Training training = training_of(settings);
        const std::vector<float> gradients = floats("gradients"), expected = floats("adamw.parameters");
        const std::size_t width = floats("initial").size();
        Net net(4001); // 140,035 elements in the largest
        Optimizer optimizer(training, net.parameters);
        for (std::size_t step = 0; step < 20; ++step) {
            optimizer.begin_step(training.learning_rate, false);
            net.set_gradients(&gradients[step * width]);
            test::update(optimizer);
            QVERIFY(net.error(&expected[step * width]) <= 2e-6);
        }
    }

    /// Steps after the state has gone to a new optimizer are the same to the bit.
    void stateGoesOn_data() { both(); }
    void stateGoesOn() {
        QFETCH(bool, fused);
        for (const auto& [kind, tensors] : std::map<std::string, std::size_t>{{"sgd", 4}, {"adamw", 8}}) {
            const Preset::Training training =
                training_of({{"optim", kind}, {"momentum", 0.9}, {"weight_decay", 0.1}});
            const std::vector<float> gradients = floats("gradients");
            const std::size_t width = floats("initial").size();
            Net one(1), two(1);
            Optimizer whole(training, one.parameters, operations(fused)),
                first(training, two.parameters, operations(fused));
            const auto advance = [&](Net& net, Optimizer& optimizer, std::size_t step) {
                optimizer.begin_step(0.05, false);
                net.set_gradients(&gradients[step * width]);
                test::update(optimizer);
            };
            for (std::size_t step = 0; step < 10; ++step) {
                advance(one, whole, step);
                advance(two, first, step);
            }
            Optimizer second(training, two.parameters, operations(fused));
            second.set_updates(10);
            const auto from = first.states(), to = second.states();
            QCOMPARE(from.size(), tensors);
            for (std::size_t i = 0; i < from.size(); ++i) {
                QCOMPARE(to[i].name, from[i].name);
                to[i].value.copy_(from[i].value);
            }
            for (std::size_t step = 10; step < 20; ++step) {
                advance(one, whole, step);
                advance(two, second, step);
            }
            for (std::size_t i = 0; i < one.parameters.all().size(); ++i)
                QVERIFY(one.parameters.all()[i].value.equal(two.parameters.all()[i].value));
        }
    }

    /// State in 8 bits against the published method in numpy (tests/golden/make_optimizer_8bit.py). A number
    /// that lies between two codes may go to either, since sums are rounded elsewhere.
    void eightBits_data() { both(); }
    void eightBits() {
        QFETCH(bool, fused);
        const format::SafetensorsFile file(TUNEDESK_SOURCE_DIR "/tests/golden/optimizer_8bit.safetensors");
        const auto tensor = [&](const std::string& name, at::ScalarType type) {
            const auto& info = file.tensors().at(name);
            at::Tensor values = at::empty(info.shape, type);
            std::memcpy(values.mutable_data_ptr(), file.data(name).data(), file.data(name).size());
            return values;
        };
        model::Parameters parameters;
        const at::Tensor initial = tensor("initial", at::kFloat), gradients = tensor("gradients", at::kFloat);
        at::Tensor weight = parameters.add("w.weight", initial.sizes().vec(), Init::normal, true).detach();
        weight.copy_(initial);
        Preset::Training training;
        training.optim = Preset::Optim::adamw_8bit;
        training.weight_decay = 0.1;
        Optimizer optimizer(training, parameters, operations(fused));
        QCOMPARE(optimizer.states().size(), std::size_t{4});
        std::size_t bytes = 0;
        for (const Optimizer::State& state : optimizer.states())
            bytes += state.value.nbytes();
        const auto count = static_cast<std::size_t>(weight.numel());
        QCOMPARE(bytes, 2 * count + 2 * 4 * ((count + 255) / 256));
        for (std::int64_t step = 1; step <= gradients.size(0); ++step) {
            optimizer.begin_step(0.01, false);
            parameters.all()[0].value.mutable_grad() = gradients[step - 1].contiguous();
            test::update(optimizer);
            const std::string at = "." + std::to_string(step);
            if (!file.tensors().contains("parameters" + at)) continue;
            const auto states = optimizer.states();
            const std::map<std::string, at::Tensor> ours{{"first.codes", states[0].value},
                                                         {"second.codes", states[1].value}};
            for (const auto& [name, codes] : ours) {
                const at::Tensor differences =
                    (codes.to(at::kInt) - tensor(name + at, at::kByte).to(at::kInt)).abs();
                QVERIFY(differences.max().item<int>() <= 1);
                QVERIFY2((differences > 0).sum().item<int>() <= 4, name.c_str());
            }
            QVERIFY((states[2].value - tensor("first.scales" + at, at::kFloat)).abs().max().item<float>() <
                    1e-6f);
            QVERIFY((states[3].value - tensor("second.scales" + at, at::kFloat)).abs().max().item<float>() <
                    1e-6f);
            const at::Tensor errors = (weight - tensor("parameters" + at, at::kFloat)).abs();
            QVERIFY2((errors > 1e-6).sum().item<int>() <= 8,
                     std::to_string(errors.max().item<float>()).c_str());
        }
        // A step whose gradient is not finite leaves all as it was.
        std::vector<at::Tensor> before{weight.clone()};
        for (const Optimizer::State& state : optimizer.states())
            before.push_back(state.value.clone());
        optimizer.begin_step(0.01, false);
        parameters.all()[0].value.mutable_grad() = at::full_like(weight, INFINITY);
        QVERIFY(!std::isfinite(test::update(optimizer).item<double>()));
        QVERIFY(weight.equal(before[0]));
        for (std::size_t i = 0; i < 4; ++i)
            QVERIFY(optimizer.states()[i].value.equal(before[i + 1]));
    }

    /// The gradients of a scaled loss make the same step.
    void lossScale_data() { both(); }
    void lossScale() {
        QFETCH(bool, fused);
        for (const double clip : {0.0, 0.5}) {
            const Preset::Training training = training_of({{"optim", "adamw"}, {"max_grad_norm", clip}});
            const std::vector<float> gradients = floats("gradients");
            const std::size_t width = floats("initial").size();
            std::vector<float> scaled(width);
            Net one(1), two(1);
            Optimizer plain(training, one.parameters, operations(fused)),
                other(training, two.parameters, operations(fused));
            for (std::size_t step = 0; step < 5; ++step) {
                std::transform(&gradients[step * width], &gradients[(step + 1) * width], scaled.begin(),
                               [](float x) { return x * 1024; });
                plain.begin_step(0.05, false);
                one.set_gradients(&gradients[step * width]);
                other.begin_step(0.05, false);
                two.set_gradients(scaled.data());
                const double norm = test::update(plain).item<double>();
                QVERIFY(std::abs(test::update(other, 1024).item<double>() / norm - 1) < 1e-6);
            }
            for (std::size_t i = 0; i < 4; ++i)
                QVERIFY((one.parameters.all()[i].value - two.parameters.all()[i].value)
                            .abs()
                            .max()
                            .item<float>() < 1e-6f);
        }
    }

    /// Parameters of 16 bits follow the fp32 trajectory as far as their type goes; the state is of the type
    /// that torch.optim gives it, but fp32 beside fp16.
    void sixteenBits_data() {
        QTest::addColumn<bool>("fused");
        QTest::addColumn<bool>("fp16");
        QTest::addColumn<QString>("optim");
        for (const bool fused : {true, false})
            for (const bool fp16 : {true, false})
                for (const char* optim : {"sgd", "adamw"})
                    QTest::addRow("%s %s %s", fused ? "fused" : "aten", fp16 ? "fp16" : "bf16", optim)
                        << fused << fp16 << QString(optim);
    }
    void sixteenBits() {
        QFETCH(bool, fused);
        QFETCH(bool, fp16);
        QFETCH(QString, optim);
        const Preset::Training training = training_of({{"optim", optim.toStdString()}, {"momentum", 0.9}});
        const at::ScalarType type = fp16 ? at::kHalf : at::kBFloat16;
        const std::vector<float> gradients = floats("gradients");
        const std::size_t width = floats("initial").size();
        Net exact(1);
        model::Parameters parameters(at::kCPU, type);
        for (const model::Parameter& parameter : exact.parameters.all())
            parameters.add(parameter.name, parameter.value.sizes().vec(), parameter.init, parameter.decays)
                .detach()
                .copy_(parameter.value.detach());
        Optimizer wide(training, exact.parameters, operations(fused)),
            optimizer(training, parameters, operations(fused));
        for (const Optimizer::State& state : optimizer.states())
            QVERIFY(state.value.scalar_type() == (fp16 ? at::ScalarType(at::kFloat) : type));
        for (std::size_t step = 0; step < 10; ++step) {
            wide.begin_step(0.01, false);
            optimizer.begin_step(0.01, false);
            exact.set_gradients(&gradients[step * width]);
            for (std::size_t i = 0; i < 4; ++i)
                parameters.all()[i].value.mutable_grad() = exact.parameters.all()[i].value.grad().to(type);
            test::update(wide);
            test::update(optimizer);
        }
        double moved = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const at::Tensor ours = parameters.all()[i].value.detach().to(at::kFloat),
                             theirs = exact.parameters.all()[i].value.detach();
            const at::Tensor error = (ours - theirs).abs() / (1 + theirs.abs());
            QVERIFY2(error.max().item<double>() < (fp16 ? 0.004 : 0.03),
                     std::to_string(error.max().item<double>()).c_str());
            moved += error.sum().item<double>();
        }
        QVERIFY(moved > 0);
    }

    void stateNames() {
        Net net(1);
        const Optimizer adam(training_of({{"optim", "adam"}}), net.parameters);
        QCOMPARE(adam.states()[0].name, std::string("dense.weight.exp_avg"));
        QCOMPARE(adam.states()[1].name, std::string("dense.weight.exp_avg_sq"));
        const Optimizer momentum(training_of({{"optim", "sgd"}, {"momentum", 0.9}}), net.parameters);
        QCOMPARE(momentum.states()[0].name, std::string("dense.weight.momentum_buffer"));
        const Optimizer sgd(training_of({{"optim", "sgd"}}), net.parameters);
        QVERIFY(sgd.states().empty());
    }

    void frozenParametersStay() {
        Net net(1);
        net.parameters.find("dense.weight")->value.set_requires_grad(false);
        Optimizer optimizer(training_of({{"optim", "adamw"}, {"weight_decay", 0.5}}), net.parameters);
        QCOMPARE(optimizer.states().size(), std::size_t{2 * 3});
        const at::Tensor before = net.parameters.find("dense.weight")->value.clone();
        optimizer.begin_step(0.1, false);
        net.set_gradients(floats("gradients").data());
        test::update(optimizer);
        QVERIFY(before.equal(net.parameters.find("dense.weight")->value));
        QVERIFY(net.error(floats("initial").data()) > 0.01);
    }

    /// In the backward pass: the same bits, no gradient left behind, and a parameter whose gradient is not
    /// finite stays as it is.
    void inBackward_data() { both(); }
    void inBackward() {
        QFETCH(bool, fused);
        const std::vector<float> gradients = floats("gradients");
        const std::size_t width = floats("initial").size();
        for (const char* kind : {"sgd", "adamw"}) {
            const Preset::Training training =
                training_of({{"optim", kind}, {"momentum", 0.9}, {"weight_decay", 0.1}});
            Net net(1), usual(1);
            Optimizer optimizer(training, net.parameters, operations(fused), true),
                other(training, usual.parameters, operations(fused));
            for (std::size_t step = 0; step < 5; ++step) {
                usual.set_gradients(&gradients[step * width]);
                at::Tensor loss = at::zeros({});
                for (std::size_t i = 0; i < 4; ++i)
                    loss =
                        loss + (net.parameters.all()[i].value * usual.parameters.all()[i].value.grad()).sum();
                optimizer.begin_step(0.05, false);
                loss.backward();
                other.begin_step(0.05, true);
                usual.set_gradients(&gradients[step * width]);
                QVERIFY(std::abs(test::update(optimizer).item<double>() / test::update(other).item<double>() -
                                 1) < 1e-6);
                for (std::size_t i = 0; i < 4; ++i) {
                    QVERIFY(!net.parameters.all()[i].value.grad().defined());
                    QVERIFY(net.parameters.all()[i].value.equal(usual.parameters.all()[i].value));
                }
            }
            const at::Tensor before = net.parameters.all()[1].value.detach().clone();
            optimizer.begin_step(0.05, false);
            (net.parameters.all()[0].value.sum() + net.parameters.all()[1].value.sum() * INFINITY).backward();
            QVERIFY(!std::isfinite(test::update(optimizer).item<double>()));
            QVERIFY(before.equal(net.parameters.all()[1].value));
            QVERIFY(!net.parameters.all()[0].value.equal(usual.parameters.all()[0].value));
        }
    }

    /// A gradient that is no number makes the norm none, whichever parameter has it, and the update is left
    /// out: the next one is as if it had not been there.
    void updatesThatAreNotFiniteAreLeftOut_data() { both(); }
    void updatesThatAreNotFiniteAreLeftOut() {
        QFETCH(bool, fused);
        const std::vector<float> gradients = floats("gradients");
        for (const char* kind : {"sgd", "adamw"})
            for (const float bad : {NAN, INFINITY})
                for (std::size_t which = 0; which < 4; ++which) {
                    const Preset::Training training = training_of(
                        {{"optim", kind}, {"momentum", 0.9}, {"weight_decay", 0.1}, {"max_grad_norm", 1.0}});
                    Net net(1), spared(1);
                    Optimizer optimizer(training, net.parameters, operations(fused)),
                        other(training, spared.parameters, operations(fused));
                    optimizer.begin_step(0.1, false);
                    net.set_gradients(gradients.data());
                    at::Tensor& gradient = net.parameters.all()[which].value.mutable_grad();
                    gradient.mutable_data_ptr<float>()[gradient.numel() - 1] = bad;
                    QVERIFY(!std::isfinite(test::update(optimizer).item<double>()));
                    QVERIFY(net.error(floats("initial").data()) == 0);
                    for (const auto& [some, its] :
                         {std::pair{&net, &optimizer}, std::pair{&spared, &other}}) {
                        its->begin_step(0.1, false);
                        some->set_gradients(gradients.data());
                        QVERIFY(std::isfinite(test::update(*its).item<double>()));
                    }
                    for (std::size_t i = 0; i < 4; ++i)
                        QVERIFY(net.parameters.all()[i].value.equal(spared.parameters.all()[i].value));
                    QVERIFY(net.error(floats("initial").data()) > 0.01);
                }
    }
};

QTEST_APPLESS_MAIN(OptimizerTest)
#include "optimizer_test.moc"
