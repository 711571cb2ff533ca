#include "format/model_config.h"

#include "base/error.h"
#include "base/json_object.h"
#include "base/text.h"
#include "format/safetensors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace tunedesk::format {

namespace {

constexpr std::uint64_t max_config_bytes = 2u << 20;
constexpr std::size_t max_labels = 65536;

/// Typed and ranged reads of one config, with errors that name file and key.
class ConfigReader {
public:
    ConfigReader(const Json& json, const std::string& where) : json_(json), where_(where) {}

    /// The first of the names that is there and not null; the later ones are aliases.
    const Json* find(std::initializer_list<const char*> names) {
        for (const char* name : names) {
            key_ = name;
            const auto found = json_.find(name);
            if (found != json_.end() && !found->is_null()) return &*found;
        }
        key_ = *names.begin();
        return nullptr;
    }

    std::int64_t integer(std::initializer_list<const char*> names, std::int64_t otherwise, std::int64_t low,
                         std::int64_t high) {
        const Json* value = find(names);
        if (!value) return otherwise;
        const bool fits = value->is_number_integer() &&
                          (!value->is_number_unsigned() || value->get<std::uint64_t>() <= INT64_MAX);
        if (!fits || value->get<std::int64_t>() < low || value->get<std::int64_t>() > high)
            fail(fmt::format("must be an integer from {} to {}, not {}", low, high, shown(*value)));
        return value->get<std::int64_t>();
    }

    double number(std::initializer_list<const char*> names, double otherwise, double low, double below) {
        const Json* value = find(names);
        if (!value) return otherwise;
        if (!value->is_number() || !(value->get<double>() >= low && value->get<double>() < below))
            fail(fmt::format("must be a number of at least {} and below {}, not {}", low, below,
                             shown(*value)));
        return value->get<double>();
    }

    bool flag(const char* name, bool otherwise) {
        const Json* value = find({name});
        if (!value) return otherwise;
        if (!value->is_boolean()) fail(fmt::format("must be true or false, not {}", shown(*value)));
        return value->get<bool>();
    }

    std::string text(std::initializer_list<const char*> names, std::string otherwise) {
        const Json* value = find(names);
        if (!value) return otherwise;
        if (!value->is_string()) fail(fmt::format("must be a string, not {}", shown(*value)));
        return value->get<std::string>();
    }

    /// Refuses a setting that would change what the model computes.
    void only(const char* name, const Json& supported) {
        const Json* value = find({name});
        if (value && *value != supported)
            fail(fmt::format("{} is not supported, only {}", shown(*value), supported.dump()), 4322);
    }

    [[noreturn]] void fail(const std::string& what, int id = 4321) const {
        throw Error(id, fmt::format("{}: {}", key_, what), where_, "correct the model's config.json");
    }

    static std::string shown(const Json& value) {
        if (value.is_structured()) return value.is_array() ? "a list" : "an object";
        return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60);
    }

private:
    const Json& json_;
    const std::string& where_;
    std::string key_;
};

ModelConfig::Architecture read_architecture(ConfigReader& reader) {
    std::string type = reader.text({"model_type"}, "");
    // Early BERT configurations carry no model_type; their class name says the same.
    if (const Json* names = type.empty() ? reader.find({"architectures"}) : nullptr)
        if (names->is_array() && !names->empty() && names->front().is_string()) {
            const auto name = names->front().get<std::string>();
            type = name.starts_with("Bert") ? "bert" : name.starts_with("DistilBert") ? "distilbert" : name;
        }
    reader.find({"model_type"});
    if (type == "bert") return ModelConfig::Architecture::bert;
    if (type == "distilbert") return ModelConfig::Architecture::distilbert;
    reader.fail((type.empty() ? std::string("missing")
                              : fmt::format("\"{}\" is not supported", shortened(type, 60))) +
                    "; supported are bert and distilbert",
                4322);
}

void read_bert(ConfigReader& reader, ModelConfig& config) {
    config.hidden_size = reader.integer({"hidden_size"}, 768, 1, 65536);
    config.num_hidden_layers = reader.integer({"num_hidden_layers"}, 12, 1, 1024);
    config.num_attention_heads = reader.integer({"num_attention_heads"}, 12, 1, 1024);
    config.intermediate_size = reader.integer({"intermediate_size"}, 3072, 1, 1 << 20);
    config.type_vocab_size = reader.integer({"type_vocab_size"}, 2, 1, 65536);
    config.layer_norm_eps = reader.number({"layer_norm_eps"}, 1e-12, 0, 1);
    config.hidden_dropout = reader.number({"hidden_dropout_prob"}, 0.1, 0, 1);
    config.attention_dropout = reader.number({"attention_probs_dropout_prob"}, 0.1, 0, 1);
    config.classifier_dropout = reader.number({"classifier_dropout"}, config.hidden_dropout, 0, 1);
    reader.only("position_embedding_type", "absolute");
    reader.only("is_decoder", false);
    reader.only("add_cross_attention", false);
    config.hidden_act = reader.text({"hidden_act"}, "gelu");
}

