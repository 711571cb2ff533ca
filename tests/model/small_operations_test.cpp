// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks from the small operations against blocks from the fused ones, and what may stand between them.

#include "support.h"

using namespace tunedesk;
using namespace tunedesk::model;
using arch::Role;

namespace {

const Operations& operations(const QString& name) {
    return name == "aten" ? aten_operations() : fused_operations();
}

SequenceClassifier make_model(const std::string& name, const Placement& placement, double dropout) {
    const fs::path folder = golden_folder / "models" / name;
    arch::ModelConfig config = arch::read_model_config(folder);
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = dropout;
    SequenceClassifier model(config, 3, placement);
    model.initialise(5);
    model.load(format::ModelWeights(folder), /*new_head=*/true);
    return model;
}

/// x A^T B^T, as LoRA adds it.
class LowRank : public LinearAdapter {
public:
    LowRank(std::int64_t outputs, std::int64_t inputs)
        : down(at::randn({rank, inputs}).mul_(0.1).requires_grad_()),
          up(at::randn({outputs, rank}).mul_(0.1).requires_grad_()) {}

    at::Tensor added(const Operations&, const at::Tensor& x, const RowView&, const Pass&,
                     at::ScalarType) const override {
        return at::linear(at::linear(x.to(at::kFloat), down), up);
    }
    std::vector<at::Tensor> parameters() const override { return {down, up}; }
    at::Tensor weight() const { return up.detach().mm(down.detach()); }

    static constexpr std::int64_t rank = 4;
    at::Tensor down, up; ///< [rank, inputs], [outputs, rank]
};

class Doubled : public LinearReduction {
public:
    at::Tensor reduce(const at::Tensor& product) const override { return 2 * product; }
};

struct Adapted {
    std::size_t block;
    Role role;
};
/// A projection of a whole layer, one of the layer that is read at its first tokens, an MLP's, the head's.
constexpr Adapted adapted[] = {{1, Role::query}, {3, Role::value}, {2, Role::down}, {4, Role::dense}};

double relative(const at::Tensor& found, const at::Tensor& expected) {
    return ((found - expected).abs().max() / expected.abs().max()).item<double>();
}

} // namespace

class SmallOperationsTest : public QObject {
    Q_OBJECT

