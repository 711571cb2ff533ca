// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters against PEFT: tests/golden/make_lora.py, whose folders are read as they are.

#include "golden_rows.h"

#include "arch/adapter_folder.h"
#include "arch/merged_weights.h"
#include "base/error.h"
#include "model/saved_with_adapters.h"

#include <QTemporaryDir>

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

constexpr std::int64_t words = 96, classes = 3;

struct Case {
    const char *name, *base;
    bool classifies;
};
constexpr Case cases[] = {{"llama", "tiny-llama", false},
                          {"llama-all", "tiny-llama3", false},
                          {"gpt2", "tiny-gpt2", false},
                          {"llama-class", "tiny-llama", true},
                          {"bert-class", "tiny-bert", true}};

fs::path folder_of(const Case& one) {
    return golden_folder / "adapters" / one.name;
}

task::Readout readout_of(const Case& one) {
    return one.classifies ? task::Readout::first : task::Readout::every;
}

arch::ModelConfig without_dropout(arch::ModelConfig config) {
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = config.embedding_dropout =
        0;
    return config;
}

SequenceClassifier model_of(const Case& one, const Operations& operations) {
    SequenceClassifier model(without_dropout(arch::read_model_config(folder_of(one))),
                             one.classifies ? classes : words, {at::kCPU, &operations}, readout_of(one));
    const LoadReport report =
        model.load_or_initialise(arch::open_weights(folder_of(one)), 5, /*new_head=*/false);
    keep_beside_adapters(model.network(), report.added);
    return model;
}

Golden rows_of(const Case& one) {
    const std::string base = one.base;
    return Golden(base == "tiny-bert" ? "model_tiny-bert" : "decoder_" + base);
}

std::vector<std::int32_t> labels_of(const Golden& golden) {
    return golden.ints(golden.contains("batch.labels") ? "batch.labels" : "class.labels");
}

/// Logits of the golden rows, without gradients.
at::Tensor logits_of(const SequenceClassifier& model, const Rows& rows, bool classifies) {
    const at::NoGradGuard no_gradients;
    const auto batch = model.batch(rows.list, false);
    const at::Tensor logits = model.forward(batch, {});
    return classifies ? logits : of_tokens(*batch, logits);
}

at::Tensor loss_of(const SequenceClassifier& model, const Rows& rows, const Case& one, bool padded,
                   const std::vector<std::int32_t>& labels) {
    const auto batch = model.batch(rows.list, padded);
    const Pass pass{.training = true, .sparse = true};
    const HeadPass head(model.network(), model.encode(batch, pass), batch, pass);
    if (!one.classifies) return LanguageModeling(words, {}).loss(head, rows.targets()).total;
    return at::cross_entropy_loss(head.outputs(),
                                  at::tensor(at::ArrayRef<std::int32_t>(labels)).to(at::kLong));
}

/// Writes a folder with the adapters added to the weights.
void write_merged_folder(const Case& one, const fs::path& target) {
    const arch::ModelConfig config = arch::read_model_config(folder_of(one));
    fs::create_directories(target);
    fs::copy_file(golden_folder / "models" / one.base / "config.json", target / "config.json");
    arch::write_merged(config.spec(one.classifies ? classes : words, readout_of(one)),
                       arch::open_weights(folder_of(one)), target / "model.safetensors");
}

} // namespace

class LoraTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void equalsPeft_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<bool>("fused");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<int>("checkpointed");
        for (int i = 0; i < static_cast<int>(std::size(cases)); ++i)
            for (const bool fused : {true, false})
                for (const bool padded : {false, true})
                    for (const int checkpointed : {0, 1})
                        if (!padded || cases[i].classifies) // a language model's batches are packed
                            QTest::addRow("%s %s %s %d", cases[i].name, fused ? "fused" : "aten",
                                          padded ? "padded" : "packed", checkpointed)
                                << i << fused << padded << checkpointed;
    }
    void equalsPeft() {
        QFETCH(int, number);
        QFETCH(bool, fused);
        QFETCH(bool, padded);
        QFETCH(int, checkpointed);
        const Case& one = cases[number];
        const std::string name = one.name;
        const Golden golden("lora"), input = rows_of(one);
        const Rows rows(input);
        SequenceClassifier model = model_of(one, fused ? fused_operations() : aten_operations());
        model.network().checkpoint_activations(checkpointed);
        QVERIFY(relative(values_of(logits_of(model, rows, one.classifies)),
                         golden.floats(name + ".logits")) <= 1e-5);
        const at::Tensor loss = loss_of(model, rows, one, padded, labels_of(input));
        QVERIFY(std::abs(loss.item<double>() / golden.floats(name + ".loss")[0] - 1) <= 1e-5);
        loss.backward();
        std::size_t compared = 0;
        for (const Parameter& parameter : model.parameters().all()) {
            if (!parameter.value.requires_grad()) {
                QVERIFY(!parameter.value.grad().defined());
                continue;
            }
            QVERIFY(parameter.is_saved);
            std::string key = name + ".grad.base_model.model." + parameter.name;
            if (!golden.contains(key)) { // PEFT keeps several adapters, and its copy of a head
                const std::size_t end =
                    key.rfind(".weight") != std::string::npos ? key.rfind(".weight") : key.rfind(".bias");
                key.insert(end, arch::is_adapter(parameter.name) ? ".default" : ".modules_to_save.default");
            }
            QVERIFY2(golden.contains(key), key.c_str());
            const double error = relative(values_of(parameter.value.grad()), golden.floats(key));
            QVERIFY2(error <= 1e-4, qPrintable(QString("%1: %2").arg(key.c_str()).arg(error)));
            ++compared;
        }
        QCOMPARE(golden.count(name + ".grad."), compared);
    }

    void mergedIsTheSame_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < static_cast<int>(std::size(cases)); ++i)
            QTest::addRow("%s", cases[i].name) << i;
    }
    void mergedIsTheSame() {
        QFETCH(int, number);
        const Case& one = cases[number];
        const QTemporaryDir temporary;
        const fs::path folder = fs::path(temporary.path().toStdString()) / "merged";
        write_merged_folder(one, folder);
        SequenceClassifier model(without_dropout(arch::read_model_config(folder)),
                                 one.classifies ? classes : words, {at::kCPU, &fused_operations()},
                                 readout_of(one));
        QVERIFY(model.load(format::ModelWeights(folder)).created.empty());
        const Golden input = rows_of(one);
        QVERIFY(relative(values_of(logits_of(model, Rows(input), one.classifies)),
                         Golden("lora").floats(std::string(one.name) + ".logits")) <= 2e-5);
    }

    void theFileIsPeftsAgain() {
        for (const Case& one : cases) {
            const auto read = arch::read_adapter_folder(folder_of(one));
            QVERIFY(read.has_value());
            const QTemporaryDir temporary;
            const fs::path folder = temporary.path().toStdString();
            const fs::path base = fs::canonical(read->base);
            const arch::ModelSpec spec = arch::read_model_config(folder_of(one))
                                             .spec(one.classifies ? classes : words, readout_of(one));
            write_file_atomically(folder / arch::adapter_config_name,
                                  arch::adapter_config_text(spec, base, {}));
            const auto again = arch::read_adapter_folder(folder);
            QVERIFY(again && again->lora.rank == 4 && again->lora.alpha == 8 &&
                    again->lora.targets == arch::adapted_layers(spec) && again->base == base &&
                    again->lora.rank_stabilized == read->lora.rank_stabilized);
        }
    }

    void othersAreRefused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("id");
        const auto row = [](const char* key, const char* value, ErrorId id) {
            QTest::addRow("%s: %s", key, value) << key << value << static_cast<int>(id);
        };
        row("use_dora", "true", ErrorId::config_value_unsupported);
        row("bias", "\"all\"", ErrorId::config_value_unsupported);
        row("peft_type", "\"IA3\"", ErrorId::config_value_unsupported);
        row("rank_pattern", "{\"q_proj\": 2}", ErrorId::config_value_unsupported);
        row("layers_to_transform", "[0]", ErrorId::config_value_unsupported);
        row("target_modules", "\".*q_proj\"", ErrorId::config_value_unsupported);
        row("target_modules", "[]", ErrorId::config_value_unsupported);
        row("target_modules", "[1]", ErrorId::config_value_invalid);
        row("r", "0", ErrorId::config_value_invalid);
        row("r", "1e9", ErrorId::config_value_invalid);
        row("lora_alpha", "\"much\"", ErrorId::config_value_invalid);
        row("base_model_name_or_path", "\"meta/llama\"", ErrorId::adapter_base_missing);
        row("base_model_name_or_path", "null", ErrorId::adapter_base_missing);
        row("base_model_name_or_path", "\".\"", ErrorId::adapter_base_missing);
    }
    void othersAreRefused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(int, id);
        const QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString(), file = folder / arch::adapter_config_name;
        Json json =
            parse_json(read_file(folder_of(cases[0]) / arch::adapter_config_name, ErrorId::file_unreadable),
                       "adapters", ErrorId::file_unreadable);
        json["base_model_name_or_path"] = (golden_folder / "models" / "tiny-llama").string();
        json[key.toStdString()] = Json::parse(value.toStdString());
        write_file_atomically(file, json.dump());
        try {
            arch::read_adapter_folder(folder);
            QFAIL("it is taken");
        } catch (const Error& error) {
            QCOMPARE(error.id(), id);
        }
    }

    void aTargetMustNameALayer() {
        arch::ModelConfig config = arch::read_model_config(golden_folder / "models" / "tiny-llama");
        config.lora = {.rank = 2, .alpha = 2, .targets = {"q_proj", "query"}};
        try {
            config.spec(words, task::Readout::every);
            QFAIL("it is taken");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::adapter_target_unknown));
            QVERIFY(error.message().find("gate_proj") != std::string::npos);
        }
    }

    /// B begins at zero: the model's outputs are the base's, bit by bit but for the order of sums.
    void newAdaptersChangeNothing() {
        const Golden golden("decoder_tiny-llama");
        const Rows rows(golden);
        const fs::path folder = golden_folder / "models" / "tiny-llama";
        arch::ModelConfig config = without_dropout(arch::read_model_config(folder));
        config.lora = {.rank = 8, .alpha = 16, .dropout = 0.5, .targets = {arch::all_linear}};
        SequenceClassifier model(config, words, {}, task::Readout::every);
        const LoadReport report = model.load_or_initialise(format::ModelWeights(folder), 5, false);
        QVERIFY(std::ranges::all_of(report.created, arch::is_adapter) && !report.created.empty());
        QVERIFY(relative(values_of(logits_of(model, rows, false)), golden.floats("logits")) <= 1e-5);
    }
};

QTEST_APPLESS_MAIN(LoraTest)
#include "lora_test.moc"
