// SPDX-License-Identifier: GPL-3.0-or-later
// What layers cost, against numbers worked out by hand.

#include "arch/layer_costs.h"
#include "arch/model_config.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::arch;

class LayerCostsTest : public QObject {
    Q_OBJECT

    /// BERT's base model.
    static ModelSpec base(task::Readout readout = task::Readout::first) {
        return parse_model_config(R"({"model_type": "bert"})", "config.json").spec(2, readout);
    }

private Q_SLOTS:
    void keptValues() {
        const TokenValues layer = kept_by_layer(base().layer);
        QCOMPARE(layer.hidden, 2.0 * 768);          // two normalised sums
        QCOMPARE(layer.products, 6.0 * 768 + 3072); // input, q, k, v, context, first norm; before the GELU
        QCOMPARE(layer.statistics, 2.0 + 12);       // two deviations, a log-sum-exp a head
        const TokenValues last = kept_by_first_only_layer(base().layer);
        QCOMPARE(last.products, 3.0 * 768); // input, k, v
        QCOMPARE(last.hidden + last.statistics, 0.0);
        QCOMPARE(kept_by_embeddings(base()).hidden, 768.0);
        QCOMPARE(kept_by_embeddings(base()).statistics, 1.0);
    }

    /// With Llama's norm before its head, and without one.
    void keptByHeads() {
        const ModelSpec llama =
            parse_model_config(R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128,
                                   "num_attention_heads": 4, "vocab_size": 100})",
                               "config.json")
                .spec(100, task::Readout::every);
        const TokenValues head = kept_by_word_head(llama);
        QCOMPARE(head.hidden, 64.0);
        QCOMPARE(head.products, 64.0);
        QCOMPARE(head.statistics, 2.0); // a deviation, a normaliser
        ModelSpec plain = llama;
        std::erase_if(plain.head.parameters,
                      [](const ParameterSpec& parameter) { return parameter.role == Role::final_norm; });
        QCOMPARE(kept_by_word_head(plain).hidden, 0.0);
        QCOMPARE(kept_by_word_head(plain).statistics, 1.0);
    }

    /// Llama's kinds: fewer keys and values, a second product in the MLP.
    void groupedHeadsAndGates() {
        LayerKind kind = base().layer;
        kind.key_value_heads = 3;
        kind.gated = true;
        QCOMPARE(kept_by_layer(kind).products, 2.0 * 768 + 2 * 768 + 2 * 3 * 64 + 2 * 3072);
        QCOMPARE(kept_by_first_only_layer(kind).products, 768.0 + 2 * 3 * 64);
    }

    void gatheredBlocks() {
        LayerKind kind = base().layer;
        QCOMPARE(gathered_by_layer(kind), 0.0);
        kind.blocks = {.block_size = 16, .random_blocks = 3, .positions = 512};
        QCOMPARE(gathered_by_layer(kind), 12.0 * 8 * (2 * 64 + 16)); // keys, values, probabilities
    }

    /// The head runs once a sequence, or once a token, where it is of one layer.
    void flops() {
        const std::vector<std::uint32_t> lengths{10, 30};
        const double layer = 2.0 * (4 * 768 * 768 + 2 * 768 * 3072), head = 2.0 * (768 * 768 + 2 * 768);
        const double layers = 12 * (40 * layer + 4.0 * (100 + 900) * 768);
        QCOMPARE(forward_flops(base(), lengths), layers + 2 * head);
        QCOMPARE(forward_flops(base(task::Readout::mean), lengths), layers + 2 * head);
        QCOMPARE(forward_flops(base(task::Readout::every), lengths), layers + 40 * 2.0 * 2 * 768);
    }

    /// Of what a sequence's blocks see; a short one has full attention.
    void flops_of_blocks() {
        ModelSpec spec = base();
        const std::vector<std::uint32_t> lengths{40, 36};
        const double rest = forward_flops(spec, lengths) - 12 * 4.0 * (40 * 40 + 36 * 36) * 768;
        spec.layer.blocks = {.block_size = 4, .random_blocks = 2, .positions = 128};
        const double pairs = (2 * 10 + 2 * 6 + 6 * 7) * 4 * 4;
        QCOMPARE(forward_flops(spec, lengths), rest + 12 * 4.0 * (pairs + 36 * 36) * 768);
    }
};

QTEST_APPLESS_MAIN(LayerCostsTest)
#include "layer_costs_test.moc"
