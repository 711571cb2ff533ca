// SPDX-License-Identifier: GPL-3.0-or-later
// The meter against tensors whose sizes are known, and against a model's pass.
#include "memory/meter.h"

#include "model/support.h"

#include <c10/core/Allocator.h>
#include <new>

using namespace tunedesk;
using namespace tunedesk::model;
using memory::Part;
using memory::Phase;

class MemoryMeterTest : public QObject {
    Q_OBJECT

    static std::uint64_t live(Part part) { return memory::figures().live[static_cast<std::size_t>(part)]; }
    static std::uint64_t at_peak(Phase phase, Part part) {
        return memory::figures().phases[static_cast<std::size_t>(phase)][static_cast<std::size_t>(part)];
    }
    static arch::ModelConfig config() {
        arch::ModelConfig config;
        config.vocab_size = 50;
        config.hidden_size = 32;
        config.num_hidden_layers = 3;
        config.num_attention_heads = 4;
        config.intermediate_size = 64;
        config.max_position_embeddings = 64;
        config.type_vocab_size = 2;
        return config;
    }

private Q_SLOTS:
    void initTestCase() { memory::install(); }
    void init() {
        memory::set_limit(0);
        memory::enter(Phase::loading);
    }

    void counts_what_lives() {
        const std::uint64_t before = live(Part::workspace);
        at::Tensor tensor = at::zeros({100}, at::kFloat);
        QCOMPARE(live(Part::workspace) - before, std::uint64_t{400});
        memory::assign(tensor, Part::gradients);
        QCOMPARE(live(Part::workspace), before);
        QCOMPARE(live(Part::gradients), std::uint64_t{400});
        const at::Tensor view = tensor.narrow(0, 0, 10); // of the same memory
        memory::assign(view, Part::gradients);
        QCOMPARE(live(Part::gradients), std::uint64_t{400});
        tensor.reset();
        QCOMPARE(live(Part::gradients), std::uint64_t{400});
    }

    void the_memory_is_aligned_and_empty_tensors_need_none() {
        const std::uint64_t before = live(Part::workspace);
        const at::Tensor none = at::empty({0}, at::kFloat);
        QCOMPARE(live(Part::workspace), before);
        for (const std::int64_t count : {1, 7, 1000}) {
            const auto address = reinterpret_cast<std::uintptr_t>(at::empty({count}, at::kByte).data_ptr());
            QCOMPARE(address % 64, std::uintptr_t{0});
        }
    }

    void parts_are_said_before_or_after() {
        const std::uint64_t before = live(Part::weights);
        at::Tensor tensor;
        {
            const memory::InPart part(Part::weights);
            tensor = at::empty({25}, at::kFloat);
        }
        QCOMPARE(live(Part::weights) - before, std::uint64_t{100});
        memory::enter(Phase::forward);
        memory::keep({tensor}); // weights that a function keeps stay weights
        QCOMPARE(live(Part::weights) - before, std::uint64_t{100});
        const at::Tensor kept = at::empty({50}, at::kFloat);
        memory::keep({kept, at::Tensor()});
        QCOMPARE(live(Part::activations), std::uint64_t{200});
        memory::enter(Phase::evaluation);
        const at::Tensor passing = at::empty({50}, at::kFloat);
        memory::keep({passing});
        QCOMPARE(live(Part::activations), std::uint64_t{200});
    }

    void each_phase_has_its_peak() {
        memory::reset_peaks();
        memory::enter(Phase::step);
        const std::uint64_t before = live(Part::workspace);
        { const at::Tensor large = at::empty({1000}, at::kFloat); }
        const at::Tensor small = at::empty({10}, at::kFloat);
        QCOMPARE(at_peak(Phase::step, Part::workspace) - before, std::uint64_t{4000});
        memory::enter(Phase::evaluation);
        QCOMPARE(at_peak(Phase::evaluation, Part::workspace) - before, std::uint64_t{40});
        memory::reset_peaks();
        QCOMPARE(at_peak(Phase::step, Part::workspace), std::uint64_t{0});
    }

