// Byte-level BPE against the ids and offsets that tokenizers and transformers give (make_byte_level_bpe.py).
#include "base/clock.h"
#include "base/files/file.h"
#include "base/json.h"
#include "data/token_rows.h"
#include "data/unicode/word_patterns.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <thread>

using namespace tunedesk;
using namespace tunedesk::data;

class ByteLevelBpeTest : public QObject {
    Q_OBJECT

    Json golden_;

    /// The tokenizer.json of a variant, with the model that all share.
    Json whole(const std::string& name) const {
        Json tokenizer = golden_.at("variants").at(name).at("tokenizer");
        Json model = golden_.at("model");
        model.update(tokenizer.at("model"));
        tokenizer["model"] = std::move(model);
        return tokenizer;
    }
    Tokenizer variant(const std::string& name) const { return Tokenizer::parse(whole(name).dump(), name); }
    void write_files(const Json& files, const fs::path& folder) const {
        for (const auto& [name, value] : files.items()) {
            std::string text = value.dump();
            if (value == "@vocab") text = golden_.at("model").at("vocab").dump();
            if (value == "@merges") {
                text = "#version: 0.2\n";
                for (const Json& merge : golden_.at("model").at("merges"))
                    text += merge[0].get<std::string>() + ' ' + merge[1].get<std::string>() + '\n';
            }
            if (name == "tokenizer.json") {
                Json tokenizer = value;
                Json model = golden_.at("model");
                model.update(tokenizer.at("model"));
                tokenizer["model"] = std::move(model);
                text = tokenizer.dump();
            }
            write_file_atomically(folder / name, text);
        }
    }

private Q_SLOTS:
    void initTestCase() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/byte_level_bpe.json";
        golden_ =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
    }

    void cases_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, value] : golden_.at("variants").items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void cases() {
        QFETCH(QString, name);
        const Tokenizer tokenizer = variant(name.toStdString());
        QVERIFY(tokenizer.gives_spans());
        const Json& rows = golden_.at("variants").at(name.toStdString()).at("cases");
        QVERIFY(rows.size() >= 70);
        for (const Json& row : rows)
            check_row(tokenizer, row);
    }

    void code_points_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("position");
        for (const auto& [name, positions] : golden_.at("blocks").items())
            for (const auto& [position, value] : positions.items())
                QTest::newRow((name + "; " + position).c_str())
                    << QString::fromStdString(name) << QString::fromStdString(position);
    }
    void code_points() {
        QFETCH(QString, name);
        QFETCH(QString, position);
        const Tokenizer tokenizer = variant(name.toStdString());
        check_code_points(tokenizer, golden_.at("blocks").at(name.toStdString()).at(position.toStdString()));
    }

    void folders_data() {
        QTest::addColumn<int>("index");
        const Json& cases = golden_.at("folders").at("cases");
        QVERIFY(cases.size() >= 18);
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].at("name").get<std::string>().c_str()) << static_cast<int>(i);
    }
    void folders() {
        QFETCH(int, index);
        const Json& chosen = golden_.at("folders").at("cases")[static_cast<std::size_t>(index)];
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        write_files(chosen.at("files"), folder);
        const Tokenizer tokenizer = Tokenizer::load(folder);
        const Json& texts = golden_.at("folders").at("texts");
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const Row row = encode(tokenizer, texts[i].get<std::string>());
            QVERIFY2(Json(row.ids) == chosen.at("ids")[i],
                     (texts[i].dump() + ": " + Json(row.ids).dump() + ", not " + chosen.at("ids")[i].dump())
                         .c_str());
            QVERIFY2(Json(row.flat_spans()) == chosen.at("spans")[i], texts[i].dump().c_str());
        }
        Row pair;
        tokenizer.encode(texts[1].get<std::string>(), texts[2].get<std::string>(), true, 1000, false,
                         pair.ids, pair.type_one);
        QVERIFY(Json(pair.ids) == chosen.at("pair"));
        QCOMPARE(tokenizer.vocab_size(), chosen.at("size").get<std::size_t>());
        QVERIFY(chosen.at("pad").is_null() || Json(tokenizer.pad_id()) == chosen.at("pad"));
    }

    void forms_of_a_file_agree() {
        const Json pairs = whole("roberta");
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
        write_file_atomically(folder / "tokenizer.json", whole("roberta").dump());
        const std::string plain = Tokenizer::load(folder).identity();
        QCOMPARE(variant("roberta").identity(), plain);
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
        write_file_atomically(folder / "tokenizer.json", whole("roberta, prefix").dump());
        const Tokenizer tokenizer = Tokenizer::load(folder);
        const std::string text = "Hello world";
        QCOMPARE(ids_of(tokenizer, text), ids_of(variant("roberta"), text));
        QVERIFY(ids_of(tokenizer, text) != ids_of(variant("roberta, prefix"), text));
    }

    /// Added tokens that take white space, in white space: each place is gone through once, and what one has
    /// taken is no token again.
    void white_space_is_taken_once() {
        for (const bool left : {false, true})
            for (const bool right : {false, true}) {
                Json json = whole("roberta");
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
        const std::string mark = "\ufffd";
        for (const char* name : {"roberta", "roberta, prefix"}) {
            const Tokenizer tokenizer = variant(name);
            QCOMPARE(ids_of(tokenizer, "good\xff film"), ids_of(tokenizer, "good" + mark + " film"));
            QCOMPARE(ids_of(tokenizer, "\xc3"), ids_of(tokenizer, mark));
            QCOMPARE(ids_of(tokenizer, "a\xf0\x9f\x98"), ids_of(tokenizer, "a" + mark + mark + mark));
            const Row row = encode(tokenizer, "a\xff<s>b");
            QCOMPARE(row.ids, ids_of(tokenizer, "a" + mark + "<s>b"));
            for (const ByteSpan& span : row.spans)
                QVERIFY(span.begin <= span.end && span.end <= 6);
        }
    }

    void long_words_take_no_longer() {
        const Tokenizer tokenizer = variant("roberta");
        // Sanitizers make it about ten times slower than a release.
        for (const char* unit : {"a", "ab", "!", "1", "\u00e9", "\t", "the"}) {
            std::string word;
            while (word.size() < 1u << 20)
                word += unit;
            const double before = monotonic_seconds();
            const Ids ids = ids_of(tokenizer, word);
            const double took = monotonic_seconds() - before;
            QVERIFY2(took < 10, qPrintable(QString("%1 s of '%2'").arg(took).arg(unit)));
            QVERIFY(ids.size() > 2 && ids.size() < word.size() + 3);
            QCOMPARE(encode(tokenizer, word).ids, ids);
            QCOMPARE(ids_of(tokenizer, word, 16).size(), std::size_t{16});
        }
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

    void threads_agree() {
        const Tokenizer a = variant("roberta"), b = variant("merges ignored");
        const std::string text = golden_.at("folders").at("texts")[0];
        const Ids with_a = ids_of(a, text), with_b = ids_of(b, text);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 30; ++i)
                    wrong += ids_of(a, text) != with_a || ids_of(b, text) != with_b;
            });
        for (auto& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }
};

QTEST_APPLESS_MAIN(ByteLevelBpeTest)
#include "byte_level_bpe_test.moc"
