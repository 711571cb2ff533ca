// SPDX-License-Identifier: GPL-3.0-or-later
// Rows with any number of labels: how fields list them, columns of 1 and 0, ids, and labels that no training
// row has.
#include "base/error.h"
#include "data/files.h"
#include "data/rows/flag_columns.h"
#include "data/rows/label_sets.h"

#include <QElapsedTimer>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

QStringList shown_list(const std::vector<std::string>& labels) {
    QStringList list;
    for (const std::string& label : labels)
        list << QString::fromStdString(label);
    return list;
}

} // namespace

class LabelSetsTest : public QObject {
    Q_OBJECT

    Files files_;

    static TableSpec lists() {
        TableSpec spec;
        spec.label_lists = true;
        spec.skip_bad_rows = true;
        return spec;
    }
    Table read(const std::string& text, const std::string& name = "rows.csv", TableSpec spec = lists()) {
        return read_table(files_.write(name, text), spec);
    }
    static QStringList of_row(const LabelMap& map, const LabelSets& sets, std::size_t row) {
        QStringList names;
        for (const std::int32_t id : sets.of(row))
            names << QString::fromStdString(map.names[static_cast<std::size_t>(id)]);
        return names;
    }

private Q_SLOTS:
    void fields_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("separator");
        QTest::addColumn<QStringList>("labels");
        const auto row = [](const char* field, const char* separator, const QStringList& labels) {
            QTest::addRow("%s by '%s'", field, separator) << field << separator << labels;
        };
        row("", ",", {});
        row("   ", ",", {});
        row("joy", ",", {"joy"});
        row("joy,anger", ",", {"joy", "anger"});
        row(" joy , anger,, joy ", ",", {"joy", "anger"});
        row("joy|anger", "|", {"joy", "anger"});
        row("joy, mild|anger", "|", {"joy, mild", "anger"});
        row("joy :: anger", "::", {"joy", "anger"});
        row("joy  anger\tfear", " ", {"joy", "anger", "fear"});
        row("joy anger", "", {"joy", "anger"});
        row("[]", ",", {});
        row(R"(["joy", "anger"])", "|", {"joy", "anger"});
        row(R"(["a\u00e9", "b, c"])", ",", {QString::fromUtf8("a\u00e9"), "b, c"});
        row("[3, 1, 3]", ",", {"3", "1"});
        row("['joy', 'it\\'s']", ",", {"joy", "it's"});
        row("['joy' 'anger']", ",", {"joy", "anger"});
        row("[joy, anger]", ",", {"joy", "anger"});
        row("[joy", ",", {"[joy"});
    }
    void fields() {
        QFETCH(QString, field);
        QFETCH(QString, separator);
        QFETCH(QStringList, labels);
        QCOMPARE(shown_list(labels_in(field.toStdString(), separator.toStdString())), labels);
    }

    void fields_are_read_as_they_were_written() {
        for (const std::vector<std::string>& labels : {std::vector<std::string>{},
                                                       {"joy"},
                                                       {"joy", "anger"},
                                                       {"a, b", "c"},
                                                       {"[x]"},
                                                       {"\"q\"", "'p'"},
                                                       {"{x", "tab\t, \"{"},
                                                       {" spaced "}}) {
            std::vector<std::string> expected;
            for (const std::string& label : labels)
                expected.emplace_back(label == " spaced " ? "spaced" : label);
            QCOMPARE(shown_list(labels_in(label_field(labels), ",")), shown_list(expected));
        }
    }

    /// 2 MB of distinct labels, quotes, brackets and braces: no reader takes more than seconds.
    void large_fields_take_no_time() {
        std::string names, json = "[", quotes = "[", braces = "[{";
        for (int i = 0; names.size() < 2'000'000; ++i) {
            names += "label" + std::to_string(i) + ",";
            json += "\"l" + std::to_string(i) + "\",";
            quotes += "'\" ";
            braces += "\"k" + std::to_string(i) + "\":1,";
        }
        QElapsedTimer timer;
        timer.start();
        QVERIFY(labels_in(names, ",").size() > 100'000);
        QVERIFY(labels_in(json + "1]", ",").size() > 100'000);
        (void)labels_in(quotes + "]", ",");
        (void)labels_in(braces + "\"k\":1}]", ",");
        (void)labels_in(std::string(1'000'000, '[') + std::string(1'000'000, ']'), ",");
        const std::string blanks(1'000'000, ' '), closing(1'000'000, '\'');
        (void)labels_in("[" + blanks + "x" + closing + "]", ",");
        QVERIFY(timer.elapsed() < 60'000);
    }

    void ids_of_lists() {
        const Table table = read("text,label\na,\"joy,anger\"\nb,\nc,anger\nd,\"fear, joy\"\n");
        QCOMPARE(table.rows().size(), std::size_t{4});
        const LabelMap map = make_label_set_map(table, {}, ",");
        QCOMPARE(shown_list(map.names), (QStringList{"anger", "fear", "joy"}));
        const LabelSets sets = label_sets(table, map);
        QCOMPARE(of_row(map, sets, 0), (QStringList{"anger", "joy"}));
        QCOMPARE(of_row(map, sets, 1), QStringList());
        QCOMPARE(of_row(map, sets, 3), (QStringList{"fear", "joy"}));
        // Each row is dealt by the rarest of its labels, one without labels apart.
        QCOMPARE(rarest_labels(sets), (std::vector<std::int32_t>{0, 3, 0, 1}));
    }

    void the_models_ids_are_taken() {
        const Table table = read("text,label\na,\"2,0\"\nb,1\n");
        const LabelMap map = make_label_set_map(table, {"x", "y", "z"}, ",");
        QCOMPARE(map.by_number, true);
        QCOMPARE(of_row(map, label_sets(table, map), 0), (QStringList{"x", "z"}));
    }

    void unseen_labels_are_found() {
        const LabelMap map = make_label_set_map(read("text,label\na,\"x,y\"\nb,y\n"), {}, ",");
        const Table test = read("text,label\na,x\nb,\"y,z\"\nc,\n", "test.csv");
        QCOMPARE(rows_of_unseen_labels(test, map), (std::vector<std::uint32_t>{1}));
        QCOMPARE(without_unseen_labels(test, map).rows().size(), std::size_t{2});
        try {
            (void)label_sets(test, map);
            QFAIL("the unseen label was taken");
        } catch (const Error& error) {
            QCOMPARE(error.id(), 3114);
            QVERIFY2(error.message().find("unknown label \"z\"") != std::string::npos, error.what());
        }
    }

    void rows_that_are_all_alike_teach_nothing() {
        for (const char* text : {"text,label\na,x\nb,x\n", "text,label\na,\nb,\n"}) {
            int id = 0;
            try {
                (void)make_label_set_map(read(text), {}, ",");
            } catch (const Error& error) {
                id = error.id();
            }
            QCOMPARE(id, 3112);
        }
    }

    void columns_of_flags() {
        TableSpec spec = lists();
        spec.label_column = "hot, cold";
        const Table table = read("text,hot,cold\na,1,0\nb,0,0\nc,TRUE,1.0\nd,2,0\ne,1,\n", "flags.csv", spec);
        QCOMPARE(table.rows().size(), std::size_t{3});
        QCOMPARE(table.rejected_count(), std::uint64_t{2});
        QCOMPARE(table.rejected()[0].fault.kind, RowFault::Kind::no_flag);
        QVERIFY(table.has_labels());
        QCOMPARE(shown_list(labels_in(table.rows()[2].label, ",")), (QStringList{"hot", "cold"}));
        const Table json =
            read("{\"text\": \"a\", \"hot\": true, \"cold\": 0}\n{\"text\": \"b\", \"hot\": \"1\", "
                 "\"cold\": 1}\n{\"text\": \"c\", \"hot\": 3, \"cold\": 1}\n",
                 "flags.jsonl", spec);
        QCOMPARE(json.rows().size(), std::size_t{2});
        QCOMPARE(shown_list(labels_in(json.rows()[0].label, ",")), QStringList{"hot"});
        QCOMPARE(json.rejected_count(), std::uint64_t{1});
        spec.label_optional = true;
        QVERIFY(!read("text\na\n", "unlabelled.csv", spec).has_labels());
        QVERIFY(!read("{\"text\": \"a\"}\n", "unlabelled.jsonl", spec).has_labels());
    }

    /// 1,000 rows of 4,000 columns of 1 and 0 each.
    void many_columns_of_flags_take_no_time() {
        constexpr int columns = 4000, rows = 1000;
        TableSpec spec = lists();
        spec.label_column.clear();
        std::string header = "text", row = "a", object = "{\"text\": \"a\"";
        for (int i = 0; i < columns; ++i) {
            const std::string name = "label" + std::to_string(i);
            spec.label_column += (i ? "," : "") + name;
            header += "," + name;
            row += i == columns - 1 ? ",1" : ",0";
            object += ",\"" + name + (i == columns - 1 ? "\":1" : "\":0");
        }
        std::string csv = header + "\n", jsonl;
        for (int i = 0; i < rows; ++i) {
            csv += row + "\n";
            jsonl += object + "}\n";
        }
        QElapsedTimer timer;
        timer.start();
        for (const Table& table : {read(csv, "wide.csv", spec), read(jsonl, "wide.jsonl", spec)}) {
            QCOMPARE(table.rows().size(), std::size_t{rows});
            QCOMPARE(shown_list(labels_in(table.rows().back().label, ",")), QStringList{"label3999"});
        }
        QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
    }

    void arrays_of_json() {
        const Table table =
            read("{\"text\": \"a\", \"label\": [\"x\", \"y\"]}\n{\"text\": \"b\", \"label\": []}\n"
                 "{\"text\": \"c\", \"label\": \"x, z\"}\n{\"text\": \"d\", \"label\": [[1]]}\n"
                 "{\"text\": \"e\", \"label\": [null]}\n{\"text\": \"f\", \"label\": null}\n",
                 "rows.jsonl");
        QCOMPARE(table.rows().size(), std::size_t{3});
        QCOMPARE(table.rejected_count(), std::uint64_t{3});
        const LabelMap map = make_label_set_map(table, {}, ",");
        const LabelSets sets = label_sets(table, map);
        QCOMPARE(of_row(map, sets, 0), (QStringList{"x", "y"}));
        QCOMPARE(of_row(map, sets, 1), QStringList());
        QCOMPARE(of_row(map, sets, 2), (QStringList{"x", "z"}));
    }

    /// One label a row: a blank one and an array are rejected, as before.
    void one_label_is_no_list() {
        TableSpec one;
        one.skip_bad_rows = true;
        QCOMPARE(read("text,label\na,x\nb,\n", "one.csv", one).rejected_count(), std::uint64_t{1});
        QCOMPARE(read("{\"text\": \"a\", \"label\": [\"x\"]}\n{\"text\": \"b\", \"label\": \"x\"}\n",
                      "one.jsonl", one)
                     .rejected_count(),
                 std::uint64_t{1});
    }
};

QTEST_GUILESS_MAIN(LabelSetsTest)
#include "label_sets_test.moc"
