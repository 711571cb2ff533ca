// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/gguf_tokenizer.h"

#include "base/error.h"
#include "base/json.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace tunedesk::run {

namespace {

/// llama.cpp's token types.
enum TokenKind : std::int32_t { normal_token = 1, control_token = 3, user_token = 4, unused_token = 5 };

Json read_json(const fs::path& file, ErrorId missing) {
    return parse_json(read_file(file, missing), file.string(), ErrorId::tokenizer_damaged);
}

[[noreturn]] void refuse_tokenizer(const std::string& what) {
    throw Error(ErrorId::tokenizer_unsupported, {what + " has no GGUF form here"}, "tokenizer.json");
}

/// The elements of a pre-tokenizer, which may be a sequence.
std::vector<Json> parts_of(const Json& pre_tokenizer) {
    if (!pre_tokenizer.is_object()) return {};
    if (text_field(pre_tokenizer, "type") != "Sequence") return {pre_tokenizer};
    const Json parts = pre_tokenizer.value("pretokenizers", Json::array());
    return {parts.begin(), parts.end()};
}

/// llama.cpp's name of the pre-tokenizer.
std::string division_of(const Json& pre_tokenizer) {
    const std::vector<Json> parts = parts_of(pre_tokenizer);
    if (parts.empty() || text_field(parts.back(), "type") != "ByteLevel")
        refuse_tokenizer("a tokenizer without byte-level BPE");
    if (parts.back().value("add_prefix_space", false)) refuse_tokenizer("a blank before the text");
    if (parts.size() == 1) return "gpt-2";
    if (parts.size() == 2 && text_field(parts[0], "type") == "Digits" &&
        parts[0].value("individual_digits", false))
        return "smollm";
    if (parts.size() == 2 && text_field(parts[0], "type") == "Split") {
        const std::string pattern = text_field(parts[0].value("pattern", Json::object()), "Regex");
        if (pattern.find("\\p{N}{1,3}") != std::string::npos) return "llama-bpe";
        if (pattern.find("\\p{N}|") != std::string::npos) return "qwen2";
    }
    refuse_tokenizer("the way in which texts are divided");
}

std::vector<std::string> merges_of(const Json& model) {
    std::vector<std::string> merges;
    for (const Json& merge : model.value("merges", Json::array())) // "a b", or ["a", "b"] in newer files
        merges.push_back(merge.is_array()
                             ? merge.at(0).get<std::string>() + " " + merge.at(1).get<std::string>()
                             : merge.get<std::string>());
    return merges;
}

/// Tokens and types by id.
struct Words {
    explicit Words(std::size_t count) : kinds(count, unused_token) {
        for (std::size_t id = 0; id < count; ++id)
            tokens.push_back(fmt::format("[unused{}]", id));
    }
    void set(const Json& id, const std::string& token, TokenKind kind) {
        const auto place = id.get<std::uint64_t>();
        if (place >= tokens.size())
            throw Error(ErrorId::vocabulary_mismatch,
                        {fmt::to_string(place + 1), fmt::to_string(tokens.size())}, "tokenizer.json");
        tokens[place] = token;
        kinds[place] = kind;
    }

    std::vector<std::string> tokens;
    std::vector<std::int32_t> kinds;
};

/// A number, or the first element of a list.
std::optional<std::uint32_t> id_in(const Json& config, const char* key) {
    Json id = config.value(key, Json());
    if (id.is_array() && !id.empty()) id = Json(id.front());
    return id.is_number_unsigned() ? std::optional(id.get<std::uint32_t>()) : std::nullopt;
}

std::string chat_template_of(const fs::path& folder) {
    if (const fs::path file = folder / "chat_template.jinja"; fs::exists(file))
        return read_file(file, ErrorId::tokenizer_unreadable);
    const fs::path file = folder / "tokenizer_config.json";
    return fs::exists(file) ? text_field(read_json(file, ErrorId::tokenizer_unreadable), "chat_template")
                            : std::string();
}

} // namespace

format::GgufMetadata gguf_tokenizer(const fs::path& folder, std::int64_t vocabulary) {
    const fs::path file = folder / "tokenizer.json";
    if (!fs::exists(file)) throw Error(ErrorId::tokenizer_missing, {}, folder.string());
    const Json tokenizer = read_json(file, ErrorId::tokenizer_unreadable),
               config = read_json(folder / "config.json", ErrorId::config_unreadable);
    try {
        const Json& model = tokenizer.at("model");
        if (text_field(model, "type") != "BPE")
            refuse_tokenizer("a tokenizer of " + text_field(model, "type"));
        Words words(static_cast<std::size_t>(vocabulary));
        for (const auto& [token, id] : model.at("vocab").items())
            words.set(id, token, normal_token);
        for (const Json& added : tokenizer.value("added_tokens", Json::array()))
            words.set(added.at("id"), added.at("content").get<std::string>(),
                      added.value("special", false) ? control_token : user_token);
        format::GgufMetadata all{
            {"tokenizer.ggml.model", std::string("gpt2")},
            {"tokenizer.ggml.pre", division_of(tokenizer.value("pre_tokenizer", Json()))},
            {"tokenizer.ggml.tokens", std::move(words.tokens)},
            {"tokenizer.ggml.token_type", std::move(words.kinds)},
            {"tokenizer.ggml.merges", merges_of(model)}};
        for (const auto& [key, name] : {std::pair{"bos_token_id", "tokenizer.ggml.bos_token_id"},
                                        {"eos_token_id", "tokenizer.ggml.eos_token_id"},
                                        {"pad_token_id", "tokenizer.ggml.padding_token_id"}})
            if (const auto id = id_in(config, key)) all.emplace_back(name, *id);
        // the chat template writes the beginning of a text
        all.emplace_back("tokenizer.ggml.add_bos_token", false);
        if (std::string text = chat_template_of(folder); !text.empty())
            all.emplace_back("tokenizer.chat_template", std::move(text));
        return all;
    } catch (const Json::exception& error) {
        throw Error(ErrorId::tokenizer_damaged, {error.what()}, file.string());
    }
}

} // namespace tunedesk::run
