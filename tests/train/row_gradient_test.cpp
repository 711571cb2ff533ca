// SPDX-License-Identifier: GPL-3.0-or-later
// The optimizer on tables of which a step uses a few rows: the bits of the step on whole gradients.

#include "model/support.h"
#include "train/optimizer/optimizer.h"
#include "train/update.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::train;

namespace {

constexpr std::int64_t rows = 300, width = 260; // several chunks, whose ends lie within rows

struct Net {
    model::Parameters parameters;
    explicit Net(at::ScalarType type) : parameters(at::kCPU, type) {
        parameters.add("words", {rows, width}, model::Parameter::Init::normal, true);
        parameters.add("dense", {width, 2}, model::Parameter::Init::normal, true);
        parameters.initialise(3, 0.5);
    }
    at::Tensor& table() { return parameters.all()[0].value; }

    /// One step on the sum of rows `ids`, each weighted by another random row.
    void accumulate(const std::vector<std::int64_t>& ids, bool sparse, std::int64_t seed) {
        at::manual_seed(static_cast<std::uint64_t>(seed));
        const at::Tensor index = at::tensor(at::ArrayRef<std::int64_t>(ids)),
                         factors = at::randn({index.numel(), width});
        const at::Tensor chosen = at::embedding(table(), index, -1, false, sparse).to(at::kFloat) * factors;
        const at::Tensor dense = parameters.all()[1].value.to(at::kFloat);
        (chosen.sum() + chosen.mm(dense).sum()).backward();
    }
};

Preset::Training training_of(const QString& optim, double decay) {
    Preset::Training training;
    training.optim = optim == QLatin1String("sgd")    ? Preset::Optim::sgd
                     : optim == QLatin1String("adam") ? Preset::Optim::adam
                                                      : Preset::Optim::adamw;
    training.momentum = 0.9;
    training.weight_decay = decay;
    training.max_grad_norm = 0; // the norm's sum is taken in another order
    return training;
}

} // namespace

class RowGradientTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sparseStepsAreTheSame_data() {
        QTest::addColumn<QString>("optim");
        QTest::addColumn<double>("decay");
        QTest::addColumn<int>("type");
        for (const char* optim : {"sgd", "adam", "adamw"})
            for (const double decay : {0.0, 0.1})
                for (const auto& [name, type] :
                     {std::pair{"fp32", at::kFloat}, std::pair{"bf16", at::kBFloat16}})
                    QTest::addRow("%s, decay %g, %s", optim, decay, name)
                        << QString(optim) << decay << static_cast<int>(type);
    }
    void sparseStepsAreTheSame() {
        QFETCH(QString, optim);
        QFETCH(double, decay);
        QFETCH(int, type);
        Net whole(static_cast<at::ScalarType>(type)), few(static_cast<at::ScalarType>(type));
        const Preset::Training training = training_of(optim, decay);
        Optimizer of_whole(training, whole.parameters), of_few(training, few.parameters);
        QVERIFY(of_few.takes_sparse());
        const std::vector<std::vector<std::int64_t>> steps = {
            {5, 17, 0, rows - 1}, {5}, {250, 251, 252, 4}, {17, 250}, {99}};
        for (std::size_t step = 0; step < steps.size(); ++step) {
            of_whole.begin_step(0.01, false);
            of_few.begin_step(0.01, false);
            for (std::int64_t micro = 0; micro < 2; ++micro) { // rows 5 and 6 by both of them
                std::vector<std::int64_t> ids = steps[step];
                ids.push_back(6 + micro * 100);
                const std::int64_t seed = static_cast<std::int64_t>(step) * 2 + micro;
                whole.accumulate(ids, false, seed);
                few.accumulate(ids, true, seed);
            }
            QVERIFY(few.table().grad().is_sparse());
            const double expected = test::update(of_whole).item<double>();
            QVERIFY(std::abs(test::update(of_few).item<double>() / expected - 1) < 1e-6);
            if (step == 2) of_few.set_updates(3); // as after a restore: what was used is seen in the state
            QVERIFY(whole.table().equal(few.table()));
            QVERIFY(whole.parameters.all()[1].value.equal(few.parameters.all()[1].value));
        }
        const auto ours = of_few.states(), theirs = of_whole.states();
        for (std::size_t i = 0; i < ours.size(); ++i)
            QVERIFY(ours[i].value.equal(theirs[i].value));
    }

    void halfAndEightBitsTakeWholeGradients() {
        Net half(at::kHalf), usual(at::kFloat);
        QVERIFY(!Optimizer(training_of("adam", 0), half.parameters).takes_sparse());
        Preset::Training training = training_of("adamw", 0);
        training.optim = Preset::Optim::adamw_8bit;
        QVERIFY(!Optimizer(training, usual.parameters).takes_sparse());
    }

    /// Rows that were never used keep their numbers, and the step does not see them: here they are no
    /// numbers.
    void unusedRowsAreNotRead() {
        Net net(at::kFloat);
        Optimizer optimizer(training_of("adam", 0), net.parameters);
        const Optimizer::State second = optimizer.states()[1];
        QCOMPARE(second.name, std::string("words.exp_avg_sq"));
        second.value[200].fill_(NAN);
        optimizer.begin_step(0.01, false);
        net.accumulate({5, 17}, true, 1);
        test::update(optimizer);
        QVERIFY(net.table()[200].isfinite().all().item<bool>());
        QVERIFY(net.table().isfinite().all().item<bool>());
    }

    /// A model's own gradient of its word embeddings, in rows and whole.
    void modelsGiveTheSame() {
        const auto gradient = [](bool sparse) {
            model::SequenceClassifier model(
                arch::read_model_config(model::golden_folder / "models/tiny-bert"), 2);
            model.initialise(1);
            const model::Samples samples({5, 17, 1, 9}, 40, 2);
            const auto batch = samples.batch(false, model);
            model::Pass pass{true, 42, 3};
            pass.sparse = sparse;
            model::cross_entropy(model.forward(batch, pass), batch->labels, {}, 0, 4).total.backward();
            return model.parameters().find("bert.embeddings.word_embeddings.weight")->value.grad();
        };
        const at::Tensor few = gradient(true), whole = gradient(false);
        QVERIFY(few.is_sparse());
        QVERIFY(few._values().size(0) < whole.size(0));
        QVERIFY(whole.abs().max().item<double>() > 0);
        QVERIFY(few.to_dense().equal(whole));
    }
};

QTEST_APPLESS_MAIN(RowGradientTest)
#include "row_gradient_test.moc"
