// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/needed_files.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"
#include "format/tokenizer_files.h"

#include <algorithm>
#include <array>
#include <set>

namespace tunedesk::hub {

namespace {

constexpr const char* index_name = "model.safetensors.index.json";
constexpr std::array small_names{
    "config.json",         "generation_config.json",    "special_tokens_map.json",
    "chat_template.jinja", "chat_template.json",        "preprocessor_config.json",
    "modules.json",        "sentence_bert_config.json", "config_sentence_transformers.json",
    "adapter_config.json"};
constexpr std::array weight_names{"model.safetensors", "adapter_model.safetensors"};
constexpr std::array other_weights{".bin", ".pt", ".pth", ".ckpt", ".h5", ".msgpack", ".onnx", ".gguf"};

/// "1_Pooling/config.json": a part of a sentence encoder.
bool is_module_config(std::string_view path) {
    const std::size_t slash = path.find('/');
    return slash != path.npos && path.substr(slash) == "/config.json" && slash > 2 && path[0] >= '0' &&
           path[0] <= '9' && path[1] == '_';
}

bool is_small(std::string_view path) {
    const auto equals = [&](const char* name) { return path == name; };
    return std::ranges::any_of(small_names, equals) ||
           std::ranges::any_of(format::tokenizer_file_names(), equals) || is_module_config(path);
}

/// The names of weights in other formats, for an error message.
std::string other_weights_of(const HubModelInfo& model) {
    std::string names;
    for (const HubFile& file : model.files)
        if (std::ranges::any_of(other_weights, [&](const char* end) { return file.path.ends_with(end); }))
            names += (names.empty() ? "" : ", ") + file.path;
    return names.empty() ? TUNEDESK_TRANSLATABLE("ErrorDetail", "none") : shortened(names, 200);
}

} // namespace

NeededFiles needed_files(const HubModelInfo& model) {
    NeededFiles needed;
    for (const HubFile& file : model.files) {
        if (is_small(file.path)) needed.small.push_back(file);
        if (file.path == index_name) needed.index = file;
        if (std::ranges::find(weight_names, file.path) != weight_names.end()) needed.weights.push_back(file);
        if (file.path.ends_with(".safetensors")) needed.safetensors.push_back(file);
    }
    if (!needed.weights.empty()) needed.index.reset();
    if (needed.weights.empty() && !needed.index)
        throw Error(ErrorId::hub_safetensors_missing, {model.name, other_weights_of(model)});
    const bool is_described = std::ranges::any_of(needed.small, [](const HubFile& file) {
        return file.path == "config.json" || file.path == "adapter_config.json";
    });
    if (!is_described) throw Error(ErrorId::hub_answer_invalid, {"config.json"}, model.name);
    return needed;
}

std::vector<HubFile> shards_of_index(const NeededFiles& files, std::string_view index_text,
                                     const std::string& where) {
    const auto refuse = [&](const std::string& detail) {
        throw Error(ErrorId::hub_answer_invalid, {detail}, where);
    };
    const Json json =
        parse_json(index_text, where, ErrorId::hub_answer_invalid, {.max_bytes = 64u << 20, .max_depth = 8});
    const auto map = json.is_object() ? json.find("weight_map") : json.end();
    if (!json.is_object() || map == json.end() || !map->is_object() || map->empty()) refuse("weight_map");
    std::set<std::string> names;
    for (const Json& name : *map)
        names.insert(name.is_string() ? name.get<std::string>() : std::string());
    std::vector<HubFile> shards;
    for (const std::string& name : names) {
        const auto listed = std::ranges::find(files.safetensors, name, &HubFile::path);
        if (listed == files.safetensors.end()) refuse("weight_map: \"" + shortened(name) + '"');
        shards.push_back(*listed);
    }
    return shards;
}

} // namespace tunedesk::hub
