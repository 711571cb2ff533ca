// SPDX-License-Identifier: GPL-3.0-or-later
// Byte-level BPE files that are damaged or of another kind: refused in time, with the place and the reason.
#include "base/clock.h"
#include "base/error.h"
#include "base/files/file.h"
#include "base/json.h"
#include "data/tokenize/tokenizer.h"
#include "data/unicode/byte_alphabet.h"
#include "data/unicode/unicode.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

std::string token_of(unsigned byte) {
    std::string text;
    unicode::append(text, byte_alphabet::character_of(static_cast<unsigned char>(byte)));
    return text;
}

/// 256 bytes, "ab" and "abc", with the merges that make them.
Json small_vocabulary() {
    Json vocabulary;
    for (unsigned byte = 0; byte < 256; ++byte)
        vocabulary[token_of(byte)] = byte;
    vocabulary["ab"] = 256;
    vocabulary["abc"] = 257;
    return vocabulary;
}

Json small_tokenizer() {
    return {{"version", "1.0"},
            {"added_tokens", Json::array()},
            {"normalizer", nullptr},
            {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}}},
            {"post_processor", nullptr},
            {"model", {{"type", "BPE"}, {"vocab", small_vocabulary()}, {"merges", {"a b", "ab c"}}}}};
}

/// The error with which a text is refused; its id is 0 where it is accepted.
struct Refusal {
    int id = 0;
    std::string message, where, remedy;
    double seconds = 0;
};

template <typename Read>
Refusal refusal_of(Read read) {
    Refusal refusal;
    const double before = monotonic_seconds();
    try {
        read();
    } catch (const Error& error) {
        refusal.id = error.id();
        refusal.message = error.message();
        refusal.where = error.where();
        refusal.remedy = error.line();
    }
    refusal.seconds = monotonic_seconds() - before;
    return refusal;
}

Refusal refusal_of(const std::string& text) {
    return refusal_of([&] { Tokenizer::parse(text, "file"); });
}

/// Sanitizers make it about ten times slower than a release.
constexpr double seconds_a_megabyte = 10;

} // namespace

class ByteLevelRefusalsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void accepts_the_small_one() {
        const Tokenizer tokenizer = Tokenizer::parse(small_tokenizer().dump(), "file");
        std::vector<std::int32_t> ids;
        std::size_t type_one = 0;
        tokenizer.encode("abcab", {}, false, 100, false, ids, type_one);
        QCOMPARE(ids, (std::vector<std::int32_t>{257, 256}));
        QCOMPARE(tokenizer.vocab_size(), std::size_t{258});
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<int>("id");
        QTest::addColumn<QByteArray>("where");
        QTest::addColumn<QByteArray>("what");
        const auto row = [](const char* name, const char* patch, int id, const char* where,
                            const char* what) {
            QTest::newRow(name) << QByteArray(patch) << id << QByteArray(where) << QByteArray(what);
        };
        row("prefix of subwords", R"({"model":{"continuing_subword_prefix":"##"}})", 4202, "file.model",
            "##");
        row("suffix of words", R"({"model":{"end_of_word_suffix":"</w>"}})", 4202, "file.model", "</w>");
        row("dropout", R"({"model":{"dropout":0.1}})", 4202, "file.model", "dropout");
        row("byte fallback", R"({"model":{"byte_fallback":true}})", 4202, "file.model", "byte_fallback");
        row("normalizer", R"({"normalizer":{"type":"NFKC"}})", 4202, "file.normalizer", "NFKC");
        row("splitter", R"({"pre_tokenizer":{"type":"Metaspace"}})", 4202, "file.pre_tokenizer", "ByteLevel");
        row("no splitter", R"({"pre_tokenizer":null})", 4202, "file.pre_tokenizer", "null");
        row("no byte", R"({"model":{"vocab":{"a":null}}})", 4202, "file.model.vocab", "0x61");
        row("post-processor", R"({"post_processor":{"type":"Own"}})", 4202, "file.post_processor", "Own");
        row("no flag", R"({"pre_tokenizer":{"add_prefix_space":null}})", 4201, "file.pre_tokenizer",
            "missing");
        row("flag", R"({"pre_tokenizer":{"add_prefix_space":1}})", 4201,
            "file.pre_tokenizer.add_prefix_space", "neither true nor");
        row("id twice", R"({"model":{"vocab":{"abc":256}}})", 4201, "file.model.vocab", "256");
        row("id of a text", R"({"model":{"vocab":{"abc":"1"}}})", 4201, "file.model.vocab", "\"abc\"");
        row("huge id", R"({"model":{"vocab":{"abc":99999999}}})", 4201, "file.model.vocab", "\"abc\"");
        row("merge of an unknown token", R"({"model":{"merges":["a b","x yz"]}})", 4201,
            "file.model.merges[1]", "\"yz\"");
        row("merge into an unknown token", R"({"model":{"merges":["b a"]}})", 4201, "file.model.merges[0]",
            "\"ba\"");
        row("merge of three", R"({"model":{"merges":["a b c"]}})", 4201, "file.model.merges[0]",
            "two tokens");
        row("merge of one", R"({"model":{"merges":["ab"]}})", 4201, "file.model.merges[0]", "two tokens");
        row("merge in circles", R"({"model":{"merges":["ab ","abc "]}})", 4201, "file.model.merges[0]",
            "lacks \"\"");
        row("list of three", R"({"model":{"merges":[["a","b","c"]]}})", 4201, "file.model.merges[0]", "pair");
        row("number", R"({"model":{"merges":[1]}})", 4201, "file.model.merges[0]", "pair");
        row("merges of a text", R"({"model":{"merges":"a b"}})", 4201, "file.model.merges", "list");
        row("no merges", R"({"model":{"merges":null}})", 4201, "file.model", "merges");
        row("no vocabulary", R"({"model":{"vocab":null}})", 4201, "file.model", "vocab");
        row("special id", R"({"post_processor":{"type":"BertProcessing","cls":["a",9999],"sep":["b",1]}})",
            4201, "file", "9999");
        row("sequence", R"({"post_processor":{"type":"Sequence","processors":[{"type":"BertProcessing",
            "cls":["a",1],"sep":["b",2]},{"type":"ByteLevel"}]}})",
            4202, "file.post_processor", "Sequence");
    }
    void refuses() {
        QFETCH(QByteArray, patch);
        QFETCH(int, id);
        QFETCH(QByteArray, where);
        QFETCH(QByteArray, what);
        Json tokenizer = small_tokenizer();
        tokenizer.merge_patch(Json::parse(patch.toStdString()));
        const Refusal refusal = refusal_of(tokenizer.dump());
        QCOMPARE(refusal.id, id);
        QCOMPARE(QByteArray::fromStdString(refusal.where), where);
        QVERIFY2(refusal.message.find(what.toStdString()) != std::string::npos, refusal.message.c_str());
        if (id == 4202)
            QVERIFY2(refusal.remedy.find("supported tokenizer") != std::string::npos, refusal.remedy.c_str());
    }

    void large_files_take_no_longer_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("id");
        const auto row = [](const char* name, const Json& tokenizer, int id) {
            QTest::newRow(name) << QByteArray::fromStdString(tokenizer.dump()) << id;
        };
        const auto with_merges = [](const Json& merge) {
            Json tokenizer = small_tokenizer();
            tokenizer["model"]["merges"] = Json::array_t((2u << 20) / (merge.dump().size() + 1), merge);
            return tokenizer;
        };
        row("one merge again and again", with_merges("a b"), 0);
        row("pairs", with_merges({"ab", "c"}), 0);
        Json unknown = with_merges("a b");
        unknown["model"]["merges"].push_back("a zz");
        row("an unknown one at the end", unknown, 4201);
        Json chain = small_tokenizer(); // each merge takes what the one before it made
        std::string made = "abc";
        for (int id = 258; id < 258 + 500; ++id) {
            chain["model"]["merges"].push_back(made + " x");
            made += 'x';
            chain["model"]["vocab"][made] = id;
        }
        row("a chain", chain, 0);
        Json longer = chain;
        longer["model"]["vocab"][std::string(2u << 20, 'x')] = 5000;
        row("a token of 2 MB", longer, 4201);
        Json many = small_tokenizer(); // appended: looking for each key first takes minutes
        auto& vocabulary = many["model"]["vocab"].get_ref<Json::object_t&>();
        for (int id = 258; id < 150000; ++id)
            vocabulary.emplace_back("t" + std::to_string(id), id);
        vocabulary.emplace_back("last", 258);
        row("an id twice among many", many, 4201);
    }
    void large_files_take_no_longer() {
        QFETCH(QByteArray, file);
        QFETCH(int, id);
        const Refusal refusal = refusal_of(file.toStdString());
        QCOMPARE(refusal.id, id);
        const double megabytes = static_cast<double>(file.size()) / (1 << 20);
        QVERIFY2(refusal.seconds < seconds_a_megabyte * std::max(1.0, megabytes),
                 qPrintable(QString("%1 s for %2 MB").arg(refusal.seconds).arg(megabytes)));
        QVERIFY(refusal.message.size() < 500);
    }

    void refuses_folders() {
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        const auto refusal = [&] { return refusal_of([&] { Tokenizer::load(folder); }); };
        const auto write = [&](const char* name, std::string_view text) {
            write_file_atomically(folder / name, text);
        };
        write("merges.txt", "#version: 0.2\na b\nab c\n");
        QCOMPARE(refusal().id, 4202);
        write("vocab.json", small_vocabulary().dump());
        QCOMPARE(refusal().id, 4202); // no file names a class
        write("tokenizer_config.json", R"({"tokenizer_class": "CLIPTokenizer"})");
        QVERIFY(refusal().message.find("CLIPTokenizer") != std::string::npos);
        write("tokenizer_config.json", R"({"tokenizer_class": "GPT2Tokenizer"})");
        QCOMPARE(refusal().id, 0);
        for (const char* merges :
             {"#version: 0.2\na b c\n", "#\na\n", "#\n\n", "#\na zz\n", "#\nb a\n", "#\na b\n\xff \xff\n"}) {
            write("merges.txt", merges);
            QCOMPARE(refusal().id, 4201);
            QVERIFY(refusal().where.find("merges.txt") != std::string::npos);
        }
        // The line after the last line end does not count, as in transformers.
        write("merges.txt", "#version: 0.2\r\na b\r\nthis is no merge");
        QCOMPARE(refusal().id, 0);
        write("added_tokens.json", R"({"<other>": 300})");
        QCOMPARE(refusal().id, static_cast<int>(ErrorId::added_tokens_undescribed));
        write("added_tokens.json", "[]");
        QCOMPARE(refusal().id, 4201);
        // Tokens get their ids by their roles: another order would swap embeddings.
        write("tokenizer_config.json",
              R"({"tokenizer_class": "GPT2Tokenizer", "additional_special_tokens": ["<x>", "<y>"]})");
        write("added_tokens.json", R"({"<|endoftext|>": 258, "<x>": 259, "<y>": 260})");
        QCOMPARE(refusal().id, 0);
        write("added_tokens.json", R"({"<|endoftext|>": 258, "<x>": 260, "<y>": 259})");
        QCOMPARE(refusal().id, 4205);
        write("added_tokens.json", "{}");
        write("tokenizer_config.json",
              R"({"tokenizer_class": "GPT2Tokenizer", "split_special_tokens": true})");
        QVERIFY(refusal().message.find("split_special_tokens") != std::string::npos);
        write("added_tokens.json", "{}");
        write("vocab.json", R"({"a": 0})");
        QCOMPARE(refusal().id, 4202);
        write("vocab.json", "[]");
        QCOMPARE(refusal().id, 4201);
        write("tokenizer_config.json", R"({"tokenizer_class": "RobertaTokenizer", "cls_token": null})");
        write("vocab.json", small_vocabulary().dump());
        QCOMPARE(refusal().id, 4201);
    }
};

QTEST_APPLESS_MAIN(ByteLevelRefusalsTest)
#include "byte_level_refusals_test.moc"
