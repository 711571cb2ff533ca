// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/config_reader.h"
#include "arch/families/post_norm_encoder.h"
#include "arch/family.h"

#include <fmt/format.h>

namespace tunedesk::arch {

namespace {

/// Tokens of a block of `attention_type` block_sparse, and how many blocks are drawn for each.
BlockPattern read_pattern(ConfigReader& reader, const ModelConfig& config) {
    const std::string type = reader.text({"attention_type"}, "block_sparse");
    if (type == "original_full") return {};
    if (type != "block_sparse")
        reader.fail(fmt::format("{} is not supported, only block_sparse and original_full",
                                ConfigReader::shown(type)),
                    ErrorId::config_value_unsupported);
    return {.block_size = reader.integer({"block_size"}, 64, 1, 65536),
            .random_blocks = reader.integer({"num_random_blocks"}, 3, 0, 1024),
            .positions = config.max_position_embeddings};
}

void read_bigbird_keys(ConfigReader& reader, ModelConfig& config) {
    read_bert_keys(reader, config);
    config.vocab_size = reader.integer({"vocab_size"}, 50358, 1, 1 << 24);
    config.pad_token_id = reader.integer({"pad_token_id"}, 0, 0, config.vocab_size - 1);
    config.max_position_embeddings = reader.integer({"max_position_embeddings"}, 4096, 1, 1 << 20);
    config.hidden_act = reader.activation("hidden_act", "gelu_new");
    config.projection_biases = reader.flag("use_bias", true);
    reader.only("rescale_embeddings", false);
    config.attention_blocks = read_pattern(reader, config);
}

/// Its embeddings are dropped before their norm, and its head has the layers' activation.
ModelSpec bigbird_spec(const ModelConfig& config, std::int64_t labels, task::Readout readout) {
    EncoderNames names = bert_names("bert.", "classifier.dense", "classifier.out_proj");
    names.projection_biases = config.projection_biases;
    ModelSpec spec = post_norm_encoder(
        config, names, {.activation = activation_named(config.hidden_act), .drops_input = true}, labels,
        readout);
    spec.layer.blocks = config.attention_blocks;
    spec.drops_before_norm = true;
    return spec;
}

} // namespace

const Family big_bird{.model_type = "big_bird",
                      .title = "BigBird",
                      .class_prefix = "BigBird",
                      .classifier_class = "BigBirdForSequenceClassification",
                      .token_class = "BigBirdForTokenClassification",
                      .language_class = nullptr,
                      .read = read_bigbird_keys,
                      .spec = bigbird_spec};

} // namespace tunedesk::arch
