// Unigram against the ids, offsets and texts that tokenizers and transformers give (make_unigram.py).
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

class UnigramTest : public QObject {
    Q_OBJECT

    Json golden_;

    Json whole(const std::string& name) const {
        const Json& variant = golden_.at("variants").at(name);
        Json tokenizer = variant.at("tokenizer");
        Json model = golden_.at("models").at(variant.at("model").get<std::string>());
        model.update(tokenizer.at("model"));
        tokenizer["model"] = std::move(model);
        const auto fill_in = [&](Json& step) {
            if (step.is_object() && step.contains("precompiled_charsmap"))
                step["precompiled_charsmap"] = golden_.at("charsmap");
        };
        Json& normalizer = tokenizer["normalizer"];
        fill_in(normalizer);
        if (normalizer.is_object() && normalizer.contains("normalizers"))
            for (Json& step : normalizer["normalizers"])
                fill_in(step);
        return tokenizer;
    }
    Tokenizer variant(const std::string& name) const { return Tokenizer::parse(whole(name).dump(), name); }

private Q_SLOTS:
    void initTestCase() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/unigram.json";
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
        QVERIFY(rows.size() >= 7);
        for (const Json& row : rows) {
            check_row(tokenizer, row);
            if (row[7].is_null()) continue;
            TokenText words(tokenizer, true);
            std::string text;
            for (const std::int32_t id : row[4].get<Ids>())
                text += words.add(id);
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

    void invalid_utf8_reads_as_replacement_characters() {
        const std::string mark = "\ufffd";
        for (const char* name : {"xlm-r", "t5, not legacy", "albert", "never", "bytes", "added"}) {
            const Tokenizer tokenizer = variant(name);
            QCOMPARE(ids_of(tokenizer, "good\xff film"), ids_of(tokenizer, "good" + mark + " film"));
            QCOMPARE(ids_of(tokenizer, "a\xf0\x9f\x98"), ids_of(tokenizer, "a" + mark + mark + mark));
            const Row row = encode(tokenizer, "a\xff<s>b");
            QCOMPARE(row.ids, ids_of(tokenizer, "a" + mark + "<s>b"));
            for (const ByteSpan& span : row.spans)
                QVERIFY(span.begin <= span.end && span.end <= 6);
        }
    }

    void long_texts_take_no_longer() {
        for (const char* name : {"xlm-r, converted", "albert", "not split", "whole", "added"}) {
            const Tokenizer tokenizer = variant(name);
            for (const char* unit : {"a", " ", " the", "\u00e9", "\u2581", "\n", "e\u0301"}) {
                std::string text;
                while (text.size() < 1u << 19)
                    text += unit;
                const double before = monotonic_seconds();
                const Ids ids = ids_of(tokenizer, text);
                QCOMPARE(encode(tokenizer, text).ids, ids);
                const double took = monotonic_seconds() - before;
                QVERIFY2(took < 20, qPrintable(QString("%1 s of '%2' by %3").arg(took).arg(unit, name)));
                QCOMPARE(ids_of(tokenizer, text, 16).size(), std::min<std::size_t>(16, ids.size()));
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
        row("normalizer", R"({"normalizer":{"type":"ByteLevel"}})", 4202, "file.normalizer", "ByteLevel");
        row("step", R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"BertNormalizer"}]}})", 4202,
            "file.normalizer.normalizers[0]", "BertNormalizer");
        row("nothing matched", R"({"normalizer":{"type":"Replace","pattern":{"Regex":" *"},"content":"x"}})",
            4202, "file.normalizer.pattern.Regex", "empty text");
        row("base64", R"({"normalizer":{"type":"Precompiled","precompiled_charsmap":"A*=="}})", 4201,
            "file.normalizer.precompiled_charsmap", "base64");
        row("short map", R"({"normalizer":{"type":"Precompiled","precompiled_charsmap":"AAAAAA=="}})", 4201,
            "file.normalizer.precompiled_charsmap", "map of characters");
        row("long map", R"({"normalizer":{"type":"Precompiled","precompiled_charsmap":"/////wAAAAA="}})",
            4201, "file.normalizer.precompiled_charsmap", "map of characters");
        row("splitter", R"({"pre_tokenizer":{"type":"ByteLevel"}})", 4202, "file.pre_tokenizer", "ByteLevel");
        row("two Metaspaces",
            R"({"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Metaspace","replacement":"_"},
                {"type":"Metaspace","replacement":"_"}]}})",
            4202, "file.pre_tokenizer.pretokenizers[1]", "Metaspace");
        row("decoder", R"({"decoder":{"type":"WordPiece"}})", 4202, "file.decoder", "WordPiece");
        row("unknown token", R"({"model":{"unk_id":null}})", 4202, "file.model", "unk_id");
        row("large unknown token", R"({"model":{"unk_id":99999}})", 4201, "file.model.unk_id", "id");
        row("piece", R"({"model":{"vocab":[["a"]],"unk_id":0}})", 4201, "file.model.vocab[0]", "score");
        row("no score", R"({"model":{"vocab":[["a","b"]],"unk_id":0}})", 4201, "file.model.vocab[0]",
            "score");
        row("twice", R"({"model":{"vocab":[["a",0],["a",1.5]],"unk_id":0}})", 4202, "file.model.vocab[1]",
            "\"a\"");
        row("trimmed offsets",
            R"({"post_processor":{"type":"RobertaProcessing","sep":["</s>",2],"cls":["<s>",0],
                "trim_offsets":true,"add_prefix_space":true,"single":null,"pair":null,
                "special_tokens":null}})",
            4202, "file.post_processor", "trim_offsets");
    }
    void refuses() {
        QFETCH(QByteArray, patch);
        QFETCH(int, id);
        QFETCH(QByteArray, where);
        QFETCH(QByteArray, what);
        Json tokenizer = whole("xlm-r");
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

    /// An expression that matches nothing only beside other text is found out by the text.
    void expressions_that_match_nothing_are_refused() {
        Json tokenizer = whole("xlm-r");
        tokenizer["normalizer"] = {{"type", "Replace"}, {"pattern", {{"Regex", "(?=b)"}}}, {"content", "x"}};
        const Tokenizer refusing = Tokenizer::parse(tokenizer.dump(), "file");
        QVERIFY(!ids_of(refusing, "aaa").empty());
        QVERIFY_THROWS_EXCEPTION(Error, ids_of(refusing, "aab"));
    }

    void growing_texts_end() {
        Json tokenizer = whole("xlm-r");
        Json steps = Json::array();
        for (int i = 0; i < 8; ++i)
            steps.push_back(
                {{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", std::string(64, 'a')}});
        tokenizer["normalizer"] = {{"type", "Sequence"}, {"normalizers", steps}};
        const Tokenizer growing = Tokenizer::parse(tokenizer.dump(), "file");
        QVERIFY_THROWS_EXCEPTION(Error, ids_of(growing, std::string(1u << 16, 'a')));
    }

    void threads_agree() {
        const Tokenizer a = variant("xlm-r"), b = variant("not split");
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

QTEST_GUILESS_MAIN(UnigramTest)
#include "unigram_test.moc"
