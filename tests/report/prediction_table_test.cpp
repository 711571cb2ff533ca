// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "report/classification.h"
#include "report/predictions/prediction_table.h"
#include "report/predictions/predictions.h"
#include "report/predictions/tagged_row.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::report;

namespace {

const std::string header = "text,label,prediction,prob_bad,prob_good,loss,line\n";

int error_of(const std::string& text) {
    try {
        (void)PredictionTable::parse(text, "predictions.csv");
    } catch (const Error& error) {
        return error.id();
    }
    return 0;
}

} // namespace

class PredictionTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_what_the_writer_writes() {
        QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "predictions.csv";
        PredictionsWriter writer(path, {"bad", "good, \"really\"", "so"}, true);
        writer.add("a \"text\",\nof two lines", "pair\r\n", 1, std::vector<float>{0.25f, 0.5f, 0.25f}, 0.5,
                   2);
        writer.add("plain", "", 2, std::vector<float>{0.6f, 0.3f, 0.1f}, INFINITY, 5);
        writer.add("\"", "x", -1, std::vector<float>{0, 1, 0}, NAN, 6);
        writer.close();
        const PredictionTable table = PredictionTable::read(path);
        QCOMPARE(table.rows(), std::size_t{3});
        QCOMPARE(table.labelled(), std::size_t{2});
        QCOMPARE(table.names(), (std::vector<std::string>{"bad", "good, \"really\"", "so"}));
        QVERIFY(table.has_pairs() && table.has_lines());
        QCOMPARE(table.text(0), std::string("a \"text\",\nof two lines"));
        QCOMPARE(table.pair(0), std::string("pair\r\n"));
        QCOMPARE(table.text(2), std::string("\""));
        QCOMPARE(table.pair(1), std::string());
        QCOMPARE(table.label(0), 1);
        QCOMPARE(table.label(1), 2);
        QCOMPARE(table.predicted(1), 0);
        QCOMPARE(table.probabilities(1)[0], 0.6f);
        QCOMPARE(table.loss(0), 0.5f);
        QVERIFY(std::isinf(table.loss(1)) && std::isnan(table.loss(2)));
        QCOMPARE(table.line(1), std::uint64_t{5});
    }

    void reads_words_with_their_tags() {
        QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "predictions.csv";
        PredictionsWriter writer(path, {},
                                 PredictionsWriter::Header{"text,tags", "predicted_tags", {}, "loss,line"});
        writer.add_tags("Ada Lovelace , London", "B-PER I-PER O B-LOC", "B-PER I-PER O O", 0.25, 7);
        writer.add_tags("no tags", "", "O O", NAN, 9);
        writer.close();
        const PredictionTable table = PredictionTable::read(path);
        QVERIFY(table.target() == task::Target::tags);
        QCOMPARE(table.rows(), std::size_t{2});
        QCOMPARE(table.labelled(), std::size_t{1});
        QVERIFY(table.is_labelled(0) && !table.is_labelled(1));
        QCOMPARE(tagged_row(table, 0).truth, std::string("B-PER I-PER O B-LOC"));
        QCOMPARE(tagged_row(table, 1).predicted, std::string("O O"));
        QCOMPARE(table.loss(0), 0.25f);
        QVERIFY(std::isnan(table.loss(1)));
        QCOMPARE(table.cell(-1, -1), (std::vector<std::uint32_t>{0, 1}));
        const auto entities = entities_of_row(table.text(0), tagged_row(table, 0).truth);
        QCOMPARE(entities.size(), std::size_t{2});
        QCOMPARE(entities[0].type, std::string("PER"));
        QCOMPARE(std::pair(entities[1].begin, entities[1].end),
                 (std::pair<std::size_t, std::size_t>(15, 21)));
        QVERIFY(entities_of_row("a word more", "O O").empty());
    }

    void reads_texts_that_are_compared() {
        QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "predictions.csv";
        for (const bool ranks : {true, false}) {
            PredictionsWriter writer(
                path, {},
                PredictionsWriter::Header{
                    "text,text_pair,negative", ranks ? "rank,cosine" : "score,cosine", {}, "loss,line"});
            writer.add_cosine({"a", "b,c"}, "d", ranks ? "3" : "-0.5", 0.25f, 1.5, 2);
            writer.add_cosine({"e", "f"}, "", "", -1, NAN, 3);
            writer.close();
            const PredictionTable table = PredictionTable::read(path);
            QVERIFY(table.target() == task::Target::similarity && table.has_ranks() == ranks);
            QCOMPARE(table.pair(0), std::string("b,c"));
            QCOMPARE(table.truth(0), ranks ? 3.0f : -0.5f);
            QCOMPARE(table.number(1), -1.0f);
            QCOMPARE(table.labelled(), std::size_t{1});
            QCOMPARE(table.loss(0), 1.5f);
        }
    }

    void a_cell_lists_the_worst_first() {
        const PredictionTable table = PredictionTable::parse(header + "a,bad,good,0.4,0.6,0.9,2\n"
                                                                      "b,bad,good,0.1,0.9,2.3,3\n"
                                                                      "c,good,good,0.2,0.8,0.2,4\n"
                                                                      "d,bad,good,0.1,0.9,nan,5\n"
                                                                      "e,,good,0.1,0.9,,6\n",
                                                             "predictions.csv");
        using Rows = std::vector<std::uint32_t>;
        QCOMPARE(table.cell(0, 1), (Rows{3, 1, 0}));
        QCOMPARE(table.cell(1, 0), Rows{});
        QCOMPARE(table.cell(-1, 1), (Rows{3, 1, 0, 2, 4}));
        const auto scores = table.scores(1);
        QCOMPARE(scores.positive, (std::vector<bool>{false, false, true, false}));
        QCOMPARE(static_cast<float>(scores.scores[2]), 0.8f);
    }

    void a_file_of_an_earlier_version_has_no_lines() {
        const PredictionTable table = PredictionTable::parse(
            "text,label,prediction,prob_0,prob_1,loss\nx,0,1,0.25,0.75,1.5\n", "predictions.csv");
        QVERIFY(!table.has_lines());
        QCOMPARE(table.line(0), std::uint64_t{0});
    }

    void damaged_files_are_named_data() {
        QTest::addColumn<QString>("text");
        const QString head = QString::fromStdString(header);
        QTest::newRow("empty") << "";
        QTest::newRow("no probabilities") << "text,label,prediction,loss\na,bad,good,1\n";
        QTest::newRow("no text") << "label,prediction,prob_0,loss\n";
        QTest::newRow("probabilities apart") << "text,prob_a,label,prob_b,prediction,loss\n";
        QTest::newRow("torn row") << head + "a,bad,go";
        QTest::newRow("unknown class") << head + "a,bad,ugly,0.5,0.5,1,2\n";
        QTest::newRow("no prediction") << head + "a,bad,,0.5,0.5,1,2\n";
        QTest::newRow("no number") << head + "a,bad,good,half,0.5,1,2\n";
        QTest::newRow("number with rest") << head + "a,bad,good,0.5x,0.5,1,2\n";
        QTest::newRow("open quote") << head + "\"a,bad,good,0.5,0.5,1,2\n";
    }

    void damaged_files_are_named() {
        QFETCH(QString, text);
        QCOMPARE(error_of(text.toStdString()), 4191);
    }

    void a_missing_file() {
        QVERIFY_THROWS_EXCEPTION(Error, PredictionTable::read("/nonexistent/predictions.csv"));
    }
};

QTEST_GUILESS_MAIN(PredictionTableTest)
#include "prediction_table_test.moc"
