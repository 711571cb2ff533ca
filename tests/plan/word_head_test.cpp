// SPDX-License-Identifier: GPL-3.0-or-later
// What a language model's head adds to the plan of memory, against figures worked out by hand.
#include "arch/layer_costs.h"
#include "arch/word_logits.h"
#include "plan/constants.h"
#include "plan/estimate.h"
#include "plan/word_head.h"

#include <QTest>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::plan;

namespace {

constexpr double width = 64;

/// Llama's layers, two of them; `tied`: the head shares the embeddings' table.
arch::ModelConfig decoder(std::int64_t words, bool tied) {
    return arch::parse_model_config(
        fmt::format(R"({{"model_type": "llama", "vocab_size": {}, "hidden_size": {}, "num_hidden_layers": 2,
                        "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 128,
                        "max_position_embeddings": 64, "tie_word_embeddings": {}}})",
                    words, width, tied),
        "config.json");
}

Preset language_model() {
    Preset preset;
    preset.task = Preset::Task::language_modeling;
    preset.data.documents = Preset::Documents::separate;
    preset.data.max_length = 64;
    preset.training.per_device_train_batch_size = 8;
    return preset;
}

WordHead head_of(const Preset& preset, std::int64_t words, bool tied = true, bool cuda = false) {
    return {preset, decoder(words, tied).spec(words, task::Readout::every), cuda};
}

/// 512 tokens a step.
Estimate plan_of(const Preset& preset, std::int64_t words, bool tied = true, bool cuda = false) {
    return estimate(preset, decoder(words, tied), static_cast<std::size_t>(words),
                    std::vector<std::uint32_t>(16, 64), 0, {cuda, 2});
}

} // namespace

class WordHeadTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void logits_of_a_chunk() {
        const double words = 49152, chunk = 682, table = words * width;
        QCOMPARE(arch::chunk_rows_of(49152), std::int64_t{682});
        const WordHead head = head_of(language_model(), 49152);
        QVERIFY(head.is_there());
        // the norm's values and their deviation, its output, a normaliser
        QCOMPARE(head.kept(), 4 * (width + 1) + 4 * width + 4);
        // logits, and the packed table
        QCOMPARE(head.forward(2048), chunk * words * 4 + table * 4);
        QCOMPARE(head.forward(1e6), head.forward(2048));
        QCOMPARE(head.forward(10), 10 * words * 4 + table * 4);
        // logits that become their gradients, the weight's gradient and its share of the chunk, the rows'
        QCOMPARE(head.backward(2048), chunk * words * 4 + 2 * table * 4 + 2048 * width * 4);
        QVERIFY(!head_of(Preset(), 49152).is_there()); // a classifier's
        QCOMPARE(head_of(Preset(), 49152).forward(2048) + head_of(Preset(), 49152).backward(2048), 0.0);
    }

    void types_and_frozen_tables() {
        const double words = 49152, logits = 682 * words, table = words * width, rows = 2048 * width * 4;
        Preset preset = language_model();
        preset.model.train = Preset::Train::lora;
        QCOMPARE(head_of(preset, 49152).backward(2048), logits * 4 + table * 4 + rows);
        preset.model.train = Preset::Train::all;
        preset.precision.compute = Preset::Compute::bf16;
        // the logits' gradients are rounded in their place, and packed
        QCOMPARE(head_of(preset, 49152).forward(2048), logits * 4 + table * 2);
        QCOMPARE(head_of(preset, 49152).backward(2048), logits * (4 + 2) + table * (4 + 2) + rows);
        preset.precision.compute = Preset::Compute::fp16; // in fp32 on the host
        QCOMPARE(head_of(preset, 49152).backward(2048), logits * (4 + 2) + table * (4 + 10) + rows);
        QCOMPARE(arch::chunk_rows_of(49152, arch::device_chunk_logits), std::int64_t{1365});
        QCOMPARE(head_of(preset, 49152, true, true).forward(1e6), 1365 * words * 4 * 2);
        // Chunks of a vocabulary beyond 524,288 words have 64 rows all the same.
        preset.precision.compute = Preset::Compute::fp32;
        QCOMPARE(head_of(preset, 1 << 20).forward(2048), 64.0 * (1 << 20) * 4 + (1 << 20) * width * 4);
    }

    /// Most memory is needed while the head is at work, when all layers' values are there.
    void the_largest_moment() {
        const Preset preset = language_model();
        const arch::ModelSpec spec = decoder(49152, true).spec(49152, task::Readout::every);
        const arch::TokenValues layer = arch::kept_by_layer(spec.layer);
        const WordHead head = head_of(preset, 49152);
        const double most = head.backward(512);
        QVERIFY(most > head.forward(512));
        const double token =
            (width + 1) * 4 + 2 * 4 * (layer.hidden + layer.products + layer.statistics) + head.kept();
        const Estimate plan = plan_of(preset, 49152);
        QCOMPARE(plan.batch_tokens, std::uint64_t{512});
        QCOMPARE(plan.activation_bytes, static_cast<std::uint64_t>(512 * token + most));
        QCOMPARE(plan.gradient_bytes, std::uint64_t{0});
        Preset checkpointed = preset;
        checkpointed.memory.activation_checkpointing = "block"; // each layer's input is there
        QCOMPARE(plan_of(checkpointed, 49152).activation_bytes,
                 static_cast<std::uint64_t>(512 * ((width + 1) * 4 + 2 * width * 4 + head.kept()) + most));
    }

    /// Each thread that evaluates has a chunk of its own.
    void evaluations() {
        Preset preset = language_model();
        preset.training.per_device_train_batch_size = 1;
        preset.training.per_device_eval_batch_size = 16; // 1,024 tokens on one thread
        const std::uint64_t training = plan_of(preset, 49152).activation_bytes;
        preset.data.validation = "validation.txt";
        const auto with = [&](int threads) {
            return estimate(preset, decoder(49152, true), 49152, std::vector<std::uint32_t>(64, 64), 0,
                            {false, threads});
        };
        const auto chunk = static_cast<std::uint64_t>(head_of(preset, 49152).forward(1e6));
        QVERIFY(training < chunk);
        const std::uint64_t alone = with(1).activation_bytes;
        QVERIFY(alone > chunk && alone < 2 * chunk);
        preset.training.per_device_eval_batch_size = 32;
        const std::uint64_t beside = with(2).activation_bytes;
        QVERIFY(beside > 2 * chunk && beside < 3 * chunk);
    }

    /// The head gives each row of a table that it shares a gradient.
    void gradients_of_tables() {
        Preset preset = language_model();
        preset.training.gradient_accumulation_steps = 2;
        const Estimate tied = plan_of(preset, 49152, true), own = plan_of(preset, 49152, false);
        QCOMPARE(tied.gradient_bytes, 4 * tied.trainable);
        QCOMPARE(own.gradient_bytes, 4 * (own.trainable - (49152 - 2 * 512) * 64));
        QCOMPARE(own.trainable - tied.trainable, std::uint64_t{49152 * 64});
    }
};

QTEST_GUILESS_MAIN(WordHeadTest)
#include "word_head_test.moc"
