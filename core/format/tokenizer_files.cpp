// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/tokenizer_files.h"

#include "base/error.h"
#include "base/files/contained_file.h"
#include "base/json.h"

#include <optional>

namespace tunedesk::format {

namespace {

constexpr const char* settings_name = "tokenizer_config.json";

constexpr std::uint64_t max_settings_bytes = 64u << 20;

/// The object in tokenizer_config.json; std::nullopt if it is not an object, which its readers report.
std::optional<Json> settings_object(std::string_view text) try {
    Json json =
        parse_json(text, settings_name, ErrorId::config_unreadable, {.max_bytes = max_settings_bytes});
    return json.is_object() ? std::optional(std::move(json)) : std::nullopt;
} catch (const Error&) {
    return std::nullopt;
}

/// 0 if the field is not an integer below 2^31.
std::int64_t count_field(const Json& json, const char* name) {
    const auto found = json.find(name);
    const bool counts =
        found != json.end() && found->is_number_unsigned() && found->get<std::uint64_t>() < 1u << 31;
    return counts ? found->get<std::int64_t>() : 0;
}

/// tokenizer_config.json with this truncation; unchanged if it has these values already ("right" is the
/// default of `truncation_side`), or if it is not a JSON object, which its readers report.
std::string with_truncation(const std::string& text, const Truncation& truncation) {
    std::optional<Json> settings = settings_object(text);
    if (!settings) return text;
    Json& json = *settings;
    bool changed = false;
    const char* const side = truncation.left ? "left" : "right";
    if (json.value("truncation_side", Json("right")) != side) {
        json["truncation_side"] = side;
        changed = true;
    }
    if (truncation.max_length > 0 && json.value("model_max_length", Json()) != truncation.max_length) {
        json["model_max_length"] = truncation.max_length;
        changed = true;
    }
    const auto set = [&](const char* name, std::int64_t value) {
        if (json.value(name, Json(0)) == value) return;
        json[name] = value;
        changed = true;
    };
    if (truncation.stride > 0 || json.contains("max_windows")) { // a stride alone is from another program
        set("stride", truncation.stride);
        set("max_windows", truncation.stride > 0 ? truncation.max_windows : 0);
    }
    return changed ? json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n' : text;
}

} // namespace

Truncation read_truncation(const fs::path& folder) {
    Truncation truncation;
    std::error_code error;
    const fs::path settings = folder / settings_name;
    if (!fs::is_regular_file(settings, error)) return truncation;
    const std::optional<Json> object =
        settings_object(read_file(settings, ErrorId::tokenizer_unreadable, max_settings_bytes));
    if (!object) return truncation;
    const Json& json = *object;
    truncation.left = text_field(json, "truncation_side") == "left";
    // transformers writes int(1e30) for an unknown length.
    truncation.max_length = count_field(json, "model_max_length");
    truncation.max_windows = count_field(json, "max_windows");
    truncation.stride = truncation.max_windows > 0 ? count_field(json, "stride") : 0;
    return truncation;
}

std::span<const char* const> tokenizer_file_names() {
    static constexpr const char* names[] = {"tokenizer.json",      settings_name,
                                            "vocab.txt",           "vocab.json",
                                            "merges.txt",          "special_tokens_map.json",
                                            "chat_template.jinja", "generation_config.json"};
    return names;
}

bool holds_tokenizer(const fs::path& folder) {
    std::error_code error;
    const auto has = [&](const char* name) { return fs::exists(folder / name, error); };
    return has("tokenizer.json") || has("vocab.txt") || (has("vocab.json") && has("merges.txt"));
}

std::vector<std::string> copy_tokenizer_files(const fs::path& from, const fs::path& to,
                                              const Truncation& truncation) {
    for (const char* name : tokenizer_file_names()) {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(from / name, error))) continue;
        constexpr std::uint64_t limit = 256u << 20;
        const std::string contents =
            read_file(contained_file(from, name), ErrorId::model_file_unreadable, limit);
        write_file_atomically(to / name,
                              name == settings_name ? with_truncation(contents, truncation) : contents);
    }
    std::error_code error;
    if ((truncation.left || truncation.stride > 0) && !fs::exists(to / settings_name, error))
        write_file_atomically(to / settings_name, with_truncation("{}", truncation));
    std::vector<std::string> names;
    for (const char* name : tokenizer_file_names())
        if (fs::exists(to / name, error)) names.emplace_back(name);
    return names;
}

} // namespace tunedesk::format
