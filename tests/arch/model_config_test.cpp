// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/model_config.h"

#include "format/support.h"
#include "hidden_folder.h"
#include "python_server.h"

#include <QFloat16> // QCOMPARE of two Json asks for its constructors

using namespace tunedesk;
using namespace tunedesk::arch;
using namespace tunedesk::format;

namespace {

/// A small valid BERT configuration with some keys replaced, added or (value null) set to null.
std::string bert_json(const Json& changes = Json::object()) {
    Json json = {
        {"model_type", "bert"},     {"architectures", {"BertModel"}}, {"vocab_size", 100},
        {"hidden_size", 64},        {"num_hidden_layers", 2},         {"num_attention_heads", 4},
        {"intermediate_size", 128}, {"hidden_dropout_prob", 0.25},    {"attention_probs_dropout_prob", 0},
        {"layer_norm_eps", 1e-5},   {"initializer_range", 0.01},      {"max_position_embeddings", 32},
        {"type_vocab_size", 3},     {"hidden_act", "relu"},           {"pad_token_id", 7},
        {"some_other_key", "kept"}};
    json.update(changes);
    return json.dump();
}

const std::string small_distilbert =
    R"({"model_type":"distilbert","dim":48,"n_layers":3,"n_heads":4,"hidden_dim":96,"dropout":0.3,
        "attention_dropout":0.4,"seq_classif_dropout":0.5,"activation":"gelu_new","vocab_size":50})";

} // namespace

class ModelConfigTest : public QObject {
    Q_OBJECT

    test::PythonServer python_{
        {"transformers.models.auto.modeling_auto", "transformers.models.auto.configuration_auto"}};

    /// What a script prints, or a failed test.
    QByteArray printed(const QString& script, const QStringList& arguments) {
        const auto [code, out, err] = python_.run_text(script, arguments);
        if (code != 0) QTest::qFail(err, __FILE__, __LINE__);
        return out;
    }

private Q_SLOTS:
    void reads_bert() {
        const ModelConfig config = parse_model_config(bert_json(), "x");
        QCOMPARE(config.family, &arch::bert);
        QCOMPARE(config.vocab_size, 100);
        QCOMPARE(config.hidden_size, 64);
        QCOMPARE(config.num_hidden_layers, 2);
        QCOMPARE(config.num_attention_heads, 4);
        QCOMPARE(config.intermediate_size, 128);
        QCOMPARE(config.max_position_embeddings, 32);
        QCOMPARE(config.type_vocab_size, 3);
        QCOMPARE(config.pad_token_id, 7);
        QCOMPARE(config.layer_norm_eps, 1e-5);
        QCOMPARE(config.initializer_range, 0.01);
        QCOMPARE(config.hidden_dropout, 0.25);
        QCOMPARE(config.attention_dropout, 0.0);
        QCOMPARE(config.classifier_dropout, 0.25); // unset: the hidden one
        QCOMPARE(config.hidden_act, std::string("relu"));
        const ModelConfig own = parse_model_config(bert_json({{"classifier_dropout", 0.5}}), "x");
        QCOMPARE(own.classifier_dropout, 0.5);
    }

    void reads_distilbert() {
        const ModelConfig config = parse_model_config(small_distilbert, "x");
        QCOMPARE(config.family, &arch::distilbert);
        QCOMPARE(config.hidden_size, 48);
        QCOMPARE(config.num_hidden_layers, 3);
        QCOMPARE(config.num_attention_heads, 4);
        QCOMPARE(config.intermediate_size, 96);
        QCOMPARE(config.type_vocab_size, 0);
        QCOMPARE(config.hidden_dropout, 0.3);
        QCOMPARE(config.attention_dropout, 0.4);
        QCOMPARE(config.classifier_dropout, 0.5);
        QCOMPARE(config.layer_norm_eps, 1e-12);
        QCOMPARE(config.hidden_act, std::string("gelu_new"));
        const ModelConfig aliased =
            parse_model_config(R"({"model_type":"distilbert","hidden_size":24,"num_hidden_layers":1})", "x");
        QCOMPARE(aliased.hidden_size, 24);
        QCOMPARE(aliased.num_hidden_layers, 1);
    }

