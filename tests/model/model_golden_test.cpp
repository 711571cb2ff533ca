// SPDX-License-Identifier: GPL-3.0-or-later
// Forward and backward passes against transformers 4.57 in fp32 (tests/golden/make_model.py).

#include "support.h"

#include "base/files/file.h"
#include "base/json.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

/// The set of operations that a row of test data names.
Placement with(const QString& operations) {
    return {at::kCPU, operations == "aten" ? &aten_operations() : &fused_operations()};
}

const fs::path minilm = TUNEDESK_SOURCE_DIR "/.deps/models/all-MiniLM-L6-v2";

} // namespace

class ModelGoldenTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void tiny_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<QString>("operations");
        for (const char* operations : {"fused", "aten"})
            for (const char* name : {"tiny-bert", "tiny-distilbert", "one-layer-bert", "one-layer-distilbert",
                                     "tiny-roberta", "tiny-electra"})
                for (const bool padded : {false, true})
                    QTest::addRow("%s %s %s", operations, name, padded ? "padded" : "packed")
                        << QString(name) << padded << QString(operations);
    }
    void tiny() {
        QFETCH(QString, name);
        QFETCH(bool, padded);
        QFETCH(QString, operations);
        const Golden golden("model_" + name.toStdString());
        const fs::path folder = golden_folder / "models" / name.toStdString();
        const arch::ModelConfig config = arch::read_model_config(folder);
        SequenceClassifier model(
            config,
            static_cast<std::int64_t>(golden.floats("logits").size() / golden.ints("batch.labels").size()),
            with(operations));
        model.initialise(1);
        const LoadReport report = model.load(format::ModelWeights(folder));
        QVERIFY(report.created.empty());
        QVERIFY(report.unexpected.empty());
        const Samples samples(golden);
        const auto batch = samples.batch(padded, model);

        QVERIFY(difference(values_of(model.forward(batch, {})), golden.floats("logits")) <= 1e-5);
        const LossParts loss = train_pass(model, batch, {}, static_cast<double>(batch->size()));
        QVERIFY(std::abs(loss.total.item<double>() - static_cast<double>(golden.floats("loss")[0])) <= 1e-5);
        std::map<std::string, std::vector<float>> expected;
        for (const Parameter& parameter : model.parameters().all())
            expected[parameter.name] = golden.floats("grad." + parameter.name);
        QCOMPARE(expected.size(), golden.count("grad."));
        QVERIFY(close(gradients_of(model.parameters()), expected, 1e-4));
    }

    void miniLm_data() {
        QTest::addColumn<bool>("padded");
        QTest::addColumn<QString>("operations");
        for (const char* operations : {"fused", "aten"})
            for (const bool padded : {false, true})
                QTest::addRow("%s %s", operations, padded ? "padded" : "packed")
                    << padded << QString(operations);
    }
    void miniLm() {
        QFETCH(bool, padded);
        QFETCH(QString, operations);
        if (!fs::exists(minilm / "model.safetensors")) QSKIP("all-MiniLM-L6-v2 is not in .deps/models");
        const Golden golden("model_minilm");
        SequenceClassifier model(arch::read_model_config(minilm), 3, with(operations));
        model.initialise(1);
        const LoadReport report = model.load(format::ModelWeights(minilm));
        QCOMPARE(report.created, (std::vector<std::string>{"classifier.weight", "classifier.bias"}));
        QVERIFY(report.unexpected.empty() ||
                report.unexpected == std::vector<std::string>{"embeddings.position_ids"});
        for (const char* part : {"weight", "bias"}) {
            const std::vector<float> head = golden.floats(std::string("head.") + part);
            at::Tensor& value = model.parameters().find(std::string("classifier.") + part)->value;
            QCOMPARE(head.size(), static_cast<std::size_t>(value.numel()));
            std::copy(head.begin(), head.end(), value.mutable_data_ptr<float>());
        }
        const Samples samples(golden);
        const auto batch = samples.batch(padded, model);
        QVERIFY(difference(values_of(model.forward(batch, {})), golden.floats("logits")) <= 1e-5);
        const LossParts loss = train_pass(model, batch, {}, static_cast<double>(batch->size()));
        QVERIFY(std::abs(loss.total.item<double>() - static_cast<double>(golden.floats("loss")[0])) <= 1e-5);

        const auto gradients = gradients_of(model.parameters());
        QCOMPARE(gradients.size(), golden.count("norm."));
        std::map<std::string, std::vector<float>> ours, expected;
        for (const auto& [name, values] : gradients) {
            double squares = 0;
            for (const float value : values)
                squares += static_cast<double>(value) * static_cast<double>(value);
            ours[name] = {static_cast<float>(std::sqrt(squares))};
            expected[name] = {static_cast<float>(golden.values<double>("norm." + name)[0])};
            for (const std::int32_t index : golden.ints("index." + name))
                ours[name + " values"].push_back(values[static_cast<std::size_t>(index)]);
            expected[name + " values"] = golden.floats("values." + name);
        }
        QVERIFY(close(ours, expected, 1e-4));
    }

    void crossEntropy() {
        const fs::path path = golden_folder / "cross_entropy.json";
        const Json golden =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
        const auto logits = golden["logits"].get<std::vector<float>>();
        const auto labels = golden["labels"].get<std::vector<std::int64_t>>();
        const auto classes = golden["classes"].get<std::int64_t>();
        for (const Json& one : golden["cases"]) {
            const auto weights = one["weights"].get<std::vector<float>>();
            double normaliser = static_cast<double>(labels.size());
            if (!weights.empty()) {
                normaliser = 0;
                for (const std::int64_t label : labels)
                    normaliser += static_cast<double>(weights[static_cast<std::size_t>(label)]);
            }
            at::Tensor leaf =
                at::tensor(at::ArrayRef<float>(logits)).reshape({-1, classes}).set_requires_grad(true);
            const LossParts parts =
                cross_entropy(leaf, at::tensor(at::ArrayRef<std::int64_t>(labels)),
                              weights.empty() ? at::Tensor() : at::tensor(at::ArrayRef<float>(weights)),
                              one["smoothing"].get<double>(), normaliser);
            parts.total.backward();
            QVERIFY(std::abs(parts.total.item<double>() - one["loss"].get<double>()) < 1e-6);
            QVERIFY(difference(values_of(leaf.grad()), one["gradient"].get<std::vector<float>>()) < 1e-6);
            QCOMPARE(parts.losses.numel(), static_cast<std::int64_t>(labels.size()));
        }
    }
};

QTEST_APPLESS_MAIN(ModelGoldenTest)
#include "model_golden_test.moc"
