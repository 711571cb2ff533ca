// SPDX-License-Identifier: GPL-3.0-or-later
// JSON Lines against what Python's json reads (tests/golden/make_jsonl_cases.py), and faults.
#include "data/files.h"
#include "data/rows/first_rows.h"
#include "data/rows/guess.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

TableSpec skipping() {
    TableSpec spec;
    spec.text_pair_column = "pair";
    spec.skip_bad_rows = true;
    return spec;
}

/// JSON written with single quotes.
std::string json(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

std::string row(const std::string& label) {
    return json("{'text':'a','pair':'b','label':") + label + "}";
}

} // namespace

class TestJsonl : public QObject {
    Q_OBJECT
    Files files_;

private Q_SLOTS:
    void equals_python() {
        QFile file(QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/golden/jsonl_cases.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).array();
        QVERIFY(cases.size() > 500);
        for (const char* line_end : {"\n", "\r\n"}) {
            std::string text;
            for (const QJsonValue value : cases)
                text += value[0].toString().toStdString() + line_end;
            const Table table = read_table(files_.write("cases.jsonl", text), skipping());
            QCOMPARE(table.total_count(), static_cast<std::uint64_t>(cases.size()));
            auto used = table.rows().begin();
            auto rejected = table.rejected().begin();
            for (qsizetype i = 0; i < cases.size(); ++i) {
                const QByteArray line = cases[i][0].toString().toUtf8();
                const auto number = static_cast<std::uint64_t>(i + 1);
                if (cases[i].toArray().size() == 1) {
                    QVERIFY2(rejected != table.rejected().end() && rejected->line == number, line);
                    QVERIFY2(rejected->column >= 1 && !sentence(rejected->fault).empty(), line);
                    ++rejected;
                    continue;
                }
                QVERIFY2(used != table.rows().end() && used->line == number, line);
                QCOMPARE(std::string(used->text), cases[i][1].toString().toStdString());
                QCOMPARE(std::string(used->pair), cases[i][2].toString().toStdString());
                QCOMPARE(std::string(used->label), cases[i][3].toString().toStdString());
                ++used;
            }
        }
    }

