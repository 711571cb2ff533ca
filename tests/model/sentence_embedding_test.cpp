// SPDX-License-Identifier: GPL-3.0-or-later
// Sentence embeddings: embeddings, losses and gradients are those that PyTorch computes by
// sentence-transformers' formulas, in both sets of operations and however the rows are laid out.

#include "golden_rows.h"

#include "model/embedding/similarity.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

constexpr double scale = 20;

/// The golden texts as samples of so many texts each.
struct Texts {
    Texts(const Golden& golden, const std::string& name, std::size_t texts)
        : ids(golden.ints(name + ".ids")), scores(golden.floats("scores")) {
        std::size_t start = 0;
        for (const std::int32_t length : golden.ints("lengths")) {
            Sample sample;
            sample.index = static_cast<std::uint32_t>(list.size());
            sample.ids = std::span(ids).subspan(start, static_cast<std::size_t>(length));
            sample.continues = list.size() % texts > 0;
            if (texts == 2) sample.number = scores[list.size() / 2];
            list.push_back(sample);
            start += static_cast<std::size_t>(length);
        }
    }

    std::vector<std::int32_t> ids;
    std::vector<float> scores;
    std::vector<Sample> list;
};

SequenceClassifier encoder(const std::string& name, const Operations& operations, task::Readout pooling) {
    const fs::path folder = golden_folder / "models" / name;
    arch::ModelConfig config = arch::read_model_config(folder);
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = 0;
    SequenceClassifier model(config, arch::no_head, {at::kCPU, &operations}, pooling);
    const LoadReport report = model.load(format::ModelWeights(folder));
    if (!report.created.empty()) throw std::runtime_error("not in the folder: " + report.created.front());
    return model;
}

/// Of one rank alone.
GatheredRows of_one_rank(const at::Tensor& rows) {
    return {rows, 0};
}

std::unique_ptr<Objective> objective_of(const std::string& kind, std::int64_t width) {
    if (kind == "scored") return std::make_unique<CosineRegression>(width);
    return std::make_unique<PairRanking>(width, kind == "triplets" ? 3 : 2, scale, of_one_rank);
}

} // namespace

class SentenceEmbeddingTest : public QObject {
    Q_OBJECT

    const Golden golden_{"sentence_embedding"};

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void equalPyTorch_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<bool>("first");
        QTest::addColumn<bool>("aten");
        QTest::addColumn<bool>("padded");
        for (const char* name :
             {"tiny-bert", "tiny-distilbert", "tiny-roberta", "tiny-electra", "tiny-bigbird"})
            for (const char* kind : {"pairs", "triplets", "scored"})
                for (const bool first : {false, true})
                    for (const bool aten : {false, true})
                        for (const bool padded : {false, true})
                            QTest::addRow("%s %s %s %s %s", name, kind, first ? "first" : "mean",
                                          aten ? "aten" : "fused", padded ? "padded" : "packed")
                                << QString(name) << QString(kind) << first << aten << padded;
    }
    void equalPyTorch() {
        QFETCH(QString, name);
        QFETCH(QString, kind);
        QFETCH(bool, first);
        QFETCH(bool, aten);
        QFETCH(bool, padded);
        const std::string of_model = name.toStdString() + (first ? ".first." : ".mean.");
        const std::string of_loss = of_model + kind.toStdString();
        const std::size_t texts = kind == "triplets" ? 3 : 2;
        const Texts rows(golden_, name.toStdString(), texts);
        SequenceClassifier model = encoder(name.toStdString(), aten ? aten_operations() : fused_operations(),
                                           first ? task::Readout::first : task::Readout::mean);
        const auto batch = model.batch(rows.list, padded);
        const HeadPass head(model.network(), model.encode(batch, {.training = true}), batch,
                            {.training = true});
        const double embeddings =
            difference(values_of(head.sequence_outputs()), golden_.floats(of_model + "embeddings"));
        QVERIFY2(embeddings <= 1e-5, qPrintable(QString::number(embeddings)));
        const double samples = static_cast<double>(rows.list.size() / texts);
        const LossParts parts = objective_of(kind.toStdString(), model.labels())->loss(head, samples);
        const double loss = golden_.floats(of_loss + ".loss")[0];
        QVERIFY2(std::abs(parts.total.item<float>() - loss) <= 1e-5 * std::max(1.0, loss),
                 qPrintable(QString("%1, not %2").arg(parts.total.item<float>()).arg(loss)));
        QCOMPARE(parts.losses.size(0), static_cast<std::int64_t>(samples));
        parts.total.backward();
        double squares = 0;
        for (const auto& [parameter, gradient] : gradients_of(model.parameters()))
            for (const float value : gradient)
                squares += static_cast<double>(value) * value;
        const double norm = golden_.floats(of_loss + ".norm")[0];
        QVERIFY2(std::abs(std::sqrt(squares) / norm - 1) <= 1e-4,
                 qPrintable(QString("%1, not %2").arg(std::sqrt(squares)).arg(norm)));
    }

    /// What an evaluation keeps of each sample.
    void embeddingsHaveLengthOne() {
        const Texts rows(golden_, "tiny-bert", 3);
        const SequenceClassifier model = encoder("tiny-bert", fused_operations(), task::Readout::mean);
        const auto batch = model.batch(rows.list, false);
        const at::NoGradGuard no_gradients;
        const at::Tensor kept =
            embeddings_of_samples(HeadPass(model.network(), model.encode(batch, {}), batch, {}));
        QCOMPARE(kept.sizes(), (at::IntArrayRef{4, 3, model.labels()}));
        QVERIFY(kept.norm(2, -1).allclose(at::ones({4, 3})));
    }

    /// Names are those of the encoder's own class, whatever the folder has.
    void parametersHaveTheEncodersNames() {
        const SequenceClassifier model = encoder("tiny-bert", fused_operations(), task::Readout::mean);
        QCOMPARE(model.parameters().all().front().name, std::string("embeddings.word_embeddings.weight"));
        QVERIFY(model.network().spec().head.parameters.empty());
    }

    /// A rank without samples adds nothing, and its backward pass joins the others'.
    void aRankWithoutSamplesTakesPart() {
        int gathered = 0;
        const PairRanking objective(4, 2, scale, [&](const at::Tensor& rows) -> GatheredRows {
            ++gathered;
            return {at::cat({at::ones({3, 4}), rows}), 3};
        });
        const at::Tensor loss = objective.shadow_loss({at::kCPU, &fused_operations()});
        QCOMPARE(gathered, 1);
        QCOMPARE(loss.item<float>(), 0.0f);
        QVERIFY(loss.requires_grad());
    }
};

QTEST_APPLESS_MAIN(SentenceEmbeddingTest)
#include "sentence_embedding_test.moc"
