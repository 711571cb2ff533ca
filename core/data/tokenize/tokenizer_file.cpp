// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/tokenizer_file.h"

#include "base/error.h"
#include "base/files/contained_file.h"
#include "base/files/unreadable.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/phrase.h"
#include "data/tokenize/byte_level_file.h"
#include "data/tokenize/configured_tokens.h"
#include "data/tokenize/sentencepiece/sentencepiece_file.h"
#include "data/tokenize/tokenizer_template.h"
#include "data/tokenize/unigram/unigram_file.h"
#include "data/tokenize/wordpiece_file.h"
#include "data/tokenize/words/word_level_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::uint64_t file_limit = 64u << 20;

void read_added_tokens(const TokenizerNode& node, Vocabulary& vocabulary, TokenizerFile& file) {
    if (node.is_null()) return;
    for (std::size_t i = 0; i < node.array_size(); ++i) {
        const TokenizerNode item = node.at(i);
        const auto flag = [&](const char* key) { return item.has(key) && item.at(key).flag(); };
        AddedToken token;
        token.content = item.at("content").text();
        token.single_word = flag("single_word");
        token.lstrip = flag("lstrip");
        token.rstrip = flag("rstrip");
        token.special = flag("special");
        token.normalized = flag("normalized");
        if (const std::string fault = vocabulary.add_token(std::move(token), file.added); !fault.empty())
            item.damaged(fault);
    }
}

/// The settings of tokenizer_config.json in addition to tokenizer.json.
struct Settings {
    Json json;
    std::string where;
    std::string class_name; ///< in transformers; may be empty
};

Settings read_settings(const fs::path& path) {
    Settings settings{parse_json(read_file(path, ErrorId::tokenizer_unreadable, file_limit), path.string(),
                                 ErrorId::tokenizer_damaged, {file_limit, 64}),
                      path.string(),
                      {}};
    settings.class_name = text_field(settings.json, "tokenizer_class");
    return settings;
}

/// The class name that AutoTokenizer uses if tokenizer_config.json has none, or "": from the model's
/// config.json, else by its type, for the types whose class inserts a token before each text. Damaged files
/// are reported by the model's reader.
std::string class_of_model(const fs::path& folder) {
    std::error_code unknown;
    if (!fs::exists(folder / "config.json", unknown)) return {};
    try {
        const Json config = read_json_object(folder / "config.json");
        if (std::string name = text_field(config, "tokenizer_class"); !name.empty()) return name;
        const std::string type = text_field(config, "model_type");
        if (type == "llama" || type == "mistral") return "LlamaTokenizerFast";
        return type == "gemma" ? "GemmaTokenizerFast" : "";
    } catch (const Error&) {
        return {};
    }
}

TokenizerClass unigram_class_of(std::string_view name) {
    // for the tokens that it adds
    if (name.starts_with("XLMRobertaTokenizer")) return TokenizerClass::roberta;
    if (name.starts_with("AlbertTokenizer")) return TokenizerClass::albert;
    if (name.starts_with("T5Tokenizer")) return TokenizerClass::t5;
    if (name.starts_with("DebertaV2Tokenizer")) return TokenizerClass::deberta_v2;
    return TokenizerClass::other;
}

/// The class whose special tokens and settings apply in addition to tokenizer.json. If it is not named, the
/// class of the most similar model.
TokenizerClass class_of(const Settings& settings, const TokenizerFile& file,
                        const TokenizerNode& post_processor) {
    const std::string& name = settings.class_name;
    if (std::holds_alternative<WordLevelSettings>(file.kind)) return TokenizerClass::other;
    if (std::holds_alternative<UnigramSettings>(file.kind)) return unigram_class_of(name);
    if (std::holds_alternative<WordPieceSettings>(file.kind)) {
        const bool of_bert =
            name.empty() || name.starts_with("BertTokenizer") || name.starts_with("DistilBertTokenizer");
        return of_bert ? TokenizerClass::bert : TokenizerClass::other;
    }
    if (name.starts_with("GPT2Tokenizer")) return TokenizerClass::gpt2;
    if (name.starts_with("LlamaTokenizer")) return TokenizerClass::llama;
    if (name.starts_with("GemmaTokenizer")) return TokenizerClass::gemma;
    if (std::holds_alternative<SentencePieceSettings>(file.kind)) return TokenizerClass::other;
    const bool of_roberta =
        name.empty() ? post_processor.type() == "RobertaProcessing" : name.starts_with("RobertaTokenizer");
    return of_roberta ? TokenizerClass::roberta : TokenizerClass::other;
}

