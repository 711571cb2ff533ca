#include "data/tokenize/tokenizer_file.h"

#include "base/error.h"
#include "base/files/contained_file.h"
#include "base/hash.h"
#include "base/json.h"
#include "data/tokenize/tokenizer_vocabulary.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace tunedesk::data {

namespace {

constexpr std::uint64_t file_limit = 64u << 20;
constexpr std::size_t template_limit = 64;

[[noreturn]] void other_kind(const std::string& what, const std::string& where) {
    throw Error(4202, fmt::format("the tokenizer is of another kind: {}", what), where,
                "use a model with a WordPiece tokenizer, such as BERT or DistilBERT");
}

/// A value inside the file, with its path for errors.
class Node {
public:
    Node(const Json& value, std::string where) : value_(value), where_(std::move(where)) {}

    [[noreturn]] void damaged(const std::string& what) const {
        throw Error(4201, "damaged tokenizer: " + what, where_, "fetch the model again");
    }
    bool has(const char* key) const { return value_.is_object() && value_.contains(key); }
    bool is_null() const { return value_.is_null(); }
    Node at(const char* key) const {
        if (!value_.is_object()) damaged("not an object");
        const auto found = value_.find(key);
        if (found == value_.end()) damaged(fmt::format("\"{}\" is missing", key));
        return {*found, where_ + "." + key};
    }
    Node at(std::size_t index) const {
        if (!value_.is_array() || index >= value_.size()) damaged("too few elements");
        return {value_[index], fmt::format("{}[{}]", where_, index)};
    }
    std::size_t array_size() const {
        if (!value_.is_array()) damaged("not a list");
        return value_.size();
    }
    const Json& object() const {
        if (!value_.is_object()) damaged("not an object");
        return value_;
    }
    const std::string& text() const {
        if (!value_.is_string()) damaged("not a text");
        return value_.get_ref<const std::string&>();
    }
    bool flag() const {
        if (!value_.is_boolean()) damaged("neither true nor false");
        return value_.get<bool>();
    }
    std::uint64_t number() const {
        if (!value_.is_number_unsigned()) damaged("not a number from 0");
        return value_.get<std::uint64_t>();
    }
    std::int32_t id() const {
        const std::uint64_t id = number();
        if (id >= Vocabulary::id_limit) damaged(fmt::format("the id {} is too large", id));
        return static_cast<std::int32_t>(id);
    }
    std::string type() const { return has("type") ? at("type").text() : "of no name"; }
    const std::string& where() const { return where_; }

private:
    const Json& value_;
    std::string where_;
};

Normalizer::Options read_normalizer(const Node& node) {
    if (node.is_null()) return {false, false, false, false};
    if (node.type() != "BertNormalizer") other_kind("normalizer " + node.type(), node.where());
    Normalizer::Options options;
    options.clean_text = node.at("clean_text").flag();
    options.chinese_chars = node.at("handle_chinese_chars").flag();
    options.lowercase = node.at("lowercase").flag();
    options.strip_accents = options.lowercase;
    if (node.has("strip_accents") && !node.at("strip_accents").is_null())
        options.strip_accents = node.at("strip_accents").flag();
    return options;
}

void read_model(const Node& node, Vocabulary& vocabulary, TokenizerFile& file) {
    const bool untyped = !node.has("type") && node.has("max_input_chars_per_word");
    if (!untyped && node.type() != "WordPiece") other_kind(node.type(), node.where());
    const Node vocab = node.at("vocab");
    vocabulary.reserve(vocab.object().size());
    for (const auto& [text, id] : vocab.object().items()) {
        if (!id.is_number_unsigned() || id.get<std::uint64_t>() >= Vocabulary::id_limit)
            vocab.damaged(fmt::format("\"{}\" has no id from 0 below {}", text, Vocabulary::id_limit));
        if (!vocabulary.add(text, id.get<std::int32_t>()))
            vocab.damaged(fmt::format("the vocabulary is too large, or a token longer than {} bytes",
                                      Vocabulary::token_limit));
    }
    file.prefix = node.at("continuing_subword_prefix").text();
    file.max_chars_per_word = static_cast<std::size_t>(node.at("max_input_chars_per_word").number());
    const Node unknown = node.at("unk_token");
    const auto id = vocabulary.find(unknown.text());
    if (!id) unknown.damaged(fmt::format("the vocabulary lacks \"{}\"", unknown.text()));
    file.unknown_id = *id;
}

void read_added_tokens(const Node& node, Vocabulary& vocabulary, TokenizerFile& file) {
    if (node.is_null()) return;
    for (std::size_t i = 0; i < node.array_size(); ++i) {
        const Node item = node.at(i);
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

TemplatePart special_part(std::vector<std::int32_t> ids, std::uint8_t type_id) {
    return {TemplatePart::Kind::special, std::move(ids), type_id};
}

TemplatePart text_part(bool second, std::uint8_t type_id) {
    return {second ? TemplatePart::Kind::second_text : TemplatePart::Kind::first_text, {}, type_id};
}

std::vector<TemplatePart> read_template(const Node& node, const Node& special_tokens) {
    std::vector<TemplatePart> parts;
    const auto type_id = [](const Node& part) {
        const std::uint64_t id = part.at("type_id").number();
        if (id > 1) other_kind(fmt::format("type id {}", id), part.where());
        return static_cast<std::uint8_t>(id);
    };
    if (node.array_size() > template_limit || special_tokens.object().size() > template_limit)
        other_kind("a template of many parts", node.where());
    for (std::size_t i = 0; i < node.array_size(); ++i) {
        const Node item = node.at(i);
        if (item.has("Sequence")) {
            const Node part = item.at("Sequence");
            const std::string& name = part.at("id").text();
            if (name != "A" && name != "B") part.damaged("neither text A nor B");
            parts.push_back(text_part(name == "B", type_id(part)));
            continue;
        }
        const Node part = item.at("SpecialToken");
        const Node ids = special_tokens.at(part.at("id").text().c_str()).at("ids");
        std::vector<std::int32_t> list;
        for (std::size_t k = 0; k < ids.array_size(); ++k)
            list.push_back(ids.at(k).id());
        parts.push_back(special_part(std::move(list), type_id(part)));
    }
    return parts;
}

void read_post_processor(const Node& node, TokenizerFile& file) {
    if (node.is_null()) {
        file.single = {text_part(false, 0)};
        file.pair = {text_part(false, 0), text_part(true, 1)};
    } else if (node.type() == "BertProcessing") {
        set_bert_template(file, node.at("cls").at(1).id(), node.at("sep").at(1).id());
    } else if (node.type() == "TemplateProcessing") {
        file.single = read_template(node.at("single"), node.at("special_tokens"));
        file.pair = read_template(node.at("pair"), node.at("special_tokens"));
    } else {
        other_kind("post-processor " + node.type(), node.where());
    }
}

} // namespace

void set_bert_template(TokenizerFile& file, std::int32_t cls, std::int32_t sep) {
    file.single = {special_part({cls}, 0), text_part(false, 0), special_part({sep}, 0)};
    file.pair = {special_part({cls}, 0), text_part(false, 0), special_part({sep}, 0), text_part(true, 1),
                 special_part({sep}, 1)};
}

void finish(TokenizerFile& file, Vocabulary& vocabulary, const std::string& where) {
    file.vocab_size = vocabulary.size();
    for (const auto* parts : {&file.single, &file.pair}) {
        int texts[2] = {}, last_type = 0;
        std::size_t specials = 0;
        for (const TemplatePart& part : *parts) {
            if (part.kind != TemplatePart::Kind::special)
                ++texts[part.kind == TemplatePart::Kind::second_text];
            specials += part.ids.size();
            for (const std::int32_t id : part.ids)
                if (id >= file.vocab_size)
                    throw Error(4201, fmt::format("damaged tokenizer: the vocabulary lacks id {}", id), where,
                                "fetch the model again");
            if (part.type_id < last_type) other_kind("type ids that are not zeros and then ones", where);
            last_type = part.type_id;
        }
        if (texts[0] != 1 || texts[1] != (parts == &file.pair ? 1 : 0) || specials > template_limit)
            other_kind("a template that does not hold each text once", where);
    }
    file.pad_id = vocabulary.find("[PAD]").value_or(file.pad_id);
    file.vocab = vocabulary.take();
}

namespace {

/// tokenizer_config.json beside tokenizer.json.
struct Settings {
    Json json;
    std::string where;
    bool of_bert = true; ///< of its tokenizer classes, which replace settings of the normalizer
};

Settings read_settings(const fs::path& path) {
    Settings settings{parse_json(read_file(path, 4200, file_limit), path.string(), 4201, {file_limit, 64}),
                      path.string(), true};
    const std::string kind = text_field(settings.json, "tokenizer_class");
    settings.of_bert =
        kind.empty() || kind.starts_with("BertTokenizer") || kind.starts_with("DistilBertTokenizer");
    return settings;
}

/// BertTokenizerFast puts tokenizer_config.json's settings, or its own defaults, over tokenizer.json's
/// normalizer.
void take_normalizer(const Settings& settings, TokenizerFile& file) {
    const Node node(settings.json, settings.where);
    const auto flag = [&](const char* key, bool otherwise) {
        return node.has(key) && !node.at(key).is_null() ? node.at(key).flag() : otherwise;
    };
    Normalizer::Options options = file.normalizer;
    options.lowercase = flag("do_lower_case", true);
    options.strip_accents = flag("strip_accents", options.lowercase);
    options.chinese_chars = flag("tokenize_chinese_chars", true);
    if (options == file.normalizer) return;
    file.normalizer = options;
    const bool looks_for_normal_forms = std::any_of(file.added.begin(), file.added.end(),
                                                    [](const AddedToken& token) { return token.normalized; });
    file.identity =
        content_hash(fmt::format("{} {} {} {}{}", file.identity, options.lowercase, options.strip_accents,
                                 options.chinese_chars, looks_for_normal_forms ? " own" : ""));
}

TokenizerFile parse(std::string_view text, const std::string& where, const Settings* settings) {
    const Json json = parse_json(text, where, 4201, {file_limit, 64});
    const Node root(json, where);
    TokenizerFile file;
    Vocabulary vocabulary;
    const auto part = [&](const char* key) {
        static const Json absent;
        return root.has(key) ? root.at(key) : Node(absent, where + "." + key);
    };
    if (root.has("version") && root.at("version").text() != "1.0") root.at("version").damaged("not 1.0");
    read_model(root.at("model"), vocabulary, file);
    file.normalizer = file.token_normalizer = read_normalizer(part("normalizer"));
    const Node splitter = part("pre_tokenizer");
    if (splitter.is_null() || splitter.type() != "BertPreTokenizer")
        other_kind("pre-tokenizer " + (splitter.is_null() ? "null" : splitter.type()), splitter.where());
    read_added_tokens(part("added_tokens"), vocabulary, file);
    const std::size_t own_tokens = file.added.size();
    if (settings) add_configured_tokens(settings->json, settings->where, settings->of_bert, vocabulary, file);
    read_post_processor(part("post_processor"), file);
    if (const Node padding = part("padding"); padding.has("pad_id")) file.pad_id = padding.at("pad_id").id();
    finish(file, vocabulary, where);
    file.identity = content_hash(text);
    if (file.added.size() > own_tokens) file.identity = content_hash(file.identity + identity_of(file.added));
    if (settings && settings->of_bert) take_normalizer(*settings, file);
    return file;
}

} // namespace

TokenizerFile parse_tokenizer_json(std::string_view text, const std::string& where) {
    return parse(text, where, nullptr);
}

TokenizerFile read_tokenizer(const fs::path& folder) {
    std::error_code failed;
    for (const char* name : {"tokenizer.json", "tokenizer_config.json", "vocab.txt", "added_tokens.json"})
        if (fs::exists(fs::symlink_status(folder / name, failed))) contained_file(folder, name);
    const fs::path json = folder / "tokenizer.json", settings = folder / "tokenizer_config.json";
    if (fs::exists(json)) {
        std::optional<Settings> beside;
        if (fs::exists(settings)) beside = read_settings(settings);
        return parse(read_file(json, 4200, file_limit), json.string(), beside ? &*beside : nullptr);
    }
    if (fs::exists(folder / "vocab.txt")) return read_vocab_folder(folder);
    if (fs::exists(folder / "merges.txt")) other_kind("BPE (merges.txt)", folder.string());
    for (const char* name : {"spiece.model", "sentencepiece.bpe.model", "tokenizer.model"})
        if (fs::exists(folder / name)) other_kind(fmt::format("SentencePiece ({})", name), folder.string());
    throw Error(4200, "the folder holds no tokenizer", folder.string(),
                "put tokenizer.json, or vocab.txt with tokenizer_config.json, into it");
}

} // namespace tunedesk::data
