// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/configured_tokens.h"

#include "base/error.h"
#include "base/files/file.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tunedesk::data {

std::vector<std::string_view> universal_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        lines.push_back(text.substr(0, end));
        const bool both = text.substr(end, 2) == "\r\n";
        text.remove_prefix(std::min(end + (both ? 2 : 1), text.size()));
    }
    return lines;
}

std::optional<AddedToken> configured_token(const Json& value, const std::string& where) {
    AddedToken token;
    token.special = true;
    if (value.is_null()) return std::nullopt;
    if (value.is_string()) {
        token.content = value.get<std::string>();
        return token;
    }
    if (!value.is_object() || !value.contains("content") || !value["content"].is_string())
        damaged_tokenizer("a special token is neither a text nor an object with a content", where);
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
    Json json = parse_json(read_file(path, ErrorId::tokenizer_unreadable, 4u << 20), path.string(),
                           ErrorId::tokenizer_damaged, {4u << 20, 64});
    if (!json.is_object()) damaged_tokenizer("not an object", path.string());
    return json;
}

namespace {

struct RoleDefault {
    const char* role;
    const char* token[8]; ///< default of each class except `other`; null: none
};

/// In the order in which transformers adds them.
constexpr RoleDefault role_defaults[] = {
    {"bos_token", {nullptr, "<s>", "<|endoftext|>", "<s>", "<bos>", "[CLS]", nullptr, "[CLS]"}},
    {"eos_token", {nullptr, "</s>", "<|endoftext|>", "</s>", "<eos>", "[SEP]", "</s>", "[SEP]"}},
    {"unk_token", {"[UNK]", "<unk>", "<|endoftext|>", "<unk>", "<unk>", "<unk>", "<unk>", "[UNK]"}},
    {"sep_token", {"[SEP]", "</s>", nullptr, nullptr, nullptr, "[SEP]", nullptr, "[SEP]"}},
    {"pad_token", {"[PAD]", "<pad>", nullptr, nullptr, "<pad>", "<pad>", "<pad>", "[PAD]"}},
    {"cls_token", {"[CLS]", "<s>", nullptr, nullptr, nullptr, "[CLS]", nullptr, "[CLS]"}},
    {"mask_token", {"[MASK]", "<mask>", nullptr, nullptr, nullptr, "[MASK]", nullptr, "[MASK]"}}};

const char* default_token(const RoleDefault& role, TokenizerClass of) {
    return of == TokenizerClass::other ? nullptr : role.token[static_cast<std::size_t>(of)];
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

/// Adds T5Tokenizer's `extra_ids` tokens, if additional_special_tokens has none of them.
void add_sentinels(const Json& config, std::vector<AddedToken>& tokens) {
    constexpr std::size_t most_sentinels = 1000;
    if (std::ranges::any_of(tokens, [](const AddedToken& token) {
            return token.content.find("<extra_id_") != std::string::npos;
        }))
        return;
    const auto count = config.find("extra_ids");
    const std::size_t named =
        count != config.end() && count->is_number_unsigned() ? count->get<std::size_t>() : 100;
    for (std::size_t i = 0; i < std::min(named, most_sentinels); ++i) {
        tokens.emplace_back();
        tokens.back().content = fmt::format("<extra_id_{}>", i);
        tokens.back().special = true;
    }
}

/// The special tokens by their roles.
std::vector<AddedToken> role_tokens(const Json& config, const std::string& where, TokenizerClass of) {
    std::vector<AddedToken> tokens;
    if (const auto split = config.find("split_special_tokens"); split != config.end() && *split == true)
        throw Error(ErrorId::special_tokens_split, {}, where);
    for (const RoleDefault& role : role_defaults)
        if (auto token = role_token(config, where, of, role.role)) tokens.push_back(std::move(*token));
    if (const auto more = config.find("additional_special_tokens"); more != config.end() && more->is_array())
        for (const Json& value : *more)
            if (auto token = configured_token(value, where + ".additional_special_tokens"))
                tokens.push_back(std::move(*token));
    if (of == TokenizerClass::t5) add_sentinels(config, tokens);
    if (const auto more = config.find("extra_special_tokens"); more != config.end() && more->is_object())
        for (const auto& [name, value] : more->items())
            if (auto token = configured_token(value, where + ".extra_special_tokens." + name))
                tokens.push_back(std::move(*token));
    return tokens;
}

} // namespace

std::optional<AddedToken> role_token(const Json& config, const std::string& where, TokenizerClass of,
                                     std::string_view role) {
    const auto known = std::find_if(std::begin(role_defaults), std::end(role_defaults),
                                    [&](const RoleDefault& entry) { return entry.role == role; });
    const auto found = config.find(role);
    const bool named = found != config.end();
    const char* const otherwise = default_token(*known, of);
    if (!named && !otherwise) return std::nullopt;
    auto token = named ? configured_token(*found, where + "." + std::string(role))
                       : configured_token(Json(otherwise), where);
    // RobertaTokenizer's and AlbertTokenizer's mask token strips the space before it, unless an object
    // configures it differently.
    if (token && (of == TokenizerClass::roberta || of == TokenizerClass::albert) && role == "mask_token" &&
        !(named && found->is_object()))
        token->lstrip = true;
    return token;
}

std::vector<AddedToken> configured_tokens(const Json& config, const std::string& where, TokenizerClass of) {
    std::vector<AddedToken> tokens;
    std::set<std::string> seen;
    for (auto list : {decoder_tokens(config, where), role_tokens(config, where, of)})
        for (AddedToken& token : list)
            if (seen.insert(token.content).second) tokens.push_back(std::move(token));
    return tokens;
}

void check_added_tokens_file(const fs::path& folder, const Vocabulary& vocabulary,
                             const std::vector<AddedToken>& described) {
    std::set<std::string> contents;
    for (const AddedToken& token : described)
        contents.insert(token.content);
    const Json added = read_json_object(folder / "added_tokens.json");
    for (const auto& [content, id] : added.items())
        if (!vocabulary.find(content) && !contents.contains(content))
            throw Error(ErrorId::added_tokens_undescribed, {}, (folder / "added_tokens.json").string());
}

void check_added_ids(const fs::path& folder, const Vocabulary& vocabulary) {
    const fs::path path = folder / "added_tokens.json";
    const Json added = read_json_object(path);
    for (const auto& [content, id] : added.items())
        if (const auto ours = vocabulary.find(content);
            ours && (!id.is_number_integer() || id.get<std::int64_t>() != *ours))
            throw Error(ErrorId::added_tokens_reordered, {}, path.string());
}

void add_configured_tokens(const Json& config, const std::string& where, TokenizerClass of,
                           Vocabulary& vocabulary, TokenizerFile& file) {
    const auto require = [&](const std::string& fault) {
        if (!fault.empty()) damaged_tokenizer(fault, where);
    };
    for (const AddedToken& token : decoder_tokens(config, where))
        require(vocabulary.add_configured(token, file.added));
    for (const AddedToken& token : role_tokens(config, where, of))
        if (!vocabulary.has_added(token.content)) require(vocabulary.add_token(token, file.added));
}

std::string identity_of(const std::vector<AddedToken>& added) {
    std::string text;
    for (const AddedToken& token : added)
        text += fmt::format(" {} {} {}{}{}{}", token.content, token.id, token.single_word, token.lstrip,
                            token.rstrip, token.normalized);
    return text;
}

} // namespace tunedesk::data
