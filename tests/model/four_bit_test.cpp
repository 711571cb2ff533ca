// SPDX-License-Identifier: GPL-3.0-or-later
// Weights in 4 bits: bitsandbytes' numbers, products and gradients, and what a network makes of them.

#include "model/support.h"

#include "base/json.h"
#include "kernel/nf4.h"
#include "model/quantization/four_bit_product.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

constexpr std::int64_t rows = 131, columns = 130;

/// As make_nf4.py makes it.
std::vector<float> matrix() {
    std::uint32_t seed = 1;
    std::vector<float> values(rows * columns);
    for (float& value : values) {
        seed = seed * 1664525u + 1013904223u;
        value = static_cast<float>(static_cast<int>((seed >> 16) % 4001) - 2000) / 16384;
    }
    std::fill(values.begin() + 320, values.begin() + 384, 0.0f);
    values[1000] = 3;
    return values;
}

FourBitMatrix packed(const std::vector<float>& values, at::IntArrayRef sizes, bool double_quantization) {
    FourBitMatrix made(sizes, double_quantization, at::kCPU);
    constexpr std::int64_t part = 64 * 40;
    const auto count = static_cast<std::int64_t>(values.size());
    for (std::int64_t begin = 0; begin < count; begin += part)
        made.put(values.data() + begin, begin, std::min(part, count - begin));
    made.finish();
    return made;
}

} // namespace

class FourBitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreThoseOfBitsandbytes_data() {
        QTest::addColumn<bool>("twice");
        QTest::newRow("plain") << false;
        QTest::newRow("double") << true;
    }
    void numbersAreThoseOfBitsandbytes() {
        QFETCH(bool, twice);
        const Json golden = parse_json(read_file(golden_folder / "nf4.json", ErrorId::file_unreadable),
                                       "nf4.json", ErrorId::file_unreadable);
        const Json& expected = golden.at(twice ? "double" : "plain");
        const QByteArray codes = QByteArray::fromHex(expected.at("codes").get<std::string>().c_str());
        const auto scales = expected.at("scales").get<std::vector<float>>();
        const at::Tensor values = packed(matrix(), {rows, columns}, twice).values(at::kFloat);
        const auto* made = values.const_data_ptr<float>();
        double sum = 0;
        std::int64_t others = 0;
        for (std::int64_t i = 0; i < rows * columns; ++i) {
            const auto byte = static_cast<std::uint8_t>(codes[static_cast<qsizetype>(i / 2)]);
            const float wanted = kernel::nf4_values[i % 2 ? byte & 15 : byte >> 4] *
                                 scales[static_cast<std::size_t>(i / kernel::nf4_block)];
            sum += wanted;
            // The mean of the scales is summed in another order.
            if (std::abs(made[i] - wanted) <= 1e-7 * std::abs(wanted) + (twice ? 2e-8 : 0)) continue;
            ++others;
            QVERIFY2(std::abs(made[i] - wanted) <= 0.015 * std::abs(wanted),
                     qPrintable(QString("%1: %2 for %3").arg(i).arg(made[i]).arg(wanted)));
        }
        // Six scales are alike and lie within 2e-4 of the middle of two codes, of which bitsandbytes takes
        // the one that is not the nearer.
        QVERIFY(others <= (twice ? 6 * kernel::nf4_block : 0));
        QVERIFY(std::abs(sum - expected.at("sum").get<double>()) < 1e-3);
        // Rounded once, where products are taken in 16 bits.
        QVERIFY(
            packed(matrix(), {rows, columns}, twice).values(at::kBFloat16).equal(values.to(at::kBFloat16)));
    }

    void numbersThatAreNotFiniteAreNoticed() {
        std::vector<float> values = matrix();
        QVERIFY(packed(values, {rows, columns}, true).is_finite());
        values[777] = NAN;
        QVERIFY(!packed(values, {rows, columns}, true).is_finite());
    }

    void productsAreThoseOfTheWidenedWeight_data() {
        QTest::addColumn<bool>("fused");
        QTest::addColumn<bool>("transposed");
        QTest::addColumn<int>("type");
        for (const bool fused : {true, false})
            for (const bool transposed : {false, true})
                for (const at::ScalarType type : {at::kFloat, at::kBFloat16})
                    QTest::addRow("%s%s, %s", fused ? "fused" : "aten", transposed ? ", transposed" : "",
                                  at::toString(type))
                        << fused << transposed << static_cast<int>(type);
    }
    void productsAreThoseOfTheWidenedWeight() {
        QFETCH(bool, fused);
        QFETCH(bool, transposed);
        QFETCH(int, type);
        const auto compute = static_cast<at::ScalarType>(type);
        const Operations& operations = fused ? fused_operations() : aten_operations();
        LinearLayer layer;
        layer.transposed = transposed;
        layer.packed = std::make_shared<FourBitMatrix>(packed(matrix(), {rows, columns}, true));
        const at::Tensor stored = layer.packed->values(at::kFloat);
        const at::Tensor weight = transposed ? stored.t() : stored;
        at::manual_seed(4);
        const at::Tensor x = at::randn({9, weight.size(1)}).requires_grad_(),
                         same = x.detach().clone().requires_grad_();
        const at::Tensor dy = at::randn({9, weight.size(0)});
        const at::Tensor y = four_bit_product(operations, x, layer, compute),
                         wanted = operations.linear(same, weight, {}, compute, at::kFloat);
        QVERIFY(y.equal(wanted));
        y.backward(dy);
        wanted.backward(dy);
        QVERIFY(x.grad().equal(same.grad()));
    }

    /// Its layers' weights in 4 bits, a network computes what one with the widened weights computes.
    void networksComputeWithTheWidenedWeights_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tiny-llama", "tiny-gpt2", "tiny-bert", "tiny-qwen3"})
            QTest::addRow("%s", name) << name;
    }
    void networksComputeWithTheWidenedWeights() {
        QFETCH(QString, name);
        const fs::path folder = golden_folder / "models" / name.toStdString();
        arch::ModelConfig config = arch::read_model_config(folder);
        config.hidden_dropout = config.attention_dropout = config.classifier_dropout =
            config.embedding_dropout = 0;
        config.lora.rank = 4;
        config.lora.alpha = 8;
        config.lora.targets = {arch::all_linear};
        SequenceClassifier plain(config, 2, placement_on(at::kCPU));
        config.lora.quantization = arch::Quantization::nf4;
        SequenceClassifier small(config, 2, placement_on(at::kCPU));
        for (SequenceClassifier* model : {&plain, &small})
            model->load_or_initialise(format::ModelWeights(folder), 7, true);
        int few_bits = 0;
        for (Parameter& parameter : small.parameters().all()) {
            if (!parameter.packed) continue;
            ++few_bits;
            QVERIFY(!parameter.value.requires_grad() && !parameter.is_saved);
            const at::NoGradGuard no_gradients;
            plain.parameters().find(parameter.name)->value.copy_(parameter.packed->values(at::kFloat));
        }
        QCOMPARE(few_bits, name == "tiny-gpt2" ? 8 : name == "tiny-bert" ? 18 : 14);
        for (SequenceClassifier* model : {&plain, &small}) { // B begins at zero
            const at::NoGradGuard no_gradients;
            for (const Parameter& parameter : model->parameters().all())
                if (parameter.name.ends_with("lora_B.weight")) parameter.value.fill_(0.01);
        }
        const Samples samples({5, 17, 9, 12}, 80, 2);
        std::vector<float> logits[2];
        std::map<std::string, std::vector<float>> gradients[2];
        int i = 0;
        for (SequenceClassifier* model : {&plain, &small}) {
            const auto batch = samples.batch(false, *model);
            logits[i] = values_of(model->forward(batch, {}));
            train_pass(*model, batch, {}, 4);
            gradients[i++] = gradients_of(model->parameters());
        }
        QVERIFY(difference(logits[0], logits[1]) <= 1e-5);
        QVERIFY(!gradients[0].empty() && close(gradients[1], gradients[0], 1e-4));
    }
};

QTEST_GUILESS_MAIN(FourBitTest)
#include "four_bit_test.moc"