    void reads_bigbird() {
        const ModelConfig config = parse_model_config(
            bert_json({{"model_type", "big_bird"}, {"block_size", 16}, {"num_random_blocks", 2}}), "x");
        QCOMPARE(config.family, &arch::big_bird);
        QCOMPARE(config.attention_blocks.block_size, 16);
        QCOMPARE(config.attention_blocks.random_blocks, 2);
        QCOMPARE(config.attention_blocks.positions, 32);
        const ModelSpec spec = config.spec(3);
        QCOMPARE(spec.layer.blocks.block_size, 16);
        QVERIFY(spec.drops_before_norm);
        QVERIFY(spec.layers[0].find(Role::query, true));
        QCOMPARE(spec.layers[1].find(Role::key)->name,
                 std::string("bert.encoder.layer.1.attention.self.key.weight"));
        QCOMPARE(config.classifier_weight(), std::string("classifier.out_proj.weight"));
        const ModelConfig full = parse_model_config(
            bert_json({{"model_type", "big_bird"}, {"attention_type", "original_full"}, {"use_bias", false}}),
            "x");
        QCOMPARE(full.attention_blocks.block_size, 0);
        QVERIFY(!full.spec(3).layers[0].find(Role::query, true));
        QVERIFY(full.spec(3).layers[0].find(Role::attention_output, true));
    }

    void early_bert_names_its_class_only() {
        QCOMPARE(parse_model_config(R"({"architectures":["BertForMaskedLM"]})", "x").num_hidden_layers, 12);
        QCOMPARE(parse_model_config(R"({"architectures":["DistilBertModel"]})", "x").num_hidden_layers, 6);
    }

