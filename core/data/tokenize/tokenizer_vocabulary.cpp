#include "data/tokenize/tokenizer_vocabulary.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tunedesk::data {

void Vocabulary::reserve(std::size_t count) {
    pieces_.reserve(count);
    index_.reserve(count);
}

bool Vocabulary::add(const std::string& text, std::int32_t id) {
    bytes_ += text.size();
    if (text.size() > token_limit || bytes_ > total_limit) return false;
    size_ = std::max(size_, id + 1);
    const auto [found, is_new] = index_.emplace(text, pieces_.size());
    if (is_new)
        pieces_.push_back({text, id});
    else
        pieces_[found->second].id = id;
    return true;
}

std::optional<std::int32_t> Vocabulary::find(const std::string& text) const {
    if (const auto token = added_.find(text); token != added_.end()) return token->second.id;
    if (const auto found = index_.find(text); found != index_.end()) return pieces_[found->second].id;
    return std::nullopt;
}

namespace {

bool same_flags(const AddedToken& a, const AddedToken& b) {
    return a.single_word == b.single_word && a.lstrip == b.lstrip && a.rstrip == b.rstrip &&
           a.normalized == b.normalized && a.special == b.special;
}

} // namespace

std::string Vocabulary::add_configured(const AddedToken& token, std::vector<AddedToken>& added) {
    const auto found = added_.find(token.content);
    if (found == added_.end()) return add_token(token, added);
    if (found->second.special || same_flags(found->second, token)) return "";
    added.push_back(token);
    added.back().id = found->second.id;
    return "";
}

std::string Vocabulary::add_token(AddedToken token, std::vector<AddedToken>& added) {
    if (token.content.empty()) return "";
    bytes_ += token.content.size();
    if (token.content.size() > token_limit || bytes_ > total_limit) return "the added token is too long";
    if (const auto found = added_.find(token.content); found != added_.end())
        return same_flags(found->second, token) ? "" : fmt::format("\"{}\" is added twice", token.content);
    if (!next_id_) next_id_ = static_cast<std::int32_t>(pieces_.size());
    const auto id = find(token.content);
    token.id = id ? *id : (*next_id_)++;
    if (static_cast<std::uint64_t>(token.id) >= id_limit) return "too many added tokens";
    size_ = std::max(size_, token.id + 1);
    added_.emplace(token.content, token);
    added.push_back(std::move(token));
    return "";
}

std::vector<WordPiece::Piece> Vocabulary::take() {
    index_.clear();
    return std::move(pieces_);
}

namespace {

/// The lines as Python's universal newlines give them: \n, \r\n or \r end one.
std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        lines.push_back(text.substr(0, end));
        const bool both = text.substr(end, 2) == "\r\n";
        text.remove_prefix(std::min(end + (both ? 2 : 1), text.size()));
    }
    return lines;
}

/// A special token as the configuration writes it: its text, or an object with its flags.
std::optional<AddedToken> configured_token(const Json& value, const std::string& where) {
    AddedToken token;
    token.special = true;
    if (value.is_null()) return std::nullopt;
    if (value.is_string()) {
        token.content = value.get<std::string>();
        return token;
    }
    if (!value.is_object() || !value.contains("content") || !value["content"].is_string())
        throw Error(4201, "damaged tokenizer: a special token is neither a text nor an object with a content",
                    where, "fetch the model again");
    const auto flag = [&](const char* key, bool otherwise) {
        const auto found = value.find(key);
        return found != value.end() && found->is_boolean() ? found->get<bool>() : otherwise;
    };
    token.content = value["content"].get<std::string>();
    token.single_word = flag("single_word", false);
    token.lstrip = flag("lstrip", false);
    token.rstrip = flag("rstrip", false);
    token.special = flag("special", true);
    token.normalized = flag("normalized", !token.special);
    return token;
}

Json read_json_object(const fs::path& path) {
    if (!fs::exists(path)) return Json::object();
    Json json = parse_json(read_file(path, 4200, 4u << 20), path.string(), 4201, {4u << 20, 64});
    if (!json.is_object())
        throw Error(4201, "damaged tokenizer: not an object", path.string(), "fetch the model again");
    return json;
}

bool configured_flag(const Json& config, const char* key, bool otherwise, const std::string& where) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null()) return otherwise;
    if (!found->is_boolean())
        throw Error(4201, "damaged tokenizer: neither true nor false", where + "." + key);
    return found->get<bool>();
}

