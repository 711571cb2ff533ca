// SPDX-License-Identifier: GPL-3.0-or-later
// Slices of models for tensor parallelism: that they divide every tensor of every family without rest, and
// what shape they have.

#include "arch/families/transformer_lm.h"
#include "arch/model_config.h"

#include <QTest>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::arch;

namespace {

ModelSpec spec_of(const std::string& model, task::Readout readout, bool has_adapters) {
    ModelConfig config =
        model == "transformer-lm"
            ? transformer_lm_config({.vocab_size = 61,
                                     .width = 16,
                                     .feed_forward = 24,
                                     .heads = 4,
                                     .layers = 2,
                                     .positions = 32})
            : read_model_config(fs::path(TUNEDESK_SOURCE_DIR "/tests/golden/models") / model);
    config.vocab_size += 1; // no multiple
    if (config.key_value_heads == 0) {
        config.num_attention_heads = 4;
        config.intermediate_size = 48;
    }
    if (has_adapters) config.lora = {.rank = 3, .alpha = 6, .targets = {all_linear}};
    const bool has_words = readout == task::Readout::every;
    return config.spec(has_words ? config.vocab_size : 3, readout);
}

/// Of all slices the pieces of a tensor.
std::vector<format::Piece> pieces_of(const ModelSpec& spec, const ParameterSpec& parameter, int size) {
    std::vector<format::Piece> pieces;
    for (int rank = 0; rank < size; ++rank)
        for (const format::Box& box : part_of(spec, parameter, {rank, size}).boxes)
            pieces.push_back({parameter.name, box, 0, box.elements()});
    return pieces;
}

const ParameterSpec* find(const ModelSpec& spec, const std::string& name) {
    for (const BlockSpec* block : spec.blocks())
        for (const ParameterSpec& parameter : block->parameters)
            if (parameter.name == name) return &parameter;
    return nullptr;
}

} // namespace

class TensorSliceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boxes_divide_every_tensor_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("has_words");
        QTest::addColumn<bool>("has_adapters");
        QTest::addColumn<int>("size");
        const auto add = [](const char* model, bool has_words, std::initializer_list<int> sizes) {
            for (const int size : sizes)
                for (const bool has_adapters : {false, true})
                    QTest::addRow("%s%s%s, %d", model, has_words ? " words" : "",
                                  has_adapters ? " adapters" : "", size)
                        << model << has_words << has_adapters << size;
        };
        for (const char* model :
             {"tiny-bert", "tiny-distilbert", "tiny-electra", "tiny-gpt2", "tiny-roberta", "tiny-vit"})
            add(model, false, {1, 2, 4});
        for (const char* model : {"tiny-llama", "tiny-mistral", "tiny-qwen2", "tiny-qwen3"}) {
            add(model, false, {2});
            add(model, true, {1, 2});
        }
        add("tiny-gpt2", true, {2, 4});
        add("transformer-lm", true, {2, 4});
    }
    void boxes_divide_every_tensor() {
        QFETCH(QString, model);
        QFETCH(bool, has_words);
        QFETCH(bool, has_adapters);
        QFETCH(int, size);
        const task::Readout readout = has_words ? task::Readout::every : task::Readout::first;
        const ModelSpec spec = spec_of(model.toStdString(), readout, has_adapters);
        QVERIFY(!size_that_no_slice_divides(spec, size));
        std::uint64_t divided = 0, whole = 0;
        for (const BlockSpec* block : spec.blocks())
            for (const ParameterSpec& parameter : block->parameters) {
                const std::vector<format::Piece> pieces = pieces_of(spec, parameter, size);
                (pieces.empty() ? whole : divided) += parameter.count();
                if (pieces.empty()) continue;
                QCOMPARE(format::partition_fault(parameter.shape, pieces), std::string());
            }
        if (size == 1)
            QCOMPARE(divided, std::uint64_t{0});
        else
            QVERIFY(divided > whole);
        std::uint64_t of_slices = 0;
        for (int rank = 0; rank < size; ++rank) {
            const ModelSpec own = sliced(spec, {rank, size});
            of_slices += own.count();
            QCOMPARE(own.layer.heads * size, spec.layer.heads);
            QCOMPARE(own.layer.key_value_heads * size, spec.layer.key_value_heads);
            QCOMPARE(own.layer.intermediate * size, spec.layer.intermediate);
            QCOMPARE(own.layer.width, spec.layer.width);
        }
        QCOMPARE(of_slices, divided + whole * static_cast<std::uint64_t>(size));
    }

    void layers_are_divided_as_megatron_does() {
        const ModelSpec bert = spec_of("tiny-bert", task::Readout::first, false);
        const std::string layer = "bert.encoder.layer.1.";
        const auto part = [](const ModelSpec& spec, const std::string& name, TensorSlice slice) {
            return part_of(spec, *find(spec, name), slice);
        };
        using Boxes = std::vector<format::Box>;
        // Width 32, 48 columns of the MLP, 93 words.
        QVERIFY((part(bert, layer + "attention.self.key.weight", {1, 4}).boxes == Boxes{{{8, 0}, {8, 32}}}));
        QVERIFY((part(bert, layer + "attention.self.key.bias", {1, 4}).boxes == Boxes{{{8}, {8}}}));
        QVERIFY(
            (part(bert, layer + "attention.output.dense.weight", {3, 4}).boxes == Boxes{{{0, 24}, {32, 8}}}));
        QVERIFY(part(bert, layer + "attention.output.dense.bias", {3, 4}).is_whole());
        QVERIFY(
            (part(bert, layer + "intermediate.dense.weight", {1, 2}).boxes == Boxes{{{24, 0}, {24, 32}}}));
        QVERIFY((part(bert, layer + "output.dense.weight", {0, 2}).boxes == Boxes{{{0, 0}, {32, 24}}}));
        QVERIFY((part(bert, "bert.embeddings.word_embeddings.weight", {1, 2}).boxes ==
                 Boxes{{{46, 0}, {47, 32}}}));
        for (const char* name : {"bert.embeddings.position_embeddings.weight", "bert.pooler.dense.weight",
                                 "classifier.weight", "bert.embeddings.LayerNorm.weight"})
            QVERIFY2(part(bert, name, {1, 2}).is_whole(), name);
    }

    /// Each of the three sections by itself, of a weight [inputs, outputs].
    void fused_sections_are_divided_one_by_one() {
        const ModelSpec gpt2 = spec_of("tiny-gpt2", task::Readout::every, false);
        const std::string name = "transformer.h.0.attn.c_attn.weight";
        const TensorPart part = part_of(gpt2, *find(gpt2, name), {1, 2});
        const std::vector<format::Box> boxes{{{0, 16}, {32, 16}}, {{0, 48}, {32, 16}}, {{0, 80}, {32, 16}}};
        QVERIFY(part.boxes == boxes);
        const ModelSpec own = sliced(gpt2, {1, 2});
        QCOMPARE(find(own, name)->shape, (std::vector<std::int64_t>{96, 16}));
        QVERIFY(own.has_word_head() && own.tied_head);
        QCOMPARE(find(own, "transformer.wte.weight")->shape, (std::vector<std::int64_t>{49, 32}));
    }

    void sizes_that_no_slice_divides_are_named() {
        const ModelSpec llama = spec_of("tiny-llama", task::Readout::every, false);
        QCOMPARE(size_that_no_slice_divides(llama, 3)->name, std::string("num_attention_heads"));
        QCOMPARE(size_that_no_slice_divides(llama, 4)->name, std::string("num_key_value_heads"));
        QCOMPARE(size_that_no_slice_divides(llama, 4)->value, std::int64_t{2});
        ModelSpec odd = llama;
        odd.layer.intermediate = 71;
        QCOMPARE(size_that_no_slice_divides(odd, 2)->name, std::string("intermediate_size"));
    }
};

QTEST_APPLESS_MAIN(TensorSliceTest)
#include "tensor_slice_test.moc"
