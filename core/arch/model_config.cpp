// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/model_config.h"

#include "arch/adapter_folder.h"
#include "arch/config_reader.h"
#include "arch/family.h"
#include "arch/frozen.h"
#include "base/error.h"
#include "base/files/unreadable.h"
#include "base/head_width.h"
#include "base/json_object.h"
#include "base/phrase.h"
#include "base/text.h"
#include "format/safetensors.h"

#include <fmt/format.h>
#include <set>

namespace tunedesk::arch {

namespace {

constexpr std::uint64_t max_config_bytes = 2u << 20;
constexpr std::size_t max_labels = 65536;

/// "a, b and c".
std::string supported_types() {
    std::string text;
    for (const Family* family : families())
        text += (text.empty()                  ? ""
                 : family == families().back() ? " and "
                                               : ", ") +
                std::string(family->model_type);
    return text;
}

const Family& read_family(ConfigReader& reader) {
    const std::string type = reader.text({"model_type"}, "");
    std::string name = type;
    // Early BERT configurations carry no model_type; their class name says the same.
    if (const Json* names = type.empty() ? reader.find({"architectures"}) : nullptr)
        if (names->is_array() && !names->empty() && names->front().is_string()) {
            name = names->front().get<std::string>();
            for (const Family* family : families())
                if (name.starts_with(family->class_prefix)) return *family;
        }
    reader.find({"model_type"});
    if (const Family* family = find_family(type)) return *family;
    reader.fail((name.empty() ? std::string("missing")
                              : fmt::format("\"{}\" is not supported", shortened(name, 60))) +
                    "; supported are " + supported_types(),
                ErrorId::config_value_unsupported);
}

/// id2label in id order; empty if the names are the LABEL_0.. that are written where there are no names, or
/// where two classes have the same one.
std::vector<std::string> read_labels(ConfigReader& reader) {
    const Json* names = reader.find({"id2label"});
    if (!names) return {};
    if (!names->is_object())
        reader.fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "must be an object of id to name"));
    if (names->size() > max_labels) reader.fail(fmt::format("more than {} labels", max_labels));
    std::vector<std::string> labels(names->size());
    std::vector<bool> seen(names->size());
    bool all_default = true;
    for (const auto& [key, value] : names->items()) {
        const bool digits =
            !key.empty() && key.size() < 7 && key.find_first_not_of("0123456789") == std::string::npos;
        const std::size_t id = digits ? std::stoul(key) : labels.size();
        if (id >= labels.size() || seen[id])
            reader.fail(fmt::format("the ids must be 0 to {}, once each; \"{}\" is not",
                                    labels.empty() ? 0 : labels.size() - 1, shortened(key, 40)));
        if (!value.is_string())
            reader.fail(
                fmt::format("the name of id {} must be a string, not {}", id, ConfigReader::shown(value)));
        seen[id] = true;
        labels[id] = value.get<std::string>();
        all_default = all_default && labels[id] == fmt::format("LABEL_{}", id);
    }
    if (all_default || std::set(labels.begin(), labels.end()).size() != labels.size()) labels.clear();
    return labels;
}

} // namespace

ModelConfig parse_model_config(std::string_view text, const std::string& where) {
    ModelConfig config;
    config.json =
        parse_json(text, where, ErrorId::config_unreadable, {.max_bytes = max_config_bytes, .max_depth = 16});
    if (!config.json.is_object())
        throw Error(ErrorId::config_unreadable, {TUNEDESK_TRANSLATABLE("ErrorDetail", "not a JSON object")},
                    where);
    ConfigReader reader(config.json, where);
    config.family = &read_family(reader);
    config.vocab_size = reader.integer({"vocab_size"}, 30522, 1, 1 << 24);
    config.max_position_embeddings = reader.integer({"max_position_embeddings"}, 512, 1, 1 << 20);
    config.pad_token_id = reader.integer({"pad_token_id"}, 0, 0, config.vocab_size - 1);
    config.initializer_range = reader.number({"initializer_range"}, 0.02, 0, 100);
    reader.only("pruned_heads", Json::object());
    if (reader.find({"quantization_config"}))
        reader.fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "quantized weights are not supported"),
                    ErrorId::config_value_unsupported);
    config.family->read(reader, config);
    if (config.head_size == 0 && config.hidden_size % config.num_attention_heads != 0)
        throw Error(ErrorId::heads_uneven,
                    {fmt::to_string(config.hidden_size), fmt::to_string(config.num_attention_heads)}, where);
    if (const std::int64_t width = config.head_width(); width > max_head_width)
        throw Error(ErrorId::heads_too_wide, {fmt::to_string(width), fmt::to_string(max_head_width)}, where);
    config.labels = read_labels(reader);
    return config;
}

