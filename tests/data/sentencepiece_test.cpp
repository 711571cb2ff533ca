// BPE with byte fallback against the ids, offsets and texts that tokenizers and transformers give
// (make_sentencepiece.py).
#include "base/clock.h"
#include "base/error.h"
#include "base/files/file.h"
#include "data/token_rows.h"
#include "data/tokenize/token_text.h"

#include <QTemporaryDir>
#include <atomic>
#include <thread>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

std::string text_of(const Tokenizer& tokenizer, const Ids& ids, bool begins_text = true) {
    TokenText words(tokenizer, begins_text);
    std::string text;
    for (const std::int32_t id : ids)
        text += words.add(id);
    return text;
}

} // namespace

class SentencePieceTest : public QObject {
    Q_OBJECT

    Json golden_;

    Json whole(const std::string& name) const {
        const Json& variant = golden_.at("variants").at(name);
        Json tokenizer = variant.at("tokenizer");
        Json model = golden_.at("models").at(variant.at("model").get<std::string>());
        model.update(tokenizer.at("model"));
        tokenizer["model"] = std::move(model);
        return tokenizer;
    }
    Tokenizer variant(const std::string& name) const { return Tokenizer::parse(whole(name).dump(), name); }

private Q_SLOTS:
    void initTestCase() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/sentencepiece.json";
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
        QVERIFY(rows.size() >= 40);
        for (const Json& row : rows) {
            check_row(tokenizer, row);
            if (row[7].is_null()) continue;
            const std::string text = text_of(tokenizer, row[4].get<Ids>());
            QVERIFY2(text == row[7].get<std::string>(), (row.dump() + " but " + text).c_str());
        }
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
        check_code_points(variant(name.toStdString()),
                          golden_.at("blocks").at(name.toStdString()).at(position.toStdString()));
    }

    void folders_data() {
        QTest::addColumn<int>("index");
        const Json& cases = golden_.at("folders").at("cases");
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].at("name").get<std::string>().c_str()) << static_cast<int>(i);
    }
    void folders() {
        QFETCH(int, index);
        const Json& chosen = golden_.at("folders").at("cases")[static_cast<std::size_t>(index)];
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        write_file_atomically(folder / "tokenizer.json", whole(chosen.at("base")).dump());
        write_file_atomically(folder / "tokenizer_config.json", chosen.at("config").dump());
        const Tokenizer tokenizer = Tokenizer::load(folder);
        const Json& texts = golden_.at("folders").at("texts");
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const Row row = encode(tokenizer, texts[i].get<std::string>());
            QVERIFY2(Json(row.ids) == chosen.at("ids")[i], Json(row.ids).dump().c_str());
            QVERIFY2(Json(row.flat_spans()) == chosen.at("spans")[i], texts[i].dump().c_str());
        }
        Row pair;
        tokenizer.encode(texts[1].get<std::string>(), texts[2].get<std::string>(), true, 1000, false,
                         pair.ids, pair.type_one);
        QVERIFY(Json(pair.ids) == chosen.at("pair"));
        QCOMPARE(pair.type_one, chosen.at("pair_ones").get<std::size_t>());
        QCOMPARE(tokenizer.vocab_size(), chosen.at("size").get<std::size_t>());
        QVERIFY(chosen.at("pad").is_null() || Json(tokenizer.pad_id()) == chosen.at("pad"));
    }

    void settings_beside_it_are_part_of_the_identity() {
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        write_file_atomically(folder / "tokenizer.json", whole("legacy").dump());
        std::set<std::string> identities{Tokenizer::load(folder).identity()};
        for (const Json& chosen : golden_.at("folders").at("cases")) {
            if (chosen.at("base") != "legacy" || chosen.at("name") == "any class") continue;
            write_file_atomically(folder / "tokenizer_config.json", chosen.at("config").dump());
            QVERIFY(identities.insert(Tokenizer::load(folder).identity()).second);
        }
    }

    /// An answer loses the space that its first word would have; a text that is continued keeps it.
    void text_behind_a_prompt() {
        const Tokenizer tokenizer = variant("legacy");
        const Ids ids = ids_of(tokenizer, "the film\n\u4e2d <s> x");
        QCOMPARE(text_of(tokenizer, ids), std::string("the film\n\u4e2d   x"));
        QCOMPARE(text_of(tokenizer, ids, false), std::string(" the film\n\u4e2d   x"));
        const Tokenizer never = variant("never");
        QCOMPARE(text_of(never, ids_of(never, " the film")), std::string(" the film"));
    }

    void invalid_utf8_reads_as_replacement_characters() {
        const std::string mark = "\ufffd";
        for (const char* name : {"legacy", "first", "crossing", "no bytes"}) {
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

    /// A text is one word, so that merging it must not be quadratic in it.
    void long_texts_take_no_longer() {
        for (const char* name : {"legacy", "crossing", "always, split", "added"}) {
            const Tokenizer tokenizer = variant(name);
            for (const char* unit : {"a", " ", " the", "\u00e9", "\u2581", "\n", "th"}) {
                std::string text;
                while (text.size() < 1u << 19)
                    text += unit;
                const double before = monotonic_seconds();
                const Ids ids = ids_of(tokenizer, text);
                QCOMPARE(encode(tokenizer, text).ids, ids);
                const double took = monotonic_seconds() - before;
                QVERIFY2(took < 20, qPrintable(QString("%1 s of '%2' by %3").arg(took).arg(unit, name)));
                QCOMPARE(ids_of(tokenizer, text, 16).size(), std::size_t{16});
            }
        }
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
        row("normalizer", R"({"normalizer":{"type":"NFKC"}})", 4202, "file.normalizer", "NFKC");
        row("step", R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"Strip"}]}})", 4202,
            "file.normalizer.normalizers[0]", "Strip");
        row("regex", R"({"normalizer":{"type":"Replace","pattern":{"Regex":" +"},"content":"x"}})", 4202,
            "file.normalizer.pattern", "regular expression");
        row("nothing replaced", R"({"normalizer":{"type":"Replace","pattern":{"String":""},"content":"x"}})",
            4201, "file.normalizer.pattern", "empty");
        row("splitter", R"({"pre_tokenizer":{"type":"BertPreTokenizer"}})", 4202, "file.pre_tokenizer",
            "BertPreTokenizer");
        row("mark", R"({"pre_tokenizer":{"type":"Metaspace","replacement":"ab"}})", 4201,
            "file.pre_tokenizer.replacement", "one character");
        row("scheme", R"({"pre_tokenizer":{"type":"Metaspace","replacement":"_","prepend_scheme":"last"}})",
            4201, "file.pre_tokenizer", "prepend_scheme");
        row("decoder", R"({"decoder":{"type":"WordPiece"}})", 4202, "file.decoder", "WordPiece");
        row("unknown token", R"({"model":{"unk_token":"<none>"}})", 4201, "file.model.unk_token", "<none>");
        row("dropout", R"({"model":{"dropout":0.1}})", 4202, "file.model", "dropout");
        row("suffix", R"({"model":{"end_of_word_suffix":"</w>"}})", 4202, "file.model", "</w>");
        row("behind ByteLevel",
            R"({"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false},"normalizer":null})", 4202,
            "file.model", "byte_fallback");
    }
    void refuses() {
        QFETCH(QByteArray, patch);
        QFETCH(int, id);
        QFETCH(QByteArray, where);
        QFETCH(QByteArray, what);
        Json tokenizer = whole("legacy");
        tokenizer.merge_patch(Json::parse(patch.toStdString()));
        try {
            (void)Tokenizer::parse(tokenizer.dump(), "file");
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.id(), id);
            QCOMPARE(QByteArray::fromStdString(error.where()), where);
            QVERIFY2(error.message().find(what.toStdString()) != std::string::npos, error.message().c_str());
        }
    }

    /// Steps of a file that double a text again and again end in an error, not in all of the memory.
    void growing_texts_end() {
        Json tokenizer = whole("legacy");
        Json steps = Json::array();
        for (int i = 0; i < 8; ++i)
            steps.push_back(
                {{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", std::string(64, 'a')}});
        tokenizer["normalizer"]["normalizers"] = steps;
        const Tokenizer growing = Tokenizer::parse(tokenizer.dump(), "file");
        QVERIFY_THROWS_EXCEPTION(Error, ids_of(growing, std::string(1u << 16, 'a')));
    }

    void threads_agree() {
        const Tokenizer a = variant("legacy"), b = variant("always, split");
        const std::string text = golden_.at("folders").at("texts")[0];
        const Ids with_a = ids_of(a, text), with_b = ids_of(b, text);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 30; ++i)
                    wrong += ids_of(a, text) != with_a || ids_of(b, text) != with_b;
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }
};

QTEST_GUILESS_MAIN(SentencePieceTest)
#include "sentencepiece_test.moc"
