// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/files/file.h"
#include "base/json.h"
#include "data/code_points.h"
#include "data/rows/table.h"
#include "data/tokenize/tokenizer.h"
#include "data/unicode/normalizer.h"
#include "data/unicode/unicode.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <optional>
#include <thread>
#include <zlib.h>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

constexpr char32_t block_size = 4096;

fs::path source() {
    return TUNEDESK_SOURCE_DIR;
}

Json golden(const char* name) {
    const fs::path path = source() / "tests/golden" / name;
    return parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
}

fs::path model_folder() {
    return source() / ".deps/models/all-MiniLM-L6-v2";
}

fs::path data_folder() {
    const char* folder = std::getenv("TUNEDESK_DATA");
    return folder ? fs::path(folder) : source() / "../shared/data";
}

/// One test row for each member of an object.
void add_rows(const Json& members) {
    QTest::addColumn<QString>("name");
    for (const auto& [name, value] : members.items())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

struct Row {
    std::vector<std::int32_t> ids;
    std::size_t type_one = 0;
};

Row encode(const Tokenizer& tokenizer, std::string_view text, std::size_t max_length = 1u << 20,
           bool left = false) {
    Row row;
    tokenizer.encode(text, {}, false, max_length, left, row.ids, row.type_one);
    return row;
}

std::string in_pattern(const std::string& pattern, char32_t code_point) {
    std::string text;
    for (const char c : pattern)
        if (c == '%')
            unicode::append(text, code_point);
        else
            text += c;
    return text;
}

void add_crc(unsigned long& crc, const void* data, std::size_t size) {
    crc = crc32(crc, static_cast<const unsigned char*>(data), static_cast<unsigned>(size));
}

void add_crc(unsigned long& crc, const std::vector<std::int32_t>& ids) {
    add_crc(crc, ids.data(), ids.size() * sizeof(std::int32_t));
}

/// Compares a CRC over each block of code points with the golden one and names the first block that differs.
template <typename Make>
void compare_blocks(const Json& expected, Make make) {
    char32_t first = 0;
    const std::string pattern = expected.at("pattern");
    for (const Json& crc : expected.at("crc")) {
        const char32_t begin = std::exchange(first, first + block_size);
        if (!is_compared(begin)) continue;
        unsigned long actual = 0;
        for (char32_t c = begin; c < first; ++c)
            if (c < 0xD800 || c >= 0xE000) make(actual, in_pattern(pattern, c));
        QVERIFY2(actual == crc.get<unsigned long>(),
                 qPrintable(QString("code points from U+%1").arg(static_cast<unsigned>(begin), 4, 16)));
    }
    QCOMPARE(static_cast<unsigned>(first), 0x110000u);
}

} // namespace

class TestTokenizer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cases_data();
    void cases();
    void normal_forms_data();
    void normal_forms();
    void code_points_data();
    void code_points();
    void files_data();
    void files();
    void vocab_folder_equals_json();
    void vocab_folder_settings();
    void settings_go_before_the_json_data();
    void settings_go_before_the_json();
    void names_tokens();
    void survives_invalid_utf8();
    void long_words_and_runs();
    void threads_agree();
    void refuses_data();
    void refuses();
    void refuses_folders();
};

void TestTokenizer::cases_data() {
    add_rows(golden("tokenizer_cases.json"));
}

void TestTokenizer::cases() {
    QFETCH(QString, name);
    const Json all = golden("tokenizer_cases.json");
    const Json& chosen = all.at(name.toStdString());
    const Tokenizer tokenizer = Tokenizer::parse(chosen.at("tokenizer").dump(), "case");
    QVERIFY(chosen.at("cases").size() > 50);
    for (const Json& row : chosen.at("cases")) {
        const std::string text = row[0], pair = row[1].is_null() ? "" : row[1].get<std::string>();
        Row actual;
        const std::size_t count =
            tokenizer.encode(text, pair, !row[1].is_null(), row[2], row[3], actual.ids, actual.type_one);
        QCOMPARE(count, actual.ids.size());
        const bool equal = Json(actual.ids) == row[4] && actual.type_one == row[5];
        QVERIFY2(equal, (row.dump() + " but " + Json(actual.ids).dump()).c_str());
        actual.ids.clear();
        const std::size_t whole =
            tokenizer.encode(text, pair, !row[1].is_null(), 1u << 20, false, actual.ids, actual.type_one);
        QCOMPARE(tokenizer.length(text, pair, !row[1].is_null()), whole);
    }
}

