// SPDX-License-Identifier: GPL-3.0-or-later
// Random values of new parameters.

#include "support.h"

#include "base/philox.h"

#include <cmath>
#include <set>
#include <xxhash.h>

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

const fs::path tiny = golden_folder / "models/tiny-bert";

/// Box-Muller over a parameter's stream from its first word on, on one thread.
std::vector<float> drawn_in_order(const Parameter& parameter, std::uint64_t seed, double deviation) {
    PhiloxStream random(seed, XXH3_64bits(parameter.name.data(), parameter.name.size()));
    std::vector<float> values(static_cast<std::size_t>(parameter.value.numel()));
    for (std::size_t i = 0; i < values.size(); i += 2) {
        const double radius = deviation * std::sqrt(-2 * std::log(1 - random.uniform()));
        const double angle = 2 * M_PI * random.uniform();
        values[i] = static_cast<float>(radius * std::cos(angle));
        if (i + 1 < values.size()) values[i + 1] = static_cast<float>(radius * std::sin(angle));
    }
    return values;
}

} // namespace

class InitializationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { at::set_num_threads(1); }

    void initialisation() {
        arch::ModelConfig config = arch::read_model_config(tiny);
        config.hidden_size = 128;
        config.initializer_range = 0.05;
        SequenceClassifier model(config, 3);
        model.initialise(9);
        for (const Parameter& parameter : model.parameters().all()) {
            const at::Tensor value = parameter.value.detach().to(at::kDouble);
            const double count = static_cast<double>(value.numel());
            const bool is_norm = parameter.name.find("LayerNorm") != std::string::npos;
            const bool is_bias = parameter.name.ends_with(".bias");
            QCOMPARE(parameter.decays, !is_norm && !is_bias);
            if (is_norm || is_bias) {
                QVERIFY((value == (is_bias ? 0.0 : 1.0)).all().item<bool>());
                continue;
            }
            // Five standard errors of the mean, of the deviation and of the kurtosis (3 for a normal).
            const double mean = value.mean().item<double>();
            const double deviation = value.std(/*unbiased=*/false).item<double>();
            const double kurtosis = ((value - mean) / deviation).pow(4).mean().item<double>();
            QVERIFY(std::abs(mean) < 5 * 0.05 / std::sqrt(count));
            QVERIFY(std::abs(deviation - 0.05) < 5 * 0.05 / std::sqrt(2 * count));
            QVERIFY(std::abs(kurtosis - 3) < 5 * std::sqrt(24 / count));
        }
    }

    /// A parameter's values depend on seed and name alone, not on what else the model has.
    void initialisationIgnoresOrder() {
        arch::ModelConfig config = arch::read_model_config(tiny);
        SequenceClassifier three(config, 3);
        config.num_hidden_layers = 1;
        SequenceClassifier one(config, 3), other(config, 3);
        three.initialise(5);
        one.initialise(5);
        other.initialise(6);
        std::set<float> first_values;
        std::size_t random = 0;
        for (const Parameter& parameter : one.parameters().all()) {
            QVERIFY(parameter.value.equal(three.parameters().find(parameter.name)->value));
            if (parameter.init != Parameter::Init::normal) continue;
            QVERIFY(!parameter.value.equal(other.parameters().find(parameter.name)->value));
            first_values.insert(values_of(parameter.value)[0]);
            ++random;
        }
        QCOMPARE(first_values.size(), random); // no two parameters share a stream
    }

    /// Larger than what is filled at a time, and of an odd number of values.
    void threadsDrawWhatOneDraws_data() {
        QTest::addColumn<int>("threads");
        QTest::newRow("one") << 1;
        QTest::newRow("two") << 2;
        QTest::newRow("five") << 5;
    }
    void threadsDrawWhatOneDraws() {
        QFETCH(int, threads);
        at::set_num_threads(threads);
        Parameters parameters;
        parameters.add("large", {200'003}, Parameter::Init::normal, true);
        parameters.add("small", {3}, Parameter::Init::normal, true);
        parameters.initialise(7, 0.02);
        for (const Parameter& parameter : parameters.all())
            QVERIFY(values_of(parameter.value) == drawn_in_order(parameter, 7, 0.02));
    }
};

QTEST_GUILESS_MAIN(InitializationTest)
#include "initialization_test.moc"
