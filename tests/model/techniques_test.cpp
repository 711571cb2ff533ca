// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a step smaller or faster must not change what it computes, or only as far as its type says.

#include "support.h"

#include "base/philox.h"
#include "model/host/functions.h"

#include <mutex>
#include <thread>

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

SequenceClassifier make_model(const std::string& name, std::int64_t labels, const Placement& placement,
                              double dropout) {
    const fs::path folder = golden_folder / "models" / name;
    arch::ModelConfig config = arch::read_model_config(folder);
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = dropout;
    SequenceClassifier model(config, labels, placement);
    model.initialise(1);
    model.load(format::ModelWeights(folder), /*new_head=*/true);
    return model;
}

const Operations* operations(const QString& name) {
    return name == "aten" ? &aten_operations() : &fused_operations();
}

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += static_cast<double>(a[i]) * static_cast<double>(b[i]);
        aa += static_cast<double>(a[i]) * static_cast<double>(a[i]);
        bb += static_cast<double>(b[i]) * static_cast<double>(b[i]);
    }
    return ab / std::sqrt(aa * bb);
}

std::vector<float> all_of(const std::map<std::string, std::vector<float>>& parts) {
    std::vector<float> all;
    for (const auto& [name, values] : parts)
        all.insert(all.end(), values.begin(), values.end());
    return all;
}

} // namespace

class TechniquesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(2); }

    /// Code compiled without OpenMP would run all of it on the caller's thread.
    void workIsDividedAmongThreads() {
        std::mutex mutex;
        std::map<std::thread::id, std::int64_t> items;
        for_range(1000, [&](std::int64_t begin, std::int64_t end) {
            const std::lock_guard lock(mutex);
            items[std::this_thread::get_id()] += end - begin;
        });
        QCOMPARE(items.size(), std::size_t{2});
        for (const auto& [thread, count] : items)
            QCOMPARE(count, std::int64_t{500});
    }

    /// The same gradients to the bit, with dropout, whichever blocks compute again.
    void activationCheckpointing_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("operations");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<int>("every");
        QTest::addColumn<int>("trained");
        for (const char* set : {"fused", "aten"})
            for (const char* name : {"tiny-bert", "tiny-distilbert", "one-layer-bert"})
                for (const int every : {1, 2, 5})
                    for (const int trained : {0, 1})
                        QTest::addRow("%s %s, every %d, last %d", set, name, every, trained)
                            << QString(name) << QString(set) << (every == 2) << every << trained;
    }
    void activationCheckpointing() {
        QFETCH(QString, name);
        QFETCH(QString, operations);
        QFETCH(bool, padded);
        QFETCH(int, every);
        QFETCH(int, trained);
        const Placement placement{at::kCPU, ::operations(operations)};
        SequenceClassifier model = make_model(name.toStdString(), 2, placement, 0.2);
        if (trained > 0) model.train_only_last(trained);
        const Samples samples({5, 17, 1, 9}, 40, 2);
        const auto batch = samples.batch(padded, model);
        const Pass pass{true, 42, 3};
        const double loss = train_pass(model, batch, pass, 4).total.item<double>();
        const auto expected = gradients_of(model.parameters());
        clear_gradients(model.parameters());
        model.network().checkpoint_activations(every);
        const at::Tensor drawn_next = at::rand({4});
        QCOMPARE(train_pass(model, batch, pass, 4).total.item<double>(), loss);
        // The second run of a block leaves LibTorch's generator where the pass had left it.
        if (operations == QLatin1String("aten")) QVERIFY(at::rand({4}).equal(drawn_next));
        const auto found = gradients_of(model.parameters());
        QVERIFY(largest(all_of(found)) > 0);
        for (const auto& [parameter, values] : expected)
            QVERIFY2(values == found.at(parameter), parameter.c_str());
    }

    /// 16-bit types stay within what their fractions allow of the golden fp32 pass.
    void sixteenBit_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("operations");
        QTest::addColumn<bool>("padded");
        QTest::addColumn<bool>("fp16");
        QTest::addColumn<bool>("params");
        for (const char* set : {"fused", "aten"})
            for (const char* name : {"tiny-bert", "tiny-distilbert", "one-layer-bert"})
                for (const bool fp16 : {false, true})
                    for (const bool params : {false, true})
                        QTest::addRow("%s %s %s%s", set, name, fp16 ? "fp16" : "bf16",
                                      params ? ", parameters too" : "")
                            << QString(name) << QString(set) << (fp16 == params) << fp16 << params;
    }
    void sixteenBit() {
        QFETCH(QString, name);
        QFETCH(QString, operations);
        QFETCH(bool, padded);
        QFETCH(bool, fp16);
        QFETCH(bool, params);
        const Golden golden("model_" + name.toStdString());
        const std::vector<float> logits = golden.floats("logits");
        const auto labels = static_cast<std::int64_t>(logits.size() / golden.ints("batch.labels").size());
        const at::ScalarType type = fp16 ? at::kHalf : at::kBFloat16;
        SequenceClassifier model = make_model(
            name.toStdString(), labels,
            {at::kCPU, ::operations(operations), type, params ? type : at::ScalarType(at::kFloat)}, 0);
        for (const Parameter& parameter : model.parameters().all())
            QVERIFY(parameter.value.scalar_type() == (params ? type : at::kFloat));
        const Samples samples(golden);
        const auto batch = samples.batch(padded, model);
        const double error = difference(values_of(model.forward(batch, {})), logits);
        QVERIFY2(error > 1e-6, "nothing was rounded");
        const double bound = (fp16 ? 0.004 : 0.02) * (params ? 1.5 : 1);
        QVERIFY2(error <= bound * (1 + largest(logits)), qPrintable(QString::number(error)));
        train_pass(model, batch, {}, static_cast<double>(batch->size()));
        std::map<std::string, std::vector<float>> expected;
        for (const Parameter& parameter : model.parameters().all()) {
            expected[parameter.name] = golden.floats("grad." + parameter.name);
            QVERIFY(parameter.value.grad().scalar_type() == parameter.value.scalar_type());
        }
        const double along = cosine(all_of(gradients_of(model.parameters())), all_of(expected));
        QVERIFY2(along > 0.999, qPrintable(QString::number(along)));
    }

    /// What fp16 cannot hold becomes infinite, as it does on devices, and is seen in the gradients.
    void fp16Overflows() {
        SequenceClassifier model = make_model("tiny-bert", 3, {at::kCPU, &fused_operations(), at::kHalf}, 0);
        const Samples samples({5, 17, 1, 9}, 40, 2);
        const auto batch = samples.batch(false, model);
        const auto gradients_are_finite = [&](double scale) {
            clear_gradients(model.parameters());
            (cross_entropy(model.forward(batch, {}), batch->labels, {}, 0, 4).total * scale).backward();
            bool finite = true;
            for (const Parameter& parameter : model.parameters().all())
                finite &= parameter.value.grad().isfinite().all().item<bool>();
            return finite;
        };
        QVERIFY(gradients_are_finite(1024));
        QVERIFY(!gradients_are_finite(1e9));
    }

    /// The two sets of operations round at the same places: they are nearer each other than either is to
    /// fp32.
    void bf16BetweenOperations() {
        const Samples samples({5, 17, 1, 9}, 40, 2);
        std::vector<float> logits[2];
        for (const bool fused : {false, true}) {
            SequenceClassifier model =
                make_model("tiny-bert", 3,
                           {at::kCPU, fused ? &fused_operations() : &aten_operations(), at::kBFloat16}, 0);
            logits[fused] = values_of(model.forward(samples.batch(false, model), {}));
        }
        QVERIFY(difference(logits[0], logits[1]) <= 0.02 * (1 + largest(logits[0])));
    }
};

QTEST_APPLESS_MAIN(TechniquesTest)
#include "techniques_test.moc"
