// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/corrected.h"

#include "data/files.h"

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

CorrectedFile correct(const std::string& path, const std::vector<LabelChange>& changes, bool skip = false) {
    TableSpec spec;
    spec.skip_bad_rows = skip;
    return correct_labels(path, spec, [&](const std::vector<Table::Row>&) { return changes; });
}

} // namespace

class CorrectedTest : public QObject {
    Q_OBJECT

    Files files_;

private Q_SLOTS:
    void only_the_label_changes_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<quint64>("line");
        QTest::addColumn<QString>("label");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char* title, const char* name, const char* before, quint64 line,
                            const char* label, const char* after) {
            QTest::newRow(title) << name << QByteArray(before) << line << label << QByteArray(after);
        };
        row("plain", "a.csv", "id,text,label\n1,x,no\n2,y,no\n", 3, "yes",
            "id,text,label\n1,x,no\n2,y,yes\n");
        row("carriage returns, no last break", "a.csv", "label,text\r\nno,x\r\nno,y", 3, "yes",
            "label,text\r\nno,x\r\nyes,y");
        row("byte order mark", "a.csv", "\xEF\xBB\xBFtext,label\nx,no\n", 2, "yes",
            "\xEF\xBB\xBFtext,label\nx,yes\n");
        row("quotes stay", "a.csv", "text,label\n\"x\",\"no\"\n", 2, "yes", "text,label\n\"x\",\"yes\"\n");
        row("new quotes", "a.csv", "text,label\nx,no\n", 2, "yes, \"so\"",
            "text,label\nx,\"yes, \"\"so\"\"\"\n");
        row("doubled quotes go", "a.csv", "text,label,more\nx,\"n\"\"o\",1\n", 2, "yes",
            "text,label,more\nx,\"yes\",1\n");
        row("text after the quotes goes", "a.csv", "text,label,more\nx,\"n\"o,1\n", 2, "yes",
            "text,label,more\nx,\"yes\",1\n");
        row("text of two lines before", "a.csv", "text,label\n\"x\ny\",no\nz,no\n", 4, "yes",
            "text,label\n\"x\ny\",no\nz,yes\n");
        row("tabs", "a.tsv", "text\tlabel\n\"x\t\"no\"\n", 2, "yes", "text\tlabel\n\"x\tyes\n");
        row("json", "a.jsonl", "{\"text\":\"x\",\"label\": \"no\" }\n", 2 - 1, "y\"es",
            "{\"text\":\"x\",\"label\": \"y\\\"es\" }\n");
        row("json escapes", "a.jsonl", "{\"label\":\"n\\u006f\",\"text\":\"x\"}\n", 1, "yes",
            "{\"label\":\"yes\",\"text\":\"x\"}\n");
        row("json number", "a.jsonl", "{\"label\":0,\"text\":\"x\"}\n", 1, "1",
            "{\"label\":1,\"text\":\"x\"}\n");
        row("json number to name", "a.jsonl", "{\"label\":0,\"text\":\"x\"}\n", 1, "one",
            "{\"label\":\"one\",\"text\":\"x\"}\n");
    }

    void only_the_label_changes() {
        QFETCH(QString, name);
        QFETCH(QByteArray, before);
        QFETCH(quint64, line);
        QFETCH(QString, label);
        QFETCH(QByteArray, after);
        const std::string path = files_.write(name.toStdString(), before.toStdString());
        const CorrectedFile corrected = correct(path, {{line, label.toStdString()}});
        QCOMPARE(QByteArray::fromStdString(corrected.text), after);
        QCOMPARE(corrected.changes.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(corrected.changes[0].after), label);
        // The new file reads as the old one did, but for this label.
        const auto old_rows = read_table(path, {});
        const auto new_rows = read_table(files_.write("new-" + name.toStdString(), corrected.text), {});
        QCOMPARE(new_rows.rows().size(), old_rows.rows().size());
        for (std::size_t i = 0; i < new_rows.rows().size(); ++i) {
            QCOMPARE(new_rows.rows()[i].text, old_rows.rows()[i].text);
            const bool changed = new_rows.rows()[i].line == line;
            QCOMPARE(std::string(new_rows.rows()[i].label),
                     changed ? label.toStdString() : std::string(old_rows.rows()[i].label));
        }
    }

    void rows_are_counted_with_rejected_ones() {
        const std::string path = files_.write("a.csv", "text,label\n,no\nx,no\nx,no,1\ny,maybe\nz,no\n");
        const CorrectedFile corrected = correct(path, {{6, "yes"}, {3, "yes"}, {5, "maybe"}}, true);
        QCOMPARE(corrected.text, std::string("text,label\n,no\nx,yes\nx,no,1\ny,maybe\nz,yes\n"));
        QCOMPARE(corrected.changes.size(), std::size_t{2}); // the label that was right already is none
        QCOMPARE(corrected.changes[0].row, std::uint64_t{2});
        QCOMPARE(corrected.changes[0].before, std::string("no"));
        QCOMPARE(corrected.changes[1].row, std::uint64_t{5});
    }

    void refuses() {
        const std::string csv = files_.write("a.csv", "text,label\nx,no\n");
        QCOMPARE(error_from([&] { correct(csv, {{7, "yes"}}); }).id(), 3118);
        QCOMPARE(error_from([&] { correct(csv, {{2, ""}}); }).id(), 3118);
        QCOMPARE(error_from([&] { correct(csv, {{2, "\xFF"}}); }).id(), 3118);
        QCOMPARE(error_from([&] { correct(csv, {{2, "a"}, {2, "b"}}); }).id(), 3118);
        const std::string tsv = files_.write("a.tsv", "text\tlabel\nx\tno\n");
        QCOMPARE(error_from([&] { correct(tsv, {{2, "a\tb"}}); }).id(), 3118);
    }
};

QTEST_GUILESS_MAIN(CorrectedTest)
#include "corrected_test.moc"