void read_distilbert(ConfigReader& reader, ModelConfig& config) {
    config.hidden_size = reader.integer({"dim", "hidden_size"}, 768, 1, 65536);
    config.num_hidden_layers = reader.integer({"n_layers", "num_hidden_layers"}, 6, 1, 1024);
    config.num_attention_heads = reader.integer({"n_heads", "num_attention_heads"}, 12, 1, 1024);
    config.intermediate_size = reader.integer({"hidden_dim"}, 3072, 1, 1 << 20);
    config.type_vocab_size = 0;
    config.sinusoidal_positions = reader.flag("sinusoidal_pos_embds", false);
    config.layer_norm_eps = 1e-12;
    config.hidden_dropout = reader.number({"dropout"}, 0.1, 0, 1);
    config.attention_dropout = reader.number({"attention_dropout"}, 0.1, 0, 1);
    config.classifier_dropout = reader.number({"seq_classif_dropout"}, 0.2, 0, 1);
    config.hidden_act = reader.text({"activation"}, "gelu");
}

/// id2label in id order; empty where the names are the LABEL_0.. that are written when nobody gave any, or
/// where they cannot tell classes apart.
std::vector<std::string> read_labels(ConfigReader& reader) {
    const Json* names = reader.find({"id2label"});
    if (!names) return {};
    if (!names->is_object()) reader.fail("must be an object of id to name");
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
    config.json = parse_json(text, where, 4320, {.max_bytes = max_config_bytes, .max_depth = 16});
    if (!config.json.is_object()) throw Error(4320, "the configuration is not a JSON object", where);
    ConfigReader reader(config.json, where);
    config.architecture = read_architecture(reader);
    config.vocab_size = reader.integer({"vocab_size"}, 30522, 1, 1 << 24);
    config.max_position_embeddings = reader.integer({"max_position_embeddings"}, 512, 1, 1 << 20);
    config.pad_token_id = reader.integer({"pad_token_id"}, 0, 0, config.vocab_size - 1);
    config.initializer_range = reader.number({"initializer_range"}, 0.02, 0, 100);
    reader.only("pruned_heads", Json::object());
    if (reader.find({"quantization_config"})) reader.fail("quantized weights are not supported", 4322);
    if (config.architecture == ModelConfig::Architecture::bert)
        read_bert(reader, config);
    else
        read_distilbert(reader, config);
    constexpr const char* activations[] = {"gelu", "relu", "gelu_new"};
    if (std::ranges::find(activations, config.hidden_act) == std::end(activations))
        reader.fail(
            fmt::format("the activation \"{}\" is not supported; supported are gelu, gelu_new and relu",
                        shortened(config.hidden_act, 60)),
            4322);
    if (config.hidden_size % config.num_attention_heads != 0)
        throw Error(4321,
                    fmt::format("hidden_size {} is not a multiple of num_attention_heads {}",
                                config.hidden_size, config.num_attention_heads),
                    where, "correct the model's config.json");
    if (const std::int64_t width = config.hidden_size / config.num_attention_heads; width > max_head_width)
        throw Error(
            4333,
            fmt::format("attention heads of {} columns are not supported: {} at most", width, max_head_width),
            where, "use a model with smaller heads");
    config.labels = read_labels(reader);
    return config;
}

ModelConfig read_model_config(const fs::path& folder) {
    const fs::path path = folder / "config.json";
    std::error_code error;
    if (!fs::exists(path, error))
        throw Error(4320, "the model folder holds no config.json", folder.string(),
                    "give a Hugging Face model folder");
    return parse_model_config(read_file(path, 4320, max_config_bytes), path.string());
}

std::string classifier_config(const ModelConfig& config, const std::vector<std::string>& labels,
                              DType dtype) {
    const bool bert = config.architecture == ModelConfig::Architecture::bert;
    Json json = config.json;
    Json id2label = Json::object(), label2id = Json::object();
    std::set<std::string_view> names;
    for (std::size_t id = 0; id < labels.size(); ++id) {
        if (find_invalid_utf8(labels[id])) throw Error(4321, "a label's name is not valid UTF-8", "id2label");
        append_member(id2label, fmt::format("{}", id), labels[id]);
        if (names.insert(labels[id]).second) append_member(label2id, labels[id], id);
    }
    json["architectures"] =
        Json::array({bert ? "BertForSequenceClassification" : "DistilBertForSequenceClassification"});
    json["model_type"] = bert ? "bert" : "distilbert";
    json["id2label"] = std::move(id2label);
    json["label2id"] = std::move(label2id);
    json["num_labels"] = labels.size();
    json["problem_type"] = "single_label_classification";
    // Readers before transformers 4.56 know the first name only, later writers use the second.
    const char* const type = dtype == DType::BF16 ? "bfloat16" : dtype == DType::F16 ? "float16" : "float32";
    json["torch_dtype"] = type;
    json["dtype"] = type;
    // It would send readers to code files that the new folder does not hold.
    json.erase("auto_map");
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace tunedesk::format
