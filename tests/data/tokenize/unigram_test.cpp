// SPDX-License-Identifier: GPL-3.0-or-later
// Unigram against the ids, offsets and texts that tokenizers and transformers give (make_unigram.py).
#include "data/golden_tokenizers.h"
#include "data/tokenize/token_text.h"

using namespace tunedesk;
using namespace tunedesk::data;

class UnigramTest : public QObject {
    Q_OBJECT

    GoldenTokenizers golden_;

private Q_SLOTS:
    void initTestCase() { golden_.read("unigram.json"); }

    void cases_data() { golden_.add_variant_rows(); }
    void cases() {
        QFETCH(QString, name);
        const Tokenizer tokenizer = golden_.variant(name.toStdString());
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

    void code_points_data() { golden_.add_block_rows(); }
    void code_points() {
        QFETCH(QString, name);
        QFETCH(QString, position);
        golden_.check_blocks_of(name.toStdString(), position.toStdString());
    }

    void folders_data() { golden_.add_folder_rows(); }
    void folders() {
        QFETCH(int, index);
        golden_.check_configured_folder(index);
    }

    void invalid_utf8_reads_as_replacement_characters() {
        for (const char* name : {"xlm-r", "t5, not legacy", "albert", "never", "bytes", "added"})
            check_invalid_utf8(golden_.variant(name));
    }

    void long_texts_take_no_longer() {
        for (const char* name : {"xlm-r, converted", "albert", "not split", "whole", "added"})
            for (const char* unit : {"a", " ", " the", "\u00e9", "\u2581", "\n", "e\u0301"})
                check_long_text(golden_.variant(name), unit, 1u << 17);
    }

    void refuses_data() {
        add_refusal_columns();
        const auto row = add_refusal;
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
    void refuses() { check_refusal(golden_.whole("xlm-r")); }

    /// An expression that matches nothing only beside other text is found out by the text.
    void expressions_that_match_nothing_are_refused() {
        Json tokenizer = golden_.whole("xlm-r");
        tokenizer["normalizer"] = {{"type", "Replace"}, {"pattern", {{"Regex", "(?=b)"}}}, {"content", "x"}};
        const Tokenizer refusing = Tokenizer::parse(tokenizer.dump(), "file");
        QVERIFY(!ids_of(refusing, "aaa").empty());
        QVERIFY_THROWS_EXCEPTION(Error, ids_of(refusing, "aab"));
    }

    void growing_texts_end() { check_growing_text_ends(golden_.whole("xlm-r")); }

    void threads_agree() { golden_.check_threads("xlm-r", "not split"); }
};

QTEST_GUILESS_MAIN(UnigramTest)
#include "unigram_test.moc"
