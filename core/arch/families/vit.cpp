// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/families/vit.h"

#include "arch/block_builder.h"
#include "arch/config_reader.h"
#include "arch/family.h"

#include <fmt/format.h>

namespace tunedesk::arch {

namespace {

constexpr std::int64_t max_image_size = 4096, max_patches = 1 << 16;

void read_vit_keys(ConfigReader& reader, ModelConfig& config) {
    config.hidden_size = reader.integer({"hidden_size"}, 768, 1, 65536);
    config.num_hidden_layers = reader.integer({"num_hidden_layers"}, 12, 1, 1024);
    config.num_attention_heads = reader.integer({"num_attention_heads"}, 12, 1, 1024);
    config.intermediate_size = reader.integer({"intermediate_size"}, 3072, 1, 1 << 20);
    config.layer_norm_eps = reader.number({"layer_norm_eps"}, 1e-12, 0, 1);
    config.hidden_dropout = reader.number({"hidden_dropout_prob"}, 0, 0, 1);
    config.embedding_dropout = config.hidden_dropout;
    config.attention_dropout = reader.number({"attention_probs_dropout_prob"}, 0, 0, 1);
    config.classifier_dropout = 0;
    config.hidden_act = reader.activation("hidden_act");
    config.projection_biases = reader.flag("qkv_bias", true);
    config.type_vocab_size = 0;
    config.image.channels = reader.integer({"num_channels"}, 3, 1, 16);
    config.image.patch = reader.integer({"patch_size"}, 16, 1, max_image_size);
    config.image.size = reader.integer({"image_size"}, 224, 1, max_image_size);
    if (config.image.size % config.image.patch != 0)
        reader.fail(fmt::format("must be a multiple of patch_size, which is {}", config.image.patch));
    if (config.image.patches() > max_patches)
        reader.fail(fmt::format("makes {} patches of an image; at most {} are supported",
                                config.image.patches(), max_patches));
    config.max_position_embeddings = config.image.patches() + 1;
}

BlockSpec vit_embeddings(const ModelConfig& config) {
    BlockSpec block;
    BlockBuilder add(block);
    const std::int64_t width = config.hidden_size;
    add.parameter("vit.embeddings.cls_token", {1, 1, width}, Role::class_token);
    add.parameter("vit.embeddings.position_embeddings", {1, config.max_position_embeddings, width},
                  Role::position);
    const std::string projection = "vit.embeddings.patch_embeddings.projection";
    add.parameter(projection + ".weight",
                  {width, config.image.channels, config.image.patch, config.image.patch}, Role::patch);
    add.bias(projection, width, Role::patch);
    return block;
}

BlockSpec vit_layer(const ModelConfig& config, std::int64_t index) {
    BlockSpec block;
    BlockBuilder add(block);
    const std::int64_t width = config.hidden_size, wide = config.intermediate_size;
    const std::string base = fmt::format("vit.encoder.layer.{}.", index),
                      self = base + "attention.attention.";
    add.norm(base + "layernorm_before", width, Role::attention_norm);
    add.projections({self + "query", self + "key", self + "value"}, width,
                    LinearInit{.has_bias = config.projection_biases});
    add.linear(base + "attention.output.dense", width, width, Role::attention_output);
    add.norm(base + "layernorm_after", width, Role::output_norm);
    add.linear(base + "intermediate.dense", wide, width, Role::up);
    add.linear(base + "output.dense", width, wide, Role::down);
    return block;
}

ModelSpec vit_spec(const ModelConfig& config, std::int64_t labels, task::Readout) {
    ModelSpec spec{.prefix = "vit.",
                   .embeddings = vit_embeddings(config),
                   .layer = {.width = config.hidden_size,
                             .intermediate = config.intermediate_size,
                             .heads = config.num_attention_heads,
                             .head_width = config.head_width(),
                             .key_value_heads = config.num_attention_heads,
                             .norm_place = NormPlace::before,
                             .activation = activation_named(config.hidden_act),
                             .attention_dropout = config.attention_dropout,
                             .context_dropout = config.hidden_dropout,
                             .output_dropout = config.hidden_dropout},
                   .head_kind = {},
                   .image = config.image,
                   .embedding_dropout = config.embedding_dropout,
                   .norm_eps = config.layer_norm_eps,
                   .initializer_range = config.initializer_range};
    for (std::int64_t i = 0; i < config.num_hidden_layers; ++i)
        spec.layers.push_back(vit_layer(config, i));
    BlockBuilder head(spec.head);
    head.norm("vit.layernorm", config.hidden_size, Role::final_norm);
    head.linear("classifier", labels, config.hidden_size, Role::classifier);
    return spec;
}

} // namespace

const Family vit{.model_type = "vit",
                 .title = "ViT",
                 .class_prefix = "ViT",
                 .classifier_class = "ViTForImageClassification",
                 .language_class = nullptr,
                 .read = read_vit_keys,
                 .spec = vit_spec};

ModelConfig vit_config(const VitSizes& sizes) {
    const Json json = {{"model_type", vit.model_type},
                       {"hidden_size", sizes.width},
                       {"intermediate_size", sizes.feed_forward},
                       {"num_attention_heads", sizes.heads},
                       {"num_hidden_layers", sizes.layers},
                       {"patch_size", sizes.patch},
                       {"image_size", sizes.image},
                       {"num_channels", 3}};
    return parse_model_config(json.dump(), "model");
}

} // namespace tunedesk::arch
