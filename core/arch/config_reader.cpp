// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/config_reader.h"

#include "arch/model_config.h"
#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace tunedesk::arch {

const Json* ConfigReader::find(std::initializer_list<const char*> names) {
    for (const char* name : names) {
        key_ = name;
        const auto found = json_.find(name);
        if (found != json_.end() && !found->is_null()) return &*found;
    }
    key_ = *names.begin();
    return nullptr;
}

std::int64_t ConfigReader::integer(std::initializer_list<const char*> names, std::int64_t otherwise,
                                   std::int64_t low, std::int64_t high) {
    const Json* value = find(names);
    if (!value) return otherwise;
    const bool fits = value->is_number_integer() &&
                      (!value->is_number_unsigned() || value->get<std::uint64_t>() <= INT64_MAX);
    if (!fits || value->get<std::int64_t>() < low || value->get<std::int64_t>() > high)
        fail(fmt::format("must be an integer from {} to {}, not {}", low, high, shown(*value)));
    return value->get<std::int64_t>();
}

double ConfigReader::number(std::initializer_list<const char*> names, double otherwise, double low,
                            double below) {
    const Json* value = find(names);
    if (!value) return otherwise;
    if (!value->is_number() || !(value->get<double>() >= low && value->get<double>() < below))
        fail(fmt::format("must be a number of at least {} and below {}, not {}", low, below, shown(*value)));
    return value->get<double>();
}

bool ConfigReader::flag(const char* name, bool otherwise) {
    const Json* value = find({name});
    if (!value) return otherwise;
    if (!value->is_boolean()) fail(fmt::format("must be true or false, not {}", shown(*value)));
    return value->get<bool>();
}

std::string ConfigReader::text(std::initializer_list<const char*> names, std::string otherwise) {
    const Json* value = find(names);
    if (!value) return otherwise;
    if (!value->is_string()) fail(fmt::format("must be a string, not {}", shown(*value)));
    return value->get<std::string>();
}

std::string ConfigReader::activation(const char* name, const char* otherwise) {
    constexpr const char* supported[] = {"gelu", "relu", "gelu_new", "silu"};
    const std::string found = text({name}, otherwise);
    if (std::ranges::find(supported, found) == std::end(supported))
        fail(
            fmt::format("the activation \"{}\" is not supported; supported are gelu, gelu_new, relu and silu",
                        shortened(found, 60)),
            ErrorId::config_value_unsupported);
    return found;
}

void ConfigReader::only(const char* name, const Json& supported) {
    const Json* value = find({name});
    if (value && *value != supported)
        fail(fmt::format("{} is not supported, only {}", shown(*value), supported.dump()),
             ErrorId::config_value_unsupported);
}

void ConfigReader::fail(const std::string& what, ErrorId id) const {
    throw Error(id, {key_, what}, where_);
}

std::string ConfigReader::shown(const Json& value) {
    if (value.is_structured()) return value.is_array() ? "a list" : "an object";
    return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60);
}

void read_bert_keys(ConfigReader& reader, ModelConfig& config) {
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
    config.hidden_act = reader.activation("hidden_act");
}

} // namespace tunedesk::arch
