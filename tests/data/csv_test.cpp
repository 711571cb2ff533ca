// SPDX-License-Identifier: GPL-3.0-or-later
// CSV and TSV against what Python's csv module reads (tests/golden/make_csv_cases.py), and broken quotes.
#include "data/files.h"
#include "data/rows/csv.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <initializer_list>
#include <random>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

TableSpec columns_abc() {
    TableSpec spec;
    spec.text_column = "a";
    spec.text_pair_column = "b";
    spec.label_column = "c";
    spec.skip_bad_rows = true;
    return spec;
}

/// All that reading a text gives, as text.
std::string read_as_text(std::string_view text, const Dialect& dialect, const Pieces* pieces) {
    std::string told;
    const TextScan scan = pieces ? scan_text(text, pieces->threads) : scan_text(text);
    RowSink sink(text, true, scan, text.data());
    TableSpec spec = columns_abc();
    spec.label_optional = true;
    try {
        pieces ? read_delimited(text, dialect, spec, "t", sink, scan, *pieces)
               : read_delimited(text, dialect, spec, "t", sink);
    } catch (const Error& error) {
        return error.line();
    }
    for (const std::string& column : sink.columns)
        told += column + '|';
    told += std::to_string(sink.rejected_count) + (sink.has_label ? " labels\n" : "\n");
    for (const Table::Row& row : sink.rows)
        told += std::to_string(row.line) + ':' + std::string(row.text) + '|' + std::string(row.pair) + '|' +
                std::string(row.label) + '\n';
    for (const Rejected& bad : sink.rejected)
        told +=
            std::to_string(bad.line) + ':' + std::to_string(bad.column) + ' ' + sentence(bad.fault) + '\n';
    return told;
}

/// Rows of quotes, breaks and delimiters in every order, some of them rows of three fields.
std::string made_text(unsigned seed, std::size_t bytes) {
    std::mt19937 random(seed);
    const auto pick = [&](std::initializer_list<const char*> words) {
        return *(words.begin() + random() % words.size());
    };
    const bool wild = seed % 3 == 0;
    std::string text = pick({"a,b,c\n", "a,b,c\r\n", "\n\na,b,c\n", "b,a,c\n", "a,b,d\n"});
    while (text.size() < bytes) {
        if (wild) {
            text += pick({"\"", "\"\"", ",", "\n", "\r", "\r\n", "x", "\n\n", "é", "\xC3", "y z"});
            continue;
        }
        for (int field = 0; field < 3; ++field) {
            text += pick({"plain", "\"two\nlines\"", "\"a \"\"quote\"\", and\n\n more\"", "\"x\ny,1,2\nz\"",
                          "", "é€", "in\"side", "\"open", "\"closed\"on", "\"\r\"", "\xFF"});
            if (field < 2) text += ',';
        }
        text += pick({"\n", "\n", "\n", "\r\n", "\r", ",more\n", "\n\n\n"});
    }
    return text;
}

} // namespace

