// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"
#include "base/hash.h"
#include "base/json_object.h"
#include "base/text.h"
#include "data/tokenize/byte_level_file.h"
#include "data/tokenize/configured_tokens.h"
#include "data/tokenize/tokenizer_template.h"

#include <fmt/format.h>
#include <set>
#include <unordered_set>

namespace tunedesk::data {

namespace {

constexpr const char *merges_name = "merges.txt", *additional = "additional_special_tokens";

/// tokenizer_config.json; without `added_tokens_decoder`, special_tokens_map.json takes precedence.
Json read_configuration(const fs::path& folder) {
    const Json config = read_json_object(folder / "tokenizer_config.json");
    if (config.contains("added_tokens_decoder")) return config;
    const Json map = read_json_object(folder / "special_tokens_map.json");
    Json merged = Json::object();
    std::unordered_set<std::string> named; // in the map
    for (const auto& [key, value] : map.items()) {
        named.insert(key);
        Json all = value;
        if (key == additional && value.is_array())
            if (const auto own = config.find(additional); own != config.end() && own->is_array())
                all.insert(all.begin(), own->begin(), own->end());
        append_member(merged, key, std::move(all));
    }
    for (const auto& [key, value] : config.items())
        if (!named.contains(key)) append_member(merged, key, value);
    return merged;
}

/// The class that reads the folder: named in tokenizer_config.json, else determined by config.json's model
/// type.
TokenizerClass class_of_folder(const fs::path& folder, const Json& config) {
    const std::string name = text_field(config, "tokenizer_class");
    const std::string model =
        name.empty() ? text_field(read_json_object(folder / "config.json"), "model_type") : std::string();
    if (name.starts_with("RobertaTokenizer") || model == "roberta") return TokenizerClass::roberta;
    if (name.starts_with("GPT2Tokenizer") || model == "gpt2") return TokenizerClass::gpt2;
    const std::string shown = !name.empty()    ? "of class " + name
                              : !model.empty() ? "of model type " + model
                                               : "of a class that no file names";
    other_kind(
        fmt::format("BPE ({}) {}; RobertaTokenizer and GPT2Tokenizer are supported", merges_name, shown),
        folder.string());
}

/// The first line is a version, and text after the last line end is ignored. A repeated merge keeps its first
/// rank.
std::vector<BpeMerge> read_merge_lines(std::string_view text, const Vocabulary& vocabulary,
                                       const std::string& where) {
    if (const auto byte = find_invalid_utf8(text))
        damaged_tokenizer(fmt::format("byte {} is not UTF-8", *byte), where);
    const bool ended = text.ends_with('\n') || text.ends_with('\r');
    auto lines = universal_lines(text);
    if (!ended && !lines.empty()) lines.pop_back();
    std::vector<BpeMerge> merges;
    std::set<std::pair<std::int32_t, std::int32_t>> seen;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto place = [&] { return fmt::format("{}:{}", where, i + 1); };
        constexpr const char* blanks = " \t\v\f";
        const std::size_t left = std::min(lines[i].find_first_not_of(blanks), lines[i].size());
        const std::size_t left_end = std::min(lines[i].find_first_of(blanks, left), lines[i].size());
        const std::size_t right = std::min(lines[i].find_first_not_of(blanks, left_end), lines[i].size());
        const std::size_t right_end = std::min(lines[i].find_first_of(blanks, right), lines[i].size());
        if (right == lines[i].size() ||
            lines[i].find_first_not_of(blanks, right_end) != std::string_view::npos)
            damaged_tokenizer("a merge is not two tokens with a space between them", place());
        const BpeMerge merge = merge_of(lines[i].substr(left, left_end - left),
                                        lines[i].substr(right, right_end - right), vocabulary, place);
        if (seen.emplace(merge.left, merge.right).second) merges.push_back(merge);
    }
    return merges;
}

} // namespace

TokenizerFile read_merges_folder(const fs::path& folder) {
    const fs::path vocab_path = folder / "vocab.json", merges_path = folder / merges_name;
    const std::string where = (folder / "tokenizer_config.json").string();
    if (!fs::exists(vocab_path)) other_kind("BPE (merges.txt) without vocab.json", folder.string());
    const Json config = read_configuration(folder);
    const TokenizerClass of = class_of_folder(folder, config);
    const std::uint64_t limit = Vocabulary::total_limit * 2;
    const std::string vocab_text = read_file(vocab_path, ErrorId::tokenizer_unreadable, limit);
    const std::string merges_text = read_file(merges_path, ErrorId::tokenizer_unreadable, limit);
    TokenizerFile file;
    Vocabulary vocabulary;
    const Json vocab = parse_json(vocab_text, vocab_path.string(), ErrorId::tokenizer_damaged, {limit, 64});
    read_bpe_vocabulary(TokenizerNode(vocab, vocab_path.string()), vocabulary);
    ByteLevelSettings settings;
    settings.byte_ids = byte_ids_of(vocabulary, vocab_path.string());
    settings.merges = read_merge_lines(merges_text, vocabulary, merges_path.string());
    const TokenizerNode node(config, where);
    settings.add_prefix_space = node.flag("add_prefix_space", false);

    const auto tokens = configured_tokens(config, where, of);
    check_added_tokens_file(folder, vocabulary, tokens);
    for (const AddedToken& token : tokens)
        if (const std::string fault = vocabulary.add_token(token, file.added); !fault.empty())
            damaged_tokenizer(fault, where);
    check_added_ids(folder, vocabulary);
    const auto role_id = [&](const char* role) {
        const auto token = role_token(config, where, of, role);
        const auto id = token ? vocabulary.find(token->content) : std::nullopt;
        if (!id) damaged_tokenizer(fmt::format("no {} is named", role), where);
        return *id;
    };
    if (of == TokenizerClass::roberta) {
        set_roberta_template(file, role_id("cls_token"), role_id("sep_token"));
        file.trim = OffsetTrim{node.flag("trim_offsets", true), settings.add_prefix_space};
    } else if (node.flag("add_bos_token", false)) {
        set_plain_template(file, {role_id("bos_token")});
    } else {
        set_plain_template(file);
    }
    if (role_token(config, where, of, "pad_token")) file.pad_id = role_id("pad_token");
    const std::int32_t pad_id = file.pad_id;
    const bool prefix = settings.add_prefix_space;
    file.kind = std::move(settings);
    finish(file, vocabulary, where);
    file.pad_id = pad_id;

    ContentHash hash;
    hash.update("merges.txt").update(content_hash(vocab_text)).update(content_hash(merges_text));
    hash.update(fmt::format("{} {}", static_cast<int>(of), prefix));
    for (const TemplatePart& part : file.single)
        for (const std::int32_t id : part.ids)
            hash.update(fmt::format(" {}", id));
    file.identity = hash.update(identity_of(file.added)).hex();
    return file;
}

} // namespace tunedesk::data
