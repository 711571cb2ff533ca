// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be wrong with a file, and the real data sets.
#include "base/hash.h"
#include "data/files.h"
#include "data/packed.h"

#include <QCryptographicHash>
#include <QProcess>
#include <QStandardPaths>
#include <fcntl.h>
#include <sys/stat.h>

using namespace tunedesk;
using namespace tunedesk::data;
using namespace std::string_literals;

namespace {

const std::string header = "text,label\n";

TableSpec skipping() {
    TableSpec spec;
    spec.skip_bad_rows = true;
    return spec;
}

} // namespace

class TestTable : public QObject {
    Q_OBJECT
    Files files_;

private Q_SLOTS:
    // One bad row among three: `stop` names its place, `skip` counts it; the counts add up.
    void bad_rows_data() {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QString>("place"); // line:column
        QTest::addColumn<QString>("reason");
        const auto add = [](const char* name, const std::string& row, const char* place, const char* reason) {
            QTest::newRow(name) << QByteArray::fromStdString(row) << place << reason;
        };
        add("NUL", "b\0d,1\n"s, "3:2", "NUL");
        add("NUL in a quoted line break", "\"b\nc\0\",1\n"s, "4:2", "NUL");
        add("broken quote", "\"b,1\n", "3:1", "quote");
        add("huge field", std::string((16u << 20) + 1, 'x').append(",1\n"), "3:1", "16 MiB");
        add("huge quoted field", "\"" + std::string(100u << 20, '\n') + "\",1\n", "3:2", "16 MiB");
        add("too few fields", "b\n", "3:1", "1 field where the header has 2");
        add("too many fields", "b,1,2\n", "3:1", "3 fields where the header has 2");
        add("bad UTF-8", "caf\xE9,1\n", "3:4", "UTF-8");
        add("bad UTF-8 after good", "\xC3\xA4\xC3\xA4\xC3,1\n", "3:3", "UTF-8");
        add("overlong", "\xC0\x80,1\n", "3:1", "UTF-8");
        add("surrogate", "\xED\xA0\x80,1\n", "3:1", "UTF-8");
        add("bad UTF-8 in a label", "b,\xFF\n", "3:3", "UTF-8");
        add("empty text", ",1\n", "3:1", "the text is empty");
        add("empty label", "b,\n", "3:1", "the label is empty");
    }
    // FAULTS 36
    void bad_rows() {
        QFETCH(QByteArray, row);
        QFETCH(QString, place);
        QFETCH(QString, reason);
        const std::string path = files_.write("bad.csv", header + "a,0\n" + row.toStdString() + "c,1\n");
        const Error error = error_from([&] { (void)read_table(path, {}); });
        QCOMPARE(error.id(), 3101);
        QCOMPARE(static_cast<int>(error.code()), 3);
        QCOMPARE(error.where(), path + ":" + place.toStdString());
        QVERIFY2(contains(error.message(), reason.toStdString()), error.line().c_str());
        QVERIFY2(contains(error.message(), "1 of 3 rows"), error.line().c_str());
        QVERIFY(contains(error.next(), "data.bad_rows: skip"));

        const Table table = read_table(path, skipping());
        QCOMPARE(table.rows().size(), std::size_t{2});
        QCOMPARE(table.rejected_count(), std::uint64_t{1});
        QCOMPARE(table.total_count(), std::uint64_t{3});
        QCOMPARE(std::string(table.rows()[1].text), "c"s);
    }

    void lists_the_first_rejected_rows() {
        std::string text = header;
        for (int i = 0; i < 2500; ++i)
            text += i % 2 ? "fine,1\n" : "ragged\n";
        const std::string path = files_.write("list.csv", text);
        const Error error = error_from([&] { (void)read_table(path, {}); });
        QVERIFY2(contains(error.message(), "1,250 of 2,500 rows"), error.line().c_str());
        QVERIFY2(contains(error.message(), "; 20:1: ") && !contains(error.message(), "; 22:1: "),
                 error.line().c_str());
        QVERIFY2(contains(error.message(), "and 1,240 more"), error.line().c_str());
        const Table table = read_table(path, skipping());
        QCOMPARE(table.rejected().size(), std::size_t{1000});
        QCOMPARE(table.rejected_count(), std::uint64_t{1250});
        QCOMPARE(table.total_count(), std::uint64_t{2500});
    }