class TestCsv : public QObject {
    Q_OBJECT
    Files files_;

private Q_SLOTS:
    void equals_python_data() {
        QTest::addColumn<QJsonObject>("golden");
        QFile file(QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/golden/csv_cases.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const QJsonValue value : QJsonDocument::fromJson(file.readAll()).array())
            QTest::newRow(qPrintable(value["name"].toString())) << value.toObject();
    }
    void equals_python() {
        QFETCH(QJsonObject, golden);
        const QByteArray text = golden["text"].toString().toUtf8();
        const std::string path = files_.write(golden["tsv"].toBool() ? "case.tsv" : "case.csv",
                                              {text.data(), static_cast<std::size_t>(text.size())});
        const QJsonArray rows = golden["rows"].toArray(), lines = golden["lines"].toArray();
        const auto rejected = static_cast<std::uint64_t>(golden["rejected"].toInt());
        if (golden["broken"].toBool()) {
            // Python joins or invents rows where a quoted line break is followed by a wrong quote: there ours
            // blames the quote. Where the two have nothing to do with each other, rows are equal as ever.
            const Error error = error_from([&] {
                TableSpec spec = columns_abc();
                spec.skip_bad_rows = false;
                (void)read_table(path, spec);
            });
            if (contains(error.message(), "a quote is")) return;
        }
        if (rows.isEmpty()) {
            const Error error = error_from([&] { (void)read_table(path, columns_abc()); });
            QVERIFY2(error.is(ErrorId::data_empty) || error.is(ErrorId::header_missing) ||
                         error.is(ErrorId::no_usable_row),
                     error.line().c_str());
            return;
        }
        const Table table = read_table(path, columns_abc());
        QCOMPARE(table.rows().size(), static_cast<std::size_t>(rows.size()));
        QCOMPARE(table.rejected_count(), rejected);
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const Table::Row& row = table.rows()[static_cast<std::size_t>(i)];
            QCOMPARE(std::string(row.text), rows[i][0].toString().toStdString());
            QCOMPARE(std::string(row.pair), rows[i][1].toString().toStdString());
            QCOMPARE(std::string(row.label), rows[i][2].toString().toStdString());
            QCOMPARE(static_cast<int>(row.line), lines[i].toInt());
        }
    }

    void broken_quotes_lose_one_row_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("used");
        QTest::addColumn<QString>("place");
        QTest::newRow("never closed, no other quotes") << "a,b,c\nA,b,1\nB,\"b,2\nC,b,3\n"
                                                       << QStringList{"A", "C"} << "3:3";
        QTest::newRow("closed by the next row's quote") << "a,b,c\nA,\"b,1\n\"B\",b,2\nC,b,3\n"
                                                        << QStringList{"B", "C"} << "2:3";
        QTest::newRow("cut off in the last row") << "a,b,c\nA,b,1\nB,b,\"2" << QStringList{"A"} << "3:5";
        QTest::newRow("crlf") << "a,b,c\r\nA,\"b,1\r\n\"B\",b,2\r\n" << QStringList{"B"} << "2:3";
        QTest::newRow("text behind a quoted line break") << "a,b,c\nA,b,1\n\"one\ntwo\" tail,b,2\nC,b,3\n"
                                                         << QStringList{"A", "C"} << "3:1";
        QTest::newRow("behind several, in a later field")
            << "a,b,c\nA,b,1\nB,\"one\r\nx,y,z\n\nthree\"tail,2\nC,b,3\n"
            << QStringList{"A", "C"} << "3:3";
        QTest::newRow("behind one after a line that might be a row")
            << "a,b,c\n\"one,b,2\ntwo\" tail,b,2\nC,b,3\n"
            << QStringList{"C"} << "2:1";
        QTest::newRow("rows until another stray quote") << "a,b,c\nA,\"b,1\nB,b,2\n5\" disk,y,3\nD,b,4\n"
                                                        << QStringList{"B", "5\" disk", "D"} << "2:3";
        QTest::newRow("after characters of several bytes") << "a,b,c\nA,b,1\nä€😀,\"b,2\nC,b,3\n"
                                                           << QStringList{"A", "C"} << "3:5";
    }
    void broken_quotes_lose_one_row() {
        QFETCH(QString, text);
        QFETCH(QStringList, used);
        QFETCH(QString, place);
        const Table table = read_table(files_.write("broken.csv", text.toStdString()), columns_abc());
        QStringList texts;
        for (const Table::Row& row : table.rows())
            texts << QString::fromUtf8(row.text.data(), static_cast<qsizetype>(row.text.size()));
        QCOMPARE(texts, used);
        QCOMPARE(table.rejected_count(), std::uint64_t{1});
        QCOMPARE(QStringLiteral("%1:%2").arg(table.rejected()[0].line).arg(table.rejected()[0].column),
                 place);
        const RowFault::Kind kind = table.rejected()[0].fault.kind;
        QVERIFY(kind == RowFault::Kind::open_quote || kind == RowFault::Kind::late_quote);
    }

    // Wherever the pieces of a text begin, in a quoted field, between CR and LF, in a character: rows, their
    // lines, what is rejected and why are the same as read in one piece.
    void pieces_give_the_same_data() {
        QTest::addColumn<QByteArray>("text");
        QFile file(QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/golden/csv_cases.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const QJsonValue value : QJsonDocument::fromJson(file.readAll()).array())
            QTest::newRow(qPrintable(value["name"].toString())) << value["text"].toString().toUtf8();
        for (unsigned seed = 0; seed < 40; ++seed)
            QTest::addRow("made %u", seed) << QByteArray::fromStdString(made_text(seed, 200 + seed * 40));
        std::string many = "a,b,c\n"; // more than are listed
        for (int i = 0; i < 1500; ++i)
            many += i % 3 ? "only,two\n" : "\"a\nb\",\xFE,c\n";
        QTest::newRow("many rejected") << QByteArray::fromStdString(many);
    }
    void pieces_give_the_same() {
        QFETCH(QByteArray, text);
        const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
        for (const Dialect dialect : {Dialect{',', true}, Dialect{',', false}, Dialect{'\t', false}}) {
            const std::string whole = read_as_text(view, dialect, nullptr);
            for (const std::size_t bytes : {1, 7, 40, 300}) {
                const Pieces pieces{3, bytes};
                QCOMPARE(read_as_text(view, dialect, &pieces), whole);
            }
        }
    }

    // Every line opens a quote that a far one closes wrongly: reading must stay linear.
    void many_broken_quotes_stay_fast() {
        std::string text = "a,b,c\nA,b,1\n";
        while (text.size() < (8u << 20))
            text += "x,\"\"\"\"\"\"z,\"y\n\"\"\n";
        text += "\"end\"x";
        const std::string path = files_.write("many.csv", text);
        QElapsedTimer timer;
        timer.start();
        const Table table = read_table(path, columns_abc());
        QVERIFY(timer.elapsed() < 8000); // 1 s per MB is promised
        QVERIFY(table.rejected_count() > 100000);
    }
};

QTEST_APPLESS_MAIN(TestCsv)
#include "csv_test.moc"
