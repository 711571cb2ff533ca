// SPDX-License-Identifier: GPL-3.0-or-later
// Compares with what transformers and autograd give (tests/golden/make_attribution.py).
#include "train/session/predictor.h"

#include "base/error.h"
#include "base/json.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace tunedesk;
using train::Predictor;

namespace {

const fs::path golden = TUNEDESK_SOURCE_DIR "/tests/golden";

const Json& cases() {
    static const Json json = parse_json(read_file(golden / "attribution.json", ErrorId::run_file_unreadable),
                                        "attribution.json", ErrorId::run_file_unreadable);
    return json;
}

template <class Values>
void compare(const Values& ours, const Json& theirs, const char* what) {
    QCOMPARE(ours.size(), theirs.size());
    double largest = 0;
    for (const Json& value : theirs)
        largest = std::max(largest, std::abs(value.get<double>()));
    for (std::size_t i = 0; i < ours.size(); ++i)
        QVERIFY2(std::abs(ours[i] - theirs[i].get<double>()) <= 1e-4 * largest,
                 qPrintable(QStringLiteral("%1[%2]: %3").arg(QLatin1String(what)).arg(i).arg(ours[i])));
}

} // namespace

class PredictorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contributions_equal_transformers_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i)
            QTest::addRow("%s %d", cases()[i].at("model").get<std::string>().c_str(), static_cast<int>(i))
                << static_cast<int>(i);
    }

    void contributions_equal_transformers() {
        QFETCH(int, index);
        const Json& golden_case = cases()[static_cast<std::size_t>(index)];
        const Predictor predictor(golden / "models" / golden_case.at("model").get<std::string>());
        Predictor::Text text{golden_case.at("text").get<std::string>(), {}};
        if (const auto pair = golden_case.at("pair").get<std::string>(); !pair.empty()) text.pair = pair;
        const Json& asked = golden_case.at("class");
        const auto result =
            asked.is_null() ? predictor.attribute(text) : predictor.attribute(text, asked.get<std::size_t>());
        QCOMPARE(result.of_class, golden_case.at("of_class").get<std::size_t>());
        QCOMPARE(result.tokens, golden_case.at("tokens").get<std::vector<std::string>>());
        compare(result.probabilities, golden_case.at("probabilities"), "probability");
        compare(result.contributions, golden_case.at("contributions"), "contribution");
        // The prediction without the detour over word embeddings is the same.
        compare(predictor.predict({&text, 1}).at(0), golden_case.at("probabilities"), "prediction");
    }

    // A text that is longer than the model's positions, cut as the folder's tokenizer_config.json says.
    void long_texts_are_cut_as_the_folder_says() {
        const fs::path source = golden / "models/tiny-bert";
        QTemporaryDir temporary;
        const fs::path left = fs::path(temporary.path().toStdString()) / "left";
        fs::copy(source, left);
        Json settings = parse_json(read_file(left / "tokenizer_config.json", ErrorId::file_unreadable), "",
                                   ErrorId::file_unreadable);
        settings["truncation_side"] = "left";
        write_file_atomically(left / "tokenizer_config.json", settings.dump());
        std::string good, bad;
        for (int i = 0; i < 600; ++i) {
            good += "good ";
            bad += "bad ";
        }
        const auto said = [](const fs::path& model, const std::string& text) {
            const Predictor::Text one{text, {}};
            return Predictor(model).predict({&one, 1}).at(0);
        };
        QVERIFY(said(source, good) != said(source, bad));
        QCOMPARE(said(source, good + bad), said(source, good));
        QCOMPARE(said(left, good + bad), said(left, bad));
        QCOMPARE(said(left, bad), said(source, bad));
    }
};

QTEST_GUILESS_MAIN(PredictorTest)
#include "predictor_test.moc"