    void whole_file_errors_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<int>("id");
        QTest::addColumn<QString>("says");
        const auto add = [](const char* tag, const char* name, const std::string& contents, ErrorId id,
                            const char* says) {
            QTest::newRow(tag) << name << QByteArray::fromStdString(contents) << static_cast<int>(id) << says;
        };
        const std::string good = header + "a,0\nb,1\n";
        std::string little, big;
        for (const char c : good) {
            little += {c, '\0'};
            big += {'\0', c};
        }
        add("Parquet by name", "x.parquet", "PAR1....", ErrorId::parquet_unsupported,
            "pandas.read_parquet('x.parquet').to_csv('x.csv'");
        add("Parquet by contents", "x.csv", "PAR1....PAR1", ErrorId::parquet_unsupported,
            "to_csv('x-rows.csv'"); // not over the file itself
        add("Parquet with a name that a shell would run", "$(reboot).parquet", "PAR1",
            ErrorId::parquet_unsupported, "read_parquet('OLD.parquet')");
        add("an array that ends early", "x.json", "[{\"text\": \"a\", \"label\": \"b\"},\n{\"text\": \"c]",
            ErrorId::data_unreadable, "not closed");
        add("text behind an array", "x.json", "[{\"text\": \"a\"}]\n[{\"text\": \"b\"}]\n",
            ErrorId::data_unreadable, "text follows the JSON array");
        add("an empty element", "x.jsonl", "[{\"text\": \"a\", \"label\": \"b\"},]", ErrorId::data_unreadable,
            "empty element");
        add("unknown name", "x.xlsx", good, ErrorId::data_format_unknown, ".csv, .tsv, .jsonl or .json");
        add("gzip without .gz", "x.csv", gzip(good), ErrorId::compression_mismatch, "ends in .gz");
        add("zstd without .zst", "x.csv", zstd(good), ErrorId::compression_mismatch, "ends in .zst");
        add("zstd named .gz", "x.csv.gz", zstd(good), ErrorId::compression_mismatch, "ends in .zst");
        add("plain named .gz", "x.csv.gz", good, ErrorId::compression_mismatch, "without the last extension");
        add("a zip archive", "x.csv", "PK\x03\x04....", ErrorId::data_is_archive, "export the sheet");
        add("damaged gzip", "x.csv.gz", gzip(good).substr(0, 20), ErrorId::compression_damaged, "truncated");
        add("gzip bomb", "x.csv.gz", gzip(std::string(100u << 20, 'a')), ErrorId::compression_damaged,
            "times its size");
        add("UTF-16 with a mark, little", "x.csv", "\xFF\xFE" + little, ErrorId::data_not_utf8,
            "iconv -f UTF-16");
        add("UTF-16 with a mark, big", "x.csv", "\xFE\xFF" + big, ErrorId::data_not_utf8, "iconv -f UTF-16");
        add("UTF-16 without, little", "x.csv", little, ErrorId::data_not_utf8, "UTF-16");
        add("UTF-16 without, big", "x.jsonl", big, ErrorId::data_not_utf8, "UTF-16");
        add("UTF-32", "x.csv", "\xFF\xFE\0\0a\0\0\0"s, ErrorId::data_not_utf8, "UTF-32");
        add("duplicate names", "x.csv", "text,label,text\na,0,b\n", ErrorId::header_unusable, "\"text\"");
        add("NUL in the header", "x.csv", "text,la\0bel\na,0\n"s, ErrorId::header_unusable, "NUL");
        add("broken quote in the header", "x.csv", "text,\"label\na,0\n", ErrorId::header_unusable, "quote");
        add("too many columns", "x.csv", std::string(5000, ',').append("\n"), ErrorId::header_unusable,
            "4096");
        add("missing column", "x.csv", "Texts,label\na,0\n", ErrorId::column_misspelled,
            "did you mean \"Texts\"? | \"label\"");
        add("missing column, no near one", "x.csv", "review,label\na,0\n", ErrorId::column_missing,
            "\"review\", \"label\"");
        add("tabs in a CSV", "x.csv", "text\tlabel\na\t0\n", ErrorId::header_has_tabs, ".tsv");
        add("semicolons", "x.csv", "text;label\na;0\n", ErrorId::header_has_semicolons, "semicolons");
        add("semicolons in a key", "x.jsonl", "{\"a;b\":1}\n", ErrorId::column_missing, "\"a;b\"");
        add("missing key", "x.jsonl", "{\"txt\":\"a\",\"label\":0}\n", ErrorId::column_misspelled,
            "did you mean \"txt\"?");
        add("empty file", "x.csv", "", ErrorId::data_empty, "no rows");
        add("empty file, compressed", "x.csv.gz", gzip(""), ErrorId::header_missing, "no rows");
        add("header only", "x.csv", header, ErrorId::data_empty, "no rows");
        add("line breaks only", "x.csv", "\n\r\n\n", ErrorId::header_missing, "no rows");
        add("mark only", "x.csv", "\xEF\xBB\xBF", ErrorId::header_missing, "no rows");
        add("empty JSONL", "x.jsonl", "\n \n", ErrorId::data_empty, "no rows");
    }
    // FAULTS 36, 37
    void whole_file_errors() {
        QFETCH(QString, name);
        QFETCH(QByteArray, contents);
        QFETCH(int, id);
        QFETCH(QString, says);
        const std::string path = files_.write(name.toStdString(), contents.toStdString());
        for (const bool skip : {false, true}) {
            TableSpec spec;
            spec.skip_bad_rows = skip;
            const Error error = error_from([&] { (void)read_table(path, spec); });
            QCOMPARE(error.id(), id);
            QVERIFY2(contains(error.where(), path), error.line().c_str());
            for (const QString& part : says.split(" | "))
                QVERIFY2(contains(error.line(), part.toStdString()), error.line().c_str());
        }
    }

    void nothing_left_is_an_error() {
        const std::string path = files_.write("none.csv", header + "a\nb\n");
        const Error error = error_from([&] { (void)read_table(path, skipping()); });
        QVERIFY2(error.is(ErrorId::no_usable_row), error.line().c_str());
        QVERIFY(contains(error.message(), "2 of 2 rows"));
    }

    void no_such_file() {
        QCOMPARE(error_from([&] { (void)read_table(files_.path("absent.csv"), {}); }).id(), 3102);
        QVERIFY(QDir().mkpath(QString::fromStdString(files_.path("folder.csv"))));
        QCOMPARE(error_from([&] { (void)read_table(files_.path("folder.csv"), {}); }).id(), 3102);
        QCOMPARE(::mkfifo(files_.path("pipe.csv").c_str(), 0600), 0);
        QCOMPARE(error_from([&] { (void)read_table(files_.path("pipe.csv"), {}); }).id(), 3102);
    }

    void compressed_files_give_the_same_rows() {
        const std::string text = header + "a,0\n\"b\nc\",1\n";
        for (const auto& [name, contents] : {std::pair{"r.csv"s, text},
                                             {"r.CSV.GZ"s, gzip(text)},
                                             {"r.csv.zst"s, zstd(text)},
                                             {"r2.csv.gz"s, gzip(header) + gzip("a,0\n\"b\nc\",1\n")}}) {
            const Table table = read_table(files_.write(name, contents), {});
            QCOMPARE(table.rows().size(), std::size_t{2});
            QCOMPARE(std::string(table.rows()[1].text), "b\nc"s);
            QCOMPARE(table.file_bytes(), std::uint64_t{contents.size()});
            QCOMPARE(table.file_hash(), content_hash(contents));
        }
    }

    void byte_order_mark_is_no_part_of_a_name() {
        for (const char* name : {"m.csv", "m.jsonl"}) {
            const bool json = std::string_view(name) == "m.jsonl";
            const std::string body = json ? "{\"text\":\"a\",\"label\":\"x\"}" : "text,label\na,x\n";
            const Table table = read_table(files_.write(name, "\xEF\xBB\xBF" + body), {});
            QCOMPARE(std::string(table.rows()[0].label), "x"s);
        }
    }

    void rows_without_labels() {
        const std::string path = files_.write("test.tsv", "index\tsentence\n0\tgood\n");
        TableSpec spec;
        spec.text_column = "sentence";
        QCOMPARE(error_from([&] { (void)read_table(path, spec); }).id(), 3103);
        spec.label_optional = true;
        QVERIFY(!read_table(path, spec).has_labels());
        spec.label_optional = false;
        spec.label_column.clear();
        QVERIFY(!read_table(path, spec).has_labels());
        spec.label_column = "index";
        QVERIFY(read_table(path, spec).has_labels());
        spec.text_column.clear();
        QCOMPARE(error_from([&] { (void)read_table(path, spec); }).id(),
                 static_cast<int>(ErrorId::text_column_unset));
    }

    void rows_stay_when_the_file_goes() {
        const std::string path = files_.write("gone.csv", header + "a,0\nlast,1\n");
        const Table table = read_table(path, {});
        QVERIFY(QFile::resize(QString::fromStdString(path), 0));
        QCOMPARE(std::string(table.rows()[1].text), "last"s);
    }

    // FAULTS 39
    void changes_are_noticed() {
        const std::string text = header + "a,0\nb,1\n", path = files_.write("watch.csv", text);
        const Table table = read_table(path, {});
        const auto check = [&] {
            return error_from([&] {
                       require_unchanged(path, table.file_bytes(), table.modified_ns(), table.file_hash());
                   })
                .id();
        };
        QCOMPARE(check(), 0);
        struct timespec later[2] = {{2'000'000'000, 0}, {2'000'000'000, 0}};
        QCOMPARE(::utimensat(AT_FDCWD, path.c_str(), later, 0), 0);
        QCOMPARE(check(), 0); // touched only
        files_.write("watch.csv", header + "a,0\nc,1\n");
        QCOMPARE(check(), static_cast<int>(ErrorId::data_hash_changed));
        files_.write("watch.csv", text);
        QCOMPARE(check(), 0); // as it was
        files_.write("watch.csv", text + "d,1\n");
        QCOMPARE(check(), 3110);
        QVERIFY(QFile::remove(QString::fromStdString(path)));
        QCOMPARE(check(), static_cast<int>(ErrorId::data_gone));
    }

    void data_cannot_move_the_cursor() {
        const std::string path = files_.write("esc.csv", "\x1b[2Jtext,\xC2\x9Blabel\na,0\n");
        const Error error = error_from([&] { (void)read_table(path, {}); });
        QVERIFY(!contains(error.line(), "\x1b") && !contains(error.line(), "\xC2\x9B"));
        QVERIFY2(contains(error.line(), "\\x1b[2Jtext"), error.line().c_str());
    }

    // Each row's line, text and label, hashed, must be those of Python's csv.
    void real_files_equal_python_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("label");
        QTest::addColumn<int>("rows");
        QTest::newRow("IMDb train") << "imdb/train.csv"
                                    << "text"
                                    << "label" << 35000;
        QTest::newRow("IMDb val") << "imdb/val.csv"
                                  << "text"
                                  << "label" << 5000;
        QTest::newRow("IMDb test") << "imdb/test.csv"
                                   << "text"
                                   << "label" << 10000;
        QTest::newRow("SST-2 train") << "sst2/train.tsv"
                                     << "sentence"
                                     << "label" << 67349;
        QTest::newRow("SST-2 dev") << "sst2/dev.tsv"
                                   << "sentence"
                                   << "label" << 872;
        QTest::newRow("SST-2 test") << "sst2/test.tsv"
                                    << "sentence"
                                    << "" << 1821;
    }
    void real_files_equal_python() {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QFETCH(QString, label);
        QFETCH(int, rows);
        if (data_folder().isEmpty()) QSKIP("the data folder is absent: set TUNEDESK_DATA");
        QString python =
            qEnvironmentVariable("TUNEDESK_PYTHON", TUNEDESK_SOURCE_DIR "/.deps/peer/bin/python");
        if (!QFileInfo::exists(python)) python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty()) QSKIP("no Python: set TUNEDESK_PYTHON");
        const QString path = data_folder() + "/" + file;
        TableSpec spec;
        spec.text_column = text.toStdString();
        spec.label_column = label.toStdString();
        const Table table = read_table(path.toStdString(), spec);
        QCOMPARE(table.rows().size(), static_cast<std::size_t>(rows));
        QCOMPARE(table.rejected_count(), std::uint64_t{0});
        QCryptographicHash hash(QCryptographicHash::Sha1);
        const auto add = [&](std::string_view part) {
            hash.addData(QByteArrayView(part.data(), static_cast<qsizetype>(part.size())));
            hash.addData(QByteArrayView("\0", 1));
        };
        for (const Table::Row& row : table.rows()) {
            add(std::to_string(row.line));
            add(row.text);
            add(row.label);
        }
        QProcess process;
        process.start(python,
                      {QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/data/hash_rows.py"), path, text, label});
        QVERIFY(process.waitForFinished(100000));
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(process.readAllStandardOutput().trimmed(), hash.result().toHex());
    }
};

QTEST_APPLESS_MAIN(TestTable)
#include "table_test.moc"
