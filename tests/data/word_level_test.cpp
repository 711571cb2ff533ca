// SPDX-License-Identifier: GPL-3.0-or-later
// Whole words as tokens, against the words of torchtext's rules and the ids that tokenizers gives
// (make_word_level.py).
#include "base/error.h"
#include "base/files/file.h"
#include "base/json.h"
#include "data/tokenize/tokenizer.h"
#include "data/tokenize/words/word_count.h"
#include "data/tokenize/words/word_level_file.h"
#include "data/tokenize/words/word_level_model.h"
#include "data/unicode/unicode.h"

#include <QTest>
#include <fmt/format.h>
#include <zlib.h>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

using Ids = std::vector<std::int32_t>;
using WordList = std::vector<std::string>;

Ids ids_of(const Tokenizer& tokenizer, std::string_view text) {
    Ids ids;
    std::size_t type_one = 0;
    tokenizer.encode(text, {}, false, 1u << 24, false, ids, type_one);
    return ids;
}

} // namespace

class WordLevelTest : public QObject {
    Q_OBJECT

    Json golden_;

    Tokenizer tokenizer(const char* key) const { return Tokenizer::parse(golden_.at(key).dump(), key); }

private Q_SLOTS:
    void initTestCase() {
        const std::string path = TUNEDESK_SOURCE_DIR "/tests/golden/word_level.json";
        golden_ = parse_json(read_file(path, ErrorId::file_unreadable), path, ErrorId::file_unreadable);
    }

    void words_are_torchtexts() {
        const auto texts = golden_.at("texts").get<WordList>();
        const auto split = golden_.at("words").get<std::vector<WordList>>();
        QVERIFY(texts.size() > 250);
        for (std::size_t i = 0; i < texts.size(); ++i) {
            WordList words;
            for_each_word(word_level_form(texts[i], basic_english()),
                          [&](std::string_view word) { words.emplace_back(word); });
            QVERIFY2(words == split[i], texts[i].c_str());
        }
    }

    void the_vocabulary_is_by_frequency() {
        WordCount count(basic_english()), none(basic_english());
        for (const auto& text : golden_.at("texts"))
            count.add(text.get<std::string>());
        QCOMPARE(count.by_frequency(), golden_.at("vocabulary").get<WordList>());
        QCOMPARE(none.by_frequency(), WordList{"<unk>"});
    }

    /// The file that is written for a vocabulary says what the library's own does.
    void ids_are_those_of_tokenizers() {
        const Tokenizer read = tokenizer("tokenizer");
        const Tokenizer written = Tokenizer::parse(
            word_level_json(basic_english(), golden_.at("known").get<WordList>()), "written");
        const auto ids = golden_.at("ids").get<std::vector<Ids>>();
        std::size_t unknown = 0;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto text = golden_.at("texts").at(i).get<std::string>();
            QVERIFY2(ids_of(read, text) == ids[i], text.c_str());
            QVERIFY2(ids_of(written, text) == ids[i], text.c_str());
            QCOMPARE(read.length(text, {}, false), ids[i].size());
            unknown += static_cast<std::size_t>(std::ranges::count(ids[i], 0));
        }
        QVERIFY(unknown > 100);
        QCOMPARE(read.vocab_size(), golden_.at("known").size());
        QCOMPARE(read.token(3), golden_.at("known").at(3).get<std::string>());
        for (const auto& other : golden_.at("others")) {
            const Tokenizer kind = Tokenizer::parse(other.at("tokenizer").dump(), "other");
            QVERIFY2(ids_of(kind, other.at("text").get<std::string>()) == other.at("ids").get<Ids>(),
                     other.at("name").get<std::string>().c_str());
        }
    }

    void every_code_point() {
        const Tokenizer letters = tokenizer("letters");
        const auto blocks = golden_.at("blocks").get<std::vector<unsigned long>>();
        QCOMPARE(blocks.size(), std::size_t(272));
        for (std::size_t block = 0; block < blocks.size(); ++block) {
            std::string text;
            for (char32_t c = static_cast<char32_t>(block * 4096); c < (block + 1) * 4096; ++c) {
                if (c >= 0xD800 && c < 0xE000) continue;
                text += text.empty() ? "a" : " a";
                unicode::append(text, c);
                text += "b ";
                unicode::append(text, c);
            }
            const Ids ids = ids_of(letters, text);
            const unsigned long crc = text.empty()
                                          ? 0
                                          : crc32(0, reinterpret_cast<const unsigned char*>(ids.data()),
                                                  static_cast<unsigned>(ids.size() * sizeof(std::int32_t)));
            QVERIFY2(crc == blocks[block], fmt::format("block {:x}", block * 4096).c_str());
        }
    }

    void what_is_not_read_is_named_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("id");
        QTest::addRow("splitter") << "/pre_tokenizer/type"
                                  << R"("Whitespace")" << 4202;
        QTest::addRow("no splitter") << "/pre_tokenizer"
                                     << "null" << 4202;
        QTest::addRow("normalizer") << "/normalizer"
                                    << R"({"type":"NFC"})" << 4202;
        QTest::addRow("regex") << "/normalizer/normalizers/3/pattern"
                               << R"({"Regex":"a+"})" << 4202;
        QTest::addRow("late lower case") << "/normalizer/normalizers/3"
                                         << R"({"type":"Lowercase"})" << 4202;
        QTest::addRow("empty pattern") << "/normalizer/normalizers/3/pattern"
                                       << R"({"String":""})" << 4201;
        QTest::addRow("unknown") << "/model/unk_token"
                                 << R"("[UNK]")" << 4201;
        QTest::addRow("id") << "/model/vocab/<unk>"
                            << "-1" << 4201;
    }
    void what_is_not_read_is_named() {
        QFETCH(QString, place);
        QFETCH(QString, value);
        QFETCH(int, id);
        Json file = golden_.at("tokenizer");
        file[Json::json_pointer(place.toStdString())] = Json::parse(value.toStdString());
        try {
            Tokenizer::parse(file.dump(), "changed");
            QFAIL("was read");
        } catch (const Error& error) {
            QCOMPARE(error.id(), id);
        }
    }
};

QTEST_GUILESS_MAIN(WordLevelTest)
#include "word_level_test.moc"
