// SPDX-License-Identifier: GPL-3.0-or-later
// CoNLL files against a reader in Python (tests/golden/make_conll_cases.py), the columns that a preset
// selects, and what tables do with rows of words.
#include "base/json.h"
#include "data/files.h"
#include "data/files/corrected.h"
#include "data/files/without_rows.h"
#include "data/rows/labels.h"
#include "data/tags/tag_map.h"

#include <QTest>
#include <zlib.h>
#include <zstd.h>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

TableSpec tagged(TagColumns columns = {}) {
    TableSpec spec;
    spec.tags = std::move(columns);
    spec.skip_bad_rows = true;
    return spec;
}

std::vector<std::string> words_of(const Table& table, const Table::Row& row) {
    std::vector<std::string> words;
    for (const ByteSpan& span : table.words_of(row))
        words.emplace_back(row.text.substr(span.begin, span.end - span.begin));
    return words;
}

Json json_of(const Table& table) {
    Json json = {{"rows", Json::array()}, {"rejected", Json::array()}};
    for (const Table::Row& row : table.rows())
        json["rows"].push_back({row.line, words_of(table, row), tags_of(row)});
    for (const Rejected& row : table.rejected())
        json["rejected"].push_back({row.line, id_of(row.fault.kind)});
    return json;
}

std::string gzipped(const std::string& text) {
    std::string out(compressBound(static_cast<uLong>(text.size())) + 64, '\0');
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string zstd_packed(const std::string& text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
}

const std::string two_sentences = "EU B-ORG\nrejects O\n\nPeter B-PER\nBlackburn I-PER\n";

} // namespace

class ConllTest : public QObject {
    Q_OBJECT
    Files files_;

