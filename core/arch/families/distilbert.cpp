// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/config_reader.h"
#include "arch/families/post_norm_encoder.h"
#include "arch/family.h"

namespace tunedesk::arch {

namespace {

/// Its keys have names of their own.
void read_distilbert_keys(ConfigReader& reader, ModelConfig& config) {
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
    config.hidden_act = reader.activation("activation");
}

ModelSpec distilbert_spec(const ModelConfig& config, std::int64_t labels, task::Readout readout) {
    const EncoderNames names{.prefix = "distilbert.",
                             .layer = "distilbert.transformer.layer.",
                             .query = "attention.q_lin",
                             .key = "attention.k_lin",
                             .value = "attention.v_lin",
                             .attention_output = "attention.out_lin",
                             .attention_norm = "sa_layer_norm",
                             .up = "ffn.lin1",
                             .down = "ffn.lin2",
                             .output_norm = "output_layer_norm",
                             .dense = "pre_classifier",
                             .classifier = "classifier"};
    ModelSpec spec = post_norm_encoder(config, names, {.activation = Activation::relu}, labels, readout);
    spec.layer.context_dropout = 0; // it drops nothing of the attention's output
    if (readout == task::Readout::every) spec.head_kind.dropout = config.hidden_dropout;
    return spec;
}

} // namespace

const Family distilbert{.model_type = "distilbert",
                        .title = "DistilBERT",
                        .class_prefix = "DistilBert",
                        .classifier_class = "DistilBertForSequenceClassification",
                        .token_class = "DistilBertForTokenClassification",
                        .language_class = nullptr,
                        .read = read_distilbert_keys,
                        .spec = distilbert_spec};

} // namespace tunedesk::arch
