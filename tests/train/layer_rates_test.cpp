// SPDX-License-Identifier: GPL-3.0-or-later
// training.layer_decay: the learning rate of each block.

#include "train/optimizer/layer_rates.h"

#include "train/small_training.h"
#include "train/update.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::train;
using test::SmallTraining;

namespace {

constexpr double decay = 0.7;

/// By the parameter's name, of tiny-bert's three layers.
double expected_factor(const std::string& name) {
    if (name.find("embeddings.") != std::string::npos) return std::pow(decay, 4);
    const std::size_t layer = name.find("layer.");
    if (layer == std::string::npos) return 1; // pooler and classifier
    return std::pow(decay, 3 - (name[layer + 6] - '0'));
}

/// Three blocks' weights and the head's, of made numbers.
struct Blocks {
    model::Parameters parameters;

    explicit Blocks(bool with_factors) {
        for (int block = 0; block < 4; ++block) {
            const std::string name = "block" + std::to_string(block);
            parameters.add(name + ".weight", {70, 70}, model::Parameter::Init::normal, true);
            parameters.add(name + ".bias", {70}, model::Parameter::Init::normal, false);
        }
        parameters.initialise(1, 0.5);
        if (!with_factors) return;
        for (std::size_t i = 0; i < parameters.all().size(); ++i)
            parameters.all()[i].rate_factor = factor(i);
    }
    static double factor(std::size_t parameter) {
        return std::pow(decay, static_cast<double>(3 - parameter / 2));
    }

    void set_gradients(std::int64_t step) {
        for (model::Parameter& parameter : parameters.all())
            parameter.value.mutable_grad() =
                at::sin(at::arange(parameter.value.numel()) * 0.37 + static_cast<double>(step))
                    .view(parameter.value.sizes())
                    .to(at::kFloat);
    }
};

} // namespace

class LayerRatesTest : public QObject {
    Q_OBJECT

    std::optional<SmallTraining> small_;

private Q_SLOTS:
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
        small_->preset.training.layer_decay = decay;
    }
    void init() { small_->made.reset(); }

    void factorsOfBlocks_data() {
        QTest::addColumn<bool>("lora");
        QTest::addRow("all weights") << false;
        QTest::addRow("adapters") << true;
    }
    void factorsOfBlocks() {
        QFETCH(bool, lora);
        small_->made = small_->config();
        if (lora) small_->made->lora = {.rank = 3, .alpha = 6, .dropout = 0, .targets = {arch::all_linear}};
        const SmallTraining::Trained one = small_->trained();
        int adapters = 0;
        for (const model::Parameter& parameter : one.trainable->model().parameters().all()) {
            QVERIFY2(std::abs(parameter.rate_factor - expected_factor(parameter.name)) < 1e-15,
                     parameter.name.c_str());
            adapters += parameter.name.find("lora_") != std::string::npos;
        }
        QCOMPARE(adapters > 0, lora);
    }

    /// A pipeline stage counts the layers of the whole model.
    void factorsOfAStage() {
        const model::Placement placement{at::kCPU, &model::aten_operations()};
        std::size_t count = 0;
        for (const arch::StageLayers stage : {arch::StageLayers{0, 1, 3}, arch::StageLayers{1, 3, 3}}) {
            const SmallTraining::Trained one = small_->trained(placement, stage);
            for (const model::Parameter& parameter : one.trainable->model().parameters().all()) {
                QVERIFY2(std::abs(parameter.rate_factor - expected_factor(parameter.name)) < 1e-15,
                         parameter.name.c_str());
                ++count;
            }
        }
        QCOMPARE(count, small_->trained().trainable->model().parameters().all().size());
    }

    void ratesOfBlocks_data() {
        QTest::addColumn<Preset::Optim>("optim");
        QTest::addColumn<bool>("fused");
        const std::pair<const char*, Preset::Optim> optims[] = {{"sgd", Preset::Optim::sgd},
                                                                {"adam", Preset::Optim::adam},
                                                                {"adamw", Preset::Optim::adamw},
                                                                {"adamw_8bit", Preset::Optim::adamw_8bit}};
        for (const auto& [name, optim] : optims)
            for (const bool fused : {true, false})
                QTest::addRow("%s, %s", name, fused ? "fused" : "aten") << optim << fused;
    }
    /// A block's steps are, to the bit, those of an optimizer whose rate is the block's; weight decay too.
    void ratesOfBlocks() {
        QFETCH(Preset::Optim, optim);
        QFETCH(bool, fused);
        const model::Operations& operations = fused ? model::fused_operations() : model::aten_operations();
        Preset::Training training;
        training.optim = optim;
        training.weight_decay = 0.1;
        constexpr double rate = 0.01;
        Blocks layered(true);
        Optimizer optimizer(training, layered.parameters, operations);
        for (std::int64_t step = 0; step < 5; ++step) {
            optimizer.begin_step(rate, false);
            layered.set_gradients(step);
            test::update(optimizer);
        }
        for (std::size_t block = 0; block < 4; ++block) {
            Blocks plain(false);
            Optimizer alike(training, plain.parameters, operations);
            for (std::int64_t step = 0; step < 5; ++step) {
                alike.begin_step(rate * Blocks::factor(2 * block), false);
                plain.set_gradients(step);
                test::update(alike);
            }
            for (const std::size_t i : {2 * block, 2 * block + 1})
                QVERIFY(layered.parameters.all()[i].value.equal(plain.parameters.all()[i].value));
            const std::size_t other = (block + 1) % 4 * 2;
            QVERIFY(!layered.parameters.all()[other].value.equal(plain.parameters.all()[other].value));
        }
    }
};

QTEST_APPLESS_MAIN(LayerRatesTest)
#include "layer_rates_test.moc"
