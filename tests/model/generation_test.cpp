// SPDX-License-Identifier: GPL-3.0-or-later
// Texts continued with keys and values kept, against transformers' greedy ids (tests/golden/make_decoders.py)
// and against passes over the whole text.

#include "golden_rows.h"

#include "base/error.h"
#include "model/generation/generator.h"

#include <cmath>
#include <map>

using namespace tunedesk;
using namespace tunedesk::model;

namespace {

constexpr const char* names[] = {"tiny-gpt2",    "tiny-llama", "tiny-llama3",
                                 "tiny-mistral", "tiny-qwen2", "tiny-qwen3"};
constexpr std::int64_t words = 96;

SequenceClassifier decoder(const std::string& name, const Operations& operations, bool by_small = false) {
    const fs::path folder = golden_folder / "models" / name;
    SequenceClassifier model(arch::read_model_config(folder), words,
                             {.operations = &operations, .small_operations = by_small}, task::Readout::every);
    model.initialise(5);
    model.load(format::ModelWeights(folder));
    return model;
}

std::vector<std::int32_t> greedy_of(const std::string& name) {
    return Golden("decoder_" + name).ints("greedy");
}

std::map<std::int32_t, int> counts(const task::Sampling& sampling, const std::vector<float>& logits,
                                   const std::vector<std::int32_t>& before = {}) {
    TokenSampler sampler(sampling);
    std::map<std::int32_t, int> found;
    for (int i = 0; i < 20000; ++i)
        ++found[sampler.next(logits, before)];
    return found;
}

} // namespace

class GenerationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { at::set_num_threads(1); }

    void idsAreTransformers_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("aten");
        for (const char* name : names)
            for (const bool aten : {false, true})
                QTest::addRow("%s %s", name, aten ? "aten" : "fused") << QString(name) << aten;
    }
    void idsAreTransformers() {
        QFETCH(QString, name);
        QFETCH(bool, aten);
        const std::vector<std::int32_t> wanted = greedy_of(name.toStdString());
        const SequenceClassifier model =
            decoder(name.toStdString(), aten ? aten_operations() : fused_operations());
        std::vector<std::int32_t> text(wanted.begin(), wanted.begin() + 5);
        std::vector<std::int32_t> heard;
        Generator generator(model.network(), static_cast<std::int64_t>(wanted.size()));
        generator.continue_text(text, 1000, {}, {}, [&](std::int32_t token) {
            heard.push_back(token);
            return true;
        });
        QCOMPARE(text, wanted); // up to its positions
        QCOMPARE(heard, std::vector<std::int32_t>(wanted.begin() + 5, wanted.end()));
    }

    /// Tokens that come one by one, or several behind others, give what one pass over all of them gives.
    void keptKeysAreThoseOfAWholePass_data() { idsAreTransformers_data(); }
    void keptKeysAreThoseOfAWholePass() {
        QFETCH(QString, name);
        QFETCH(bool, aten);
        const std::vector<std::int32_t> text = greedy_of(name.toStdString());
        const SequenceClassifier model =
            decoder(name.toStdString(), aten ? aten_operations() : fused_operations());
        const auto size = static_cast<std::int64_t>(text.size());
        Generator whole(model.network(), size), parts(model.network(), size);
        const std::vector<float> expected = whole.take(text);
        parts.take(std::span(text).first(7));
        parts.take(std::span(text).subspan(7, 1));
        const std::vector<float> found = parts.take(std::span(text).subspan(8));
        QCOMPARE(found.size(), std::size_t{words});
        QVERIFY(relative(found, expected) <= 1e-5);
    }

    void itEndsWhereItShould() {
        const std::vector<std::int32_t> wanted = greedy_of("tiny-llama");
        const SequenceClassifier model = decoder("tiny-llama", fused_operations());
        const auto made = [&](std::int64_t most, std::vector<std::int32_t> ends, int heard) {
            std::vector<std::int32_t> text(wanted.begin(), wanted.begin() + 5);
            Generator generator(model.network(), 60);
            generator.continue_text(text, most, ends, {}, [&](std::int32_t) { return --heard > 0; });
            return text;
        };
        const auto first = [&](std::size_t count) {
            return std::vector<std::int32_t>(wanted.begin(),
                                             wanted.begin() + static_cast<std::ptrdiff_t>(count));
        };
        QCOMPARE(made(3, {}, 100), first(8));
        QCOMPARE(made(30, {}, 4), first(9));
        const std::int32_t end = wanted[8];
        const auto at = std::find(wanted.begin() + 5, wanted.end(), end) - wanted.begin();
        QCOMPARE(made(30, {-1, end}, 100), first(static_cast<std::size_t>(at) + 1));
    }

    void tokensAreDrawnAsTheirLogitsSay() {
        const std::vector<float> logits{std::log(0.1f), std::log(0.4f), std::log(0.2f), std::log(0.3f)};
        const auto is_near = [](const std::map<std::int32_t, int>& found, std::int32_t token, double share) {
            const double got = found.contains(token) ? found.at(token) / 20000.0 : 0;
            return std::abs(got - share) < 0.015; // 4 deviations
        };
        QCOMPARE(counts({}, logits), (std::map<std::int32_t, int>{{1, 20000}}));
        const auto all = counts({.temperature = 1}, logits);
        QVERIFY(is_near(all, 0, 0.1) && is_near(all, 1, 0.4) && is_near(all, 2, 0.2) && is_near(all, 3, 0.3));
        const auto cold = counts({.temperature = 0.5}, logits);
        QVERIFY(is_near(cold, 1, 16 / 30.0) && is_near(cold, 0, 1 / 30.0));
        const auto two = counts({.temperature = 1, .top_k = 2}, logits);
        QVERIFY(two.size() == 2 && is_near(two, 1, 4 / 7.0) && is_near(two, 3, 3 / 7.0));
        const auto nucleus = counts({.temperature = 1, .top_p = 0.75}, logits);
        QVERIFY(nucleus.size() == 3 && is_near(nucleus, 2, 2 / 9.0));
        QCOMPARE(counts({.temperature = 1, .top_p = 1e-6}, logits).size(), std::size_t{1});
        // Positive logits are divided, negative ones multiplied.
        QCOMPARE(counts({.repetition_penalty = 4}, {2, 3, -1, -2}, {1}).begin()->first, 0);
        QCOMPARE(counts({.repetition_penalty = 4}, {-2, -1, -3, -4}, {1, 1}).begin()->first, 0);
        QCOMPARE(counts({.temperature = 1, .seed = 3}, logits),
                 counts({.temperature = 1, .seed = 3}, logits));
        QVERIFY(counts({.temperature = 1, .seed = 3}, logits) !=
                counts({.temperature = 1, .seed = 4}, logits));
    }

    void outputsThatAreNoNumbersAreAnError() {
        SequenceClassifier model = decoder("tiny-gpt2", fused_operations());
        {
            const at::NoGradGuard no_gradients;
            model.parameters().all().back().value.fill_(NAN);
        }
        Generator generator(model.network(), 10);
        try {
            generator.take(std::vector<std::int32_t>{1, 2});
            QFAIL("it answers");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::outputs_not_finite));
        }
    }
};

QTEST_GUILESS_MAIN(GenerationTest)
#include "generation_test.moc"
