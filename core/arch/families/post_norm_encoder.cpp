// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/families/post_norm_encoder.h"

#include "arch/block_builder.h"

#include <fmt/format.h>

namespace tunedesk::arch {

namespace {

BlockSpec embeddings_of(const ModelConfig& config, const std::string& prefix) {
    BlockSpec block;
    BlockBuilder add(block);
    const std::int64_t width = config.embedding_width();
    const std::string base = prefix + "embeddings.";
    add.table(base + "word_embeddings", config.vocab_size, width, Role::word);
    add.table(base + "position_embeddings", config.max_position_embeddings, width, Role::position,
              config.sinusoidal_positions ? Init::sinusoidal : Init::normal);
    if (config.type_vocab_size > 0)
        add.table(base + "token_type_embeddings", config.type_vocab_size, width, Role::type);
    add.norm(base + "LayerNorm", width, Role::embedding_norm);
    if (width != config.hidden_size)
        add.linear(prefix + "embeddings_project", config.hidden_size, width, Role::projection);
    return block;
}

BlockSpec layer_of(const ModelConfig& config, const EncoderNames& names, std::int64_t index) {
    BlockSpec block;
    BlockBuilder add(block);
    const std::int64_t width = config.hidden_size, wide = config.intermediate_size;
    const std::string base = fmt::format("{}{}.", names.layer, index);
    add.projections({base + names.query, base + names.key, base + names.value}, width,
                    LinearInit{.has_bias = names.projection_biases});
    add.linear(base + names.attention_output, width, width, Role::attention_output);
    add.norm(base + names.attention_norm, width, Role::attention_norm);
    add.linear(base + names.up, wide, width, Role::up);
    add.linear(base + names.down, width, wide, Role::down);
    add.norm(base + names.output_norm, width, Role::output_norm);
    return block;
}

} // namespace

EncoderNames bert_names(const std::string& prefix, const std::string& dense, const std::string& classifier) {
    return {.prefix = prefix,
            .layer = prefix + "encoder.layer.",
            .query = "attention.self.query",
            .key = "attention.self.key",
            .value = "attention.self.value",
            .attention_output = "attention.output.dense",
            .attention_norm = "attention.output.LayerNorm",
            .up = "intermediate.dense",
            .down = "output.dense",
            .output_norm = "output.LayerNorm",
            .dense = dense,
            .classifier = classifier};
}

ModelSpec post_norm_encoder(const ModelConfig& config, const EncoderNames& names, const HeadKind& head,
                            std::int64_t labels, task::Readout readout) {
    ModelSpec spec{
        .prefix = names.prefix,
        .embeddings = embeddings_of(config, names.prefix),
        .layer = {.width = config.hidden_size,
                  .intermediate = config.intermediate_size,
                  .heads = config.num_attention_heads,
                  .head_width = config.hidden_size / config.num_attention_heads,
                  .key_value_heads = config.num_attention_heads,
                  .position = config.sinusoidal_positions ? PositionKind::sinusoidal : PositionKind::learned,
                  .activation = activation_named(config.hidden_act),
                  .attention_dropout = config.attention_dropout,
                  .context_dropout = config.hidden_dropout,
                  .output_dropout = config.hidden_dropout},
        .head_kind = head,
        .embedding_dropout = config.hidden_dropout,
        .norm_eps = config.layer_norm_eps,
        .initializer_range = config.initializer_range,
        .pad_id = config.pad_token_id,
        .first_position = config.first_position};
    spec.head_kind.dropout = config.classifier_dropout;
    for (std::int64_t i = 0; i < config.num_hidden_layers; ++i)
        spec.layers.push_back(layer_of(config, names, i));
    BlockBuilder add(spec.head);
    if (readout == task::Readout::every) {
        add.linear("classifier", labels, config.hidden_size, Role::classifier);
        return spec;
    }
    add.linear(names.dense, config.hidden_size, config.hidden_size, Role::dense);
    add.linear(names.classifier, labels, config.hidden_size, Role::classifier);
    return spec;
}

} // namespace tunedesk::arch
