// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/splits/split_file.h"

#include "data/files.h"

using namespace tunedesk;
using namespace tunedesk::data;

class SplitFileTest : public QObject {
    Q_OBJECT

    Files files_;

    /// Rows that begin in lines 2, 3, 5 and 6.
    Table table() const {
        return read_table(files_.write("t.csv", "text,label\na,x\n\"b\nc\",y\nd,x\ne,y\n"), {});
    }
    RowSplit read(const std::string& text) const {
        return read_split_file(files_.write("split.csv", text), table());
    }

private Q_SLOTS:
    void what_is_written_is_read() {
        const RowSplit split{{0, 3}, {1}, {2}};
        const std::string text = split_file_text(table(), split);
        QCOMPARE(text, std::string("line,split\n2,train\n3,validation\n5,test\n6,train\n"));
        const RowSplit same = read(text);
        QCOMPARE(same.train, split.train);
        QCOMPARE(same.validation, split.validation);
        QCOMPARE(same.test, split.test);
    }

    void any_order_and_line_ends() {
        const RowSplit split = read("line,split\r\n6,test\r\n2,train\r\n\r\n5,train\r\n3,train");
        const std::vector<std::uint32_t> train{0, 1, 2}, test{3};
        QCOMPARE(split.train, train);
        QCOMPARE(split.test, test);
        QVERIFY(split.validation.empty());
    }

    void mistakes_are_named_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("id");
        QTest::addColumn<QString>("where");
        const auto row = [](const char* name, const char* text, ErrorId id, const char* where) {
            QTest::newRow(name) << QByteArray(text) << static_cast<int>(id) << where;
        };
        row("empty", "", ErrorId::split_file_header_invalid, "split.csv:1");
        row("another header", "row,split\n2,train\n", ErrorId::split_file_header_invalid, "split.csv:1");
        row("no number", "line,split\ntwo,train\n", ErrorId::split_file_line_invalid, "split.csv:2");
        row("a huge number", "line,split\n99999999999999999999,train\n", ErrorId::split_file_line_invalid,
            "split.csv:2");
        row("another part", "line,split\n2,dev\n", ErrorId::split_file_line_invalid, "split.csv:2");
        row("more columns", "line,split\n2,train,1\n", ErrorId::split_file_line_invalid, "split.csv:2");
        row("within a row", "line,split\n2,train\n4,train\n", ErrorId::split_file_row_unknown, "split.csv:3");
        row("behind the last", "line,split\n7,train\n", ErrorId::split_file_row_unknown, "split.csv:2");
        row("twice", "line,split\n2,train\n3,test\n2,test\n", ErrorId::split_file_row_repeated,
            "split.csv:4");
        row("a row is missing", "line,split\n2,train\n3,train\n5,train\n", ErrorId::split_file_row_missing,
            "split.csv");
    }

    void mistakes_are_named() {
        QFETCH(QByteArray, text);
        QFETCH(int, id);
        QFETCH(QString, where);
        const Error error = error_from([&] { read(text.toStdString()); });
        QCOMPARE(error.id(), id);
        QVERIFY2(QString::fromStdString(error.where()).endsWith(where), error.where().c_str());
        QVERIFY(!error.next().empty());
    }

    void a_file_that_is_not_there() {
        QCOMPARE(error_from([&] { read_split_file(files_.path("nowhere.csv"), table()); }).id(), 3191);
    }

    void a_million_rows() {
        std::string text = "text,label\n", split = "line,split\n";
        for (int i = 0; i < 1'000'000; ++i) {
            text += "a,x\n";
            split += std::to_string(1'000'001 - i) + ",train\n"; // from the last one back
        }
        const Table large = read_table(files_.write("large.csv", text), {});
        const std::string file = files_.write("large-split.csv", split);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(read_split_file(file, large).train.size(), std::size_t{1'000'000});
        QVERIFY2(timer.elapsed() < 15'000, qPrintable(QString::number(timer.elapsed()))); // 15 MB, 1 s a MB
    }
};

QTEST_GUILESS_MAIN(SplitFileTest)
#include "split_file_test.moc"
