// SPDX-License-Identifier: GPL-3.0-or-later
// LibTorch's own operations, which GPUs run, against the fused ones, on the host.

#include "model/aten/rounded_linear.h"
#include "support.h"

#include <cstdlib>

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

/// Equal golden models, one on each set of operations.
struct Pair {
    SequenceClassifier fused, aten;

    explicit Pair(const std::string& name, double dropout = 0)
        : fused(golden_model(name, dropout, fused_operations())),
          aten(golden_model(name, dropout, aten_operations())) {}
};

Pass place(std::uint32_t step, std::uint32_t micro_batch = 0, std::uint32_t rank = 0) {
    return {true, 42, step, micro_batch, 4, rank};
}

/// Mean and standard error of many passes' logits.
std::pair<at::Tensor, at::Tensor> sampled(const SequenceClassifier& model,
                                          const std::shared_ptr<const Batch>& batch, std::uint32_t passes) {
    const at::NoGradGuard no_gradients;
    at::Tensor sum, squares;
    for (std::uint32_t step = 0; step < passes; ++step) {
        const at::Tensor one = model.forward(batch, place(step)).to(at::kDouble);
        sum = step ? sum + one : one;
        squares = step ? squares + one * one : one * one;
    }
    const at::Tensor mean = sum / passes;
    return {mean, (squares / passes - mean * mean).div(passes).sqrt()};
}

} // namespace

class AtenOperationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    /// A weight that is rounded again for the backward pass: LibTorch's own gradients, to the bit.
    void roundedLinear() {
        at::manual_seed(1);
        at::Tensor x[2], weight[2], bias[2];
        for (int i = 0; i < 2; ++i) {
            x[i] = (i ? x[0].detach() : at::randn({37, 24})).clone().requires_grad_();
            weight[i] = (i ? weight[0].detach() : at::randn({40, 24})).clone().requires_grad_();
            bias[i] = (i ? bias[0].detach() : at::randn({40})).clone().requires_grad_();
        }
        const at::Tensor plain =
            at::linear(x[0].to(at::kBFloat16), weight[0].to(at::kBFloat16), bias[0].to(at::kBFloat16));
        const at::Tensor rounded = rounded_linear(x[1], weight[1], bias[1], at::kBFloat16);
        QVERIFY(rounded.equal(plain) && rounded.scalar_type() == at::kBFloat16);
        for (const at::Tensor& y : {plain, rounded})
            y.to(at::kFloat).square().sum().backward();
        QVERIFY(x[0].grad().equal(x[1].grad()));
        QVERIFY(weight[0].grad().equal(weight[1].grad()) && bias[0].grad().equal(bias[1].grad()));
    }

    void models_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<int>("trained"); // encoder layers; -1: all and the embeddings
        for (const char* name : {"tiny-bert", "tiny-distilbert"})
            for (const bool padded : {false, true})
                for (const int trained : {-1, 1, 0})
                    QTest::addRow("%s %s %d", name, padded ? "padded" : "packed", trained)
                        << QString(name) << padded << trained;
    }
    /// Sequences of one token, equal ones and long ones; whatever is trained.
    void models() {
        QFETCH(QString, name);
        QFETCH(bool, padded);
        QFETCH(int, trained);
        Pair pair(name.toStdString());
        if (trained >= 0)
            for (SequenceClassifier* model : {&pair.fused, &pair.aten})
                model->train_only_last(trained);
        const Samples samples({5, 48, 1, 17, 48, 16, 9, 40}, 80, 2);
        std::map<std::string, std::vector<float>> gradients[2];
        std::vector<float> logits[2];
        double loss[2] = {};
        for (const int i : {0, 1}) {
            SequenceClassifier& model = i ? pair.aten : pair.fused;
            const auto batch = samples.batch(padded, model);
            logits[i] = values_of(model.forward(batch, {}));
            loss[i] = train_pass(model, batch, {}, 8).total.item<double>();
            gradients[i] = gradients_of(model.parameters());
        }
        QVERIFY(difference(logits[0], logits[1]) <= 1e-5);
        QVERIFY(std::abs(loss[0] - loss[1]) <= 1e-5);
        QVERIFY(close(gradients[1], gradients[0], 1e-4));
    }

    /// A pass is a function of its place: seed, rank, step, micro-batch.
    void passesAreReproducible() {
        const SequenceClassifier model = golden_model("tiny-bert", 0.2, aten_operations());
        const Samples samples({12, 30, 7}, 80, 3);
        const auto batch = samples.batch(false, model);
        const at::NoGradGuard no_gradients;
        const at::Tensor logits = model.forward(batch, place(3));
        const at::Tensor first = model.encode(batch, place(3));
        for (const Pass& other : {place(4), place(3, 1), place(3, 0, 1)}) {
            QVERIFY(!logits.allclose(model.forward(batch, other)));
            QVERIFY(!model.classify(first, batch, other).allclose(model.classify(first, batch, place(3))));
        }
        QVERIFY(logits.equal(model.forward(batch, place(3))));
        QVERIFY(logits.equal(model.classify(first, batch, place(3)))); // as when the features are cached
    }

    /// Gradients under dropout follow the pass: along them the loss falls by their own length.
    void gradientsFollowTheMasks_data() {
        QTest::addColumn<bool>("padded");
        QTest::addRow("packed") << false;
        QTest::addRow("padded") << true;
    }
    void gradientsFollowTheMasks() {
        QFETCH(bool, padded);
        SequenceClassifier model = golden_model("tiny-bert", 0.2, aten_operations());
        const Samples samples({11, 3, 18, 16}, 40, 2);
        const auto batch = samples.batch(padded, model);
        train_pass(model, batch, place(2), 1);
        double squares = 0;
        for (const Parameter& parameter : model.parameters().all())
            squares += parameter.value.grad().to(at::kDouble).square().sum().item<double>();
        const auto moved = [&](double by) {
            const at::NoGradGuard no_gradients;
            for (Parameter& parameter : model.parameters().all())
                parameter.value.add_(parameter.value.grad(), by);
            return cross_entropy(model.forward(batch, place(2)).to(at::kDouble), batch->labels, {}, 0, 1)
                .total.item<double>();
        };
        const double step = 1e-3 / std::sqrt(squares);
        const double above = moved(step), below = moved(-2 * step);
        const double slope = (above - below) / (2 * step);
        QVERIFY2(std::abs(slope - squares) <= 0.01 * squares, qPrintable(QString::number(slope / squares)));
    }

    /// Both sets draw from the same distribution: over many passes means and spreads agree.
    void dropoutHasTheSameStatistics() {
        const Pair pair("tiny-bert", 0.2);
        const Samples samples({12, 30, 7}, 80, 3);
        constexpr std::uint32_t passes = 3000;
        const auto [mean, error] = sampled(pair.fused, samples.batch(false, pair.fused), passes);
        const auto [other_mean, other_error] = sampled(pair.aten, samples.batch(false, pair.aten), passes);
        const at::Tensor both = (error * error + other_error * other_error).sqrt();
        QVERIFY(both.min().item<double>() > 0);
        QVERIFY(((mean - other_mean).abs() / both).max().item<double>() < 5); // standard errors
        QVERIFY(((error / other_error).log().abs()).max().item<double>() < 0.15);
    }

    void thePlacementIsChosenOnce() {
        QCOMPARE(placement_on(at::kCPU).operations->name, "fused");
        QCOMPARE(placement_on(at::Device(at::kCUDA, 0)).operations->name, "aten");
        ::setenv("TUNEDESK_OPERATIONS", "aten", 1);
        QCOMPARE(placement_on(at::kCPU).operations->name, "aten");
        ::unsetenv("TUNEDESK_OPERATIONS");
    }
};

QTEST_APPLESS_MAIN(AtenOperationsTest)
#include "aten_operations_test.moc"
