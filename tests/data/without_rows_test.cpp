// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/without_rows.h"

#include "data/files.h"

using namespace tunedesk;
using namespace tunedesk::data;

class WithoutRowsTest : public QObject {
    Q_OBJECT

    Files files_;

    std::string without(const std::string& name, std::string_view text, std::set<std::uint64_t> lines) const {
        TableSpec spec;
        return without_rows(files_.write(name, text), spec, [&](const auto&) { return lines; });
    }

private Q_SLOTS:
    void every_other_byte_stays() {
        const std::string head = "\xEF\xBB\xBFid,text,label\r\n";
        const std::string two = "1,\"a \"\"b\"\"\nsecond line\",x\r\n", three = "2,c,y\r\n\r\n",
                          four = "3,d,x";
        const std::string all = head + two + three + four;
        QCOMPARE(without("a.csv", all, {}), all);
        QCOMPARE(without("a.csv", all, {2}), head + three + four);
        QCOMPARE(without("a.csv", all, {4}), head + two + four); // the empty line goes with it
        QCOMPARE(without("a.csv", all, {6}), head + two + three);
        QCOMPARE(without("a.csv", all, {2, 4, 6}), head);
        QCOMPARE(without("a.csv", all, {1, 3, 99}), all); // no row begins there
    }
    void rows_that_cannot_be_used_stay() {
        const std::string head = "text\tlabel\n";
        QCOMPARE(without("a.tsv", head + "a\tx\nbroken\nb\ty\n", {2}), head + "broken\nb\ty\n");
        QCOMPARE(without("a.jsonl", "{\"text\":\"a\",\"label\":1}\n{}\n{\"text\":\"b\",\"label\":2}\n", {3}),
                 std::string("{\"text\":\"a\",\"label\":1}\n{}\n"));
    }
    void a_lone_cr_ends_a_line() {
        QCOMPARE(without("old.csv", "text,label\ra,x\rb,y\rc,x\r", {3}),
                 std::string("text,label\ra,x\rc,x\r"));
    }
    void the_rows_are_given() {
        TableSpec spec;
        std::size_t seen = 0;
        const std::string text =
            without_rows(files_.write("b.csv", "text,label\na,x\nb,y\nc,x\n"), spec, [&](const auto& rows) {
                seen = rows.size();
                std::set<std::uint64_t> lines;
                for (const Table::Row& row : rows)
                    if (row.label == "x") lines.insert(row.line);
                return lines;
            });
        QCOMPARE(seen, std::size_t{3});
        QCOMPARE(text, std::string("text,label\nb,y\n"));
    }
};

QTEST_APPLESS_MAIN(WithoutRowsTest)
#include "without_rows_test.moc"
