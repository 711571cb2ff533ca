// SPDX-License-Identifier: GPL-3.0-or-later
// The project's own kernels for GPUs (core/cuda), on one, against LibTorch's operations and the host's.

#include "device/device_support.h"
#include "model/aten/aten_attention.h"

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

const Operations& kernels() {
    return *on_gpu(true).operations;
}

at::Tensor there(const at::Tensor& tensor) {
    return tensor.defined() ? tensor.to(gpu().place()) : tensor;
}

/// The largest difference, in shares of theirs.
double relative(const at::Tensor& ours, const at::Tensor& theirs) {
    const at::Tensor a = ours.detach().cpu().to(at::kDouble), b = theirs.detach().cpu().to(at::kDouble);
    return (a - b).abs().max().item<double>() / std::max(b.abs().max().item<double>(), 1e-9);
}

} // namespace

class DeviceKernelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fusedKernelsAgree_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("labels");
        QTest::addColumn<int>("type");
        QTest::addColumn<double>("bound");
        for (const auto& [type, bound] :
             {std::pair{at::kFloat, 1e-4}, {at::kBFloat16, 3e-2}, {at::kHalf, 1e-2}})
            for (const char* name : {"tiny-bert", "tiny-distilbert"})
                QTest::addRow("%s %s", name, at::toString(type))
                    << QString::fromStdString((golden_folder / "models" / name).string())
                    << (std::string(name) == "tiny-bert" ? 3 : 2) << static_cast<int>(type) << bound;
    }
    /// Logits and gradients are those of LibTorch's operations in the same type, logits also those in fp32.
    void fusedKernelsAgree() {
        QFETCH(QString, folder);
        QFETCH(int, labels);
        QFETCH(int, type);
        QFETCH(double, bound);
        const Samples samples({5, 48, 1, 17, 48, 16, 9, 40}, 80, 2);
        const auto compute = static_cast<at::ScalarType>(type);
        const Placement placements[] = {on_gpu(false), on_gpu(false, compute), on_gpu(true, compute)};
        std::vector<float> logits[3];
        std::map<std::string, std::vector<float>> gradients[3];
        for (const int i : {0, 1, 2}) {
            const Placement& placement = placements[i];
            SequenceClassifier model = model_on(folder.toStdString(), labels, placement, 0);
            const auto batch = samples.batch(false, model);
            logits[i] = values_of(model.forward(batch, {}));
            train_pass(model, batch, {}, 8);
            gradients[i] = gradients_of(model.parameters());
        }
        qInfo("logits %.2g, from fp32 %.2g", difference(logits[2], logits[1]),
              difference(logits[2], logits[0]));
        QVERIFY(difference(logits[2], logits[1]) <= bound);
        QVERIFY(difference(logits[2], logits[0]) <= bound);
        QVERIFY(close(gradients[2], gradients[1], 10 * bound));
    }

    /// Without it attention in 16 bits would be computed in fp32, and slowly; GPUs from 8.0 on have it.
    void flashAttentionIsThere() {
        for (const at::ScalarType type : {at::kBFloat16, at::kHalf})
            QCOMPARE(attention_type(gpu().place(), type), type);
    }

    /// The fused kernels' dropout: the same at the same place, others elsewhere, the mean of the host's.
    void fusedDropoutIsDrawnByPlace() {
        const fs::path folder = golden_folder / "models/tiny-bert";
        const SequenceClassifier fused = model_on(folder, 3, on_gpu(true), 0.2),
                                 plain = model_on(folder, 3, on_gpu(false), 0.2);
        const Samples samples({12, 30, 7}, 80, 3);
        const at::NoGradGuard no_gradients;
        const auto batch = samples.batch(false, fused);
        const auto pass = [](std::uint32_t step) { return Pass{true, 42, step, 0, 4, 0}; };
        QVERIFY(fused.forward(batch, pass(3)).equal(fused.forward(batch, pass(3))));
        QVERIFY(!fused.forward(batch, pass(3)).allclose(fused.forward(batch, pass(4))));
        constexpr std::uint32_t passes = 2000;
        at::Tensor sums[2], squares[2];
        for (std::uint32_t step = 0; step < passes; ++step)
            for (const int i : {0, 1}) {
                const at::Tensor one = (i ? fused : plain).forward(batch, pass(step)).cpu();
                sums[i] = step ? sums[i] + one : one;
                squares[i] = step ? squares[i] + one * one : one * one;
            }
        const auto variance = [&](int i) { return squares[i] / passes - (sums[i] / passes).square(); };
        const at::Tensor error = ((variance(0) + variance(1)) / passes).sqrt();
        QVERIFY(((sums[0] - sums[1]).abs() / passes / error).max().item<double>() < 5);
    }

    void headAgrees_data() {
        QTest::addColumn<int>("classes");
        QTest::addColumn<bool>("tanh");
        for (const int classes : {2, 3, 70, 1000})
            for (const bool tanh : {true, false})
                QTest::addRow("%d, %s", classes, tanh ? "tanh" : "relu") << classes << tanh;
    }
    /// Logits and all gradients as the host's.
    void headAgrees() {
        QFETCH(int, classes);
        QFETCH(bool, tanh);
        constexpr std::int64_t count = 37, width = 390; // no multiple of a warp's columns
        const std::vector<at::Tensor> tensors{at::randn({count, width}), at::randn({width, width}) / 20,
                                              at::randn({width}), at::randn({classes, width}) / 20,
                                              at::randn({classes})};
        const at::Tensor dlogits = at::randn({count, classes});
        std::vector<at::Tensor> results[2];
        for (const int i : {0, 1}) {
            std::vector<at::Tensor> leaves;
            for (const at::Tensor& tensor : tensors)
                leaves.push_back((i ? there(tensor) : tensor.clone()).requires_grad_());
            const HeadParameters head{leaves[1], leaves[2], leaves[3], leaves[4],
                                      tanh ? arch::Activation::tanh : arch::Activation::relu};
            const Operations& operations = i ? kernels() : aten_operations();
            const at::Tensor logits = operations.classify({}, leaves[0], head, {});
            logits.backward(i ? there(dlogits) : dlogits);
            results[i].push_back(logits);
            for (const at::Tensor& leaf : leaves)
                results[i].push_back(leaf.grad());
        }
        for (std::size_t i = 0; i < results[0].size(); ++i)
            QVERIFY(relative(results[1][i], results[0][i]) < 1e-4);
    }

    /// Through a classifier that passes on what it gets: the survivors' share, their scale, and that the
    /// backward pass draws the same.
    void headDropsOut() {
        constexpr std::int64_t count = 512, width = 384;
        const at::TensorOptions here(gpu().place());
        const at::Tensor rows = at::ones({count, width}, here).requires_grad_(), one = at::eye(width, here),
                         none = at::zeros({width}, here);
        const kernel::Dropout dropout{42, 3, 1, 0.3};
        const Pass pass{true, 42, 3};
        kernels().begin(pass, gpu().place(), 1);
        const at::Tensor logits =
            kernels().classify({}, rows, {one, none, one, none, arch::Activation::relu}, dropout);
        logits.sum().backward();
        const at::Tensor kept = logits.detach() > 0;
        const double share = kept.to(at::kDouble).mean().item<double>();
        QVERIFY(std::abs(share - 0.7) < 5 * std::sqrt(0.21 / (count * width)));
        QVERIFY(relative(logits, kept / 0.7) < 1e-5);
        QVERIFY(rows.grad().equal(logits.detach()));
    }

    void crossEntropyAgrees_data() {
        QTest::addColumn<int>("classes");
        QTest::addColumn<bool>("weighted");
        QTest::addColumn<double>("smoothing");
        QTest::addColumn<bool>("shared");
        for (const int classes : {2, 9, 70})
            for (const bool weighted : {false, true})
                for (const double smoothing : {0.0, 0.1})
                    for (const bool shared : {false, true})
                        QTest::addRow("%d, %s, %g, %s", classes, weighted ? "weighted" : "equal", smoothing,
                                      shared ? "loss_weights" : "one share")
                            << classes << weighted << smoothing << shared;
    }
    void crossEntropyAgrees() {
        QFETCH(int, classes);
        QFETCH(bool, weighted);
        QFETCH(double, smoothing);
        QFETCH(bool, shared);
        constexpr std::int64_t count = 41;
        const at::Tensor logits = at::randn({count, classes}) * 5,
                         labels = at::randint(classes, {count}, at::kLong),
                         weights = weighted ? at::rand({classes}) + 0.5 : at::Tensor();
        at::Tensor loss_weights;
        if (shared) {
            loss_weights = at::full({count}, 0.125f);
            loss_weights.narrow(0, count - 4, 4).zero_();
        }
        LossParts parts[2];
        at::Tensor gradients[2];
        for (const int i : {0, 1}) {
            const at::Tensor leaf = (i ? there(logits) : logits.clone()).requires_grad_();
            Batch batch;
            batch.labels = i ? there(labels) : labels;
            batch.loss_weights = i ? there(loss_weights) : loss_weights;
            parts[i] = (i ? kernels() : aten_operations())
                           .cross_entropy(leaf, batch, i ? there(weights) : weights, smoothing, 8);
            (parts[i].total * 3).backward(); // as a loss scale does
            gradients[i] = leaf.grad();
        }
        QVERIFY(relative(parts[1].total, parts[0].total) < 1e-5);
        QVERIFY(relative(parts[1].losses, parts[0].losses) < 1e-5);
        QVERIFY(relative(gradients[1], gradients[0]) < 1e-5);
        QCOMPARE(parts[1].sum(model::correct_predictions).item<std::int64_t>(),
                 parts[0].sum(model::correct_predictions).item<std::int64_t>());
    }
};

int main(int argc, char** argv) {
    return run_on_gpu<DeviceKernelsTest>(argc, argv);
}

#include "device_kernels_test.moc"
