// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU's kernels as operations of the models, on the host: what the autograd functions keep, hand over and
// return, with the kernels' bodies run by one thread in place of the launches. Compared with LibTorch's own.

#include "cuda/head_kernels.cuh"
#include "cuda/head_kernels.h"
#include "cuda/row_kernels.cuh"
#include "cuda/row_kernels.h"
#include "cuda/row_operations.h"
#include "cuda/row_support.h"
#include "memory/torch_headers.h"
#include "model/support.h"
#include "train/replayed.h"
#include "train/small_training.h"
#include "train/step/static_graph.h"

#include <bit>

using namespace tunedesk;
using namespace tunedesk::test;
using namespace tunedesk::model;

namespace {

const Operations& kernels() {
    static const Operations operations = cuda::with_row_kernels(aten_operations());
    return operations;
}

} // namespace

class OperationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void modelsAgree_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("compute");
        QTest::addColumn<int>("params");
        QTest::addColumn<double>("bound");
        for (const char* name : {"tiny-bert", "tiny-distilbert"}) // with and without type embeddings
            for (const auto& [compute, params, bound] : {std::tuple{at::kFloat, at::kFloat, 1e-4},
                                                         {at::kBFloat16, at::kFloat, 1e-2},
                                                         {at::kBFloat16, at::kBFloat16, 3e-2}})
                QTest::addRow("%s, %s, parameters %s", name, at::toString(compute), at::toString(params))
                    << name << static_cast<int>(compute) << static_cast<int>(params) << bound;
    }
    /// Logits and gradients of packed batches, of a fixed shape too.
    void modelsAgree() {
        QFETCH(QString, name);
        QFETCH(int, compute);
        QFETCH(int, params);
        QFETCH(double, bound);
        const fs::path folder = golden_folder / "models" / name.toStdString();
        arch::ModelConfig config = arch::read_model_config(folder);
        config.hidden_dropout = config.attention_dropout = config.classifier_dropout = 0;
        const Samples samples({5, 48, 1, 17, 48, 16, 9, 40}, 80, 2);
        const Shape shape = fixed_shape(184, 8, 48);
        for (const bool fixed : {false, true}) {
            std::vector<float> logits[2];
            std::map<std::string, std::vector<float>> gradients[2];
            for (const int i : {0, 1}) {
                SequenceClassifier model(config, name == "tiny-bert" ? 3 : 2,
                                         {at::kCPU, i ? &kernels() : &aten_operations(),
                                          static_cast<at::ScalarType>(compute),
                                          static_cast<at::ScalarType>(params)});
                model.initialise(3);
                model.load(format::ModelWeights(folder));
                const auto batch = fixed ? model.batch(samples.list, shape, 8,
                                                       at::empty({numbers_of(shape, 1, false)}, at::kInt), 48)
                                         : samples.batch(false, model);
                logits[i] = values_of(model.forward(batch, {}));
                train_pass(model, batch, {}, 8);
                gradients[i] = gradients_of(model.parameters());
            }
            QVERIFY(difference(logits[1], logits[0]) <= bound);
            QVERIFY(close(gradients[1], gradients[0], 10 * bound));
        }
    }

    void crossEntropyAgrees_data() {
        QTest::addColumn<bool>("weighted");
        QTest::addColumn<bool>("shared");
        for (const bool weighted : {false, true})
            for (const bool shared : {false, true})
                QTest::addRow("%s, %s", weighted ? "weighted" : "equal",
                              shared ? "loss_weights" : "one loss weight")
                    << weighted << shared;
    }
    void crossEntropyAgrees() {
        QFETCH(bool, weighted);
        QFETCH(bool, shared);
        const at::Tensor logits = at::randn({41, 9}) * 5;
        Batch batch;
        batch.labels = at::randint(9, {41}, at::kLong);
        if (shared) batch.loss_weights = (at::arange(41) < 37).to(at::kFloat) / 8;
        LossParts parts[2];
        at::Tensor gradients[2];
        for (const int i : {0, 1}) {
            const at::Tensor leaf = logits.clone().requires_grad_(),
                             weights = weighted ? at::arange(1, 10).to(at::kFloat) / 4 : at::Tensor();
            parts[i] = (i ? kernels() : aten_operations()).cross_entropy(leaf, batch, weights, 0.1, 8);
            (parts[i].total * 3).backward(); // as a loss scale does
            gradients[i] = leaf.grad();
        }
        QVERIFY(near(parts[1].total, parts[0].total, 1e-5));
        QVERIFY(near(parts[1].losses, parts[0].losses, 1e-5));
        QVERIFY(near(gradients[1], gradients[0], 1e-5));
        QCOMPARE(parts[1].sum(model::correct_predictions).item<std::int64_t>(),
                 parts[0].sum(model::correct_predictions).item<std::int64_t>());
    }

    /// The backward pass draws what the forward pass drew.
    void dropoutIsKept() {
        constexpr std::int64_t count = 64, width = 96;
        const at::Tensor one = at::eye(width), none = at::zeros({width}), ones = at::ones({width});
        const kernel::Dropout dropout{42, 3, 1, 0.3};
        const at::Tensor rows = at::ones({count, width}).requires_grad_();
        const at::Tensor logits =
            kernels().classify({}, rows, {one, none, one, none, arch::Activation::relu}, dropout);
        logits.sum().backward();
        QVERIFY(rows.grad().equal(logits.detach()));
        // Dropped elements are the least of their row, where all others are positive.
        const at::Tensor x = (at::rand({count, width}) + 1).requires_grad_();
        const at::Tensor y = kernels().linear_residual_norm({}, x, one, none, at::zeros({count, width}),
                                                            {ones, none, 1e-5}, dropout, at::kFloat);
        (y * at::randn({count, width})).sum().backward();
        const at::Tensor kept = y.detach() > std::get<0>(y.detach().min(1, /*keepdim=*/true));
        QVERIFY(std::abs(kept.to(at::kFloat).mean().item<double>() - 0.7) < 0.05);
        QVERIFY(x.grad().ne(0).equal(kept));
    }

    /// The training loop's steps on batches of fixed shapes.
    void trainsAsLibTorchs() {
        SmallTraining small;
        small.preset.training.optim = Preset::Optim::sgd;
        Replayed::Counts counts;
        std::vector<SmallTraining::Trained> both;
        for (const Operations* operations : {&aten_operations(), &kernels()}) {
            both.push_back(small.trained({at::kCPU, operations}));
            both.back().execution = std::make_unique<train::StaticGraph>(
                *both.back().trainable, std::make_unique<Replayed>(counts),
                both.back().trainable->model().parameters().trained(), SmallTraining::longest);
        }
        for (std::uint32_t number = 0; number < 12; ++number)
            for (SmallTraining::Trained& one : both)
                small.step(one, number, 2);
        QVERIFY(both[0].rights == both[1].rights);
        for (std::size_t i = 0; i < 12; ++i)
            QVERIFY(std::abs(both[0].losses[i] - both[1].losses[i]) <= 1e-5 * both[0].losses[i]);
        QVERIFY(SmallTraining::difference(both[0], both[1]) <= 1e-5);
    }
};

QTEST_GUILESS_MAIN(OperationsTest)
#include "operations_test.moc"
