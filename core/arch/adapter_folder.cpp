// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/adapter_folder.h"

#include "arch/config_reader.h"
#include "base/error.h"
#include "base/files/contained_file.h"
#include "base/json.h"
#include "base/phrase.h"
#include "base/text.h"
#include "format/hub/hub_cache.h"
#include "format/tokenizer_files.h"

#include <algorithm>

namespace tunedesk::arch {

namespace {

constexpr const char* headless_task = "FEATURE_EXTRACTION";

constexpr std::uint64_t most_config_bytes = 2u << 20;
constexpr std::size_t most_targets = 65536;

std::vector<std::string> read_targets(ConfigReader& reader) {
    const Json* targets = reader.find({"target_modules"});
    if (targets && *targets == all_linear) return {all_linear};
    if (!targets || !targets->is_array() || targets->empty() || targets->size() > most_targets)
        reader.fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "must be a list of layers' names or \"all-linear\""),
                    ErrorId::config_value_unsupported);
    std::vector<std::string> names;
    for (const Json& target : *targets) {
        if (!target.is_string())
            reader.fail(
                TUNEDESK_TRANSLATABLE("ErrorDetail", "must be a list of layers' names or \"all-linear\""));
        names.push_back(target.get<std::string>());
    }
    return names;
}

/// What would change the adapters' sum.
void refuse_others(ConfigReader& reader) {
    reader.only("peft_type", "LORA");
    reader.only("bias", "none");
    for (const char* flag : {"use_dora", "use_qalora", "lora_bias"})
        reader.only(flag, false);
    for (const char* pattern : {"rank_pattern", "alpha_pattern"})
        reader.only(pattern, Json::object());
    for (const char* key : {"layers_to_transform", "layer_replication", "target_parameters",
                            "trainable_token_indices", "exclude_modules", "megatron_config"})
        if (reader.find({key}))
            reader.fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "is not supported in adapters"),
                        ErrorId::config_value_unsupported);
}

fs::path read_base(ConfigReader& reader, const fs::path& folder) {
    const std::string name = reader.text({"base_model_name_or_path"}, "");
    fs::path base = (folder / name).lexically_normal(); // an absolute one replaces the folder
    std::error_code unknown;
    if (format::is_hub_name(name) && !fs::exists(base, unknown)) {
        const std::string revision = reader.text({"revision"}, "main");
        base = format::HubCache().snapshot_of({name, revision}).value_or(fs::path());
    }
    if (name.empty() || !fs::is_directory(base, unknown) || fs::exists(base / adapter_config_name, unknown))
        throw Error(ErrorId::adapter_base_missing, {shortened(name, 200)}, reader.where());
    return base;
}

/// The layers of the head of which `saved` names a parameter.
std::vector<std::string> modules_to_save(const ModelSpec& spec, std::span<const std::string> saved) {
    std::vector<std::string> modules;
    for (const ParameterSpec& parameter : spec.head.parameters) {
        if (std::ranges::find(saved, parameter.name) == saved.end()) continue;
        const std::size_t begin = parameter.name.starts_with(spec.prefix) ? spec.prefix.size() : 0;
        std::string module = parameter.name.substr(begin, parameter.name.find('.', begin) - begin);
        if (std::ranges::find(modules, module) == modules.end()) modules.push_back(std::move(module));
    }
    return modules;
}

} // namespace

std::optional<AdapterFolder> read_adapter_folder(const fs::path& folder) {
    const fs::path path = folder / adapter_config_name;
    std::error_code unknown;
    if (!fs::exists(fs::symlink_status(path, unknown))) return std::nullopt;
    const std::string where = path.string();
    const Json json = parse_json(
        read_file(contained_file(folder, adapter_config_name), ErrorId::config_unreadable, most_config_bytes),
        where, ErrorId::config_unreadable, {.max_bytes = most_config_bytes, .max_depth = 16});
    if (!json.is_object())
        throw Error(ErrorId::config_unreadable, {TUNEDESK_TRANSLATABLE("ErrorDetail", "not a JSON object")},
                    where);
    ConfigReader reader(json, where);
    refuse_others(reader);
    AdapterFolder adapters;
    adapters.lora.rank = reader.integer({"r"}, 8, 1, most_rank);
    adapters.lora.alpha = reader.number({"lora_alpha"}, 8, 0, 1e6);
    adapters.lora.dropout = reader.number({"lora_dropout"}, 0, 0, 1);
    adapters.lora.rank_stabilized = reader.flag("use_rslora", false);
    adapters.lora.targets = read_targets(reader);
    adapters.base = read_base(reader, folder);
    adapters.is_headless = text_field(json, "task_type") == headless_task;
    return adapters;
}

std::string adapter_config_text(const ModelSpec& spec, const fs::path& base,
                                std::span<const std::string> saved) {
    const std::vector<std::string> modules = modules_to_save(spec, saved);
    const bool classifies = !modules.empty(), of_tokens = spec.readout == task::Readout::every,
               transposed = std::ranges::any_of(spec.layers.front().parameters, &ParameterSpec::transposed);
    const Json json{{"peft_type", "LORA"},
                    {"task_type", spec.head.parameters.empty() ? headless_task
                                  : !classifies                ? "CAUSAL_LM"
                                  : of_tokens                  ? "TOKEN_CLS"
                                                               : "SEQ_CLS"},
                    {"base_model_name_or_path", base.string()},
                    {"inference_mode", true},
                    {"r", spec.lora.rank},
                    {"lora_alpha", spec.lora.alpha},
                    {"lora_dropout", spec.lora.dropout},
                    {"use_rslora", spec.lora.rank_stabilized},
                    {"use_dora", false},
                    {"bias", "none"},
                    {"fan_in_fan_out", transposed},
                    {"init_lora_weights", true},
                    // PEFT would find others by the ends of names, as BERT's pooler.
                    {"target_modules", adapted_layers(spec)},
                    {"modules_to_save", classifies ? Json(modules) : Json(nullptr)}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

format::ModelWeights open_weights(const fs::path& folder) {
    const std::optional<AdapterFolder> adapters = read_adapter_folder(folder);
    if (!adapters) return format::ModelWeights(folder);
    format::ModelWeights weights(adapters->base);
    weights.add(format::SafetensorsFile(contained_file(folder, adapter_weights_name)), adapter_name_prefix);
    return weights;
}

fs::path tokenizer_folder(const fs::path& folder) {
    if (format::holds_tokenizer(folder)) return folder;
    const std::optional<AdapterFolder> adapters = read_adapter_folder(folder);
    return adapters ? adapters->base : folder;
}

} // namespace tunedesk::arch
