// SPDX-License-Identifier: GPL-3.0-or-later
// Counts and FLOPs against transformers and torch (tests/golden/make_parameter_counts.py); steps and memory
// against figures worked out by hand from the formulas of plan/estimate.h.
#include "arch/layer_costs.h"
#include "base/json.h"
#include "plan/constants.h"
#include "plan/estimate.h"
#include "plan/strategy_plans.h"

#include <QTest>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::plan;

namespace {

const Json& golden_cases() {
    static const Json golden = parse_json(
        read_file(TUNEDESK_SOURCE_DIR "/tests/golden/parameter_counts.json", ErrorId::run_file_unreadable),
        "parameter_counts", ErrorId::run_file_unreadable);
    return golden.at("cases");
}

arch::ModelConfig config_of(const Json& golden) {
    arch::ModelConfig config;
    config.family = arch::find_family(golden.at("architecture").get<std::string>());
    const Json& fields = golden.at("fields");
    config.vocab_size = fields.at("vocab_size");
    config.hidden_size = fields.at("hidden_size");
    config.num_hidden_layers = fields.at("num_hidden_layers");
    config.num_attention_heads = fields.at("num_attention_heads");
    config.intermediate_size = fields.at("intermediate_size");
    config.max_position_embeddings = fields.at("max_position_embeddings");
    config.type_vocab_size = fields.at("type_vocab_size");
    config.embedding_size = fields.value("embedding_size", 0);
    return config;
}

/// MiniLM-L6 with two classes: 22,713,986 parameters.
arch::ModelConfig minilm() {
    return config_of(golden_cases()[0]);
}

Estimate plan_of(const Preset& preset, const std::vector<std::uint32_t>& lengths, bool cuda = false) {
    return estimate(preset, minilm(), 2, lengths, 0, {cuda, 2});
}

constexpr std::uint64_t parameters = 22'713'986;
constexpr std::uint64_t layer = 12 * 384 * 384 + 13 * 384, head = 384 * 384 + 384 + 2 * 384 + 2;

} // namespace

class EstimateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equals_transformers_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < golden_cases().size(); ++i)
            QTest::newRow(golden_cases()[i].at("title").get<std::string>().c_str()) << static_cast<int>(i);
    }

    void equals_transformers() {
        QFETCH(int, index);
        const Json& golden = golden_cases()[static_cast<std::size_t>(index)];
        const arch::ModelConfig config = config_of(golden);
        const auto labels = golden.at("labels").get<std::int64_t>();
        Preset preset;
        QCOMPARE(config.spec(labels).count(), golden.at("parameters").get<std::uint64_t>());
        QCOMPARE(trainable_count(config.spec(labels), preset), golden.at("parameters").get<std::uint64_t>());
        preset.model.train = Preset::Train::last_layers;
        const auto last = golden.at("last_layers").get<std::vector<std::uint64_t>>();
        for (std::size_t n = 0; n < last.size(); ++n) {
            preset.model.last_layers = static_cast<int>(n);
            QCOMPARE(trainable_count(config.spec(labels), preset), last[n]);
        }
        preset.model.train = Preset::Train::features;
        const auto width = static_cast<std::uint64_t>(config.hidden_size);
        QCOMPARE(trainable_count(config.spec(labels), preset),
                 (width + 1) * static_cast<std::uint64_t>(labels)); // the classifier alone
        const auto lengths = golden.at("lengths").get<std::vector<std::uint32_t>>();
        QCOMPARE(arch::forward_flops(config.spec(labels), lengths), golden.at("forward_flops").get<double>());
    }

    void the_shipped_model() {
        const fs::path folder = TUNEDESK_SOURCE_DIR "/.deps/models/all-MiniLM-L6-v2";
        if (!fs::exists(folder)) QSKIP("packaging/setup.sh has not fetched the model");
        QCOMPARE(arch::read_model_config(folder).spec(2).count(), parameters);
    }

    void steps_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("accumulation");
        QTest::addColumn<int>("processes");
        QTest::addColumn<bool>("drop_last");
        QTest::addColumn<double>("epochs");
        QTest::addColumn<int>("max_steps");
        QTest::addColumn<int>("steps");
        QTest::newRow("IMDb of R1") << 35000 << 12 << 1 << 1 << true << 3.0 << -1 << 8748;
        QTest::newRow("last batch used") << 35000 << 12 << 1 << 1 << false << 3.0 << -1 << 8751;
        QTest::newRow("two ranks") << 100 << 8 << 1 << 2 << false << 1.0 << -1 << 7;
        QTest::newRow("two ranks, dropped") << 100 << 8 << 1 << 2 << true << 1.0 << -1 << 6;
        QTest::newRow("accumulation") << 100 << 8 << 4 << 1 << false << 2.0 << -1 << 8;
        QTest::newRow("part of an epoch") << 100 << 10 << 1 << 1 << false << 0.25 << -1 << 3;
        QTest::newRow("one and a half epochs") << 100 << 10 << 1 << 1 << false << 1.5 << -1 << 15;
        QTest::newRow("two and a part") << 90 << 10 << 1 << 1 << false << 2.05 << -1 << 19;
        QTest::newRow("max_steps") << 100 << 10 << 1 << 1 << false << 3.0 << 7 << 7;
        QTest::newRow("fewer rows than a batch") << 3 << 10 << 1 << 1 << true << 1.0 << -1 << 0;
        QTest::newRow("no rows") << 0 << 10 << 1 << 1 << false << 1.0 << 5 << 0;
    }

    void steps() {
        QFETCH(int, rows);
        QFETCH(int, batch);
        QFETCH(int, accumulation);
        QFETCH(int, processes);
        QFETCH(bool, drop_last);
        QFETCH(double, epochs);
        QFETCH(int, max_steps);
        QFETCH(int, steps);
        Preset preset;
        preset.training.per_device_train_batch_size = batch;
        preset.training.gradient_accumulation_steps = accumulation;
        preset.parallel.processes = processes;
        preset.parallel.strategy = processes > 1 ? Preset::Strategy::ddp : Preset::Strategy::single;
        preset.training.dataloader_drop_last = drop_last;
        preset.training.num_train_epochs = epochs;
        preset.training.max_steps = max_steps;
        const std::vector<std::uint32_t> lengths(static_cast<std::size_t>(rows), 20);
        QCOMPARE(plan_of(preset, lengths).steps, static_cast<std::uint64_t>(steps));
    }

    void steps_by_tokens() {
        Preset preset;
        preset.training.max_tokens_per_batch = 1000;
        preset.training.num_train_epochs = 4;
        const std::vector<std::uint32_t> lengths(100, 100); // ten rows fill a micro-batch exactly
        const Estimate estimate = plan_of(preset, lengths);
        QCOMPARE(estimate.steps, std::uint64_t{40});
        QCOMPARE(estimate.batch_tokens, std::uint64_t{1000});
        QCOMPARE(estimate.train_tokens, std::uint64_t{10000});
        QCOMPARE(estimate.train_samples, std::uint64_t{100});
        QCOMPARE(estimate.epochs, 4.0);
    }

    void memory_of_plain_training() {
        Preset preset;
        preset.training.per_device_train_batch_size = 4;
        const Estimate estimate = plan_of(preset, std::vector<std::uint32_t>(8, 10));
        QCOMPARE(estimate.weights_bytes, 4 * parameters);
        // 40 tokens are few: most memory is needed near the end, while the first layer goes backward and all
        // layers' gradients are there; the word embeddings' will be the tokens' rows
        QCOMPARE(estimate.gradient_bytes, 4 * (6 * layer + head));
        QCOMPARE(estimate.optimizer_bytes, 8 * parameters);
        const std::uint64_t values = 40 * (384 + 1 + 8 * 384 + 1536 + 12 + 2 + 3 * 384 + 1536);
        QCOMPARE(estimate.activation_bytes, 4 * values);
        QCOMPARE(estimate.total_bytes,
                 12 * parameters + 4 * (6 * layer + head) + 4 * values + estimate.runtime_bytes);
        QCOMPARE(estimate.runtime_bytes, runtime_cpu_bytes + 9 * 4 * 1536 * 384);
        QCOMPARE(estimate.checkpoint_bytes, 12 * parameters + checkpoint_extra_bytes);
    }

    void memory_of_long_batches() {
        const Estimate estimate = plan_of(Preset(), std::vector<std::uint32_t>(12, 512));
        // Most while layer 5 of 6 goes backward: 5 layers of (8 x 384 + 1536 + 12 heads + 2), 3 x 384 + 1536
        // passing, 384 of the embeddings; gradients of the head and two layers
        const std::uint64_t values = 5 * (8 * 384 + 1536 + 12 + 2) + 3 * 384 + 1536 + 384 + 1;
        QCOMPARE(estimate.activation_bytes, 12 * 512 * 4 * values);
        QCOMPARE(estimate.gradient_bytes, 4 * (2 * layer + head));
        Preset accumulated;
        accumulated.training.per_device_train_batch_size = 4;
        accumulated.training.gradient_accumulation_steps = 3;
        // of the word embeddings' rows at most one a token has a gradient
        QCOMPARE(plan_of(accumulated, std::vector<std::uint32_t>(12, 512)).gradient_bytes,
                 4 * (parameters - (30522 - 12 * 512) * 384));
        accumulated.training.optim = Preset::Optim::adamw_8bit; // takes whole gradients
        QCOMPARE(plan_of(accumulated, std::vector<std::uint32_t>(12, 512)).gradient_bytes, 4 * parameters);
    }

    /// Rows that no token uses are as wide as the tables, not as the layers.
    void narrow_tables() {
        const auto found = std::ranges::find_if(
            golden_cases(), [](const Json& one) { return one.at("architecture") == "electra"; });
        const arch::ModelConfig config = config_of(*found); // 101 words of 16 columns
        Preset preset;
        preset.training.per_device_train_batch_size = 2;
        preset.training.gradient_accumulation_steps = 2;
        const std::vector<std::uint32_t> lengths(8, 10);
        const Estimate plan = estimate(preset, config, 3, lengths, 0, {false, 2});
        QCOMPARE(plan.gradient_bytes, 4 * (plan.trainable - (101 - 2 * 2 * 10) * 16));
    }

    /// A row that is read in windows costs what its windows cost as rows.
    void windows_attend_to_themselves() {
        Preset windows;
        windows.data.max_length = 256;
        windows.data.stride = 64;
        windows.training.per_device_train_batch_size = 4;
        Preset whole = windows;
        whole.data.stride = 0;
        whole.training.per_device_train_batch_size = 12;
        const Estimate of_windows = plan_of(windows, std::vector<std::uint32_t>(8, 3 * 256)),
                       of_rows = plan_of(whole, std::vector<std::uint32_t>(24, 256));
        QCOMPARE(of_windows.train_samples, std::uint64_t{8});
        QCOMPARE(of_windows.train_tokens, of_rows.train_tokens);
        QCOMPARE(of_windows.batch_tokens, of_rows.batch_tokens);
        QVERIFY(std::abs(of_windows.train_flops / of_rows.train_flops - 1) < 1e-3); // heads are a row's
        QCOMPARE(of_windows.activation_bytes, of_rows.activation_bytes);
    }

    /// Of decoded images, on the host of whatever trains.
    void kept_images_take_memory() {
        constexpr std::uint64_t bytes = 300'000'000;
        const std::vector<std::uint32_t> lengths(8, 10);
        for (const bool cuda : {false, true}) {
            const Estimate without = estimate(Preset(), minilm(), 2, lengths, 0, {cuda, 2}),
                           with = estimate(Preset(), minilm(), 2, lengths, 0, {cuda, 2}, bytes);
            QCOMPARE(with.runtime_bytes - without.runtime_bytes, cuda ? 0 : bytes);
            QCOMPARE(with.total_bytes - without.total_bytes, cuda ? 0 : bytes);
        }
    }

    void an_evaluation_may_need_more() {
        Preset preset;
        preset.training.per_device_train_batch_size = 1;
        preset.training.per_device_eval_batch_size = 64;
        const std::vector<std::uint32_t> lengths(100, 500);
        const auto plan = [&](int cores) {
            return estimate(preset, minilm(), 2, lengths, 0, {false, cores});
        };
        const Estimate without = plan(16);
        preset.data.test = "test.csv";
        const Estimate with = plan(16); // a row on each core
        QCOMPARE(with.activation_bytes, std::uint64_t{16 * 500 * 4} * (4 * 384 + 2 * 1536));
        QCOMPARE(plan(1).total_bytes, without.total_bytes);
        QCOMPARE(with.gradient_bytes, std::uint64_t{0}); // dropped before
        QVERIFY(with.total_bytes > without.total_bytes);
    }

    void padding_counts_in_memory_not_in_tokens() {
        Preset packed;
        packed.training.per_device_train_batch_size = 2;
        Preset padded = packed;
        padded.data.batching = Preset::Batching::padded;
        const std::vector<std::uint32_t> lengths = {10, 100};
        QCOMPARE(plan_of(packed, lengths).batch_tokens, std::uint64_t{110});
        QCOMPARE(plan_of(padded, lengths).batch_tokens, std::uint64_t{200});
        QCOMPARE(plan_of(padded, lengths).train_tokens, std::uint64_t{110});
        QVERIFY(plan_of(padded, lengths).train_flops > 1.8 * plan_of(packed, lengths).train_flops);
    }

    void memory_techniques() {
        const std::vector<std::uint32_t> lengths(64, 128);
        const Preset plain;
        const Estimate base = plan_of(plain, lengths);
        const auto with = [&](auto change, bool cuda = false) {
            Preset preset = plain;
            change(preset);
            return plan_of(preset, lengths, cuda);
        };
        QCOMPARE(with([](Preset& p) { p.training.optim = Preset::Optim::sgd; }).optimizer_bytes,
                 std::uint64_t{0});
        QCOMPARE(with([](Preset& p) {
                     p.training.optim = Preset::Optim::sgd;
                     p.training.momentum = 0.9;
                 }).optimizer_bytes,
                 4 * parameters);
        const Estimate mean = with([](Preset& p) { p.training.ema_decay = 0.999; });
        QCOMPARE(mean.optimizer_bytes, 12 * parameters);
        QCOMPARE(mean.checkpoint_bytes - base.checkpoint_bytes, 4 * parameters);
        // the MLP's matrices are a layer's largest tensors
        QCOMPARE(with([](Preset& p) { p.memory.optimizer_in_backward = true; }).gradient_bytes,
                 std::uint64_t{1536 * 384 * 4});
        const Estimate half = with([](Preset& p) {
            p.precision = {Preset::Compute::bf16, Preset::Compute::bf16};
        });
        QCOMPARE(half.weights_bytes, 2 * parameters);
        QCOMPARE(half.checkpoint_bytes, 6 * parameters + checkpoint_extra_bytes);
        const auto in_half = [](Preset& p) { p.precision.compute = Preset::Compute::bf16; };
        const Estimate mixed = with(in_half);
        QCOMPARE(mixed.weights_bytes, 4 * parameters + 1536 * 384 * 2); // one product's rounded copy
        QCOMPARE(with(in_half, true).weights_bytes, mixed.weights_bytes);
        // a recorded step keeps every product's
        QCOMPARE(
            with([](Preset& p) { p.precision = {.compute = Preset::Compute::bf16, .static_graph = true}; },
                 true)
                .weights_bytes,
            6 * parameters);
        // a token of a layer: six of eight values of the hidden size, and the MLP's, halve
        QCOMPARE(base.activation_bytes - mixed.activation_bytes,
                 base.batch_tokens * (5 * (6 * 384 * 2 + 1536 * 2) + 1536 * 2 - 2 * 384 * 2));
        // fp16 has a wide operand besides, where products are taken in fp32
        const auto in_fp16 = [](Preset& p) { p.precision.compute = Preset::Compute::fp16; };
        QCOMPARE(with(in_fp16).activation_bytes - mixed.activation_bytes,
                 base.batch_tokens * 4 * (1536 + 384));
        QCOMPARE(with(in_fp16, true).activation_bytes, with(in_half, true).activation_bytes);
        QVERIFY(with([](Preset& p) { p.memory.activation_checkpointing = "block"; }).activation_bytes <
                base.activation_bytes / 2);
        QVERIFY(with([](Preset& p) { p.memory.activation_checkpointing = "2"; }).activation_bytes <
                base.activation_bytes);
        QVERIFY(with([](Preset& p) { p.memory.activation_checkpointing = "block"; }).train_flops >
                1.3 * base.train_flops);
    }

    /// What LibTorch's own operations keep besides.
    void a_device_keeps_more() {
        const std::vector<std::uint32_t> lengths(64, 128);
        const auto with = [&](auto change, bool cuda) {
            Preset preset;
            change(preset);
            return plan_of(preset, lengths, cuda);
        };
        const auto beside_host = [&](auto change) {
            const Estimate there = with(change, true);
            return (there.activation_bytes - device_workspace_bytes - with(change, false).activation_bytes) /
                   there.batch_tokens;
        };
        const auto nothing = [](Preset&) {};
        const auto mixed = [](Preset& p) { p.precision.compute = Preset::Compute::bf16; };
        const auto recorded = [](Preset& p) {
            p.precision = {.compute = Preset::Compute::bf16, .static_graph = true};
        };
        // five layers' masks and second values of the MLP, the embeddings' mask, and one that passes
        QCOMPARE(beside_host(nothing), std::uint64_t{5 * (2 * 384 + 4 * 1536) + 384 + 4 * 1536});
        QCOMPARE(beside_host([](Preset& p) { p.model.dropout = 0; }), std::uint64_t{6 * 4 * 1536});
        // and two rounded inputs; what passes is fp32
        QCOMPARE(beside_host(mixed),
                 std::uint64_t{5 * (2 * 384 + 2 * 2 * 384 + 4 * 1536) + 384 + (2 * 4 - 2) * 1536});
        QVERIFY(with(recorded, true).activation_bytes < with(mixed, true).activation_bytes);
        QVERIFY(with(recorded, true).activation_bytes >
                with(mixed, false).activation_bytes + device_workspace_bytes);
    }

    void offloading() {
        const std::vector<std::uint32_t> lengths(64, 128);
        const auto with = [&](std::vector<std::string> what, auto change, bool cuda = true) {
            Preset preset;
            change(preset);
            preset.memory.offload = std::move(what);
            return plan_of(preset, lengths, cuda);
        };
        const auto nothing = [](Preset&) {};
        const Estimate base = with({}, nothing);
        // On a CPU all stays where it is.
        QCOMPARE(with({"optimizer", "parameters", "activations"}, nothing, false).total_bytes,
                 with({}, nothing, false).total_bytes);
        // Two parts of two states pass through, or all where that is less.
        QCOMPARE(with({"optimizer"}, nothing).optimizer_bytes, std::uint64_t{2 * 2 * (8 << 20) * 4});
        const auto last = [](Preset& p) { p.model.train = Preset::Train::last_layers; };
        QCOMPARE(with({"optimizer"}, last).optimizer_bytes, with({}, last).optimizer_bytes);

        const Estimate parameters_home = with({"parameters"}, nothing);
        QCOMPARE(base.weights_bytes - parameters_home.weights_bytes, 4 * layer * (6 - 2));
        QCOMPARE(parameters_home.optimizer_bytes, base.optimizer_bytes);
        // Of gradients that all exist two layers' too; those of layers that run again together one more.
        const auto accumulated = [](Preset& p) { p.training.gradient_accumulation_steps = 2; };
        QCOMPARE(with({}, accumulated).gradient_bytes, 4 * parameters);
        QCOMPARE(with({"parameters"}, accumulated).gradient_bytes, 4 * (parameters - layer * (6 - 2)));
        const auto by_three = [](Preset& p) {
            p.training.gradient_accumulation_steps = 2;
            p.memory.activation_checkpointing = "3";
        };
        QCOMPARE(with({"parameters"}, by_three).gradient_bytes, 4 * (parameters - layer * (6 - 4)));
        // In the backward pass they are used up.
        const auto in_backward = [](Preset& p) { p.memory.optimizer_in_backward = true; };
        QCOMPARE(with({"parameters"}, in_backward).gradient_bytes, with({}, in_backward).gradient_bytes);

        // One layer's at a time, and four of the MLP's width on their way back.
        const Estimate activations_home = with({"activations"}, nothing);
        const std::uint64_t kept = 8 * 384 + 2 * 1536 + 12 + 2, ahead = 4 * 1536,
                            passing = 3 * 384 + 2 * 1536, masks = 2 * 384;
        QCOMPARE(activations_home.activation_bytes,
                 base.batch_tokens * (4 * (kept + ahead + passing) + masks) + device_workspace_bytes);
        QVERIFY(activations_home.activation_bytes < base.activation_bytes);
    }

    /// A recorded step's batches are filled up to fixed shapes, and its gradients keep their place.
    void static_graph() {
        Preset preset;
        preset.training.per_device_train_batch_size = 12;
        preset.data.max_length = 512;
        const std::vector<std::uint32_t> lengths(12, 100);
        const auto with = [&](auto change, bool cuda) {
            Preset changed = preset;
            change(changed);
            return plan_of(changed, lengths, cuda);
        };
        const auto records = [](Preset& p) { p.precision.static_graph = true; };
        const auto nothing = [](Preset&) {};
        QCOMPARE(with(nothing, true).batch_tokens, std::uint64_t{1200});
        QCOMPARE(with(records, true).batch_tokens, std::uint64_t{1280}); // of 14 sequences
        QCOMPARE(with(records, true).train_tokens, std::uint64_t{1200}); // filling counts for nothing
        QVERIFY(with(records, true).activation_bytes > with(nothing, true).activation_bytes);
        QVERIFY(with(records, true).train_flops > 1.05 * with(nothing, true).train_flops);
        QCOMPARE(with(records, true).gradient_bytes, 4 * parameters);
        QCOMPARE(with(records, false).batch_tokens, std::uint64_t{1200}); // on a CPU it does nothing
        QCOMPARE(with(records, false).total_bytes, with(nothing, false).total_bytes);
        // A budget of tokens too: 16,384 hold 163 rows, and the filling comes on top.
        preset.training.max_tokens_per_batch = 16384;
        const std::vector<std::uint32_t> many(1000, 100);
        Preset recorded = preset;
        recorded.precision.static_graph = true;
        const std::uint64_t most = plan_of(preset, many, true).batch_tokens;
        QVERIFY(most <= 16384);
        const std::uint64_t filled = plan_of(recorded, many, true).batch_tokens;
        QVERIFY(filled > most && filled <= most + most / 8);
        QCOMPARE(filled % 1024, std::uint64_t{0});
    }

    void ranks_share() {
        const std::vector<std::uint32_t> lengths(64, 128);
        const auto with = [&](Preset::Strategy strategy) {
            Preset preset;
            preset.parallel.strategy = strategy;
            preset.parallel.processes = 4;
            return plan_of(preset, lengths);
        };
        const Estimate ddp = with(Preset::Strategy::ddp), zero1 = with(Preset::Strategy::zero1),
                       zero2 = with(Preset::Strategy::zero2), zero3 = with(Preset::Strategy::zero3);
        QCOMPARE(ddp.optimizer_bytes, 8 * parameters);
        QCOMPARE(zero1.optimizer_bytes, 2 * parameters);
        // With copies the word embeddings' gradient has the rows of four batches of 12 x 128 tokens.
        QCOMPARE(ddp.gradient_bytes, 4 * (parameters - (30522 - 4 * 12 * 128) * 384));
        QCOMPARE(zero1.gradient_bytes, 4 * parameters);
        QCOMPARE(zero1.runtime_bytes - ddp.runtime_bytes, 3 * parameters);
        QCOMPARE(zero2.gradient_bytes, parameters);
        QCOMPARE(zero2.weights_bytes, 4 * parameters);
        QVERIFY(zero3.weights_bytes < zero2.weights_bytes);
        QCOMPARE(zero3.checkpoint_bytes, ddp.checkpoint_bytes);
        QVERIFY(plan_of({}, lengths).strategies.empty()); // one rank
    }

    /// Half of the layers' matrices and of the words' rows; norms, positions and the head are on both ranks.
    void slices_share() {
        const std::vector<std::uint32_t> lengths(64, 128);
        Preset preset;
        const Estimate whole = plan_of(preset, lengths);
        preset.parallel.processes = preset.parallel.tensor_size = 2;
        const Estimate half = plan_of(preset, lengths);
        const std::uint64_t divided = 6 * (12 * 384 * 384 + 7 * 384) + 30522 * 384;
        QCOMPARE(half.parameters, parameters);
        QCOMPARE(half.optimizer_bytes, 8 * (parameters - divided / 2));
        QVERIFY(half.weights_bytes < whole.weights_bytes && half.gradient_bytes < whole.gradient_bytes &&
                half.activation_bytes < whole.activation_bytes);
        QVERIFY(half.activation_bytes > whole.activation_bytes / 2); // hidden rows are on both
        QCOMPARE(half.checkpoint_bytes, whole.checkpoint_bytes);
    }

    /// Beside the preset's own strategy the others, each as a preset of its own would be planned.
    void strategies_beside_each_other() {
        using enum Preset::Strategy;
        const std::vector<std::uint32_t> lengths(64, 128);
        const auto with = [&](Preset::Strategy strategy, int accumulation) {
            Preset preset;
            preset.parallel.strategy = strategy;
            preset.parallel.processes = 4;
            preset.training.gradient_accumulation_steps = accumulation;
            return plan_of(preset, lengths);
        };
        const std::vector<StrategyPlan> plans = with(ddp, 1).strategies, again = with(zero3, 3).strategies;
        QCOMPARE(plans.size(), std::size_t{5});
        for (const StrategyPlan& plan : plans)
            QCOMPARE(plan.memory.total_bytes, with(plan.strategy, 1).total_bytes);
        const auto sent = [](const std::vector<StrategyPlan>& list, Preset::Strategy strategy) {
            return std::ranges::find(list, strategy, &StrategyPlan::strategy)->sent_bytes;
        };
        // (N - 1) / N of 4 bytes a parameter
        for (const auto& [strategy, times, accumulated] :
             {std::tuple{ddp, 2, 2}, {zero1, 2, 2}, {zero2, 2, 4}, {zero3, 3, 9}, {fsdp, 3, 9}}) {
            QCOMPARE(sent(plans, strategy), 3 * parameters * static_cast<std::uint64_t>(times));
            QCOMPARE(sent(again, strategy), 3 * parameters * static_cast<std::uint64_t>(accumulated));
        }
        const auto need = [&](Preset::Strategy strategy) {
            return std::ranges::find(plans, strategy, &StrategyPlan::strategy)->memory.total_bytes;
        };
        QVERIFY(recommended(plans, 100 * need(ddp)) == ddp);
        QVERIFY(recommended(plans, need(ddp)) == zero2); // "tight" is not enough
        QVERIFY(recommended(plans, need(zero3)) == zero3);
        QVERIFY(recommended(plans, 1) == zero3);
        QVERIFY(!recommended(plans, 0) && !recommended({}, 100));
    }

    void partial_training_needs_less() {
        const std::vector<std::uint32_t> lengths(64, 128);
        Preset preset;
        preset.training.per_device_train_batch_size = 64;
        const Estimate all = plan_of(preset, lengths);
        preset.model.train = Preset::Train::last_layers;
        const Estimate last = plan_of(preset, lengths);
        preset.model.train = Preset::Train::features;
        const Estimate features = plan_of(preset, lengths);
        QVERIFY(last.total_bytes < all.total_bytes && features.total_bytes < last.total_bytes);
        QVERIFY(last.train_flops < all.train_flops / 2);
        QCOMPARE(features.train_flops * 9, all.train_flops); // once forward, against three epochs of three
    }

    void time() {
        const std::vector<std::uint32_t> lengths(120, 100);
        Preset preset;
        preset.training.num_train_epochs = 1;
        const double flops = 3 * arch::forward_flops(minilm().spec(2), lengths);
        const Estimate measured = estimate(preset, minilm(), 2, lengths, 1e11);
        QCOMPARE(measured.train_flops, flops);
        QCOMPARE(measured.seconds, flops / 1e11);
        QCOMPARE(measured.basis, std::string("measured"));
        const Estimate assumed = plan_of(preset, lengths);
        QCOMPARE(assumed.flops_per_second, 2 * core_flops_per_second);
        preset.precision.compute = Preset::Compute::bf16;
        QCOMPARE(plan_of(preset, lengths).flops_per_second, 2 * core_flops_per_second_bf16);
        preset.precision.compute = Preset::Compute::fp32;
        QVERIFY(assumed.basis.starts_with("assumed: ") && assumed.basis.ends_with("2 cores per rank"));
        QVERIFY(plan_of(preset, lengths, true).seconds < assumed.seconds);
        preset.training.threads = 1;
        QCOMPARE(plan_of(preset, lengths).seconds, 2 * assumed.seconds);
    }

    void disk() {
        Preset preset;
        preset.training.num_train_epochs = 1;
        const std::vector<std::uint32_t> lengths(12 * 1000,
                                                 10); // 1,000 steps: 2 checkpoints and one at the end
        const Estimate full = plan_of(preset, lengths);
        const std::uint64_t models = 2 * (4 * parameters + model_folder_bytes);
        QCOMPARE(full.disk_bytes, models + 3 * full.checkpoint_bytes + 1000 * journal_bytes_per_step +
                                      100 * logs_bytes_per_logging_step);
        preset.logging.level = Preset::LogLevel::none;
        QCOMPARE(plan_of(preset, lengths).disk_bytes, models);
    }

    void verdicts() {
        QCOMPARE(verdict(79, 100), std::string("fits"));
        QCOMPARE(verdict(95, 100), std::string("tight"));
        QCOMPARE(verdict(101, 100), std::string("no"));
        QCOMPARE(verdict(1, 0), std::string("no"));
    }
};

QTEST_GUILESS_MAIN(EstimateTest)
#include "estimate_test.moc"