void TestTokenizer::normal_forms_data() {
    add_rows(golden("tokenizer_unicode.json").at("normal forms"));
}

void TestTokenizer::normal_forms() {
    QFETCH(QString, name);
    const Json all = golden("tokenizer_unicode.json");
    const Json& table = all.at("normal forms").at(name.toStdString());
    Normalizer::Options options;
    options.lowercase = table.value("lowercase", true);
    options.strip_accents = table.value("strip_accents", options.lowercase);
    options.clean_text = table.value("clean_text", true);
    options.chinese_chars = table.value("handle_chinese_chars", true);
    const Normalizer normalizer(options);
    std::string normal;
    compare_blocks(table, [&](unsigned long& crc, const std::string& text) {
        normal.clear();
        normalizer.normalize(text, normal);
        normal += '\n';
        add_crc(crc, normal.data(), normal.size());
    });
}

void TestTokenizer::code_points_data() {
    add_rows(golden("tokenizer_unicode.json").at("ids"));
}

void TestTokenizer::code_points() {
    QFETCH(QString, name);
    if (!fs::exists(model_folder())) QSKIP("no .deps/models: run packaging/setup.sh");
    const Tokenizer tokenizer = Tokenizer::load(model_folder());
    const Json all = golden("tokenizer_unicode.json");
    std::vector<std::int32_t> ids;
    std::size_t type_one = 0;
    compare_blocks(all.at("ids").at(name.toStdString()), [&](unsigned long& crc, const std::string& text) {
        ids.clear();
        tokenizer.encode(text, {}, false, 512, false, ids, type_one);
        add_crc(crc, ids);
    });
}

void TestTokenizer::files_data() {
    add_rows(golden("tokenizer_files.json"));
}

void TestTokenizer::files() {
    QFETCH(QString, name);
    const Json all = golden("tokenizer_files.json");
    const Json& expected = all.at(name.toStdString());
    const std::string file = expected.at("file");
    if (!fs::exists(model_folder()) || !fs::exists(data_folder() / file))
        QSKIP("no .deps/models or no data sets in $TUNEDESK_DATA");
    const Tokenizer tokenizer = Tokenizer::load(model_folder());
    TableSpec spec;
    if (file.starts_with("sst2")) spec.text_column = "sentence";
    spec.label_optional = true; // SST-2's test file has none
    const Table table = read_table(data_folder() / file, spec);
    QCOMPARE(table.rows().size(), expected.at("rows").get<std::size_t>());
    for (std::size_t first = 0, block = 0; first < table.rows().size(); first += 1000, ++block) {
        unsigned long crc = 0;
        for (std::size_t i = first; i < std::min(first + 1000, table.rows().size()); ++i) {
            const std::string_view text = table.rows()[i].text;
            const Row row = encode(tokenizer, text, expected.at("max_length"));
            add_crc(crc, row.ids);
            const bool cut = row.ids.size() == expected.at("max_length").get<std::size_t>();
            QCOMPARE(tokenizer.length(text, {}, false),
                     cut ? encode(tokenizer, text, 1u << 20).ids.size() : row.ids.size());
        }
        QVERIFY2(crc == expected.at("crc").at(block).get<unsigned long>(),
                 qPrintable(QString("rows from %1").arg(first)));
    }
}