    void a_limit_refuses_and_nothing_is_lost() {
        const std::uint64_t before = live(Part::workspace);
        memory::set_limit(memory::total(memory::figures().live) + 1000);
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, at::empty({1000}, at::kFloat));
        QCOMPARE(live(Part::workspace), before);
        const at::Tensor fits = at::empty({100}, at::kFloat);
        QCOMPARE(live(Part::workspace) - before, std::uint64_t{400});
    }

    // What plan/estimate.cpp adds up, from the model's own passes.
    void a_pass_keeps_what_the_estimate_says_data() {
        QTest::addColumn<bool>("half");
        QTest::newRow("fp32") << false;
        QTest::newRow("bf16") << true;
    }
    void a_pass_keeps_what_the_estimate_says() {
        QFETCH(bool, half);
        const std::uint64_t weights = live(Part::weights), kept_before = live(Part::activations);
        std::optional<memory::InPart> part(std::in_place, Part::weights);
        SequenceClassifier model(config(), 3, placement_on(at::kCPU, half ? at::kBFloat16 : at::kFloat));
        part.reset();
        std::uint64_t parameters = 0;
        std::vector<at::Tensor> trained;
        for (const Parameter& parameter : model.parameters().all()) {
            parameters += static_cast<std::uint64_t>(parameter.value.numel());
            trained.push_back(parameter.value);
        }
        QCOMPARE(live(Part::weights) - weights, 4 * parameters);
        model.initialise(1);
        const std::vector<memory::GradientHook> counted = memory::count_gradients(trained);
        const Samples samples({40, 24}, 50, 3);
        const auto batch = samples.batch(false, model);
        const std::uint64_t workspace = live(Part::workspace), gradients = live(Part::gradients);
        memory::enter(Phase::forward);
        {
            const LossParts loss =
                cross_entropy(model.forward(batch, {.training = true}), batch->labels, {}, 0, 2);
            // a token of a layer: two sums of the hidden size in fp32; Q, K, V, the context and two that
            // products read, in bf16 where these are; one of the intermediate size; heads' and norms' figures
            const std::uint64_t product = half ? 2 : 4;
            const std::uint64_t in_layer = 2 * 32 * 4 + 6 * 32 * product + 64 * product;
            const std::uint64_t last = 3 * 32 * product;
            const std::uint64_t token = 2 * (in_layer + 4 * (4 + 2)) + last + 32 * 4 + 4;
            const std::uint64_t kept = live(Part::activations) - kept_before;
            const std::uint64_t sequences = kept - 64 * token; // the last layer's of the first tokens
            QVERIFY2(kept >= 64 * token && sequences < 2 * 20 * 32 * 4,
                     qPrintable(QString("%1 instead of %2").arg(kept).arg(64 * token)));
            memory::enter(Phase::backward);
            loss.total.backward();
        }
        QCOMPARE(live(Part::activations), kept_before);
        // and a row of the embeddings' norm, whose sums lie beside its gradients
        QCOMPARE(live(Part::gradients) - gradients, 4 * (parameters + 32));
        QCOMPARE(live(Part::workspace), workspace);
        QVERIFY(at_peak(Phase::backward, Part::gradients) > 0);
        QVERIFY(at_peak(Phase::forward, Part::activations) > 0);
    }

    // The plan's figures of a device, where the operations are LibTorch's; on the host attention alone
    // differs.
    void libtorch_keeps_what_the_plan_says_of_a_device_data() { a_pass_keeps_what_the_estimate_says_data(); }
    void libtorch_keeps_what_the_plan_says_of_a_device() {
        QFETCH(bool, half);
        arch::ModelConfig without_dropout = config();
        without_dropout.hidden_dropout = without_dropout.attention_dropout =
            without_dropout.classifier_dropout = 0;
        SequenceClassifier model(without_dropout, 3,
                                 {at::kCPU, &aten_operations(), half ? at::kBFloat16 : at::kFloat});
        model.initialise(1);
        const Samples samples({40, 24}, 50, 3);
        const auto batch = samples.batch(false, model);
        const std::uint64_t before = memory::total(memory::figures().live);
        const at::Tensor logits = model.forward(batch, {.training = true});
        const std::uint64_t kept = memory::total(memory::figures().live) - before;
        // Two sums of the norms, fp32; what products read and make: the input, rounded for each of three, Q,
        // K and V (here in fp32), the context, the MLP's input; its values before and after the activation.
        const std::uint64_t product = half ? 2 : 4, inputs = half ? 3 : 1;
        const std::uint64_t in_layer =
            32 * (2 * 4 + (inputs + 2) * product + 3 * 4) + 64 * (4 + product) + 4 * 4;
        const std::uint64_t last = 32 * ((half ? 2 : 1) * product + 2 * 4), embeddings = 32 * 4 + 2 * 4;
        const std::uint64_t scores = 2 * 4 * 4 * (40 * 40 + 24 * 24); // which the device does not keep
        const std::uint64_t least = 64 * (2 * in_layer + last + embeddings) + scores;
        QVERIFY2(kept >= least && kept - least < 2 * 40 * 32 * 4,
                 qPrintable(QString("%1 instead of %2").arg(kept).arg(least)));
    }

    // The last: from here on the host's tensors count for nothing. What the allocator of a device would tell.
    void a_device_is_counted_instead() {
        memory::watch_devices();
        const std::uint64_t workspace = live(Part::workspace), activations = live(Part::activations);
        const at::Tensor of_host = at::empty({1000}, at::kFloat);
        memory::assign(of_host, Part::gradients);
        QCOMPARE(live(Part::workspace), workspace);
        const auto told = [](std::uintptr_t address, std::int64_t bytes) {
            c10::reportMemoryUsageToProfiler(reinterpret_cast<void*>(address), bytes, 0, 0,
                                             at::Device(at::kCUDA, 0));
        };
        told(0x1000, 512); // before the pass: no activation
        memory::enter(Phase::forward);
        told(0x2000, 1024);
        told(0x3000, 256);
        told(0x3000, -256);
        memory::keep_all();
        QCOMPARE(live(Part::activations) - activations, std::uint64_t{1024});
        QCOMPARE(live(Part::workspace) - workspace, std::uint64_t{512});
        memory::enter(Phase::backward);
        told(0x2000, 2048); // its end was not told
        QCOMPARE(live(Part::activations), activations);
        QCOMPARE(live(Part::workspace) - workspace, std::uint64_t{512 + 2048});
        memory::enter(Phase::forward); // the next pass leaves what is of none
        memory::keep_all();
        QCOMPARE(live(Part::workspace) - workspace, std::uint64_t{512 + 2048});
    }
};

QTEST_GUILESS_MAIN(MemoryMeterTest)
#include "meter_test.moc"