/// BertTokenizerFast overrides tokenizer.json's normalizer with the settings of tokenizer_config.json, or
/// with its own defaults.
void take_normalizer(const Settings& settings, WordPieceSettings& kind, TokenizerFile& file) {
    const TokenizerNode node(settings.json, settings.where);
    Normalizer::Options options = kind.normalizer;
    options.lowercase = node.flag("do_lower_case", true);
    options.strip_accents = node.flag("strip_accents", options.lowercase);
    options.chinese_chars = node.flag("tokenize_chinese_chars", true);
    if (options == kind.normalizer) return;
    kind.normalizer = options;
    const bool looks_for_normal_forms = std::any_of(file.added.begin(), file.added.end(),
                                                    [](const AddedToken& token) { return token.normalized; });
    file.identity =
        content_hash(fmt::format("{} {} {} {}{}", file.identity, options.lowercase, options.strip_accents,
                                 options.chinese_chars, looks_for_normal_forms ? " own" : ""));
}

/// Every fast tokenizer of transformers overrides the pre-tokenizer's `add_prefix_space`, by default with
/// false; RobertaTokenizerFast also overrides it and `trim_offsets` in the post-processor.
void take_prefix_space(const Settings& settings, TokenizerClass of, ByteLevelSettings& kind,
                       const TokenizerNode& post_processor, TokenizerFile& file) {
    const TokenizerNode node(settings.json, settings.where);
    const bool prefix = node.flag("add_prefix_space", false);
    if (of == TokenizerClass::roberta && file.trim && post_processor.type() != "Sequence")
        file.trim = OffsetTrim{node.flag("trim_offsets", true), prefix};
    if (kind.is_sequence || prefix == kind.add_prefix_space) return;
    kind.add_prefix_space = prefix;
    file.identity = content_hash(fmt::format("{} prefix {}", file.identity, prefix));
}

/// Llama's and Gemma's classes build the template from their own settings, by default with the first special
/// token before each text.
void take_template(const Settings& settings, TokenizerClass of, const Vocabulary& vocabulary,
                   TokenizerFile& file) {
    const TokenizerNode node(settings.json, settings.where);
    const auto ids = [&](const char* key, bool otherwise, const char* role) {
        std::vector<std::int32_t> list;
        if (!node.flag(key, otherwise)) return list;
        const auto token = role_token(settings.json, settings.where, of, role);
        const auto id = token ? vocabulary.find(token->content) : std::nullopt;
        if (!id) damaged_tokenizer(fmt::format("no {} is named", role), settings.where);
        list.push_back(*id);
        return list;
    };
    const auto before = ids("add_bos_token", true, "bos_token"),
               behind = ids("add_eos_token", false, "eos_token");
    set_enclosing_template(file, before, behind);
    file.trim.reset(); // belongs to the replaced post-processor
    file.identity = content_hash(fmt::format(
        "{} around {} {}", file.identity, before.empty() ? -1 : before[0], behind.empty() ? -1 : behind[0]));
}

/// The padding token of a BPE or Unigram: named in tokenizer_config.json, else in the file's `padding`, else
/// by its usual text. Returns whether there is one.
bool take_pad_token(const Settings* settings, TokenizerClass of, bool in_file, const Vocabulary& vocabulary,
                    TokenizerFile& file) {
    const auto named = settings ? role_token(settings->json, settings->where, of, "pad_token") : std::nullopt;
    if (!named && in_file) return true;
    const auto id = vocabulary.find(named ? named->content : "<pad>");
    if (id) file.pad_id = *id;
    return id.has_value();
}

void read_kind(const TokenizerNode& model, const TokenizerNode& normalizer, const TokenizerNode& splitter,
               const TokenizerNode& decoder, Vocabulary& vocabulary, TokenizerFile& file) {
    if (is_sentencepiece(model, splitter)) {
        file.kind = read_sentencepiece(model, normalizer, splitter, decoder, vocabulary);
    } else if (is_bpe(model)) {
        file.kind = read_byte_level(model, normalizer, splitter, vocabulary);
    } else if (is_wordpiece(model)) {
        WordPieceSettings settings = read_wordpiece(model, normalizer, splitter, vocabulary);
        file.token_normalizer = settings.normalizer;
        file.kind = std::move(settings);
    } else if (is_unigram(model)) {
        file.kind = read_unigram(model, normalizer, splitter, decoder, vocabulary);
    } else if (is_word_level(model)) {
        file.kind = read_word_level(model, normalizer, splitter, vocabulary);
    } else {
        other_kind(model.type(), model.where());
    }
}