void TestTokenizer::vocab_folder_equals_json() {
    if (!fs::exists(model_folder())) QSKIP("no .deps/models: run packaging/setup.sh");
    QTemporaryDir folder;
    const fs::path to = folder.path().toStdString();
    for (const char* name : {"vocab.txt", "tokenizer_config.json"})
        fs::copy_file(model_folder() / name, to / name);
    const Tokenizer from_vocab = Tokenizer::load(to), from_json = Tokenizer::load(model_folder());
    QCOMPARE(from_vocab.vocab_size(), from_json.vocab_size());
    QCOMPARE(from_vocab.pad_id(), from_json.pad_id());
    QVERIFY(from_vocab.identity() != from_json.identity());
    for (const char* text : {"Unaffable [MASK] caf\u00e9!", "[SEP]x \u4e2d\u6587 \u0130", "", "don\u2019t"})
        QVERIFY(encode(from_vocab, text).ids == encode(from_json, text).ids);
}

void TestTokenizer::vocab_folder_settings() {
    QTemporaryDir folder;
    const fs::path to = folder.path().toStdString();
    const auto write = [&](const char* name, std::string_view text) {
        std::ofstream(to / name, std::ios::binary) << text;
    };
    write("vocab.txt", "[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\n[MASK]\r\nHi\r\nhi\r\n<e>\r\n");
    using Ids = std::vector<std::int32_t>;
    QVERIFY((encode(Tokenizer::load(to), "Hi hi").ids == Ids{2, 6, 6, 3}));
    const std::string defaults = Tokenizer::load(to).identity();
    write("tokenizer_config.json", R"({"do_lower_case": false, "sep_token": {"content": "<e>"},
        "added_tokens_decoder": {"9": {"content": "new", "special": false}}})");
    const Tokenizer cased = Tokenizer::load(to);
    QVERIFY((encode(cased, "Hi hi<e>new").ids == Ids{2, 5, 6, 7, 8, 7}));
    QVERIFY(cased.identity() != defaults);
    QCOMPARE(cased.vocab_size(), std::size_t{9});
}

// The ids are those of transformers 4.57.6, AutoTokenizer.from_pretrained().
void TestTokenizer::settings_go_before_the_json_data() {
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<bool>("lower");
    QTest::addRow("not lower") << QByteArray(R"({"do_lower_case": false})") << false;
    QTest::addRow("lower") << QByteArray(R"({"do_lower_case": true, "tokenizer_class": "BertTokenizer"})")
                           << true;
    QTest::addRow("its defaults") << QByteArray("{}") << true;
    QTest::addRow("another class")
        << QByteArray(R"({"tokenizer_class": "PreTrainedTokenizerFast", "do_lower_case": true})") << false;
    QTest::addRow("no settings") << QByteArray() << false;
}
void TestTokenizer::settings_go_before_the_json() {
    QFETCH(QByteArray, settings);
    QFETCH(bool, lower);
    QTemporaryDir folder;
    const fs::path to = folder.path().toStdString();
    Json json = parse_json(read_file(TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert/tokenizer.json",
                                     ErrorId::file_unreadable),
                           "", ErrorId::file_unreadable);
    json["normalizer"]["lowercase"] = false;
    write_file_atomically(to / "tokenizer.json", json.dump());
    const std::string plain = Tokenizer::load(to).identity();
    if (!settings.isEmpty()) write_file_atomically(to / "tokenizer_config.json", settings.toStdString());
    const Tokenizer tokenizer = Tokenizer::load(to);
    using Ids = std::vector<std::int32_t>;
    QCOMPARE(encode(tokenizer, "The SOME Good Bad \u00c9a").ids,
             lower ? (Ids{2, 57, 64, 43, 35, 72, 75, 9, 31, 3}) : (Ids{2, 1, 1, 1, 1, 1, 3}));
    QCOMPARE(tokenizer.identity() != plain, lower);
}

