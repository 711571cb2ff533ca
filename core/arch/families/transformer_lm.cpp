// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/families/transformer_lm.h"

#include "arch/block_builder.h"
#include "arch/config_reader.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::arch {

namespace {

constexpr double table_range = 0.1; ///< of the embeddings and the decoder, at the start

void read_transformer_lm_keys(ConfigReader& reader, ModelConfig& config) {
    config.hidden_size = reader.integer({"hidden_size"}, 200, 1, 65536);
    config.num_hidden_layers = reader.integer({"num_hidden_layers"}, 2, 1, 1024);
    config.num_attention_heads = reader.integer({"num_attention_heads"}, 2, 1, 1024);
    config.intermediate_size = reader.integer({"intermediate_size"}, 200, 1, 1 << 20);
    config.layer_norm_eps = reader.number({"layer_norm_eps"}, 1e-5, 0, 1);
    config.hidden_dropout = reader.number({"hidden_dropout_prob"}, 0.2, 0, 1);
    config.attention_dropout = config.hidden_dropout;
    config.hidden_act = reader.activation("hidden_act");
}

/// torch.nn.Linear's own: uniform up to the inverse root of its inputs.
LinearInit of_linear(std::int64_t inputs, Init bias = Init::uniform) {
    const double range = 1 / std::sqrt(static_cast<double>(inputs));
    return {Init::uniform, bias, range, range};
}

/// torch.nn.TransformerEncoderLayer, whose three projections are one tensor for Xavier's rule.
BlockSpec layer_of(const ModelConfig& config, std::int64_t index) {
    BlockSpec block;
    BlockBuilder add(block);
    const std::int64_t width = config.hidden_size, wide = config.intermediate_size;
    const std::string base = fmt::format("encoder.layers.{}.", index);
    const double xavier = std::sqrt(6.0 / static_cast<double>(width + 3 * width));
    add.projections({base + "self_attn.q_proj", base + "self_attn.k_proj", base + "self_attn.v_proj"}, width,
                    {Init::uniform, Init::zeros, xavier});
    add.linear(base + "self_attn.out_proj", width, width, Role::attention_output,
               of_linear(width, Init::zeros));
    add.norm(base + "norm1", width, Role::attention_norm);
    add.linear(base + "linear1", wide, width, Role::up, of_linear(width));
    add.linear(base + "linear2", width, wide, Role::down, of_linear(wide));
    add.norm(base + "norm2", width, Role::output_norm);
    return block;
}

ModelSpec transformer_lm_spec(const ModelConfig& config, std::int64_t words, task::Readout) {
    ModelSpec spec{.prefix = "encoder.",
                   .layer = {.width = config.hidden_size,
                             .intermediate = config.intermediate_size,
                             .heads = config.num_attention_heads,
                             .head_width = config.hidden_size / config.num_attention_heads,
                             .key_value_heads = config.num_attention_heads,
                             .position = PositionKind::sinusoidal,
                             .activation = activation_named(config.hidden_act),
                             .causal = true,
                             .attention_dropout = config.attention_dropout,
                             .context_dropout = config.hidden_dropout,
                             .output_dropout = config.hidden_dropout,
                             .inner_dropout = config.hidden_dropout},
                   .head_kind = {},
                   .readout = task::Readout::every,
                   .embedding_dropout = config.hidden_dropout,
                   .norm_eps = config.layer_norm_eps,
                   .embedding_scale = std::sqrt(static_cast<double>(config.hidden_size)),
                   .computed_positions = config.max_position_embeddings,
                   .pad_id = -1};
    BlockBuilder(spec.embeddings)
        .table("embeddings", config.vocab_size, config.hidden_size, Role::word, Init::uniform, table_range);
    for (std::int64_t i = 0; i < config.num_hidden_layers; ++i)
        spec.layers.push_back(layer_of(config, i));
    BlockBuilder(spec.head).linear("decoder", words, config.hidden_size, Role::classifier,
                                   {Init::uniform, Init::zeros, table_range});
    return spec;
}

} // namespace

const Family transformer_lm{.model_type = "transformer-lm",
                            .title = "Transformer LM",
                            .class_prefix = "TransformerLM",
                            .classifier_class = nullptr,
                            .language_class = "TransformerLM",
                            .read = read_transformer_lm_keys,
                            .spec = transformer_lm_spec};

ModelConfig transformer_lm_config(const TransformerLmSizes& sizes) {
    const Json json = {{"model_type", transformer_lm.model_type},
                       {"vocab_size", sizes.vocab_size},
                       {"hidden_size", sizes.width},
                       {"intermediate_size", sizes.feed_forward},
                       {"num_attention_heads", sizes.heads},
                       {"num_hidden_layers", sizes.layers},
                       {"max_position_embeddings", sizes.positions},
                       {"hidden_act", "relu"}};
    return parse_model_config(json.dump(), "model");
}

} // namespace tunedesk::arch
