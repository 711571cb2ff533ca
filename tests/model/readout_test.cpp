// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that a head reads, and the layers that a network refuses.

#include "base/error.h"
#include "model/network.h"
#include "support.h"

using namespace tunedesk;
using namespace tunedesk::model;
using task::Readout;

namespace {

SequenceClassifier make_model(const Operations& operations, Readout readout) {
    const fs::path folder = golden_folder / "models" / "tiny-bert";
    SequenceClassifier model(arch::read_model_config(folder), 3, {at::kCPU, &operations}, readout);
    model.initialise(5);
    model.load(format::ModelWeights(folder));
    return model;
}

/// Rows of each sequence's own tokens.
at::Tensor rows_of(const at::Tensor& hidden, const kernel::Sequence& sequence) {
    return hidden.narrow(0, sequence.key_start, sequence.keys);
}

} // namespace

class ReadoutTest : public QObject {
    Q_OBJECT

    const Samples samples{{5, 17, 1, 9}, 80, 3};

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void rows_data() {
        QTest::addColumn<bool>("aten");
        QTest::addColumn<bool>("padded");
        for (const bool aten : {false, true})
            for (const bool padded : {false, true})
                QTest::addRow("%s %s", aten ? "aten" : "fused", padded ? "padded" : "packed")
                    << aten << padded;
    }
    /// First tokens' rows and means are those of a network that gives every row; its head is of one layer.
    void rows() {
        QFETCH(bool, aten);
        QFETCH(bool, padded);
        const Operations& operations = aten ? aten_operations() : fused_operations();
        SequenceClassifier every = make_model(operations, Readout::every);
        const SequenceClassifier first = make_model(operations, Readout::first),
                                 mean = make_model(operations, Readout::mean);
        const auto batch = samples.batch(padded, every);
        const at::NoGradGuard no_gradients;
        const at::Tensor hidden = every.encode(batch, {}), logits = every.forward(batch, {});
        QCOMPARE(hidden.size(0), batch->rows());
        QCOMPARE(logits.sizes(), (at::IntArrayRef{batch->rows(), 3}));
        std::vector<at::Tensor> firsts, means;
        for (const kernel::Sequence& sequence : batch->sequences) {
            firsts.push_back(rows_of(hidden, sequence)[0]);
            means.push_back(rows_of(hidden, sequence).mean(0));
        }
        QVERIFY(first.encode(batch, {}).allclose(at::stack(firsts), 1e-5, 1e-5));
        QVERIFY(first.forward(batch, {}).allclose(first.classify(at::stack(firsts), batch, {}), 1e-5, 1e-5));
        const auto parameter = [&](const char* name) { return every.parameters().find(name)->value; };
        QVERIFY(logits.allclose(
            at::linear(hidden, parameter("classifier.weight"), parameter("classifier.bias")), 1e-5, 1e-5));
        QVERIFY(mean.encode(batch, {}).allclose(at::stack(means), 1e-5, 1e-5));
        QVERIFY(mean.forward(batch, {}).allclose(mean.classify(at::stack(means), batch, {}), 1e-5, 1e-5));
        QVERIFY(!mean.forward(batch, {}).allclose(first.forward(batch, {}), 1e-2, 1e-2));
    }

    /// Every token's row acts on a mean: all of them have gradients.
    void meansHaveGradients() {
        SequenceClassifier model = make_model(fused_operations(), Readout::mean);
        const auto batch = samples.batch(false, model);
        const at::Tensor words = model.word_embeddings(*batch).requires_grad_();
        model.forward(batch, {}, words).select(1, 0).sum().backward();
        QVERIFY(words.grad().abs().amax(1).min().item<double>() > 0);
    }

    void refused_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"norm", "norm_place", "position", "gated", "key_value_heads", "head_width"})
            QTest::addRow("%s", key) << QString(key);
    }
    /// What no block computes is refused by name, not computed as something else.
    void refused() {
        QFETCH(QString, key);
        const auto config = arch::read_model_config(golden_folder / "models" / "tiny-bert");
        arch::ModelSpec spec = config.spec(3);
        Network(spec, {}, {}); // as it is
        arch::LayerKind& kind = spec.layer;
        if (key == QLatin1String("norm")) kind.norm = arch::NormKind::rms;
        if (key == QLatin1String("norm_place")) kind.norm_place = arch::NormPlace::before;
        if (key == QLatin1String("position")) kind.position = arch::PositionKind::rotary;
        if (key == QLatin1String("gated")) kind.gated = true;
        if (key == QLatin1String("key_value_heads")) kind.key_value_heads = 3;
        if (key == QLatin1String("head_width")) kind.head_width *= 2;
        try {
            Network(spec, {}, {});
            QFAIL("the network was made");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::architecture_unsupported));
            QVERIFY2(error.message().starts_with(key.toStdString() + ":"), error.what());
        }
    }

    /// Right predictions are a sum of classification alone.
    void metricSums() {
        const at::Tensor logits = at::tensor({2.0f, 1.0f, 0.0f, 3.0f}).view({2, 2});
        const LossParts parts = cross_entropy(logits, at::tensor({0, 0}, at::kLong), {}, 0, 2);
        QCOMPARE(parts.sum(correct_predictions).item<std::int64_t>(), std::int64_t{1});
        QVERIFY(!parts.sum("perplexity").defined());
        Batch batch;
        batch.labels = at::tensor({1.0f, 3.0f});
        QVERIFY(!squared_error(logits.narrow(1, 0, 1), batch, 2).sum(correct_predictions).defined());
    }
};

QTEST_APPLESS_MAIN(ReadoutTest)
#include "readout_test.moc"