    void faults_have_a_place_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("reason");
        const auto add = [](const char* name, const std::string& line, const char* place,
                            const char* reason) {
            QTest::newRow(name) << QByteArray::fromStdString(line) << place << reason;
        };
        add("deep", row("1,\"x\":" + std::string(1'000'000, '[')), "2:101", "nested deeper than 64");
        add("not an object", "[1]", "2:1", "not a JSON object");
        add("wrong type", json("{'text':5,'pair':'b','label':1}"), "2:9",
            "\"text\" is a number, not a string");
        add("label null", row("null"), "2:32", "\"label\" is null");
        add("missing key", json("{'text':'a','label':1}"), "2:1", "no key \"pair\"");
        add("twice", json("{'text':'a','pair':'b','label':1,'text':'c'}"), "2:41", "given twice");
        add("bad UTF-8", "{\"text\":\"\xFF\"}", "2:10", "UTF-8");
        add("NUL", std::string("{\"text\":\"a\0\"}", 13), "2:11", "NUL");
        add("huge", json("{'pair':'b','label':1,'text':'") + std::string((16u << 20) + 1, 'x') + "\"}",
            "2:30", "16 MiB");
        add("cut", json("{'text':'a','pair':'b'"), "2:23", "missing");
    }
    // FAULTS 37
    void faults_have_a_place() {
        QFETCH(QByteArray, line);
        QFETCH(QString, place);
        QFETCH(QString, reason);
        const std::string path =
            files_.write("fault.jsonl", row("0") + "\n" + line.toStdString() + "\n\n" + row("1") + "\n");
        TableSpec spec = skipping();
        spec.skip_bad_rows = false;
        const Error error = error_from([&] { (void)read_table(path, spec); });
        QCOMPARE(error.id(), 3101);
        QCOMPARE(error.where(), path + ":" + place.toStdString());
        QVERIFY2(contains(error.message(), reason.toStdString()), error.line().c_str());
        const Table table = read_table(path, skipping());
        QCOMPARE(table.rows().size(), std::size_t{2});
        QCOMPARE(table.rows()[1].line, std::uint64_t{4});
        QCOMPARE(table.total_count(), std::uint64_t{3});
    }

    void lines_that_end_with_cr() {
        const std::string two = row("0") + "\r" + row("1") + "\r";
        const std::string path = files_.write("mac.jsonl", two);
        const Error error = error_from([&] { (void)read_table(path, skipping()); });
        QCOMPARE(error.id(), 3102);
        QVERIFY2(contains(error.line(), "(CR) alone; where (" + path + "); next: save the file"),
                 error.line().c_str());
        // Within an object, before and behind it, CR is a blank.
        std::string within = "\r" + row("0") + "\r";
        within.insert(within.find('{') + 1, "\r");
        for (const std::string& one : {row("0") + "\r", within})
            QCOMPARE(read_table(files_.write("one.jsonl", one), skipping()).rows().size(), std::size_t{1});
    }

    void optional_labels_are_all_or_none() {
        TableSpec spec;
        spec.label_optional = true;
        spec.skip_bad_rows = true;
        const std::string with = json("{'text':'a','label':1}"), without = json("{'text':'a'}");
        const Table none = read_table(files_.write("o.jsonl", without + "\n" + with + "\n"), spec);
        QVERIFY(!none.has_labels());
        QCOMPARE(none.rows().size(), std::size_t{2});
        QVERIFY(none.rows()[1].label.empty());
        const Table rest = read_table(files_.write("o.jsonl", with + "}\n" + without + "\n"), spec);
        QVERIFY(!rest.has_labels()); // what a rejected line names decides nothing
        QCOMPARE(rest.rejected_count(), std::uint64_t{1});
        const Table some = read_table(files_.write("o.jsonl", with + "\n" + without + "\n"), spec);
        QVERIFY(some.has_labels());
        QCOMPARE(some.rejected_count(), std::uint64_t{1});
    }

    /// Element n of an array is line n, however the file is broken into lines.
    void arrays_are_lines() {
        const std::string rows[] = {json("{'text':'a, [b] {c} \\\\','pair':'\\'}],','label':[0,{'x':[]}]}"),
                                    json("{\n  'text': 'd',\r\n  'pair': 'e',\n  'label': 1\n}"), row("2")};
        for (const std::string& between : {std::string(","), std::string(" ,\n\n "), std::string("\r\n,")})
            for (const char* name : {"array.json", "array.jsonl"}) {
                const std::string text =
                    "\xEF\xBB\xBF\n[" + rows[0] + between + rows[1] + between + rows[2] + "\n]\n";
                const Table table = read_table(files_.write(name, text), skipping());
                QCOMPARE(table.total_count(), std::uint64_t{3});
                QCOMPARE(table.rejected().at(0).line, std::uint64_t{1}); // no label is a list of objects
                QCOMPARE(table.rows().size(), std::size_t{2});
                QCOMPARE(table.rows()[0].line, std::uint64_t{2});
                QCOMPARE(std::string(table.rows()[0].text), std::string("d"));
                QCOMPARE(table.rows()[1].line, std::uint64_t{3});
                QCOMPARE(std::string(table.rows()[1].label), std::string("2"));
            }
        const Table lines =
            read_table(files_.write("lines.json", row("0") + "\n" + row("1") + "\n"), skipping());
        QCOMPARE(lines.rows().size(), std::size_t{2});
        // A line break in a string is a fault of its row alone.
        const std::string torn = "[" + json("{'text':'a\nb','pair':'c','label':1}") + "," + row("1") + "]";
        const Table rest = read_table(files_.write("torn.json", torn), skipping());
        QCOMPARE(rest.rejected_count(), std::uint64_t{1});
        QCOMPARE(rest.rows().at(0).line, std::uint64_t{2});
    }

    /// The beginning of a large array, as the window and `preset new` read it.
    void arrays_have_first_rows() {
        std::string text = "[";
        for (int i = 0; i < 1000; ++i)
            text += (i ? ", " : "") + row(i % 2 ? "1" : "0");
        const std::string path = files_.write("long.json", text + "]");
        const FirstRows first = read_first_rows(path, 20, 1000);
        QCOMPARE(first.rows.size(), std::size_t{20});
        QVERIFY(!first.whole && !first.rows.back().fault);
        const Guess guess = guess_columns(path, 4000);
        QCOMPARE(guess.label_column, std::string("label"));
        QVERIFY(!guess.whole);
    }

    void columns_are_the_first_objects_keys() {
        const Table table = read_table(
            files_.write("k.jsonl", "{\"zzz\":\n{\"text\":\"a\",\"x\":[],\"pair\":\"b\",\"label\":1}\n"),
            skipping());
        QCOMPARE(table.columns(), (std::vector<std::string>{"text", "x", "pair", "label"}));
    }
};

QTEST_APPLESS_MAIN(TestJsonl)
#include "jsonl_test.moc"