/// `in_folder`: in a model's folder transformers applies the class's settings to byte-level BPE even without
/// tokenizer_config.json.
TokenizerFile parse(std::string_view text, const std::string& where, const Settings* settings,
                    bool in_folder) {
    const Json json = parse_json(text, where, ErrorId::tokenizer_damaged, {file_limit, 64});
    const TokenizerNode root(json, where);
    TokenizerFile file;
    Vocabulary vocabulary;
    const auto part = [&](const char* key) {
        static const Json absent;
        return root.has(key) ? root.at(key) : TokenizerNode(absent, where + "." + key);
    };
    if (root.has("version") && root.at("version").text() != "1.0")
        root.at("version").damaged(TUNEDESK_TRANSLATABLE("ErrorDetail", "not 1.0"));
    read_kind(root.at("model"), part("normalizer"), part("pre_tokenizer"), part("decoder"), vocabulary, file);
    read_added_tokens(part("added_tokens"), vocabulary, file);
    const std::size_t own_tokens = file.added.size();
    auto* const byte_level = std::get_if<ByteLevelSettings>(&file.kind);
    const Settings defaults{Json::object(), where, {}};
    if (byte_level && in_folder && !settings) settings = &defaults;
    const TokenizerNode post_processor = part("post_processor"), padding = part("padding");
    const TokenizerClass of = settings ? class_of(*settings, file, post_processor) : TokenizerClass::other;
    if (settings) add_configured_tokens(settings->json, settings->where, of, vocabulary, file);
    read_post_processor(post_processor, file);
    if (padding.has("pad_id")) file.pad_id = padding.at("pad_id").id();
    const bool is_any_bpe = byte_level || std::holds_alternative<SentencePieceSettings>(file.kind);
    bool has_pad = is_any_bpe || std::holds_alternative<UnigramSettings>(file.kind);
    if (has_pad)
        has_pad = take_pad_token(settings, of, padding.has("pad_id"), vocabulary, file) || is_any_bpe;
    const std::int32_t pad_id = file.pad_id;
    file.identity = content_hash(text);
    if (of == TokenizerClass::llama || of == TokenizerClass::gemma)
        take_template(*settings, of, vocabulary, file);
    finish(file, vocabulary, where);
    if (has_pad) file.pad_id = pad_id; // not that of a token that is called as WordPiece's
    if (file.added.size() > own_tokens) file.identity = content_hash(file.identity + identity_of(file.added));
    if (settings && byte_level) take_prefix_space(*settings, of, *byte_level, post_processor, file);
    if (auto* const kind = std::get_if<WordPieceSettings>(&file.kind); kind && of == TokenizerClass::bert)
        take_normalizer(*settings, *kind, file);
    return file;
}

} // namespace

TokenizerFile parse_tokenizer_json(std::string_view text, const std::string& where) {
    return parse(text, where, nullptr, false);
}

TokenizerFile read_tokenizer(const fs::path& folder) {
    std::error_code failed;
    for (const char* name : {"tokenizer.json", "tokenizer_config.json", "vocab.txt", "vocab.json",
                             "merges.txt", "added_tokens.json", "special_tokens_map.json"})
        if (fs::exists(fs::symlink_status(folder / name, failed))) contained_file(folder, name);
    require_not_hidden(ErrorId::tokenizer_unreadable, folder / "tokenizer.json");
    const fs::path json = folder / "tokenizer.json", settings = folder / "tokenizer_config.json";
    if (fs::exists(json)) {
        std::optional<Settings> beside;
        if (fs::exists(settings)) beside = read_settings(settings);
        if (!beside || beside->class_name.empty())
            if (std::string name = class_of_model(folder); !name.empty()) {
                if (!beside) beside = Settings{Json::object(), settings.string(), {}};
                beside->class_name = std::move(name);
            }
        return parse(read_file(json, ErrorId::tokenizer_unreadable, file_limit), json.string(),
                     beside ? &*beside : nullptr, true);
    }
    if (fs::exists(folder / "vocab.txt")) return read_vocab_folder(folder);
    if (fs::exists(folder / "merges.txt")) return read_merges_folder(folder);
    for (const char* name : {"spiece.model", "sentencepiece.bpe.model", "tokenizer.model"})
        if (fs::exists(folder / name)) other_kind(fmt::format("SentencePiece ({})", name), folder.string());
    throw Error(ErrorId::tokenizer_missing, {}, folder.string());
}

} // namespace tunedesk::data
