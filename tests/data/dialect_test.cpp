// SPDX-License-Identifier: GPL-3.0-or-later
// How a TSV file says that its fields are quoted, and that every reader of it agrees.
#include "data/files.h"
#include "data/rows/csv.h"
#include "data/rows/first_rows.h"
#include "data/rows/guess.h"

using namespace tunedesk;
using namespace tunedesk::data;

class DialectTest : public QObject {
    Q_OBJECT
    Files files_;

private Q_SLOTS:
    void quotes_of_tsv_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("quoted");
        const auto row = [](const char* name, const char* text, bool quoted) {
            QTest::newRow(name) << QByteArray(text) << quoted;
        };
        row("no quotes", "text\tlabel\na\t0\n", false);
        // csv.writer(delimiter="\t") and pandas.to_csv(sep="\t"): fields that need quotes have them
        row("doubled quotes", "text\tlabel\nplain\t0\n\"he said \"\"hi\"\"\"\t1\n", true);
        row("a tab", "text\tlabel\n\"a\tb\"\t1\nc\t0\n", true);
        row("a line break", "text\tlabel\n\"a\nb\"\t1\nc\t0\n", true);
        row("every field", "\"text\"\t\"label\"\n\"a\"\t\"0\"\n", true);
        row("crlf", "text\tlabel\r\n\"a\r\nb\"\t1\r\n", true);
        std::string many = "text\tlabel\n";
        for (int i = 0; i < 30; ++i)
            many += "\"a \"\"word\"\"\"\t1\n";
        QTest::newRow("one line by hand") << QByteArray::fromStdString(many + "it's \"odd\"\t0\n") << true;
        // GLUE: quotes are characters
        row("quotes inside", "sentence\tlabel\nit 's \"great\"\t1\n", false);
        row("a quote at the beginning", "sentence\tlabel\n\"hello\" he said\t1\n", false);
        row("all of a sentence", "sentence\tlabel\n\"a quote\"\t1\nb\t0\n", false);
        row("two sentences", "sentence\tlabel\n\"he said\t1\nand left\"\t0\n", false);
        row("never closed", "sentence\tlabel\n\"open\t1\nb\t0\n", false);
        std::string natural = "sentence\tlabel\n\"a \"\"b\"\"\"\t1\n";
        for (int i = 0; i < 5; ++i)
            natural += "he said \"so\"\t1\n";
        QTest::newRow("natural ones among them") << QByteArray::fromStdString(natural) << false;
    }
    void quotes_of_tsv() {
        QFETCH(QByteArray, text);
        QFETCH(bool, quoted);
        const std::string bytes = text.toStdString();
        QCOMPARE(dialect_of(Format::tsv, bytes).quotes, quoted);
        QCOMPARE(dialect_of(Format::tsv, bytes).delimiter, '\t');
        QVERIFY(dialect_of(Format::csv, bytes).quotes);
        TableSpec spec;
        spec.skip_bad_rows = true;
        spec.text_column = bytes.starts_with("sentence") ? "sentence" : "text";
        const std::string path = files_.write("a.tsv", bytes);
        QCOMPARE(read_table(path, spec).reads_quotes(), quoted);
    }

    void all_readers_agree() {
        const std::string path = files_.write(
            "b.tsv", "text\tlabel\n\"two\nlines\tand a tab\"\tx\n\"she said \"\"no\"\"\"\ty\nplain\tx\n");
        const Table table = read_table(path, {});
        QCOMPARE(table.rows().size(), std::size_t{3});
        QCOMPARE(std::string(table.rows()[0].text), std::string("two\nlines\tand a tab"));
        QCOMPARE(std::string(table.rows()[1].text), std::string("she said \"no\""));
        QCOMPARE(table.rows()[2].line, std::uint64_t{5});
        const FirstRows first = read_first_rows(path, 10, 1u << 16);
        QCOMPARE(first.rows.size(), std::size_t{3});
        QCOMPARE(first.rows[1].cells[0], std::string("she said \"no\""));
        const Guess guess = guess_columns(path);
        QCOMPARE(guess.columns[0].values[0], std::string("two\nlines\tand a tab"));
    }

    void evidence_stays_linear() {
        std::string text = "a\tb\n";
        while (text.size() < (8u << 20))
            text += "\"\"\"\"\"\"z\t\"y\n\"\"\n\"\"\"\"";
        QElapsedTimer timer;
        timer.start();
        (void)dialect_of(Format::tsv, text);
        QVERIFY(timer.elapsed() < 8000); // 1 s per MB is promised
    }
};

QTEST_APPLESS_MAIN(DialectTest)
#include "dialect_test.moc"
