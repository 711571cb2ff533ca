// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of words as tokens against transformers (tests/golden/make_word_tokens.py), labels of tokens, and the
// way back to words and to the text.
#include "base/files/file.h"
#include "base/json.h"
#include "data/files.h"
#include "data/tags/tag_map.h"
#include "data/tags/tagged_set.h"
#include "data/tags/text_entities.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

using Ids = std::vector<std::int32_t>;

Json read_golden(const std::string& name) {
    return parse_json(
        read_file(fs::path(TUNEDESK_SOURCE_DIR "/tests/golden") / name, ErrorId::file_unreadable), name,
        ErrorId::file_unreadable);
}

/// Words joined by blanks, as a table's rows are.
struct JoinedWords {
    std::string text;
    std::vector<ByteSpan> spans;

    explicit JoinedWords(const Json& words) {
        for (const Json& word : words) {
            if (!spans.empty()) text += ' ';
            const auto begin = static_cast<std::uint32_t>(text.size());
            text += word.get<std::string>();
            spans.push_back({begin, static_cast<std::uint32_t>(text.size())});
        }
    }
};

Table table_of(const Files& files, const std::string& conll) {
    TableSpec spec;
    spec.tags.emplace();
    return read_table(files.write("rows.conll", conll), spec);
}

} // namespace

class WordTokensTest : public QObject {
    Q_OBJECT
    Files files_;
    Json golden_ = read_golden("word_tokens.json");
    std::map<std::string, Json> sources_;

    Tokenizer tokenizer_of(const Json& of) {
        const std::string source = of.at("source"), name = of.at("name");
        Json& table = sources_[source];
        if (table.is_null()) table = read_golden(source);
        const Json& variant = table.contains("variants") ? table.at("variants").at(name) : table.at(name);
        Json tokenizer = variant.at("tokenizer");
        if (table.contains("variants")) {
            Json model = table.contains("models")
                             ? table.at("models").at(variant.at("model").get<std::string>())
                             : table.at("model");
            model.update(tokenizer.at("model"));
            tokenizer["model"] = std::move(model);
        }
        if (of.contains("changes")) tokenizer.update(of.at("changes"));
        return Tokenizer::parse(tokenizer.dump(), name);
    }

private Q_SLOTS:
    void equals_transformers_data() {
        QTest::addColumn<int>("index");
        QVERIFY(golden_.size() >= 20);
        for (int i = 0; i < static_cast<int>(golden_.size()); ++i) {
            const Json& of = golden_[static_cast<std::size_t>(i)];
            const std::string title = of.contains("title") ? of.at("title") : of.at("name");
            QTest::addRow("%s: %s", of.at("source").get<std::string>().c_str(), title.c_str()) << i;
        }
    }
    void equals_transformers() {
        QFETCH(int, index);
        const Json& of = golden_[static_cast<std::size_t>(index)];
        const Tokenizer tokenizer = tokenizer_of(of);
        QVERIFY(of.at("cases").size() >= 10);
        for (const Json& row : of.at("cases")) {
            const JoinedWords words(row[0]);
            const WordTokens tokens = encode_words(tokenizer, words.text, words.spans, row[1], row[2]);
            QVERIFY2(Json(tokens.ids) == row[3], (row.dump() + " but " + Json(tokens.ids).dump()).c_str());
            QVERIFY2(Json(tokens.words) == row[4],
                     (row.dump() + " but " + Json(tokens.words).dump()).c_str());
            std::set<std::int32_t> seen(tokens.words.begin(), tokens.words.end());
            seen.erase(outside_words);
            QCOMPARE(tokens.hidden_words, words.spans.size() - seen.size());
            const WordTokens whole = encode_words(tokenizer, words.text, words.spans, 1u << 20, false);
            QCOMPARE(tokens.is_cut, whole.ids.size() > tokens.ids.size());
        }
    }

    void types_of_templates() {
        const Json of = {{"source", "tokenizer_cases.json"},
                         {"name", "uncased"},
                         {"changes",
                          {{"post_processor",
                            {{"type", "TemplateProcessing"},
                             {"single", Json::parse(R"([{"SpecialToken":{"id":"[CLS]","type_id":0}},
                                 {"Sequence":{"id":"A","type_id":1}},{"SpecialToken":{"id":"[CLS]","type_id":1}}])")},
                             {"pair", Json::parse(R"([{"Sequence":{"id":"A","type_id":0}},
                                 {"Sequence":{"id":"B","type_id":1}}])")},
                             {"special_tokens",
                              Json::parse(R"({"[CLS]":{"id":"[CLS]","ids":[2],"tokens":["[CLS]"]}})")}}}}}};
        const Tokenizer tokenizer = tokenizer_of(of);
        const JoinedWords words(Json{"the", "films"});
        const WordTokens tokens = encode_words(tokenizer, words.text, words.spans, 64, false);
        Ids ids;
        std::size_t type_one = 0;
        tokenizer.encode(words.text, {}, false, 64, false, ids, type_one);
        QCOMPARE(tokens.ids, ids);
        QCOMPARE(tokens.type_one, type_one);
        QCOMPARE(type_one, ids.size() - 1);
    }