    /// What is missing has the value that transformers' configuration classes give it.
    void defaults_are_those_of_transformers() {
        const ModelConfig base = parse_model_config(R"({"model_type":"bert"})", "x");
        const ModelConfig distil = parse_model_config(R"({"model_type":"distilbert"})", "x");
        const ModelConfig roberta = parse_model_config(R"({"model_type":"roberta"})", "x");
        const ModelConfig electra = parse_model_config(R"({"model_type":"electra"})", "x");
        const ModelConfig bigbird = parse_model_config(R"({"model_type":"big_bird"})", "x");
        const auto values = [](const ModelConfig& c) {
            return QString::fromStdString(
                Json::array({c.vocab_size, c.hidden_size, c.num_hidden_layers, c.num_attention_heads,
                             c.intermediate_size, c.max_position_embeddings, c.pad_token_id, c.layer_norm_eps,
                             c.initializer_range, c.hidden_dropout, c.attention_dropout, c.classifier_dropout,
                             c.hidden_act})
                    .dump());
        };
        QCOMPARE(values(base), QString(R"([30522,768,12,12,3072,512,0,1e-12,0.02,0.1,0.1,0.1,"gelu"])"));
        QCOMPARE(values(distil), QString(R"([30522,768,6,12,3072,512,0,1e-12,0.02,0.1,0.1,0.2,"gelu"])"));
        QCOMPARE(base.type_vocab_size, 2);
        QCOMPARE(electra.embedding_size, 128);
        QCOMPARE(roberta.first_position, 2);
        const auto blocks = [](const arch::BlockPattern& b) {
            return QString("%1 %2\n").arg(b.block_size).arg(b.random_blocks);
        };
        QCOMPARE(blocks(bigbird.attention_blocks), QString("64 3\n"));
        QVERIFY(base.labels.empty());
        if (!python_.is_running()) QSKIP("no Python with transformers: set TUNEDESK_PYTHON");
        const QByteArray answer = printed(R"(
from transformers import BertConfig, BigBirdConfig, DistilBertConfig, ElectraConfig, RobertaConfig
import json
d = DistilBertConfig()
for b in BertConfig(), RobertaConfig(), ElectraConfig(), BigBirdConfig():
  print(json.dumps([b.vocab_size, b.hidden_size, b.num_hidden_layers, b.num_attention_heads, b.intermediate_size,
  b.max_position_embeddings, b.pad_token_id, b.layer_norm_eps, b.initializer_range, b.hidden_dropout_prob,
  b.attention_probs_dropout_prob, b.classifier_dropout or b.hidden_dropout_prob, b.hidden_act], separators=(',', ':')))
print(json.dumps([d.vocab_size, d.dim, d.n_layers, d.n_heads, d.hidden_dim, d.max_position_embeddings,
  d.pad_token_id, 1e-12, d.initializer_range, d.dropout, d.attention_dropout, d.seq_classif_dropout,
  d.activation], separators=(',', ':')))
print(BigBirdConfig().block_size, BigBirdConfig().num_random_blocks))",
                                          {});
        QCOMPARE(QString(answer), values(base) + '\n' + values(roberta) + '\n' + values(electra) + '\n' +
                                      values(bigbird) + '\n' + values(distil) + '\n' +
                                      blocks(bigbird.attention_blocks));
    }

    void refuses_data();
    void refuses();

    void labels() {
        const auto read = [](const Json& id2label) {
            return parse_model_config(bert_json({{"id2label", id2label}}), "x").labels;
        };
        using Labels = std::vector<std::string>;
        QCOMPARE(read({{"1", "good"}, {"0", "bad"}}), (Labels{"bad", "good"}));
        QCOMPARE(read({{"0", "LABEL_0"}, {"1", "LABEL_1"}}), Labels{});
        QCOMPARE(read({{"0", "LABEL_0"}, {"1", "other"}}), (Labels{"LABEL_0", "other"}));
        QCOMPARE(read({{"0", "LABEL_1"}, {"1", "LABEL_0"}}), (Labels{"LABEL_1", "LABEL_0"}));
        QCOMPARE(read({{"0", "same"}, {"1", "same"}}), Labels{});
        QCOMPARE(read(nullptr), Labels{});
    }

    void writes_a_classifier() {
        const ModelConfig config = parse_model_config(
            bert_json({{"auto_map", {{"AutoModel", "evil--x"}}}, {"dtype", "float16"}, {"num_labels", 9}}),
            "x");
        const std::string text = classifier_config(config, {"nein", "j\u00e4", "a \"b\""});
        const Json json = parse_json(text, "y", ErrorId::config_unreadable);
        QCOMPARE(json["architectures"], Json::array({"BertForSequenceClassification"}));
        QCOMPARE(json["some_other_key"], Json("kept"));
        QCOMPARE(json["torch_dtype"], Json("float32"));
        QCOMPARE(json["dtype"], Json("float32"));
        QVERIFY(!json.contains("auto_map"));
        const ModelConfig again = parse_model_config(text, "y");
        QCOMPARE(again.labels, (std::vector<std::string>{"nein", "j\u00e4", "a \"b\""}));
        QCOMPARE(again.hidden_size, config.hidden_size);
        QCOMPARE(error_of([&] { classifier_config(config, {"\xFF"}); }).id(),
                 static_cast<int>(ErrorId::label_not_utf8));
    }

    /// The folder we write opens with the real AutoModelForSequenceClassification, nothing missing.
    void transformers_reads_it_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("bert") << QString::fromStdString(bert_json());
        QTest::newRow("distilbert") << QString::fromStdString(small_distilbert);
        for (const char* family : {"roberta", "electra", "big_bird"})
            QTest::newRow(family) << QString::fromStdString(
                bert_json({{"model_type", family}, {"architectures", Json::array()}, {"pad_token_id", 1}}));
    }
    void transformers_reads_it() {
        if (!python_.is_running()) QSKIP("no Python with transformers: set TUNEDESK_PYTHON");
        QFETCH(QString, text);
        QTemporaryDir folder;
        const ModelConfig config = parse_model_config(text.toStdString(), "x");
        put(below(folder, "config.json"), classifier_config(config, {"bad", "middling", "good"}));
        const QByteArray answer = printed(R"(
import sys, torch, warnings
from transformers import AutoConfig, AutoModelForSequenceClassification
c = AutoConfig.from_pretrained(sys.argv[1])
m = AutoModelForSequenceClassification.from_config(c)
print(c.num_labels, c.id2label, c.label2id, c.problem_type, c.dtype, type(m).__name__, c.hidden_size))",
                                          {folder.path()});
        const QString name = config.family->class_prefix;
        QCOMPARE(QString(answer),
                 "3 {0: 'bad', 1: 'middling', 2: 'good'} {'bad': 0, 'middling': 1, 'good': 2} "
                 "single_label_classification torch.float32 " +
                     name + "ForSequenceClassification " + QString::number(config.hidden_size) + "\n");
    }

    void the_real_model() {
        const fs::path folder = TUNEDESK_SOURCE_DIR "/.deps/models/all-MiniLM-L6-v2";
        if (!fs::exists(folder)) QSKIP("MiniLM is not here: packaging/setup.sh fetches it");
        const ModelConfig config = read_model_config(folder);
        QCOMPARE(config.hidden_size, 384);
        QCOMPARE(config.num_hidden_layers, 6);
        QVERIFY(config.labels.empty());
    }

    void a_folder_without_one() {
        QTemporaryDir folder;
        const Error error = error_of([&] { read_model_config(below(folder, "")); });
        QVERIFY(error.is(ErrorId::config_missing));
        QVERIFY(holds(error.where(), folder.path().toStdString()));
        QVERIFY(!error.next().empty());
    }

    void a_folder_that_cannot_be_read() {
        QTemporaryDir folder;
        write_file_atomically(below(folder, "config.json"), bert_json());
        {
            const test::HiddenFolder hidden(below(folder, ""));
            const Error error = error_of([&] { read_model_config(below(folder, "")); });
            QVERIFY2(error.is(ErrorId::config_unreadable) && holds(error.line(), "Permission denied (13)") &&
                         holds(error.next(), "chmod"),
                     error.line().c_str());
        }
        QVERIFY(
            holds(error_of([&] { read_model_config("~/m"); }).message(), "~ is expanded only in presets"));
        const Error error = error_of([&] { read_model_config("https://huggingface.co/org/name"); });
        QVERIFY2(error.is(ErrorId::config_unreadable) &&
                     holds(error.message(), "URLs are not supported here") && holds(error.next(), "ORG/NAME"),
                 error.line().c_str());
    }
};