namespace {

/// What is left is the encoder, whose parameters have their own class's names.
void remove_head(ModelSpec& spec) {
    spec.head = {};
    spec.head_kind = {};
    const auto rename = [&](BlockSpec& block) {
        for (ParameterSpec& parameter : block.parameters)
            if (parameter.name.starts_with(spec.prefix)) parameter.name.erase(0, spec.prefix.size());
    };
    rename(spec.embeddings);
    std::ranges::for_each(spec.layers, rename);
}

} // namespace

ModelSpec ModelConfig::spec(std::int64_t outputs, task::Readout readout) const {
    ModelSpec spec = family->spec(*this, std::max<std::int64_t>(1, outputs), readout);
    if (outputs == no_head) remove_head(spec);
    // A causal model's last token alone has seen its whole sequence.
    spec.lora = lora;
    spec.readout = spec.layer.causal && readout == task::Readout::first ? task::Readout::last : readout;
    if (lora.is_on()) add_adapters(spec);
    arch::freeze(spec, freeze);
    return spec;
}

bool ModelConfig::classifies_tokens() const {
    const auto names = json.find("architectures");
    return family->token_class && names != json.end() && names->is_array() && !names->empty() &&
           names->front() == family->token_class;
}

ModelConfig with_image_size(ModelConfig config, std::int64_t size) {
    if (size % config.image.patch != 0)
        throw Error(ErrorId::config_value_invalid,
                    {"image_size", fmt::format("must be a multiple of patch_size, which is {}, not {}",
                                               config.image.patch, size)});
    config.image.size = size;
    config.max_position_embeddings = config.image.patches() + 1;
    config.json["image_size"] = size;
    return config;
}

ModelConfig read_model_config(const fs::path& folder) {
    const std::optional<AdapterFolder> adapters = read_adapter_folder(folder);
    fs::path path = folder / "config.json";
    std::error_code error;
    if (adapters && !fs::exists(path, error)) path = adapters->base / "config.json";
    require_not_hidden(ErrorId::config_unreadable, path);
    if (!fs::exists(path, error)) throw Error(ErrorId::config_missing, {}, folder.string());
    ModelConfig config =
        parse_model_config(read_file(path, ErrorId::config_unreadable, max_config_bytes), path.string());
    if (adapters) config.lora = adapters->lora;
    return config;
}

namespace {

/// The type of the weights. Readers before transformers 4.56 know the first name only, later writers use the
/// second.
void set_dtype(Json& json, format::DType dtype) {
    const char* const type = dtype == format::DType::BF16  ? "bfloat16"
                             : dtype == format::DType::F16 ? "float16"
                                                           : "float32";
    json["torch_dtype"] = type;
    json["dtype"] = type;
    // It would send readers to code files that the new folder does not hold.
    json.erase("auto_map");
}

std::string text_of(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace

std::string encoder_config(const ModelConfig& config, format::DType dtype) {
    Json json = config.json;
    json["architectures"] = Json::array({std::string(config.family->class_prefix) + "Model"});
    json["model_type"] = config.family->model_type;
    for (const char* of_head : {"id2label", "label2id", "num_labels", "problem_type"})
        json.erase(of_head);
    set_dtype(json, dtype);
    return text_of(json);
}

std::string language_model_config(const ModelConfig& config, format::DType dtype) {
    Json json = config.json;
    json["architectures"] = Json::array({config.family->language_class});
    json["model_type"] = config.family->model_type;
    set_dtype(json, dtype);
    return text_of(json);
}

std::string classifier_config(const ModelConfig& config, const std::vector<std::string>& labels,
                              format::DType dtype, const char* problem_type, task::Readout readout) {
    Json json = config.json;
    Json id2label = Json::object(), label2id = Json::object();
    std::set<std::string_view> names;
    for (std::size_t id = 0; id < labels.size(); ++id) {
        if (find_invalid_utf8(labels[id])) throw Error(ErrorId::label_not_utf8, {}, "id2label");
        append_member(id2label, fmt::format("{}", id), labels[id]);
        if (names.insert(labels[id]).second) append_member(label2id, labels[id], id);
    }
    const bool of_tokens = readout == task::Readout::every;
    json["architectures"] =
        Json::array({of_tokens ? config.family->token_class : config.family->classifier_class});
    json["model_type"] = config.family->model_type;
    json["id2label"] = std::move(id2label);
    json["label2id"] = std::move(label2id);
    json["num_labels"] = labels.size();
    if (of_tokens)
        json.erase("problem_type");
    else
        json["problem_type"] = problem_type;
    set_dtype(json, dtype);
    return text_of(json);
}

} // namespace tunedesk::arch