    Table read(const std::string& text, const TableSpec& spec = tagged(),
               const std::string& name = "rows.conll") {
        return read_table(files_.write(name, text), spec);
    }

private Q_SLOTS:
    // FAULTS 37
    void equals_python() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/conll_cases.json";
        const Json cases =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
        QVERIFY(cases.size() > 200);
        for (const Json& golden : cases) {
            TagColumns columns{.token_column = golden.at("token"), .tag_column = golden.at("tag")};
            if (golden.contains("comments")) columns.comments = golden.at("comments").get<bool>();
            const QByteArray bytes = QString::fromStdString(golden.at("text")).toLatin1();
            Json ours = {{"rows", Json::array()}, {"rejected", Json::array()}};
            const std::string file = files_.write("case.conll", bytes.toStdString());
            const Error error = error_from([&] { ours = json_of(read_table(file, tagged(columns))); });
            if (golden.at("rows").empty() && error.id() != 0) {
                QVERIFY(
                    error.is(golden.at("rejected").empty() ? ErrorId::data_empty : ErrorId::no_usable_row));
                continue;
            }
            QVERIFY2(error.id() == 0, error.line().c_str());
            const Json expected = {{"rows", golden.at("rows")}, {"rejected", golden.at("rejected")}};
            QVERIFY2(ours == expected, (golden.dump() + " but " + ours.dump()).c_str());
        }
    }

    void rows_are_words_and_tags() {
        const Table table = read("1\tVamos\tO\n2\tal mar\tB-LOC\n", tagged({.token_column = 2}));
        QCOMPARE(table.rows().size(), std::size_t{1});
        const Table::Row& row = table.rows()[0];
        QCOMPARE(std::string(row.text), std::string("Vamos al mar"));
        QCOMPARE(std::string(row.label), std::string("O B-LOC"));
        QVERIFY(words_of(table, row) == (std::vector<std::string>{"Vamos", "al mar"}));
        QVERIFY(table.has_labels());
        QCOMPARE(table.columns(), (std::vector<std::string>{"1", "2", "3"}));
    }

    void names_of_files_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("is_read");
        for (const char* name : {"a.conll", "a.conllu", "a.txt", "a.TSV", "a.conll.gz", "a.txt.zst"})
            QTest::newRow(name) << name << true;
        for (const char* name : {"a.csv", "a", "a.conll.bz2", "a.parquet"})
            QTest::newRow(name) << name << false;
    }
    void names_of_files() {
        QFETCH(QString, name);
        QFETCH(bool, is_read);
        const std::string packed = name.endsWith(".gz")    ? gzipped(two_sentences)
                                   : name.endsWith(".zst") ? zstd_packed(two_sentences)
                                                           : two_sentences;
        std::size_t rows = 0;
        const Error error =
            error_from([&] { rows = read(packed, tagged(), name.toStdString()).rows().size(); });
        QCOMPARE(rows, std::size_t{is_read ? 2u : 0u});
        if (is_read) return;
        QVERIFY(error.is(name.endsWith(".parquet") ? ErrorId::parquet_unsupported
                                                   : ErrorId::data_format_unknown));
        QVERIFY(name.endsWith(".parquet") || contains(error.next(), ".conll"));
    }

    /// With and without a byte order mark and an end of the last line.
    void ends_of_files() {
        for (const std::string& text : {"\xEF\xBB\xBF" + two_sentences, two_sentences + "\n\n",
                                        two_sentences.substr(0, two_sentences.size() - 1)})
            QVERIFY(json_of(read(text)) == json_of(read(two_sentences)));
        QVERIFY(error_from([&] { read("\n\n-DOCSTART- O\n\n"); }).is(ErrorId::data_empty));
    }

    void columns_that_are_not_there() {
        const auto refused = [&](TagColumns columns, const std::string& text = two_sentences) {
            const Error error = error_from([&] { read(text, tagged(columns)); });
            QVERIFY2(error.is(ErrorId::column_missing), error.line().c_str());
        };
        refused({.token_column = 3});
        refused({.token_column = 0});
        refused({.token_column = -3});
        refused({.tag_column = 5});
        refused({.tag_column = -3});
        refused({}, "EU\nrejects\n"); // the tags
        refused({.token_column = 2});
        const Error error = error_from([&] { read(two_sentences, tagged({.tag_column = 4})); });
        QVERIFY2(contains(error.message(), "column 4 is missing; the file has 1, 2"), error.line().c_str());
    }

    /// To predict: the tags are not asked for, or may be missing.
    void files_without_tags() {
        TableSpec spec = tagged();
        spec.label_column.clear();
        const Table unread = read(two_sentences, spec);
        QVERIFY(!unread.has_labels() && unread.rows()[1].label.empty());
        QVERIFY(words_of(unread, unread.rows()[1]) == (std::vector<std::string>{"Peter", "Blackburn"}));
        TableSpec optional = tagged();
        optional.label_optional = true;
        const Table none = read("Peter\nBlackburn\n", optional);
        QVERIFY(!none.has_labels() && tags_of(none.rows()[0]).empty());
        QVERIFY(words_of(none, none.rows()[0]) == (std::vector<std::string>{"Peter", "Blackburn"}));
        QVERIFY(read(two_sentences, optional).has_labels());
    }

    void rejected_rows_stop_where_they_are_not_skipped() {
        TableSpec spec = tagged();
        spec.skip_bad_rows = false;
        const Error error = error_from([&] { read(two_sentences + "\na O\nb\n\nc O\n", spec); });
        QVERIFY(error.is(ErrorId::rows_unusable));
        QVERIFY2(error.where().ends_with("rows.conll:8:1"), error.where().c_str());
        QVERIFY2(contains(error.message(), "columns of the line: 1, of the file: 2"), error.line().c_str());
    }

    void large_sentences_are_rejected() {
        std::string text = two_sentences + "\n";
        for (int i = 0; i < 20; ++i)
            text += std::string(1 << 20, 'x') + " O\n";
        const Table table = read(text + "\nlast O\n");
        QCOMPARE(table.rows().size(), std::size_t{3});
        QCOMPARE(table.rejected().size(), std::size_t{1});
        QVERIFY(table.rejected()[0].fault.kind == RowFault::Kind::large_field);
    }

    /// What is left of a table still knows its words.
    void tables_without_rows_keep_words() {
        const Table train = read(two_sentences);
        const Table test = read("a B-LOC\n\nPeter B-PER\nBlackburn I-PER\n\nEU O\n", tagged(), "test.conll");
        const LabelMap labels = make_tag_map(train, {});
        QCOMPARE(labels.names, (std::vector<std::string>{"B-ORG", "B-PER", "I-PER", "O"}));
        const Table rest = without_unseen_labels(test, labels);
        QCOMPARE(rest.rows().size(), std::size_t{2});
        QCOMPARE(rest.rejected_count(), std::uint64_t{1});
        QVERIFY(words_of(rest, rest.rows()[1]) == (std::vector<std::string>{"EU"}));
        const Duplicates duplicates = find_duplicates(train, rest);
        QCOMPARE(duplicates.count, std::uint64_t{1});
        QCOMPARE(duplicates.twins[0].line, std::uint64_t{3});
    }

    void files_without_sentences() {
        const std::string text =
            "-DOCSTART- O\n\na O\nb O\n\n \nc O\nd\n\ne O\n-DOCSTART- O\nf O\r\n\r\n\ng O";
        const std::string file = files_.write("dropped.conll", text);
        const auto without = [&](std::set<std::uint64_t> lines) {
            return without_rows(file, tagged(), [&](const std::vector<Table::Row>&) { return lines; });
        };
        QCOMPARE(without({}), text);
        QCOMPARE(without({3}), "-DOCSTART- O\n\n" + text.substr(text.find("c O")));
        QCOMPARE(without({10}), text.substr(0, text.find("e O")) + text.substr(text.find("-DOCSTART- O\nf")));
        QCOMPARE(without({12}), text.substr(0, text.find("f O")) + "g O");
        QCOMPARE(without({15}), text.substr(0, text.find("g O")));
        QCOMPARE(without({3, 12, 15}), "-DOCSTART- O\n\nc O\nd\n\ne O\n-DOCSTART- O\n");
    }

    void tags_are_not_corrected_here() {
        for (const char* name : {"tags.conll", "tags.jsonl"}) {
            const std::string file = files_.write(name, two_sentences);
            const Error error = error_from([&] {
                (void)correct_labels(file, tagged(), [](const auto&) { return std::vector<LabelChange>(); });
            });
            QVERIFY2(error.is(ErrorId::label_change_refused), error.line().c_str());
        }
    }

    void tables_of_texts_have_no_words() {
        TableSpec spec;
        spec.label_column.clear();
        const Table table = read_table(files_.write("t.csv", "text\na b\n"), spec);
        QVERIFY(table.words_of(table.rows()[0]).empty());
    }
};

QTEST_APPLESS_MAIN(ConllTest)
#include "conll_test.moc"
