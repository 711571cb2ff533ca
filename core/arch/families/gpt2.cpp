// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/block_builder.h"
#include "arch/config_reader.h"
#include "arch/families/decoder_head.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::arch {

namespace {

void read_gpt2_keys(ConfigReader& reader, ModelConfig& config) {
    config.vocab_size = reader.integer({"vocab_size"}, 50257, 2, 1 << 24);
    config.hidden_size = reader.integer({"n_embd", "hidden_size"}, 768, 1, 65536);
    config.num_hidden_layers = reader.integer({"n_layer", "num_hidden_layers"}, 12, 1, 1024);
    config.num_attention_heads = reader.integer({"n_head", "num_attention_heads"}, 12, 1, 1024);
    config.intermediate_size = reader.integer({"n_inner"}, 4 * config.hidden_size, 1, 1 << 20);
    config.max_position_embeddings =
        reader.integer({"n_positions", "max_position_embeddings", "n_ctx"}, 1024, 1, 1 << 20);
    config.type_vocab_size = 0;
    config.layer_norm_eps = reader.number({"layer_norm_epsilon"}, 1e-5, 0, 1);
    config.embedding_dropout = reader.number({"embd_pdrop"}, 0.1, 0, 1);
    config.hidden_dropout = reader.number({"resid_pdrop"}, 0.1, 0, 1);
    config.attention_dropout = reader.number({"attn_pdrop"}, 0.1, 0, 1);
    config.classifier_dropout = 0;
    config.tied_head = reader.flag("tie_word_embeddings", true);
    config.hidden_act = reader.activation("activation_function", "gelu_new");
    reader.only("scale_attn_weights", true);
    reader.only("scale_attn_by_inverse_layer_idx", false);
    reader.only("add_cross_attention", false);
}

BlockSpec gpt2_layer(const ModelConfig& config, std::int64_t index) {
    BlockSpec block;
    BlockBuilder add(block);
    const std::int64_t width = config.hidden_size, wide = config.intermediate_size;
    const std::string base = fmt::format("transformer.h.{}.", index);
    const LinearInit plain{.bias = Init::zeros, .transposed = true};
    LinearInit before_sum = plain; // of what is added to the residual sums, of which there are two a layer
    before_sum.weight_range =
        config.initializer_range / std::sqrt(2.0 * static_cast<double>(config.num_hidden_layers));
    add.norm(base + "ln_1", width, Role::attention_norm);
    add.linear(base + "attn.c_attn", 3 * width, width, Role::query_key_value, plain);
    add.linear(base + "attn.c_proj", width, width, Role::attention_output, before_sum);
    add.norm(base + "ln_2", width, Role::output_norm);
    add.linear(base + "mlp.c_fc", wide, width, Role::up, plain);
    add.linear(base + "mlp.c_proj", width, wide, Role::down, before_sum);
    return block;
}

ModelSpec gpt2_spec(const ModelConfig& config, std::int64_t outputs, task::Readout readout) {
    ModelSpec spec{.prefix = "transformer.",
                   .layer = {.width = config.hidden_size,
                             .intermediate = config.intermediate_size,
                             .heads = config.num_attention_heads,
                             .head_width = config.head_width(),
                             .key_value_heads = config.num_attention_heads,
                             .norm_place = NormPlace::before,
                             .activation = activation_named(config.hidden_act),
                             .causal = true,
                             .attention_dropout = config.attention_dropout,
                             .context_dropout = config.hidden_dropout,
                             .output_dropout = config.hidden_dropout},
                   .head_kind = {},
                   .embedding_dropout = config.embedding_dropout,
                   .norm_eps = config.layer_norm_eps,
                   .initializer_range = config.initializer_range,
                   .pad_id = -1};
    BlockBuilder embeddings(spec.embeddings);
    embeddings.table("transformer.wte", config.vocab_size, config.hidden_size, Role::word);
    embeddings.table("transformer.wpe", config.max_position_embeddings, config.hidden_size, Role::position);
    for (std::int64_t i = 0; i < config.num_hidden_layers; ++i)
        spec.layers.push_back(gpt2_layer(config, i));
    BlockBuilder(spec.head).norm("transformer.ln_f", config.hidden_size, Role::final_norm);
    add_decoder_head(spec, config, outputs, readout);
    return spec;
}

} // namespace

const Family gpt2{.model_type = "gpt2",
                  .title = "GPT-2",
                  .class_prefix = "GPT2",
                  .classifier_class = "GPT2ForSequenceClassification",
                  .language_class = "GPT2LMHeadModel",
                  .read = read_gpt2_keys,
                  .spec = gpt2_spec};

} // namespace tunedesk::arch