    /// The first token of a word has its tag, as in run_ner.py.
    void labels_of_tokens() {
        const Ids words = {outside_words, 0, 0, 1, 3, 3, outside_words}, tags = {5, 6, 7, 8};
        QCOMPARE(align_tags(words, tags), (Ids{-100, 5, -100, 6, 8, -100, -100}));
        QCOMPARE(first_of_words(words, Ids{9, 1, 2, 3, 4, 5, 9}, 5, -1), (Ids{1, 3, -1, 4, -1}));
    }

    void sets_of_rows() {
        const Tokenizer tokenizer = tokenizer_of({{"source", "tokenizer_cases.json"}, {"name", "uncased"}});
        std::string conll;
        for (int i = 0; i < 1500; ++i)
            conll += "films B-X\n\u200b O\nunplayable I-X\n" +
                     std::string(i % 3 == 0 ? "the O\nfilm O\n\n" : "\n");
        const Table table = table_of(files_, conll);
        const RowLists<std::int32_t> tags = tag_ids(table, make_tag_map(table, {}));
        const TaggedSet set = encode_tagged(table, tokenizer, &tags, {.max_length = 8, .threads = 3});
        QCOMPARE(set.size(), std::size_t{1500});
        QCOMPARE(set.labels.size(), set.size());
        std::uint64_t hidden = 0, cut = 0;
        for (std::size_t row = 0; row < set.size(); ++row) {
            const Table::Row& of = table.rows()[row];
            const WordTokens tokens = encode_words(tokenizer, of.text, table.words_of(of), 8, false);
            QVERIFY(std::ranges::equal(set.ids.of(row), tokens.ids));
            QVERIFY(std::ranges::equal(set.words.of(row), tokens.words));
            QVERIFY(std::ranges::equal(set.labels.of(row), align_tags(tokens.words, tags.of(row))));
            hidden += tokens.hidden_words;
            cut += tokens.is_cut;
        }
        QCOMPARE(set.hidden_words, hidden);
        QCOMPARE(set.truncated, cut);
        QVERIFY(cut >= 500 && hidden > 1500);
        QVERIFY(encode_tagged(table, tokenizer, nullptr, {}).labels.empty());
        const Error error =
            error_from([&] { (void)encode_tagged(table, tokenizer, nullptr, {.max_length = 1}); });
        QVERIFY(error.is(ErrorId::max_length_too_small));
    }

    void entities_in_a_text() {
        const JoinedWords words(Json{"Jürgen", "Klopp", "left", "日本", "😀", "New York"});
        const std::string names[] = {"O", "B-PER", "I-PER", "B-LOC"};
        const Ids tags = {2, 2, 0, 3, -1, 3};
        const auto entities = entities_of_ids(words.text, words.spans, tags, names, TagScheme::iob2);
        QCOMPARE(entities.size(), std::size_t{3});
        QVERIFY((entities[0] == TextEntity{"PER", {0, 13}, 0, 12}));
        QVERIFY((entities[1] == TextEntity{"LOC", {19, 25}, 18, 20}));
        QVERIFY((entities[2] == TextEntity{"LOC", {31, 39}, 23, 31}));
        for (const TextEntity& entity : entities) {
            const QList<uint> points = QString::fromStdString(words.text).toUcs4();
            const auto size = static_cast<qsizetype>(entity.end - entity.begin);
            const QString part =
                QString::fromUcs4(reinterpret_cast<const char32_t*>(points.data()) + entity.begin, size);
            QCOMPARE(part.toStdString(),
                     words.text.substr(entity.bytes.begin, entity.bytes.end - entity.bytes.begin));
        }
    }

    void words_of_a_text() {
        const std::string text = " Dr. O'Neil\u00a0paid $5\n(in  日本)。";
        std::vector<std::string> words;
        for (const ByteSpan& span : words_in(text))
            words.push_back(text.substr(span.begin, span.end - span.begin));
        QCOMPARE(words, (std::vector<std::string>{"Dr", ".", "O", "'", "Neil", "paid", "$", "5", "(", "in",
                                                  "日本", ")", "。"}));
        QVERIFY(words_in(" \n\u3000").empty() && words_in("").empty());
    }
};

QTEST_APPLESS_MAIN(WordTokensTest)
#include "word_tokens_test.moc"
