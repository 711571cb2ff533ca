// SPDX-License-Identifier: GPL-3.0-or-later
// Byte-level BPE against the ids and offsets that tokenizers and transformers give (make_byte_level_bpe.py).
#include "data/golden_tokenizers.h"
#include "data/unicode/word_patterns.h"

using namespace tunedesk;
using namespace tunedesk::data;

class ByteLevelBpeTest : public QObject {
    Q_OBJECT

    GoldenTokenizers golden_;

    void write_files(const Json& files, const fs::path& folder) const {
        for (const auto& [name, value] : files.items()) {
            std::string text = value.dump();
            if (value == "@vocab") text = golden_.at("model").at("vocab").dump();
            if (value == "@merges") {
                text = "#version: 0.2\n";
                for (const Json& merge : golden_.at("model").at("merges"))
                    text += merge[0].get<std::string>() + ' ' + merge[1].get<std::string>() + '\n';
            }
            if (name == "tokenizer.json") text = golden_.filled_in(Json{{"tokenizer", value}}).dump();
            write_file_atomically(folder / name, text);
        }
    }

private Q_SLOTS:
    void initTestCase() { golden_.read("byte_level_bpe.json"); }

    void cases_data() { golden_.add_variant_rows(); }
    void cases() {
        QFETCH(QString, name);
        const Tokenizer tokenizer = golden_.variant(name.toStdString());
        QVERIFY(tokenizer.gives_spans());
        const Json& rows = golden_.at("variants").at(name.toStdString()).at("cases");
        QVERIFY(rows.size() >= 70);
        for (const Json& row : rows)
            check_row(tokenizer, row);
    }

    void code_points_data() { golden_.add_block_rows(); }
    void code_points() {
        QFETCH(QString, name);
        QFETCH(QString, position);
        golden_.check_blocks_of(name.toStdString(), position.toStdString());
    }

    void folders_data() {
        QVERIFY(golden_.at("folders").at("cases").size() >= 18);
        golden_.add_folder_rows();
    }
    void folders() {
        QFETCH(int, index);
        const Json& chosen = golden_.at("folders").at("cases")[static_cast<std::size_t>(index)];
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        write_files(chosen.at("files"), folder);
        golden_.check_folder(Tokenizer::load(folder), chosen);
    }

    void forms_of_a_file_agree() {
        const Json pairs = golden_.whole("roberta");
        const std::string text = golden_.at("folders").at("texts")[0];
        const Ids ids = ids_of(Tokenizer::parse(pairs.dump(), "pairs"), text);
        Json strings = pairs;
        strings["model"]["merges"] = Json::array({"#version: 0.2"});
        for (const Json& merge : pairs.at("model").at("merges"))
            strings["model"]["merges"].push_back(merge[0].get<std::string>() + ' ' +
                                                 merge[1].get<std::string>());
        QCOMPARE(ids_of(Tokenizer::parse(strings.dump(), "strings"), text), ids);
        strings["model"].erase("type"); // as the first files of GPT-2 and RoBERTa
        QCOMPARE(ids_of(Tokenizer::parse(strings.dump(), "no type"), text), ids);
        Json twice = pairs; // the last rank of a repeated merge counts
        twice["model"]["merges"].insert(twice["model"]["merges"].begin(), pairs["model"]["merges"].back());
        QCOMPARE(ids_of(Tokenizer::parse(twice.dump(), "twice"), text), ids);
    }

    void identity_names_what_decides_ids() {
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        write_file_atomically(folder / "tokenizer.json", golden_.whole("roberta").dump());
        const std::string plain = Tokenizer::load(folder).identity();
        QCOMPARE(golden_.variant("roberta").identity(), plain);
        write_file_atomically(folder / "tokenizer_config.json", R"({"tokenizer_class": "RobertaTokenizer"})");
        QCOMPARE(Tokenizer::load(folder).identity(), plain);
        write_file_atomically(folder / "tokenizer_config.json",
                              R"({"tokenizer_class": "RobertaTokenizer", "add_prefix_space": true})");
        QVERIFY(Tokenizer::load(folder).identity() != plain);
    }

    /// As transformers, whose classes put add_prefix_space: false over the file's where nothing else is said.
    void a_folder_without_settings() {
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        write_file_atomically(folder / "tokenizer.json", golden_.whole("roberta, prefix").dump());
        const Tokenizer tokenizer = Tokenizer::load(folder);
        const std::string text = "Hello world";
        QCOMPARE(ids_of(tokenizer, text), ids_of(golden_.variant("roberta"), text));
        QVERIFY(ids_of(tokenizer, text) != ids_of(golden_.variant("roberta, prefix"), text));
    }

    /// Added tokens that take white space, in white space: each place is gone through once, and what one has
    /// taken is no token again.
    void white_space_is_taken_once() {
        for (const bool left : {false, true})
            for (const bool right : {false, true}) {
                Json json = golden_.whole("roberta");
                const std::size_t id = json.at("model").at("vocab").size();
                json["added_tokens"].push_back({{"id", id},
                                                {"content", "\n"},
                                                {"single_word", false},
                                                {"lstrip", left},
                                                {"rstrip", right},
                                                {"normalized", false},
                                                {"special", true}});
                const Tokenizer tokenizer = Tokenizer::parse(json.dump(), "white");
                const auto count = [&](const std::string& text) {
                    const Ids ids = ids_of(tokenizer, text);
                    return std::ranges::count(ids, static_cast<std::int32_t>(id));
                };
                QCOMPARE(count("a\n\n\nb"), right ? (left ? 1 : 3) : 3);
                const double before = monotonic_seconds();
                QVERIFY(count("a" + std::string(200'000, '\n') + "b") > 0);
                QVERIFY(monotonic_seconds() - before < 10);
            }
    }

    void invalid_utf8_reads_as_replacement_characters() {
        for (const char* name : {"roberta", "roberta, prefix"})
            check_invalid_utf8(golden_.variant(name));
    }

    void long_words_take_no_longer() {
        for (const char* unit : {"a", "ab", "!", "1", "\u00e9", "\t", "the"})
            check_long_text(golden_.variant("roberta"), unit, 1u << 18);
    }

    void words_are_the_whole_text() {
        const std::string text = golden_.at("folders").at("texts")[0];
        std::size_t position = 0, words = 0;
        for (; position < text.size(); ++words) {
            const std::size_t end = word_end(WordPattern::gpt2, text, position);
            QVERIFY(end > position && end <= text.size());
            position = end;
        }
        QCOMPARE(word_end(WordPattern::gpt2, "  a", 0), std::size_t{1});
        QCOMPARE(word_end(WordPattern::gpt2, " a", 0), std::size_t{2});
        QCOMPARE(word_end(WordPattern::gpt2, "\n\na", 0), std::size_t{1});
        QCOMPARE(word_end(WordPattern::gpt2, "'re", 0), std::size_t{3});
        QCOMPARE(word_end(WordPattern::gpt2, "'r", 0), std::size_t{1});
        QCOMPARE(word_end(WordPattern::gpt2, "'", 0), std::size_t{1});
    }

    void threads_agree() { golden_.check_threads("roberta", "merges ignored"); }
};

QTEST_APPLESS_MAIN(ByteLevelBpeTest)
#include "byte_level_bpe_test.moc"