    Samples samples{{5, 48, 1, 17, 48, 16, 9, 40}, 80, 3};
    const Pass pass{.training = true, .seed = 42, .step = 3};

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }
    void cleanup() {
        for (Sample& sample : samples.list)
            sample.second_segment_length = static_cast<std::uint32_t>(sample.ids.size()) / 3;
    }

    void equalTheFusedOnes_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("set");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<int>("trained"); // layers; -1: all and the embeddings
        for (const char* set : {"fused", "aten"})
            for (const char* name : {"tiny-bert", "tiny-distilbert", "tiny-roberta", "tiny-electra"})
                for (const bool padded : {false, true})
                    for (const int trained : {-1, 1})
                        QTest::addRow("%s %s %s %d", set, name, padded ? "padded" : "packed", trained)
                            << QString(name) << QString(set) << padded << trained;
    }
    /// With dropout: the masks are the same, or the results would be far apart.
    void equalTheFusedOnes() {
        QFETCH(QString, name);
        QFETCH(QString, set);
        QFETCH(bool, padded);
        QFETCH(int, trained);
        if (name == QLatin1String("tiny-roberta")) // has one type
            for (Sample& sample : samples.list)
                sample.second_segment_length = 0;
        std::vector<float> logits[2];
        std::map<std::string, std::vector<float>> gradients[2];
        for (const int small : {0, 1}) {
            Placement placement{at::kCPU, &operations(set)};
            placement.small_operations = small;
            SequenceClassifier model = make_model(name.toStdString(), placement, 0.2);
            if (trained > 0) model.train_only_last(trained);
            const auto batch = samples.batch(padded, model);
            {
                const at::NoGradGuard no_gradients;
                logits[small] = values_of(model.forward(batch, pass));
            }
            train_pass(model, batch, pass, 8);
            gradients[small] = gradients_of(model.parameters());
        }
        QVERIFY(largest(logits[0]) > 1e-3);
        const double apart = difference(logits[1], logits[0]);
        QVERIFY2(apart <= 1e-6 * (1 + largest(logits[0])), qPrintable(QString::number(apart)));
        for (const auto& [parameter, values] : gradients[0]) {
            const double error = difference(gradients[1].at(parameter), values);
            QVERIFY2(error <= 1e-6 * (1 + largest(values)),
                     qPrintable(QString("%1: %2").arg(parameter.c_str()).arg(error)));
        }
    }

    void adapters_data() {
        QTest::addColumn<QString>("set");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<int>("checkpointed");
        for (const char* set : {"fused", "aten"})
            for (const bool padded : {false, true})
                for (const int checkpointed : {0, 2})
                    QTest::addRow("%s %s, checkpoints every %d", set, padded ? "padded" : "packed",
                                  checkpointed)
                        << QString(set) << padded << checkpointed;
    }
    /// Adapters on frozen layers give what weights W + B A give, and the gradients that follow from W's:
    /// dB = dW A^T, dA = B^T dW.
    void adapters() {
        QFETCH(QString, set);
        QFETCH(bool, padded);
        QFETCH(int, checkpointed);
        at::manual_seed(7);
        const Placement placement{at::kCPU, &operations(set)};
        SequenceClassifier model = make_model("tiny-bert", placement, 0.2),
                           merged = make_model("tiny-bert", placement, 0.2);
        for (Parameter& parameter : model.parameters().all())
            parameter.value.set_requires_grad(false);
        model.network().checkpoint_activations(checkpointed);
        std::vector<std::shared_ptr<LowRank>> adapters;
        std::vector<at::Tensor> weights;
        for (const auto& [block, role] : adapted) {
            LinearLayer& layer = *model.network().linear(block, role);
            adapters.push_back(std::make_shared<LowRank>(layer.weight.size(0), layer.weight.size(1)));
            layer.adapter = adapters.back();
            weights.push_back(merged.network().linear(block, role)->weight);
            const at::NoGradGuard no_gradients;
            weights.back().add_(adapters.back()->weight());
        }
        const auto batch = samples.batch(padded, model);
        const LossParts found = train_pass(model, batch, pass, 8),
                        expected = train_pass(merged, samples.batch(padded, merged), pass, 8);
        QVERIFY(relative(found.total, expected.total) <= 1e-5);
        for (std::size_t i = 0; i < adapters.size(); ++i) {
            const at::Tensor gradient = weights[i].grad();
            QVERIFY(gradient.abs().max().item<double>() > 0);
            QVERIFY(relative(adapters[i]->up.grad(), gradient.mm(adapters[i]->down.detach().t())) <= 1e-4);
            QVERIFY(relative(adapters[i]->down.grad(), adapters[i]->up.detach().t().mm(gradient)) <= 1e-4);
        }
        for (const Parameter& parameter : model.parameters().all())
            QVERIFY2(!parameter.value.grad().defined(), parameter.name.c_str());
    }

    void reductions_data() {
        QTest::addColumn<QString>("set");
        QTest::addRow("fused") << "fused";
        QTest::addRow("aten") << "aten";
    }
    /// What combines products comes before the bias, which is added once.
    void reductions() {
        QFETCH(QString, set);
        const Placement placement{at::kCPU, &operations(set)};
        SequenceClassifier model = make_model("tiny-bert", placement, 0.2),
                           doubled = make_model("tiny-bert", placement, 0.2);
        for (const Role role : {Role::attention_output, Role::down, Role::key}) {
            model.network().linear(2, role)->reduction = std::make_shared<Doubled>();
            const at::NoGradGuard no_gradients;
            doubled.network().linear(2, role)->weight.mul_(2);
        }
        const at::NoGradGuard no_gradients;
        const at::Tensor found = model.forward(samples.batch(false, model), pass),
                         expected = doubled.forward(samples.batch(false, doubled), pass),
                         plain = make_model("tiny-bert", placement, 0.2)
                                     .forward(samples.batch(false, doubled), pass);
        QVERIFY(relative(found, expected) <= 1e-5);
        QVERIFY(relative(plain, expected) > 1e-3);
    }

    void linearLayersByRole() {
        SequenceClassifier model = make_model("tiny-bert", {}, 0);
        Network& network = model.network();
        QVERIFY(!network.linear(0, Role::query) && !network.linear(0, Role::projection));
        QVERIFY(!network.linear(1, Role::classifier) && !network.linear(4, Role::up));
        for (const Role role :
             {Role::query, Role::key, Role::value, Role::attention_output, Role::up, Role::down})
            QVERIFY(network.linear(1, role)->weight.is_same(
                model.parameters().find(network.spec().layers[0].find(role)->name)->value));
        QVERIFY(make_model("tiny-electra", {}, 0).network().linear(0, Role::projection));
    }
};

QTEST_APPLESS_MAIN(SmallOperationsTest)
#include "small_operations_test.moc"
