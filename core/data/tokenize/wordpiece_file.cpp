// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/wordpiece_file.h"

#include "base/error.h"
#include "base/files/file.h"
#include "base/hash.h"
#include "base/phrase.h"
#include "base/text.h"
#include "data/tokenize/configured_tokens.h"
#include "data/tokenize/tokenizer_template.h"

#include <fmt/format.h>

namespace tunedesk::data {

namespace {

Normalizer::Options read_normalizer(const TokenizerNode& node) {
    if (node.is_null()) return {false, false, false, false};
    if (node.type() != "BertNormalizer") other_kind("normalizer " + node.type(), node.where());
    Normalizer::Options options;
    options.clean_text = node.at("clean_text").flag();
    options.chinese_chars = node.at("handle_chinese_chars").flag();
    options.lowercase = node.at("lowercase").flag();
    options.strip_accents = node.flag("strip_accents", options.lowercase);
    return options;
}

bool configured_flag(const Json& config, const char* key, bool otherwise, const std::string& where) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null()) return otherwise;
    if (!found->is_boolean())
        throw Error(ErrorId::tokenizer_damaged,
                    {TUNEDESK_TRANSLATABLE("ErrorDetail", "neither true nor false")}, where + "." + key);
    return found->get<bool>();
}

} // namespace

bool is_wordpiece(const TokenizerNode& model) {
    return model.has("type") ? model.type() == "WordPiece" : model.has("max_input_chars_per_word");
}

WordPieceSettings read_wordpiece(const TokenizerNode& model, const TokenizerNode& normalizer,
                                 const TokenizerNode& splitter, Vocabulary& vocabulary) {
    WordPieceSettings settings;
    vocabulary.read(model.at("vocab"));
    settings.prefix = model.at("continuing_subword_prefix").text();
    settings.max_chars_per_word = static_cast<std::size_t>(model.at("max_input_chars_per_word").number());
    const TokenizerNode unknown = model.at("unk_token");
    const auto id = vocabulary.find(unknown.text());
    if (!id) unknown.damaged(fmt::format("the vocabulary lacks \"{}\"", unknown.text()));
    settings.unknown_id = *id;
    settings.normalizer = read_normalizer(normalizer);
    if (splitter.is_null() || splitter.type() != "BertPreTokenizer")
        other_kind("pre-tokenizer " + (splitter.is_null() ? "null" : splitter.type()), splitter.where());
    return settings;
}

TokenizerFile read_vocab_folder(const fs::path& folder) {
    const fs::path vocab_path = folder / "vocab.txt", config_path = folder / "tokenizer_config.json";
    const std::string where = config_path.string();
    const std::string text =
        read_file(vocab_path, ErrorId::tokenizer_unreadable, Vocabulary::total_limit * 2);
    if (const auto byte = find_invalid_utf8(text))
        damaged_tokenizer(fmt::format("byte {} is not UTF-8", *byte), vocab_path.string());
    const Json config = read_json_object(config_path);
    TokenizerFile file;
    Vocabulary vocabulary;
    const auto lines = universal_lines(text);
    if (lines.size() >= Vocabulary::id_limit) damaged_tokenizer("too many tokens", vocab_path.string());
    vocabulary.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (!vocabulary.add(std::string(lines[i]), static_cast<std::int32_t>(i)))
            damaged_tokenizer(fmt::format("the vocabulary is too large, or a token longer than {} bytes",
                                          Vocabulary::token_limit),
                              fmt::format("{}:{}", vocab_path.string(), i + 1));

    WordPieceSettings settings;
    Normalizer::Options& normalizer = settings.normalizer;
    normalizer.lowercase = configured_flag(config, "do_lower_case", true, where);
    normalizer.chinese_chars = configured_flag(config, "tokenize_chinese_chars", true, where);
    normalizer.strip_accents = configured_flag(config, "strip_accents", normalizer.lowercase, where);
    file.token_normalizer = normalizer;
    const auto tokens = configured_tokens(config, where, TokenizerClass::bert);
    check_added_tokens_file(folder, vocabulary, tokens);
    const auto role_id = [&](const char* role, const char* otherwise) {
        const auto found = config.find(role);
        const auto token = found == config.end() ? std::nullopt : configured_token(*found, where);
        const std::string content = token ? token->content : otherwise;
        const auto id = vocabulary.find(content);
        if (!id) damaged_tokenizer(fmt::format("the vocabulary lacks \"{}\"", content), vocab_path.string());
        return *id;
    };
    settings.unknown_id = role_id("unk_token", "[UNK]");
    set_bert_template(file, role_id("cls_token", "[CLS]"), role_id("sep_token", "[SEP]"));
    for (const AddedToken& token : tokens)
        if (const std::string fault = vocabulary.add_token(token, file.added); !fault.empty())
            damaged_tokenizer(fault, where);
    check_added_ids(folder, vocabulary);
    file.pad_id = role_id("pad_token", "[PAD]");
    const std::int32_t pad_id = file.pad_id;
    file.kind = settings;
    finish(file, vocabulary, where);
    file.pad_id = pad_id;

    ContentHash hash;
    hash.update("vocab.txt").update(text);
    hash.update(fmt::format("{}{}{} {} {} {}", normalizer.lowercase, normalizer.chinese_chars,
                            normalizer.strip_accents, settings.unknown_id, file.single.front().ids[0],
                            file.single.back().ids[0]));
    file.identity = hash.update(identity_of(file.added)).hex();
    return file;
}

} // namespace tunedesk::data