void ModelConfigTest::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("id");
    QTest::addColumn<QString>("key");
    const auto row = [](const char* title, const Json& changes, int id, const char* key) {
        QTest::newRow(title) << QString::fromStdString(bert_json(changes)) << id << key;
    };
    row("other kind", {{"model_type", "gemma"}}, 4322, "model_type: \"gemma\"");
    row("kind of a number", {{"model_type", 5}}, 4321, "model_type");
    row("size as text", {{"hidden_size", "64"}}, 4321, "hidden_size");
    row("size as fraction", {{"hidden_size", 64.5}}, 4321, "hidden_size");
    row("negative", {{"num_hidden_layers", -1}}, 4321, "num_hidden_layers");
    row("zero", {{"num_attention_heads", 0}}, 4321, "num_attention_heads");
    row("huge", {{"vocab_size", 18446744073709551615u}}, 4321, "vocab_size");
    row("huge layers", {{"num_hidden_layers", 1 << 30}}, 4321, "num_hidden_layers");
    row("list", {{"intermediate_size", {1, 2}}}, 4321, "intermediate_size");
    row("padding outside", {{"pad_token_id", 100}}, 4321, "pad_token_id");
    row("dropout of one", {{"hidden_dropout_prob", 1.0}}, 4321, "hidden_dropout_prob");
    row("dropout below zero", {{"attention_probs_dropout_prob", -0.1}}, 4321, "attention_probs_dropout_prob");
    row("dropout as text", {{"classifier_dropout", "0.1"}}, 4321, "classifier_dropout");
    row("heads do not divide", {{"num_attention_heads", 5}}, static_cast<int>(ErrorId::heads_uneven),
        "num_attention_heads");
    row("activation", {{"hidden_act", "swish"}}, 4322, "hidden_act");
    for (const char* family : {"distilbert", "roberta", "electra", "big_bird"})
        row(family, {{"model_type", family}, {"hidden_act", "swish"}, {"activation", "swish"}}, 4322,
            std::string(family) == "distilbert" ? "activation: " : "hidden_act: ");
    row("no room for padding", {{"model_type", "roberta"}, {"vocab_size", 1}, {"pad_token_id", nullptr}},
        4321, "vocab_size");
    row("relative positions", {{"position_embedding_type", "relative_key"}}, 4322, "position_embedding_type");
    row("decoder", {{"is_decoder", true}}, 4322, "is_decoder");
    const auto of_bigbird = [&](const char* key, const Json& value, int id) {
        row(key, {{"model_type", "big_bird"}, {key, value}}, id, key);
    };
    of_bigbird("attention_type", "sliding", 4322);
    of_bigbird("block_size", 0, 4321);
    of_bigbird("num_random_blocks", -1, 4321);
    of_bigbird("rescale_embeddings", true, 4322);
    row("pruned heads", {{"pruned_heads", {{"0", {1}}}}}, 4322, "pruned_heads");
    row("quantized", {{"quantization_config", {{"bits", 4}}}}, 4322, "quantization_config");
    row("labels as list", {{"id2label", {"a", "b"}}}, 4321, "id2label");
    row("labels with a gap", {{"id2label", {{"0", "a"}, {"2", "b"}}}}, 4321, "id2label");
    row("labels twice", {{"id2label", {{"0", "a"}, {"00", "b"}}}}, 4321, "id2label");
    row("label id as name", {{"id2label", {{"zero", "a"}}}}, 4321, "id2label");
    row("label as number", {{"id2label", {{"0", 1}}}}, 4321, "id2label");
    const auto text = [](const char* title, const QString& json, int id, const char* key) {
        QTest::newRow(title) << json << id << key;
    };
    text("no kind", "{}", 4322, "model_type: missing");
    text("a list", "[]", 4320, "not a JSON object");
    text("nothing", "", 4320, "invalid JSON");
    text("duplicate key", R"({"model_type":"bert","model_type":"bert"})", 4320, "model_type");
    text("deep", "{\"x\":" + QString(1000, '['), 4320, "deeper");
    text("NaN", R"({"model_type":"bert","layer_norm_eps":NaN})", 4320, "invalid JSON");
    text("beyond a double", R"({"model_type":"bert","layer_norm_eps":1e999})", 4320, "invalid JSON");
}

void ModelConfigTest::refuses() {
    QFETCH(QString, text);
    QFETCH(int, id);
    QFETCH(QString, key);
    QTemporaryDir folder;
    const fs::path path = below(folder, "config.json");
    put(path, text.toStdString());
    const Error error = error_of([&] { read_model_config(below(folder, "")); });
    QVERIFY2(error.id() == id, error.line().c_str());
    QVERIFY2(holds(error.message(), key.toStdString()), error.line().c_str());
    QVERIFY2(holds(error.where(), path.string()), error.line().c_str());
}

QTEST_GUILESS_MAIN(ModelConfigTest)
#include "model_config_test.moc"