void TestTokenizer::names_tokens() {
    const Json all = golden("tokenizer_cases.json");
    const Tokenizer tokenizer = Tokenizer::parse(all.at("added").at("tokenizer").dump(), "case");
    QCOMPARE(tokenizer.token(2), std::string("[CLS]"));
    QCOMPARE(tokenizer.token(-1), std::string());
    QCOMPARE(tokenizer.token(1 << 30), std::string());
    const auto last = static_cast<std::int32_t>(tokenizer.vocab_size()) - 1;
    QVERIFY(!tokenizer.token(last).empty());
    QCOMPARE(tokenizer.pad_id(), 0);
    QCOMPARE(tokenizer.special_tokens(false), std::size_t{2});
    QCOMPARE(tokenizer.special_tokens(true), std::size_t{3});
}

void TestTokenizer::survives_invalid_utf8() {
    const Json all = golden("tokenizer_cases.json");
    const Tokenizer tokenizer = Tokenizer::parse(all.at("uncased").at("tokenizer").dump(), "case");
    const auto plain = encode(tokenizer, "good film").ids;
    for (const char* text :
         {"good\xff film", "go\xc3od film",
          "good \xed\xa0\x80"
          "film",
          "good film\xf0\x9f\x98", "\x80good fi\xf8\x88\x80\x80\x80lm", "good fil\xc0\xafm",
          "good \xf4\x90\x80\x80"
          "film"})
        QVERIFY2(encode(tokenizer, text).ids == plain, text);
}

void TestTokenizer::long_words_and_runs() {
    const Json all = golden("tokenizer_cases.json");
    const Tokenizer tokenizer = Tokenizer::parse(all.at("uncased").at("tokenizer").dump(), "case");
    using Ids = std::vector<std::int32_t>;
    QCOMPARE(encode(tokenizer, std::string(100, 'a')).ids.size(), std::size_t{102});
    QVERIFY((encode(tokenizer, std::string(101, 'a')).ids == Ids{2, 1, 3}));
    std::string accents = "a";
    for (int i = 0; i < 200000; ++i)
        accents += i % 2 ? "\u0316" : "\u0301";
    QCOMPARE(encode(tokenizer, accents).ids.size(), std::size_t{3});
    const std::string megabytes(4u << 20, '.');
    QCOMPARE(encode(tokenizer, megabytes, 8u << 20).ids.size(), megabytes.size() + 2);
    QCOMPARE(encode(tokenizer, megabytes, 512).ids.size(), std::size_t{512});
    QCOMPARE(encode(tokenizer, megabytes, 1).ids.size(), std::size_t{2});
}

void TestTokenizer::threads_agree() {
    const Json all = golden("tokenizer_cases.json");
    const Tokenizer a = Tokenizer::parse(all.at("uncased").at("tokenizer").dump(), "case");
    const Tokenizer b = Tokenizer::parse(all.at("cased").at("tokenizer").dump(), "case");
    const std::string text = "The film caf\u00e9 Unplayable [SEP] good. bad";
    const auto with_a = encode(a, text).ids, with_b = encode(b, text).ids;
    QVERIFY(with_a != with_b);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 50; ++i)
                wrong += encode(a, text).ids != with_a || encode(b, text).ids != with_b;
        });
    for (auto& thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
}

