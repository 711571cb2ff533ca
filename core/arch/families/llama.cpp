// SPDX-License-Identifier: GPL-3.0-or-later
// Llama's decoders: RMSNorm before each part, rotated queries and keys, gated MLPs. SmolLM2 and Llama 3 are
// the family itself; Mistral and Qwen are rows of the same description.

#include "arch/block_builder.h"
#include "arch/config_reader.h"
#include "arch/families/decoder_head.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::arch {

namespace {

constexpr double most_base = 1e12, most_factor = 1e6;

/// The keys of `rope_scaling`, or of `rope_parameters`, as later files have it.
Rotary read_rotary(ConfigReader& reader) {
    Rotary rotary;
    rotary.base = reader.number({"rope_theta"}, 10000, 1, most_base);
    const Json* scaling = reader.find({"rope_parameters", "rope_scaling"});
    if (!scaling) return rotary;
    if (!scaling->is_object()) reader.fail("must be an object, not " + ConfigReader::shown(*scaling));
    ConfigReader inner(*scaling, reader.where());
    rotary.base = inner.number({"rope_theta"}, rotary.base, 1, most_base);
    const std::string type = inner.text({"rope_type", "type"}, "default");
    if (type == "default") return rotary;
    if (type != "linear" && type != "llama3")
        inner.fail(fmt::format("\"{}\" is not supported; supported are default, linear and llama3",
                               shortened(type, 60)),
                   ErrorId::config_value_unsupported);
    rotary.factor = inner.number({"factor"}, 1, 1, most_factor);
    if (type == "linear") return rotary;
    rotary.low_factor = inner.number({"low_freq_factor"}, 1, 1e-3, most_factor);
    rotary.high_factor = inner.number({"high_freq_factor"}, 4, 1e-3, most_factor);
    if (rotary.high_factor <= rotary.low_factor) inner.fail("must be above low_freq_factor");
    rotary.original_positions = inner.integer({"original_max_position_embeddings"}, 8192, 1, 1 << 24);
    return rotary;
}

void read_llama_keys(ConfigReader& reader, ModelConfig& config) {
    config.vocab_size = reader.integer({"vocab_size"}, 32000, 2, 1 << 24);
    config.hidden_size = reader.integer({"hidden_size"}, 4096, 1, 65536);
    config.num_hidden_layers = reader.integer({"num_hidden_layers"}, 32, 1, 1024);
    config.num_attention_heads = reader.integer({"num_attention_heads"}, 32, 1, 1024);
    config.key_value_heads =
        reader.integer({"num_key_value_heads"}, config.num_attention_heads, 1, config.num_attention_heads);
    if (config.num_attention_heads % config.key_value_heads != 0)
        reader.fail(fmt::format("must divide num_attention_heads ({})", config.num_attention_heads));
    config.head_size = reader.integer({"head_dim"}, 0, 0, 65536);
    config.intermediate_size = reader.integer({"intermediate_size"}, 11008, 1, 1 << 20);
    config.max_position_embeddings = reader.integer({"max_position_embeddings"}, 2048, 1, 1 << 24);
    config.type_vocab_size = 0;
    config.layer_norm_eps = reader.number({"rms_norm_eps"}, 1e-6, 0, 1);
    config.embedding_dropout = config.hidden_dropout = config.classifier_dropout = 0;
    config.attention_dropout = reader.number({"attention_dropout"}, 0, 0, 1);
    config.projection_biases = config.output_biases = reader.flag("attention_bias", false);
    config.mlp_biases = reader.flag("mlp_bias", false);
    config.tied_head = reader.flag("tie_word_embeddings", false);
    config.rotary = read_rotary(reader);
    config.hidden_act = reader.activation("hidden_act", "silu");
    reader.only("partial_rotary_factor", 1.0);
    if (config.head_width() % 2 != 0) {
        reader.find({"num_attention_heads"});
        reader.fail("heads of an odd width cannot be rotated");
    }
}

/// Sequences that the window covers are those of full attention; longer ones are none that it has.
void limit_to_window(ConfigReader& reader, ModelConfig& config, std::int64_t otherwise) {
    const std::int64_t window = reader.integer({"sliding_window"}, otherwise, 1, 1 << 24);
    config.max_position_embeddings = std::min(config.max_position_embeddings, window);
}

void read_mistral_keys(ConfigReader& reader, ModelConfig& config) {
    read_llama_keys(reader, config);
    config.key_value_heads = reader.integer({"num_key_value_heads"}, 8, 1, config.num_attention_heads);
    config.max_position_embeddings = reader.integer({"max_position_embeddings"}, 4096 * 32, 1, 1 << 24);
    const bool says_none = config.json.contains("sliding_window"); // as null
    limit_to_window(reader, config, says_none ? config.max_position_embeddings : 4096);
}

void read_qwen2_keys(ConfigReader& reader, ModelConfig& config) {
    read_llama_keys(reader, config);
    config.projection_biases = true;
    config.output_biases = false;
    if (reader.flag("use_sliding_window", false)) limit_to_window(reader, config, 4096);
}

void read_qwen3_keys(ConfigReader& reader, ModelConfig& config) {
    read_llama_keys(reader, config);
    config.head_size = reader.integer({"head_dim"}, 128, 2, 65536);
    config.head_norms = true;
    if (reader.flag("use_sliding_window", false)) limit_to_window(reader, config, 4096);
}

BlockSpec llama_layer(const ModelConfig& config, std::int64_t index) {
    BlockSpec block;
    BlockBuilder add(block);
    const std::int64_t width = config.hidden_size, wide = config.intermediate_size,
                       head = config.head_width(), queries = config.num_attention_heads * head,
                       keys = config.key_value_heads * head;
    const std::string base = fmt::format("model.layers.{}.", index), attention = base + "self_attn.",
                      mlp = base + "mlp.";
    const auto with_bias = [](bool bias) { return LinearInit{.bias = Init::zeros, .has_bias = bias}; };
    add.norm(base + "input_layernorm", width, Role::attention_norm, NormKind::rms);
    add.projections({attention + "q_proj", attention + "k_proj", attention + "v_proj"}, width,
                    {queries, keys, keys}, with_bias(config.projection_biases));
    if (config.head_norms) {
        add.norm(attention + "q_norm", head, Role::query_norm, NormKind::rms);
        add.norm(attention + "k_norm", head, Role::key_norm, NormKind::rms);
    }
    add.linear(attention + "o_proj", width, queries, Role::attention_output, with_bias(config.output_biases));
    add.norm(base + "post_attention_layernorm", width, Role::output_norm, NormKind::rms);
    add.linear(mlp + "gate_proj", wide, width, Role::gate, with_bias(config.mlp_biases));
    add.linear(mlp + "up_proj", wide, width, Role::up, with_bias(config.mlp_biases));
    add.linear(mlp + "down_proj", width, wide, Role::down, with_bias(config.mlp_biases));
    return block;
}

ModelSpec llama_spec(const ModelConfig& config, std::int64_t outputs, task::Readout readout) {
    ModelSpec spec{.prefix = "model.",
                   .layer = {.width = config.hidden_size,
                             .intermediate = config.intermediate_size,
                             .heads = config.num_attention_heads,
                             .head_width = config.head_width(),
                             .key_value_heads = config.key_value_heads,
                             .norm = NormKind::rms,
                             .norm_place = NormPlace::before,
                             .position = PositionKind::rotary,
                             .rotary = config.rotary,
                             .activation = activation_named(config.hidden_act),
                             .gated = true,
                             .causal = true,
                             .attention_dropout = config.attention_dropout},
                   .head_kind = {},
                   .norm_eps = config.layer_norm_eps,
                   .initializer_range = config.initializer_range,
                   .pad_id = padding_row(config)};
    BlockBuilder(spec.embeddings)
        .table("model.embed_tokens", config.vocab_size, config.hidden_size, Role::word);
    for (std::int64_t i = 0; i < config.num_hidden_layers; ++i)
        spec.layers.push_back(llama_layer(config, i));
    BlockBuilder(spec.head).norm("model.norm", config.hidden_size, Role::final_norm, NormKind::rms);
    add_decoder_head(spec, config, outputs, readout);
    return spec;
}

} // namespace

const Family llama{.model_type = "llama",
                   .title = "Llama",
                   .class_prefix = "Llama",
                   .classifier_class = "LlamaForSequenceClassification",
                   .language_class = "LlamaForCausalLM",
                   .read = read_llama_keys,
                   .spec = llama_spec};
const Family mistral{.model_type = "mistral",
                     .title = "Mistral",
                     .class_prefix = "Mistral",
                     .classifier_class = "MistralForSequenceClassification",
                     .language_class = "MistralForCausalLM",
                     .read = read_mistral_keys,
                     .spec = llama_spec};
const Family qwen2{.model_type = "qwen2",
                   .title = "Qwen2",
                   .class_prefix = "Qwen2",
                   .classifier_class = "Qwen2ForSequenceClassification",
                   .language_class = "Qwen2ForCausalLM",
                   .read = read_qwen2_keys,
                   .spec = llama_spec};
const Family qwen3{.model_type = "qwen3",
                   .title = "Qwen3",
                   .class_prefix = "Qwen3",
                   .classifier_class = "Qwen3ForSequenceClassification",
                   .language_class = "Qwen3ForCausalLM",
                   .read = read_qwen3_keys,
                   .spec = llama_spec};

} // namespace tunedesk::arch
