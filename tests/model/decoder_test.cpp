// SPDX-License-Identifier: GPL-3.0-or-later
// Decoders of Hugging Face folders against transformers: tests/golden/make_decoders.py.

#include "golden_rows.h"

#include "model/language_modeling.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

constexpr const char* names[] = {"tiny-gpt2",    "tiny-llama", "tiny-llama3",
                                 "tiny-mistral", "tiny-qwen2", "tiny-qwen3"};
constexpr std::int64_t words = 96, classes = 3;

const Operations& operations(const QString& name) {
    return name == "aten" ? aten_operations() : fused_operations();
}

/// A golden decoder without dropout.
SequenceClassifier decoder(const std::string& name, const Placement& placement, task::Readout readout,
                           std::int64_t outputs) {
    const fs::path folder = golden_folder / "models" / name;
    arch::ModelConfig config = arch::read_model_config(folder);
    config.hidden_dropout = config.attention_dropout = config.embedding_dropout = 0;
    SequenceClassifier model(config, outputs, placement, readout);
    model.initialise(5);
    model.load(format::ModelWeights(folder));
    return model;
}

void add_sets(const std::function<void(const QString&, const char*, bool)>& row) {
    for (const char* set : {"fused", "aten"})
        for (const bool padded : {false, true})
            row(QStringLiteral("%1 %2").arg(QLatin1String(set), padded ? "padded" : "packed"), set, padded);
}

} // namespace

class DecoderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void equalTransformers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("set");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<int>("checkpointed");
        for (const char* name : names)
            add_sets([&](const QString& way, const char* set, bool padded) {
                for (const int checkpointed : {0, 1})
                    QTest::addRow("%s %s %d", name, qPrintable(way), checkpointed)
                        << QString(name) << QString(set) << padded << checkpointed;
            });
    }
    void equalTransformers() {
        QFETCH(QString, name);
        QFETCH(QString, set);
        QFETCH(bool, padded);
        QFETCH(int, checkpointed);
        const Golden golden("decoder_" + name.toStdString());
        const Rows rows(golden);
        SequenceClassifier model =
            decoder(name.toStdString(), {at::kCPU, &operations(set)}, task::Readout::every, words);
        model.network().checkpoint_activations(checkpointed);
        const auto batch = model.batch(rows.list, padded);
        const Pass pass{.training = true, .sparse = true};
        const at::Tensor hidden = model.encode(batch, pass);
        const HeadPass head(model.network(), hidden, batch, pass);
        const double logits = relative(values_of(of_tokens(*batch, head.outputs())), golden.floats("logits"));
        QVERIFY2(logits <= 1e-5, qPrintable(QString::number(logits)));
        if (padded) return; // a language model's batches are packed

        const LossParts parts = LanguageModeling(words, {}).loss(head, rows.targets());
        QVERIFY(std::abs(parts.total.item<double>() / golden.floats("loss")[0] - 1) <= 1e-5);
        parts.total.backward();
        for (const Parameter& parameter : model.parameters().all()) {
            const at::Tensor gradient = parameter.value.grad().is_sparse() ? parameter.value.grad().to_dense()
                                                                           : parameter.value.grad();
            const double error = relative(values_of(gradient), golden.floats("grad." + parameter.name));
            QVERIFY2(error <= 1e-4, qPrintable(QString("%1: %2").arg(parameter.name.c_str()).arg(error)));
        }
        QCOMPARE(golden.count("grad."), model.parameters().all().size());
    }

    void classifiersReadTheLastToken_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("set");
        QTest::addColumn<bool>("padded");
        for (const char* name : names)
            add_sets([&](const QString& way, const char* set, bool padded) {
                QTest::addRow("%s %s", name, qPrintable(way)) << QString(name) << QString(set) << padded;
            });
    }
    void classifiersReadTheLastToken() {
        QFETCH(QString, name);
        QFETCH(QString, set);
        QFETCH(bool, padded);
        const Golden golden("decoder_" + name.toStdString());
        const Rows rows(golden);
        SequenceClassifier model =
            decoder(name.toStdString(), {at::kCPU, &operations(set)}, task::Readout::first, classes);
        const std::vector<float> score = golden.floats("class.score");
        {
            const at::NoGradGuard no_gradients;
            at::Tensor& weight = model.parameters().find("score.weight")->value;
            weight.copy_(at::tensor(at::ArrayRef<float>(score)).view(weight.sizes()));
        }
        const auto batch = model.batch(rows.list, padded);
        const at::Tensor logits = model.forward(batch, Pass{.training = true});
        QVERIFY(relative(values_of(logits), golden.floats("class.logits")) <= 1e-5);
        const auto labels = golden.ints("class.labels");
        const at::Tensor loss =
            at::cross_entropy_loss(logits, at::tensor(at::ArrayRef<std::int32_t>(labels)).to(at::kLong));
        QVERIFY(std::abs(loss.item<double>() / golden.floats("class.loss")[0] - 1) <= 1e-5);
        loss.backward();
        int compared = 0;
        for (const Parameter& parameter : model.parameters().all())
            if (golden.contains("class.grad." + parameter.name)) {
                const double error = relative(values_of(parameter.value.grad()),
                                              golden.floats("class.grad." + parameter.name));
                QVERIFY2(error <= 1e-4, parameter.name.c_str());
                ++compared;
            }
        QCOMPARE(compared, 2);
    }

    void greedyIdsAreTheSame_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : names)
            QTest::addRow("%s", name) << QString(name);
    }
    void greedyIdsAreTheSame() {
        QFETCH(QString, name);
        const std::vector<std::int32_t> wanted = Golden("decoder_" + name.toStdString()).ints("greedy");
        const SequenceClassifier model =
            decoder(name.toStdString(), {at::kCPU, &fused_operations()}, task::Readout::every, words);
        const at::NoGradGuard no_gradients;
        std::vector<std::int32_t> ids(wanted.begin(), wanted.begin() + 5);
        while (ids.size() < wanted.size()) {
            Sample sample;
            sample.ids = ids;
            const std::vector<Sample> one{sample};
            const at::Tensor logits = model.forward(model.batch(one, false), {});
            ids.push_back(logits[logits.size(0) - 1].argmax().item<std::int32_t>());
        }
        QCOMPARE(ids, wanted);
    }

    /// Products in bf16 stay near fp32's, and both sets near each other.
    void productsInBf16_data() { greedyIdsAreTheSame_data(); }
    void productsInBf16() {
        QFETCH(QString, name);
        const Golden golden("decoder_" + name.toStdString());
        const Rows rows(golden);
        for (const char* set : {"fused", "aten"}) {
            SequenceClassifier model = decoder(
                name.toStdString(), {at::kCPU, &operations(set), at::kBFloat16}, task::Readout::every, words);
            const auto batch = model.batch(rows.list, false);
            const Pass pass{.training = true};
            const HeadPass head(model.network(), model.encode(batch, pass), batch, pass);
            const LossParts parts = LanguageModeling(words, {}).loss(head, rows.targets());
            QVERIFY(std::abs(parts.total.item<double>() / golden.floats("loss")[0] - 1) <= 2e-2);
            parts.total.backward();
            const Parameter& table = model.parameters().all().front();
            QVERIFY(relative(values_of(table.value.grad()), golden.floats("grad." + table.name)) <= 0.1);
        }
    }

    /// Dropout draws the same masks whatever the batch, and again where activations are recomputed.
    void dropoutIsByPlace() {
        for (const char* name : {"tiny-gpt2", "tiny-llama"}) {
            const Golden golden(std::string("decoder_") + name);
            const Rows rows(golden);
            const fs::path folder = golden_folder / "models" / name;
            arch::ModelConfig config = arch::read_model_config(folder);
            config.hidden_dropout = config.attention_dropout = config.embedding_dropout = 0.2;
            SequenceClassifier model(config, words, {}, task::Readout::every);
            model.load(format::ModelWeights(folder));
            const Pass pass{.training = true, .seed = 3, .step = 2};
            std::vector<float> first;
            for (const int checkpointed : {0, 1}) {
                clear_gradients(model.parameters());
                model.network().checkpoint_activations(checkpointed);
                const auto batch = model.batch(rows.list, false);
                const HeadPass head(model.network(), model.encode(batch, pass), batch, pass);
                LanguageModeling(words, {}).loss(head, rows.targets()).total.backward();
                const std::vector<float> gradient = values_of(model.parameters().all().front().value.grad());
                if (first.empty()) first = gradient;
                QCOMPARE(gradient, first);
            }
            const std::vector<Sample> one{rows.list[1]};
            const auto alone = model.batch(one, false), all = model.batch(rows.list, false);
            const at::NoGradGuard no_gradients;
            const at::Tensor whole = model.encode(all, pass), part = model.encode(alone, pass);
            QVERIFY(relative(values_of(whole.narrow(0, 7, 24)), values_of(part)) <= 1e-5);
        }
    }
};

QTEST_APPLESS_MAIN(DecoderTest)
#include "decoder_test.moc"
