// SPDX-License-Identifier: GPL-3.0-or-later
// JSONL of words and tags against what Python's json reads (tests/golden/make_tagged_jsonl.py), and faults.
#include "base/json.h"
#include "data/files.h"
#include "data/tags/tag_map.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

TableSpec lists(std::vector<std::string> names = {}) {
    TableSpec spec;
    spec.tags = TagColumns{.tag_names = std::move(names)};
    spec.text_column = "tokens";
    spec.label_column = "tags";
    spec.skip_bad_rows = true;
    return spec;
}

Json words_in_row(const Table& table, const Table::Row& row) {
    Json words = Json::array();
    for (const ByteSpan& span : table.words_of(row))
        words.push_back(std::string(row.text.substr(span.begin, span.end - span.begin)));
    return words;
}

/// Reasons that are told where the JSON can be read, and no words of Python's parser.
bool is_told(const std::string& reason) {
    return !reason.empty();
}

} // namespace

class TaggedJsonlTest : public QObject {
    Q_OBJECT
    Files files_;

private Q_SLOTS:
    // FAULTS 37
    void equals_python() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/tagged_jsonl.json";
        const Json golden =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
        const Json& cases = golden.at("cases");
        QVERIFY(cases.size() > 200);
        std::string text;
        for (const Json& one : cases)
            text += one[0].get<std::string>() + "\n";
        const Table table = read_table(files_.write("rows.jsonl", text), lists(golden.at("names")));
        QCOMPARE(table.total_count(), static_cast<std::uint64_t>(cases.size()));
        auto used = table.rows().begin();
        auto rejected = table.rejected().begin();
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const std::string shown = cases[i].dump();
            if (cases[i].size() == 2) {
                QVERIFY2(rejected != table.rejected().end() && rejected->line == i + 1, shown.c_str());
                const std::string reason = cases[i][1];
                if (is_told(reason)) QCOMPARE(std::string(id_of(rejected->fault.kind)), reason);
                ++rejected;
                continue;
            }
            QVERIFY2(used != table.rows().end() && used->line == i + 1, shown.c_str());
            QVERIFY2(words_in_row(table, *used) == cases[i][1], shown.c_str());
            QVERIFY2(Json(tags_of(*used)) == cases[i][2], shown.c_str());
            ++used;
        }
    }

    void keys_are_chosen() {
        TableSpec spec = lists({"O", "B-PER"});
        spec.text_column = "words";
        spec.label_column = "ner_tags";
        const std::string line = "{\"tokens\":1,\"ner_tags\":[1,0],\"words\":[\"Peter\",\"came\"]}\n";
        const Table table = read_table(files_.write("keys.jsonl", line), spec);
        QCOMPARE(std::string(table.rows()[0].text), std::string("Peter came"));
        QCOMPARE(std::string(table.rows()[0].label), std::string("B-PER O"));
        spec.text_column = "tokns";
        const Error error = error_from([&] { read_table(files_.write("keys.jsonl", line), spec); });
        QVERIFY2(error.is(ErrorId::column_misspelled), error.line().c_str());
    }

    void tags_may_be_missing() {
        const std::string line = "{\"tokens\":[\"New York\",\"came\"]}\n";
        TableSpec spec = lists();
        spec.label_optional = true;
        const Table table = read_table(files_.write("none.jsonl", line), spec);
        QVERIFY(!table.has_labels());
        QVERIFY(words_in_row(table, table.rows()[0]) == (Json{"New York", "came"}));
        // What stands in a line that is rejected decides nothing.
        const std::string broken = "{\"tokens\":[\"New\"],\"tags\":[\"O\"]\n";
        const Table rest = read_table(files_.write("rest.jsonl", broken + line), spec);
        QCOMPARE(rest.rejected().size(), std::size_t{1});
        QCOMPARE(rest.rows().size(), std::size_t{1});
        QVERIFY(!rest.has_labels());
    }

    void sentences_of_faults() {
        const auto said = [&](const std::string& line) {
            const std::string good = "{\"tokens\":[\"a\"],\"tags\":[\"O\"]}\n";
            const Table table = read_table(files_.write("said.jsonl", good + line + "\n"), lists());
            return table.rejected().empty() ? std::string() : sentence(table.rejected()[0].fault);
        };
        QCOMPARE(said("{\"tokens\":[\"a\",\"b\"],\"tags\":[\"O\"]}"),
                 std::string("number of words: 2, of tags: 1"));
        QCOMPARE(said("{\"tokens\":[1],\"tags\":[\"O\"]}"),
                 std::string("\"tokens\" is an array, not a list of strings"));
        QCOMPARE(said("{\"tokens\":\"a\",\"tags\":[\"O\"]}"),
                 std::string("\"tokens\" is a string, not a list of strings"));
        QCOMPARE(said("{\"tokens\":[\"a\"],\"tags\":[[]]}"),
                 std::string("\"tags\" is an array, not a list of strings or numbers"));
        QCOMPARE(said("{\"tokens\":[\"a\"],\"tags\":[3]}"),
                 std::string("the list of tag names has no name for the tag \"3\""));
        QCOMPARE(said("{\"tokens\":[\"a\"],\"tags\":[\"B X\"]}"),
                 std::string("the tag \"B X\" contains white space"));
        QCOMPARE(said("{\"tokens\":[\"a\"],\"tags\":[\"\"]}"), std::string("the word \"a\" has no tag"));
    }
};

QTEST_APPLESS_MAIN(TaggedJsonlTest)
#include "tagged_jsonl_test.moc"
