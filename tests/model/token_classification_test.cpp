// SPDX-License-Identifier: GPL-3.0-or-later
// Classifiers of tokens: logits, loss and gradients are those of transformers' models, in both sets of
// operations and however the rows are laid out.

#include "golden_rows.h"

#include "model/tokens/token_classification.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

constexpr std::int64_t classes = 5;

/// A model's rows, each token with its label.
struct Tagged {
    Tagged(const Golden& golden, const std::string& name)
        : ids(golden.ints(name + ".ids")), labels(golden.ints(name + ".labels")) {
        std::size_t start = 0;
        for (const std::int32_t length : golden.ints(name + ".lengths")) {
            Sample sample;
            sample.index = static_cast<std::uint32_t>(list.size());
            sample.ids = std::span(ids).subspan(start, static_cast<std::size_t>(length));
            sample.token_targets = std::span(labels).subspan(start, static_cast<std::size_t>(length));
            list.push_back(sample);
            start += static_cast<std::size_t>(length);
        }
    }
    std::uint32_t labelled() const {
        return static_cast<std::uint32_t>(
            std::ranges::count_if(labels, [](std::int32_t label) { return label >= 0; }));
    }

    std::vector<std::int32_t> ids, labels;
    std::vector<Sample> list;
};

SequenceClassifier tagger(const Golden& golden, const std::string& name, const Operations& operations,
                          double dropout = 0) {
    const fs::path folder = golden_folder / "models" / name;
    arch::ModelConfig config = arch::read_model_config(folder);
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = dropout;
    SequenceClassifier model(config, classes, {at::kCPU, &operations}, task::Readout::every);
    model.initialise(5);
    model.load(format::ModelWeights(folder), /*new_head=*/true);
    for (const char* each : {"classifier.weight", "classifier.bias"}) {
        at::Tensor& value = model.parameters().find(each)->value;
        const at::NoGradGuard no_gradients;
        value.copy_(at::tensor(at::ArrayRef<float>(golden.floats(name + "." + each))).view(value.sizes()));
    }
    return model;
}

} // namespace

class TokenClassificationTest : public QObject {
    Q_OBJECT

    const Golden golden_{"token_classification"};

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void equalTransformers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("aten");
        QTest::addColumn<bool>("padded");
        for (const char* name :
             {"tiny-bert", "tiny-distilbert", "tiny-roberta", "tiny-electra", "tiny-bigbird"})
            for (const bool aten : {false, true})
                for (const bool padded : {false, true})
                    QTest::addRow("%s %s %s", name, aten ? "aten" : "fused", padded ? "padded" : "packed")
                        << QString(name) << aten << padded;
    }
    void equalTransformers() {
        QFETCH(QString, name);
        QFETCH(bool, aten);
        QFETCH(bool, padded);
        const std::string prefix = name.toStdString() + ".";
        const Tagged rows(golden_, name.toStdString());
        SequenceClassifier model =
            tagger(golden_, name.toStdString(), aten ? aten_operations() : fused_operations());
        const auto batch = model.batch(rows.list, padded);
        const HeadPass head(model.network(), model.encode(batch, {.training = true}), batch,
                            {.training = true});
        const double logits =
            difference(values_of(of_tokens(*batch, head.outputs())), golden_.floats(prefix + "logits"));
        QVERIFY2(logits <= 1e-5, qPrintable(QString::number(logits)));
        const LossParts parts = TokenClassification(classes, {}).loss(head, rows.labelled());
        QVERIFY(std::abs(parts.total.item<float>() - golden_.floats(prefix + "loss")[0]) <= 1e-5);
        parts.total.backward();
        double squares = 0;
        for (const auto& [parameter, gradient] : gradients_of(model.parameters())) {
            for (const float value : gradient)
                squares += static_cast<double>(value) * value;
            if (parameter.starts_with("classifier."))
                QVERIFY2(difference(gradient, golden_.floats(prefix + "grad." + parameter)) <= 1e-5,
                         parameter.c_str());
        }
        QVERIFY(std::abs(std::sqrt(squares) / golden_.floats(prefix + "norm")[0] - 1) <= 1e-4);
    }

    /// What an evaluation keeps: each row's summed loss and likeliest classes.
    void predictedClasses() {
        const Tagged rows(golden_, "tiny-bert");
        const SequenceClassifier model = tagger(golden_, "tiny-bert", fused_operations());
        const auto batch = model.batch(rows.list, false);
        const at::NoGradGuard no_gradients;
        const HeadPass head(model.network(), model.encode(batch, {}), batch, {});
        const at::Tensor kept = predicted_classes(head);
        QCOMPARE(kept.sizes(), (at::IntArrayRef{4, 13})); // the longest has 12 tokens
        const at::Tensor logits =
            at::tensor(at::ArrayRef<float>(golden_.floats("tiny-bert.logits"))).view({-1, classes});
        std::int64_t row = 0;
        double sum = 0;
        for (std::int64_t i = 0; i < 4; ++i) {
            const auto length = static_cast<std::int64_t>(rows.list[static_cast<std::size_t>(i)].ids.size());
            QVERIFY(
                kept[i].narrow(0, 1, length).equal(logits.narrow(0, row, length).argmax(1).to(at::kFloat)));
            QVERIFY(kept[i].narrow(0, 1 + length, 12 - length).eq(0).all().item<bool>());
            sum += kept[i][0].item<double>();
            row += length;
        }
        QVERIFY(std::abs(sum / rows.labelled() - golden_.floats("tiny-bert.loss")[0]) <= 1e-5);
    }

    /// A dropped row of the encoder changes the logits: the head has dropout of its own.
    void theHeadDropsItsInput() {
        const Tagged rows(golden_, "tiny-bert");
        const SequenceClassifier model = tagger(golden_, "tiny-bert", fused_operations(), 0.4);
        const auto batch = model.batch(rows.list, false);
        const at::NoGradGuard no_gradients;
        const at::Tensor hidden = model.encode(batch, {});
        const auto logits = [&](bool training) {
            return HeadPass(model.network(), hidden, batch, {.training = training}).outputs();
        };
        QVERIFY(logits(false).equal(logits(false)));
        QVERIFY(!logits(true).allclose(logits(false), 1e-3, 1e-3));
    }

    void samplesWeighWhatTheyHaveLabels() {
        const TokenClassification objective(classes, {3, 0, 7});
        QCOMPARE(objective.weight(0), 3.0);
        QCOMPARE(objective.weight(1), 0.0);
        QCOMPARE(objective.weight(2), 7.0);
        QVERIFY(std::abs(*objective.loss_of_guessing() - std::log(5.0)) < 1e-12);
    }
};

QTEST_APPLESS_MAIN(TokenClassificationTest)
#include "token_classification_test.moc"
