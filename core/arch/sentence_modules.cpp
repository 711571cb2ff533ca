// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/sentence_modules.h"

#include "base/error.h"
#include "base/files/contained_file.h"
#include "base/json.h"
#include "base/phrase.h"
#include "base/text.h"

#include <algorithm>

namespace tunedesk::arch {

namespace {

constexpr std::uint64_t most_module_bytes = 1u << 20;
constexpr const char* modules_name = "modules.json";
constexpr const char* length_name = "sentence_bert_config.json";
constexpr const char* pooling_folder = "1_Pooling";

Json read_module(const fs::path& folder, const std::string& name, const std::string& subfolder = {}) {
    const fs::path path = contained_file(folder, name, subfolder);
    return parse_json(read_file(path, ErrorId::config_unreadable, most_module_bytes), path.string(),
                      ErrorId::config_unreadable, {.max_bytes = most_module_bytes, .max_depth = 16});
}

[[noreturn]] void refuse_module(const std::string& what, const fs::path& path) {
    throw Error(ErrorId::sentence_module_unsupported, {shortened(harmless(what), 100)}, path.string());
}

/// As this or an earlier version of sentence-transformers wrote it: a name, or a flag for each way.
task::Readout read_pooling(const fs::path& folder, const std::string& subfolder) {
    const Json json = read_module(folder, "config.json", subfolder);
    const fs::path path = folder / subfolder / "config.json";
    if (!json.is_object())
        throw Error(ErrorId::config_unreadable, {TUNEDESK_TRANSLATABLE("ErrorDetail", "not a JSON object")},
                    path.string());
    std::vector<std::string> modes;
    if (std::string named = text_field(json, "pooling_mode"); !named.empty()) modes.push_back(named);
    for (const auto& [key, value] : json.items())
        if (key.starts_with("pooling_mode_") && value == true) modes.push_back(key);
    const std::string mode = modes.size() == 1 ? modes.front() : "";
    if (mode == "mean" || mode == "pooling_mode_mean_tokens") return task::Readout::mean;
    if (mode == "cls" || mode == "pooling_mode_cls_token") return task::Readout::first;
    std::string all;
    for (const std::string& each : modes)
        all += (all.empty() ? "" : " + ") + each;
    refuse_module(all.empty() ? "Pooling" : all, path);
}

/// The last part of a class's name.
std::string module_class(const Json& module) {
    const std::string type = module.is_object() ? text_field(module, "type") : std::string();
    return type.substr(type.rfind('.') + 1);
}

std::int64_t read_max_length(const fs::path& folder) {
    std::error_code unknown;
    if (!fs::exists(folder / length_name, unknown)) return 0;
    const Json json = read_module(folder, length_name);
    const std::int64_t length = json.is_object() ? whole_field(json, "max_seq_length") : 0;
    return length > 0 && length < (std::int64_t{1} << 31) ? length : 0;
}

std::string module_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace

std::optional<SentenceModules> read_sentence_modules(const fs::path& folder) {
    const fs::path path = folder / modules_name;
    std::error_code unknown;
    if (!fs::exists(fs::symlink_status(path, unknown))) return std::nullopt;
    const Json list = read_module(folder, modules_name);
    if (!list.is_array() || list.empty()) refuse_module("modules.json", path);
    SentenceModules modules;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string kind = module_class(list[i]);
        const std::string place = list[i].is_object() ? text_field(list[i], "path") : std::string();
        if (i == 0 && kind == "Transformer" && place.empty()) continue;
        if (i == 1 && kind == "Pooling" && is_plain_file_name(place)) {
            modules.pooling = read_pooling(folder, place);
        } else if (i == 2 && kind == "Normalize") {
            modules.normalizes = true;
        } else {
            refuse_module(place.empty() ? kind : kind + " (" + place + ")", path);
        }
    }
    if (list.size() < 2) refuse_module("modules.json", path);
    modules.max_length = read_max_length(folder);
    return modules;
}

std::vector<std::pair<std::string, std::string>> sentence_files(const SentenceModules& modules,
                                                                std::int64_t width) {
    Json list = Json::array();
    const auto add = [&](const char* path, const char* kind) {
        list.push_back({{"idx", list.size()},
                        {"name", std::to_string(list.size())},
                        {"path", path},
                        {"type", std::string("sentence_transformers.models.") + kind}});
    };
    add("", "Transformer");
    add(pooling_folder, "Pooling");
    if (modules.normalizes) add("2_Normalize", "Normalize");
    const bool first = modules.pooling == task::Readout::first;
    const Json pooling{{"word_embedding_dimension", width},
                       {"pooling_mode_cls_token", first},
                       {"pooling_mode_mean_tokens", !first},
                       {"pooling_mode_max_tokens", false},
                       {"pooling_mode_mean_sqrt_len_tokens", false}};
    const Json settings{{"__version__", Json::object()},
                        {"prompts", Json::object()},
                        {"default_prompt_name", nullptr},
                        {"similarity_fn_name", "cosine"}};
    std::vector<std::pair<std::string, std::string>> files{
        {modules_name, module_text(list)},
        {"config_sentence_transformers.json", module_text(settings)},
        {std::string(pooling_folder) + "/config.json", module_text(pooling)}};
    if (modules.max_length > 0)
        files.emplace_back(
            length_name, module_text(Json{{"max_seq_length", modules.max_length}, {"do_lower_case", false}}));
    return files;
}

} // namespace tunedesk::arch
