// SPDX-License-Identifier: GPL-3.0-or-later
// Dropout by counters: a pass is a function of its samples, whatever the batching, so its gradients can be
// compared with finite differences, and batchings with each other.

#include "support.h"

#include "base/philox.h"

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

constexpr Pass training{true, 42, 3};

/// A golden model with dropouts that differ from site to site.
SequenceClassifier noisy_model(const std::string& name, std::int64_t labels) {
    const fs::path folder = golden_folder / "models" / name;
    arch::ModelConfig config = arch::read_model_config(folder);
    config.hidden_dropout = 0.2;
    config.attention_dropout = 0.3;
    config.classifier_dropout = 0.25;
    SequenceClassifier model(config, labels);
    model.initialise(1);
    model.load(format::ModelWeights(folder));
    return model;
}

double loss_of(const SequenceClassifier& model, const std::shared_ptr<const Batch>& batch) {
    const at::NoGradGuard no_gradients;
    const at::Tensor logits = model.forward(batch, training).to(at::kDouble);
    return -at::log_softmax(logits, 1).gather(1, batch->labels.unsqueeze(1)).sum().item<double>();
}

struct Moved {
    at::Tensor& value;
    at::Tensor before;
    explicit Moved(at::Tensor& parameter) : value(parameter), before(parameter.detach().clone()) {}
    void to(const std::vector<double>& direction, double by) {
        const float* from = before.const_data_ptr<float>();
        float* values = value.mutable_data_ptr<float>();
        for (std::size_t i = 0; i < direction.size(); ++i)
            values[i] = static_cast<float>(static_cast<double>(from[i]) + by * direction[i]);
    }
    ~Moved() { to(std::vector<double>(static_cast<std::size_t>(value.numel())), 0); }
};

double length_of(const std::vector<double>& v) {
    return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
}

/// The derivative of the loss along a unit vector, by central differences in two widths (Richardson).
double slope(const SequenceClassifier& model, const std::shared_ptr<const Batch>& batch, at::Tensor& value,
             const std::vector<double>& unit) {
    Moved moved(value);
    const auto difference_over = [&](double h) {
        moved.to(unit, h);
        const double above = loss_of(model, batch);
        moved.to(unit, -h);
        return (above - loss_of(model, batch)) / (2 * h);
    };
    return (4 * difference_over(1e-2) - difference_over(2e-2)) / 3;
}

} // namespace

class ModelDropoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void finiteDifferences_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("padded");
        for (const char* name : {"tiny-bert", "tiny-distilbert", "one-layer-bert"})
            for (const bool padded : {false, true})
                QTest::addRow("%s %s", name, padded ? "padded" : "packed") << QString(name) << padded;
    }
    /// Along each parameter's own gradient, where the slope must be its length, and along a random direction.
    void finiteDifferences() {
        QFETCH(QString, name);
        QFETCH(bool, padded);
        SequenceClassifier model = noisy_model(name.toStdString(), name == "tiny-bert" ? 3 : 2);
        const Samples samples({11, 3, 18, 16}, 40, 2);
        const auto batch = samples.batch(padded);
        train_pass(model, batch, training, 1);
        const auto gradients = gradients_of(model.parameters());
        double top = 0;
        for (const auto& [key, gradient] : gradients)
            top = std::max(top, largest(gradient));
        PhiloxStream random(1, 2);
        int checked = 0;
        for (Parameter& parameter : model.parameters().all()) {
            const std::vector<float>& gradient = gradients.at(parameter.name);
            std::vector<double> along(gradient.begin(), gradient.end()), anywhere;
            for (std::size_t i = 0; i < gradient.size(); ++i)
                anywhere.push_back(random.uniform() - 0.5);
            for (std::vector<double>* direction : {&along, &anywhere}) {
                const double length = length_of(*direction);
                if (length < 1e-3 * top) continue; // a key's bias: its gradient is zero
                for (double& x : *direction)
                    x /= length;
                const double expected =
                    std::inner_product(gradient.begin(), gradient.end(), direction->begin(), 0.0);
                const double found = slope(model, batch, parameter.value, *direction);
                const double scale = std::max(length_of({gradient.begin(), gradient.end()}), 1e-2 * top);
                ++checked;
                if (std::abs(found - expected) > 0.01 * scale)
                    QFAIL(qPrintable(QStringLiteral("%1: slope %2, gradient says %3")
                                         .arg(QString::fromStdString(parameter.name))
                                         .arg(found)
                                         .arg(expected)));
            }
        }
        QVERIFY(checked > 20);
    }

    /// The same samples packed, padded, in another order and in micro-batches: the same logits, loss and
    /// gradients.
    void batchings_data() {
        QTest::addColumn<QString>("name");
        QTest::addRow("bert") << "tiny-bert";
        QTest::addRow("distilbert") << "tiny-distilbert";
    }
    void batchings() {
        QFETCH(QString, name);
        SequenceClassifier model = noisy_model(name.toStdString(), name == "tiny-bert" ? 3 : 2);
        const Samples samples({5, 48, 1, 17, 32, 16, 9, 40}, 80, 2);
        const auto packed = samples.batch(false);
        const double count = static_cast<double>(packed->size());
        const double loss = train_pass(model, packed, training, count).total.item<double>();
        const auto gradients = gradients_of(model.parameters());
        const std::vector<float> logits = values_of(model.forward(packed, training));
        QVERIFY(difference(logits, values_of(model.forward(packed, {}))) > 0.01); // dropout does something

        const auto check = [&](const std::vector<std::shared_ptr<const Batch>>& batches) {
            clear_gradients(model.parameters());
            double total = 0;
            for (const auto& batch : batches)
                total += train_pass(model, batch, training, count).total.item<double>();
            return std::abs(total - loss) <= 2e-6 && close(gradients_of(model.parameters()), gradients, 2e-5);
        };
        const auto padded = samples.batch(true);
        QVERIFY(difference(logits, values_of(model.forward(padded, training))) <= 5e-6);
        QVERIFY(check({padded}));
        QVERIFY(check({samples.part(0, 3, false), samples.part(3, 4, false), samples.part(4, 8, false)}));
        QVERIFY(check({samples.part(0, 4, true), samples.part(4, 8, true)}));

        std::vector<Sample> sorted = samples.list; // as length-bucketed batches have them
        std::sort(sorted.begin(), sorted.end(),
                  [](const Sample& a, const Sample& b) { return a.ids.size() < b.ids.size(); });
        for (const bool pads : {false, true})
            QVERIFY(check({std::make_shared<const Batch>(make_batch(std::span(sorted).first(4), pads, 0)),
                           std::make_shared<const Batch>(make_batch(std::span(sorted).last(4), pads, 0))}));
    }

    /// Masks follow seed, step and sample; a pass repeated is the same to the bit, on any number of threads.
    void masksAreCounted() {
        const SequenceClassifier model = noisy_model("tiny-bert", 3);
        const Samples samples({12, 30, 7}, 80, 3);
        const auto batch = samples.batch(false);
        const at::NoGradGuard no_gradients;
        const at::Tensor logits = model.forward(batch, training);
        QVERIFY(logits.equal(model.forward(batch, training)));
        at::set_num_threads(2);
        QVERIFY(logits.equal(model.forward(batch, training)));
        at::set_num_threads(1);
        QVERIFY(!logits.allclose(model.forward(batch, {true, 42, 4})));
        QVERIFY(!logits.allclose(model.forward(batch, {true, 43, 3})));
        std::vector<Sample> renamed = samples.list;
        renamed[1].index = 99;
        const at::Tensor other =
            model.forward(std::make_shared<const Batch>(make_batch(renamed, false, 0)), training);
        QVERIFY((other[0] - logits[0]).abs().max().item<float>() < 1e-6f);
        QVERIFY((other[1] - logits[1]).abs().max().item<float>() > 1e-3f);
    }

    /// Over many steps dropout averages out where the model is nearly linear: the survivors' scale is right.
    void expectationIsKept() {
        const fs::path folder = golden_folder / "models/tiny-bert";
        arch::ModelConfig config = arch::read_model_config(folder);
        config.hidden_dropout = config.attention_dropout = 0;
        config.classifier_dropout = 0.4;
        SequenceClassifier model(config, 3);
        model.load(format::ModelWeights(folder));
        const Samples samples({12, 30, 7}, 80, 3);
        const auto batch = samples.batch(false);
        const at::NoGradGuard no_gradients;
        const at::Tensor first = model.encode(batch, {}), expected = model.classify(first, batch, {});
        at::Tensor sum = at::zeros_like(expected), squares = at::zeros_like(expected);
        constexpr int steps = 4000;
        for (std::uint32_t step = 0; step < steps; ++step) {
            const at::Tensor one = model.classify(first, batch, {true, 7, step});
            sum += one;
            squares += one * one;
        }
        const at::Tensor mean = sum / steps, error = (squares / steps - mean * mean).div(steps).sqrt();
        QVERIFY(error.min().item<float>() > 0);
        QVERIFY(((mean - expected).abs() / error).max().item<float>() < 5); // standard errors
    }
};

QTEST_APPLESS_MAIN(ModelDropoutTest)
#include "model_dropout_test.moc"