/// The tokens of `added_tokens_decoder` in the order of their ids.
std::vector<AddedToken> decoder_tokens(const Json& config, const std::string& where) {
    std::vector<std::pair<long, AddedToken>> numbered;
    if (const auto decoder = config.find("added_tokens_decoder");
        decoder != config.end() && decoder->is_object())
        for (const auto& [id, value] : decoder->items())
            if (auto token = configured_token(value, where + ".added_tokens_decoder." + id))
                numbered.emplace_back(std::strtol(id.c_str(), nullptr, 10), std::move(*token));
    std::stable_sort(numbered.begin(), numbered.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<AddedToken> tokens;
    for (auto& [id, token] : numbered)
        tokens.push_back(std::move(token));
    return tokens;
}

/// The special tokens by their roles. `defaults`: BertTokenizer's where the configuration names none.
std::vector<AddedToken> role_tokens(const Json& config, const std::string& where, bool defaults) {
    std::vector<AddedToken> tokens;
    const auto add = [&](std::optional<AddedToken> token) {
        if (token) tokens.push_back(std::move(*token));
    };
    const std::pair<const char*, const char*> roles[] = {
        {"bos_token", nullptr}, {"eos_token", nullptr}, {"unk_token", "[UNK]"},  {"sep_token", "[SEP]"},
        {"pad_token", "[PAD]"}, {"cls_token", "[CLS]"}, {"mask_token", "[MASK]"}};
    for (const auto& [role, otherwise] : roles) {
        const auto found = config.find(role);
        if (found != config.end())
            add(configured_token(*found, where + "." + role));
        else if (otherwise && defaults)
            add(configured_token(Json(otherwise), where));
    }
    if (const auto more = config.find("additional_special_tokens"); more != config.end() && more->is_array())
        for (const Json& value : *more)
            add(configured_token(value, where + ".additional_special_tokens"));
    return tokens;
}

/// Both, each content once.
std::vector<AddedToken> configured_tokens(const Json& config, const std::string& where) {
    std::vector<AddedToken> tokens;
    std::set<std::string> seen;
    for (auto list : {decoder_tokens(config, where), role_tokens(config, where, true)})
        for (AddedToken& token : list)
            if (seen.insert(token.content).second) tokens.push_back(std::move(token));
    return tokens;
}

} // namespace

void add_configured_tokens(const Json& config, const std::string& where, bool defaults,
                           Vocabulary& vocabulary, TokenizerFile& file) {
    const auto require = [&](const std::string& fault) {
        if (!fault.empty()) throw Error(4201, "damaged tokenizer: " + fault, where, "fetch the model again");
    };
    for (const AddedToken& token : decoder_tokens(config, where))
        require(vocabulary.add_configured(token, file.added));
    for (const AddedToken& token : role_tokens(config, where, defaults))
        if (!vocabulary.has_added(token.content)) require(vocabulary.add_token(token, file.added));
}

std::string identity_of(const std::vector<AddedToken>& added) {
    std::string text;
    for (const AddedToken& token : added)
        text += fmt::format(" {} {} {}{}{}{}", token.content, token.id, token.single_word, token.lstrip,
                            token.rstrip, token.normalized);
    return text;
}

TokenizerFile read_vocab_folder(const fs::path& folder) {
    const fs::path vocab_path = folder / "vocab.txt", config_path = folder / "tokenizer_config.json";
    const std::string where = config_path.string();
    const std::string text = read_file(vocab_path, 4200, Vocabulary::total_limit * 2);
    if (const auto byte = find_invalid_utf8(text))
        throw Error(4201, fmt::format("damaged tokenizer: byte {} is not UTF-8", *byte), vocab_path.string(),
                    "fetch the model again");
    const Json config = read_json_object(config_path);
    TokenizerFile file;
    Vocabulary vocabulary;
    const auto damaged = [&](const std::string& what, const std::string& place) {
        throw Error(4201, "damaged tokenizer: " + what, place, "fetch the model again");
    };
    const auto lines = lines_of(text);
    if (lines.size() >= Vocabulary::id_limit) damaged("too many tokens", vocab_path.string());
    vocabulary.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (!vocabulary.add(std::string(lines[i]), static_cast<std::int32_t>(i)))
            damaged(fmt::format("the vocabulary is too large, or a token longer than {} bytes",
                                Vocabulary::token_limit),
                    fmt::format("{}:{}", vocab_path.string(), i + 1));

    file.normalizer.lowercase = configured_flag(config, "do_lower_case", true, where);
    file.normalizer.chinese_chars = configured_flag(config, "tokenize_chinese_chars", true, where);
    file.normalizer.strip_accents =
        configured_flag(config, "strip_accents", file.normalizer.lowercase, where);
    file.token_normalizer = file.normalizer;
    const auto tokens = configured_tokens(config, where);
    std::set<std::string> described;
    for (const AddedToken& token : tokens)
        described.insert(token.content);
    const Json added = read_json_object(folder / "added_tokens.json");
    for (const auto& [content, id] : added.items()) {
        if (!vocabulary.find(content) && !described.contains(content))
            throw Error(4202, "added_tokens.json holds tokens that tokenizer_config.json does not describe",
                        (folder / "added_tokens.json").string(),
                        "save the tokenizer again with transformers: it then writes tokenizer.json");
    }
    const auto role_id = [&](const char* role, const char* otherwise) {
        const auto found = config.find(role);
        const auto token = found == config.end() ? std::nullopt : configured_token(*found, where);
        const std::string content = token ? token->content : otherwise;
        const auto id = vocabulary.find(content);
        if (!id) damaged(fmt::format("the vocabulary lacks \"{}\"", content), vocab_path.string());
        return *id;
    };
    file.unknown_id = role_id("unk_token", "[UNK]");
    set_bert_template(file, role_id("cls_token", "[CLS]"), role_id("sep_token", "[SEP]"));
    for (const AddedToken& token : tokens)
        if (const std::string fault = vocabulary.add_token(token, file.added); !fault.empty())
            damaged(fault, where);
    file.pad_id = role_id("pad_token", "[PAD]");
    const std::int32_t pad_id = file.pad_id;
    finish(file, vocabulary, where);
    file.pad_id = pad_id;

    ContentHash hash;
    hash.update("vocab.txt").update(text);
    hash.update(fmt::format("{}{}{} {} {} {}", file.normalizer.lowercase, file.normalizer.chinese_chars,
                            file.normalizer.strip_accents, file.unknown_id, file.single.front().ids[0],
                            file.single.back().ids[0]));
    file.identity = hash.update(identity_of(file.added)).hex();
    return file;
}

} // namespace tunedesk::data
