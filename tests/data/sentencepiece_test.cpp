// SPDX-License-Identifier: GPL-3.0-or-later
// BPE with byte fallback against the ids, offsets and texts that tokenizers and transformers give
// (make_sentencepiece.py).
#include "data/golden_tokenizers.h"
#include "data/tokenize/token_text.h"

#include <set>

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

    GoldenTokenizers golden_;

private Q_SLOTS:
    void initTestCase() { golden_.read("sentencepiece.json"); }

    void cases_data() { golden_.add_variant_rows(); }
    void cases() {
        QFETCH(QString, name);
        const Tokenizer tokenizer = golden_.variant(name.toStdString());
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

    void settings_beside_it_are_part_of_the_identity() {
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        write_file_atomically(folder / "tokenizer.json", golden_.whole("legacy").dump());
        std::set<std::string> identities{Tokenizer::load(folder).identity()};
        for (const Json& chosen : golden_.at("folders").at("cases")) {
            if (chosen.at("base") != "legacy" || chosen.at("name") == "any class") continue;
            write_file_atomically(folder / "tokenizer_config.json", chosen.at("config").dump());
            QVERIFY(identities.insert(Tokenizer::load(folder).identity()).second);
        }
    }

    /// As AutoTokenizer does, which then goes by the model's type (ids are those of transformers 4.57).
    void without_settings_the_model_names_the_class() {
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        Json whole = golden_.whole("legacy");
        whole["post_processor"] = nullptr;
        write_file_atomically(folder / "tokenizer.json", whole.dump());
        const auto ids = [&] {
            std::vector<std::int32_t> row;
            std::size_t type_one = 0;
            Tokenizer::load(folder).encode("Hello  world", {}, false, 100, false, row, type_one);
            return row;
        };
        const std::vector<std::int32_t> text{457, 502, 306, 318, 503, 418};
        std::vector<std::int32_t> begun{1};
        begun.insert(begun.end(), text.begin(), text.end());
        QCOMPARE(ids(), text);
        for (const char* config : {R"({"model_type":"llama"})", R"({"model_type":"mistral"})",
                                   R"({"model_type":"qwen2","tokenizer_class":"LlamaTokenizer"})"}) {
            write_file_atomically(folder / "config.json", config);
            QCOMPARE(ids(), begun);
        }
        write_file_atomically(folder / "config.json", R"({"model_type":"qwen2"})");
        QCOMPARE(ids(), text);
        write_file_atomically(folder / "config.json", R"({"model_type":"llama"})");
        write_file_atomically(folder / "tokenizer_config.json", R"({"add_bos_token":false})");
        QCOMPARE(ids(), text);
    }

    /// An answer loses the space that its first word would have; a text that is continued keeps it.
    void text_behind_a_prompt() {
        const Tokenizer tokenizer = golden_.variant("legacy");
        const Ids ids = ids_of(tokenizer, "the film\n\u4e2d <s> x");
        QCOMPARE(text_of(tokenizer, ids), std::string("the film\n\u4e2d   x"));
        QCOMPARE(text_of(tokenizer, ids, false), std::string(" the film\n\u4e2d   x"));
        const Tokenizer never = golden_.variant("never");
        QCOMPARE(text_of(never, ids_of(never, " the film")), std::string(" the film"));
    }

    void invalid_utf8_reads_as_replacement_characters() {
        for (const char* name : {"legacy", "first", "crossing", "no bytes"})
            check_invalid_utf8(golden_.variant(name));
    }

    /// A text is one word, so that merging it must not be quadratic in it.
    void long_texts_take_no_longer() {
        for (const char* name : {"legacy", "crossing", "always, split", "added"})
            for (const char* unit : {"a", " ", " the", "\u00e9", "\u2581", "\n", "th"})
                check_long_text(golden_.variant(name), unit, 1u << 17);
    }

    void refuses_data() {
        add_refusal_columns();
        const auto row = add_refusal;
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
    void refuses() { check_refusal(golden_.whole("legacy")); }

    void growing_texts_end() { check_growing_text_ends(golden_.whole("legacy")); }

    void threads_agree() { golden_.check_threads("legacy", "always, split"); }
};

QTEST_GUILESS_MAIN(SentencePieceTest)
#include "sentencepiece_test.moc"
