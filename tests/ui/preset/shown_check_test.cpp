// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown of a check: the same whether it was made here or told by another machine.

#include "ui/display.h"
#include "ui/preset/estimate/shown_check.h"
#include "ui/widgets/text.h"

#include <fstream>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

QStringList texts(const ShownCheck& shown) {
    QStringList list;
    for (const ShownCheck::Problem& problem : shown.problems)
        list << problem.text + QStringLiteral(" | ") + to_qt(problem.key);
    return list;
}

} // namespace

class ShownCheckTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    const std::string model_ = TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert";

    std::string text(const std::string& model) const {
        return "name: x\nmodel: {ignore_mismatched_sizes: true, path: " + model +
               "}\ndata: {train: rows.csv, validation_split: 0.2, test_split: 0.2, max_length: 4}\n";
    }
    /// As the other machine, in whose folder the rows lie.
    run::Check check(const std::string& preset) const {
        return run::check(preset::parse_draft(preset, "standard input", to_path(folder_.path())));
    }
    static ShownCheck through_json(const run::Check& check, const std::string& preset) {
        return shown_check(Json::parse(run::to_json(check).dump()),
                           preset::parse_as_written(preset, "p.yaml", "/").preset);
    }

private Q_SLOTS:
    void initTestCase() {
        std::ofstream rows(to_path(folder_.filePath("rows.csv")));
        rows << "text,label\n";
        for (int i = 0; i < 100; ++i)
            rows << "row " << i << " has some words to count,"
                 << "ab"[i % 2] << "\n";
    }

    void isTheSameFromThere() {
        const run::Check here = check(text(model_));
        QVERIFY(here.is_right() && here.estimate);
        const ShownCheck mine = shown_check(here), theirs = through_json(here, text(model_));
        QVERIFY(theirs.is_right() && theirs.estimate);
        QCOMPARE(theirs.memory_needed, mine.memory_needed);
        QCOMPARE(theirs.memory_free, mine.memory_free);
        QCOMPARE(theirs.memory_verdict, mine.memory_verdict);
        QCOMPARE(theirs.free_disk, mine.free_disk);
        QCOMPARE(theirs.truncated_rows, 100U);
        QCOMPARE(theirs.cuda, mine.cuda);
        QCOMPARE(theirs.gpus, mine.gpus);
        QCOMPARE(theirs.warnings, mine.warnings);
        const plan::Estimate &a = *theirs.estimate, &b = *mine.estimate;
        QCOMPARE(a.parameters, b.parameters);
        QCOMPARE(a.trainable, b.trainable);
        QCOMPARE(a.train_tokens, b.train_tokens);
        QCOMPARE(a.steps, b.steps);
        QCOMPARE(a.weights_bytes + a.gradient_bytes + a.optimizer_bytes + a.activation_bytes +
                     a.runtime_bytes,
                 b.total_bytes);
        QCOMPARE(a.disk_bytes, b.disk_bytes);
        QCOMPARE(a.seconds, b.seconds);
        QCOMPARE(a.basis, b.basis);
    }

    void strategiesAreTheSameFromThere() {
        const std::string ranks = text(model_) + "parallel: {processes: 2, strategy: zero1}\n";
        const run::Check here = check(ranks);
        QVERIFY(here.is_right() && here.estimate);
        const ShownCheck mine = shown_check(here), theirs = through_json(here, ranks);
        QCOMPARE(theirs.strategy, Preset::Strategy::zero1);
        QCOMPARE(theirs.recommended_strategy(), Preset::Strategy::ddp);
        QCOMPARE(mine.recommended_strategy(), Preset::Strategy::ddp);
        QCOMPARE(theirs.memory_free_for_rank(), mine.memory_free / 2);
        const auto &a = theirs.estimate->strategies, &b = mine.estimate->strategies;
        QCOMPARE(a.size(), std::size_t{5});
        QCOMPARE(b.size(), a.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            QCOMPARE(a[i].strategy, b[i].strategy);
            QCOMPARE(a[i].memory.optimizer_bytes, b[i].memory.optimizer_bytes);
            QCOMPARE(a[i].memory.total_bytes, b[i].memory.total_bytes);
            QCOMPARE(a[i].sent_bytes, b[i].sent_bytes);
        }
        QCOMPARE(a[1].memory.total_bytes, mine.estimate->total_bytes);
    }

    void mistakesAreOfTheSameKeys() {
        const std::string wrong = text("nowhere/model");
        const run::Check here = check(wrong);
        QVERIFY(!here.is_right());
        const ShownCheck mine = shown_check(here), theirs = through_json(here, wrong);
        QCOMPARE(texts(theirs), texts(mine));
        QCOMPARE(theirs.problems.front().key, std::string("model.path"));
        QVERIFY(theirs.file_problems() == mine.file_problems());
        QVERIFY(theirs.file_problems().contains("model.path"));
    }

    void mistakesOfTheTextAreOfItsLine() {
        const run::Check here = check(text(model_) + "training: {weight_decay: -1}\n");
        QCOMPARE(here.preset_problems.size(), std::size_t{1});
        const ShownCheck shown = shown_check(here);
        QCOMPARE(shown.problems.size(), std::size_t{1});
        QVERIFY(shown.problems.front().place.starts_with("standard input:4"));
        QVERIFY(shown.file_problems().empty()); // the form says it by itself
    }

    void whatIsNoneIsLeftOut_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("nothing") << QByteArray("{}");
        QTest::newRow("no object") << QByteArray("[1]");
        QTest::newRow("other types") << QByteArray(
            "{\"problems\": {\"a\": 1}, \"warnings\": \"w\", \"machine\": 3, \"estimate\": [], "
            "\"truncated_rows\": -1}");
        QTest::newRow("other types within")
            << QByteArray("{\"problems\": [1, null], \"warnings\": [1, {}], \"machine\": {\"gpus\": "
                          "\"many\"}, \"estimate\": null, \"truncated_rows\": 1.5}");
    }
    void whatIsNoneIsLeftOut() {
        QFETCH(QByteArray, json);
        const ShownCheck shown = shown_check(Json::parse(json.toStdString()), Preset{});
        QVERIFY(shown.problems.empty() && shown.warnings.empty() && !shown.estimate);
        QCOMPARE(shown.gpus, 0U);
        QCOMPARE(shown.truncated_rows, 0U);
    }

    void anOlderServerTellsLess() {
        const ShownCheck shown = shown_check(
            Json::parse(
                "{\"estimate\": {\"steps\": 3, \"memory_verdict\": \"\\u001b[1m\", \"seconds\": \"x\"}}"),
            Preset{});
        QVERIFY(shown.estimate);
        QCOMPARE(shown.estimate->steps, 3U);
        QCOMPARE(shown.estimate->seconds, 0.0);
        QVERIFY(shown.memory_verdict.empty());
        QCOMPARE(shown.memory_free, 0U);
    }
};

TUNEDESK_WINDOW_TEST_MAIN(ShownCheckTest)
#include "shown_check_test.moc"