void TestTokenizer::refuses_data() {
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<int>("id");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("what");
    const auto row = [](const char* name, const char* patch, int id, const char* where, const char* what) {
        QTest::newRow(name) << QByteArray(patch) << id << QByteArray(where) << QByteArray(what);
    };
    row("BPE", R"({"model":{"type":"BPE"}})", 4202, "file.model", "BPE");
    row("another model", R"({"model":{"type":"Other"}})", 4202, "file.model", "Other");
    row("a normalizer of BERT before Unigram", R"({"model":{"type":"Unigram"}})", 4202, "file.normalizer",
        "BertNormalizer");
    row("normalizer", R"({"normalizer":{"type":"Lowercase"}})", 4202, "file.normalizer", "Lowercase");
    row("splitter", R"({"pre_tokenizer":{"type":"ByteLevel"}})", 4202, "file.pre_tokenizer", "ByteLevel");
    row("no splitter", R"({"pre_tokenizer":null})", 4202, "file.pre_tokenizer", "null");
    row("post-processor", R"({"post_processor":{"type":"RobertaProcessing"}})", 4202, "file.post_processor",
        "RobertaProcessing");
    row("id too large", R"({"model":{"vocab":{"x":99999999}}})", 4201, "file.model.vocab", "\"x\"");
    row("negative id", R"({"model":{"vocab":{"x":-1}}})", 4201, "file.model.vocab", "\"x\"");
    row("no unknown token", R"({"model":{"unk_token":"<nope>"}})", 4201, "file.model.unk_token", "<nope>");
    row("no prefix", R"({"model":{"continuing_subword_prefix":null}})", 4201, "file.model", "missing");
    row("flag", R"({"normalizer":{"lowercase":1}})", 4201, "file.normalizer.lowercase", "neither true nor");
    row("added", R"({"added_tokens":[{"id":3}]})", 4201, "file.added_tokens[0]", "content");
    row("vanishing token", R"({"added_tokens":[{"id":3,"content":"\u200b","normalized":true}]})", 4201,
        "\u200b", "normalization");
    row("token twice", R"({"added_tokens":[{"content":"q"},{"content":"q","lstrip":true}]})", 4201,
        "file.added_tokens[1]", "twice");
    row("special id", R"({"post_processor":{"cls":["[CLS]",90000]}})", 4201, "file", "90000");
    row("version", R"({"version":"2.0"})", 4201, "file.version", "1.0");
}

void TestTokenizer::refuses() {
    QFETCH(QByteArray, patch);
    QFETCH(int, id);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, what);
    Json tokenizer = golden("tokenizer_cases.json").at("uncased").at("tokenizer");
    tokenizer.merge_patch(Json::parse(patch.toStdString()));
    // A merge patch removes what it sets to null; "no splitter" means the same absent.
    try {
        Tokenizer::parse(tokenizer.dump(), "file");
        QFAIL("accepted");
    } catch (const Error& error) {
        QCOMPARE(error.id(), id);
        QCOMPARE(QByteArray::fromStdString(error.where()), where);
        QVERIFY2(error.message().find(what.toStdString()) != std::string::npos, error.what());
    }
}

void TestTokenizer::refuses_folders() {
    QTemporaryDir folder;
    const fs::path to = folder.path().toStdString();
    const auto refusal = [&]() -> std::optional<ErrorId> {
        try {
            Tokenizer::load(to);
            return std::nullopt;
        } catch (const Error& error) {
            return static_cast<ErrorId>(error.id());
        }
    };
    QVERIFY(refusal() == ErrorId::tokenizer_missing);
    std::ofstream(to / "merges.txt") << "a b\n"; // and no vocab.json
    QVERIFY(refusal() == ErrorId::tokenizer_unsupported);
    std::ofstream(to / "vocab.txt") << "a\nb\n"; // no special tokens
    QVERIFY(refusal() == ErrorId::tokenizer_damaged);
    std::ofstream(to / "vocab.txt") << "[PAD]\n[UNK]\n[CLS]\n[SEP]\n\xff\n";
    QVERIFY(refusal() == ErrorId::tokenizer_damaged);
    std::ofstream(to / "vocab.txt") << "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    QVERIFY(!refusal());
    std::ofstream(to / "added_tokens.json") << R"({"extra": 5})";
    QVERIFY(refusal() == ErrorId::added_tokens_undescribed);
    std::ofstream(to / "tokenizer.json") << "{";
    QVERIFY(refusal() == ErrorId::tokenizer_damaged);
}

QTEST_APPLESS_MAIN(TestTokenizer)
#include "tokenizer_test.moc"
