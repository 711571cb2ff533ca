// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/config_reader.h"
#include "arch/families/post_norm_encoder.h"
#include "arch/family.h"

namespace tunedesk::arch {

namespace {

/// Its tables may be narrower than its layers.
void read_electra_keys(ConfigReader& reader, ModelConfig& config) {
    read_bert_keys(reader, config);
    config.embedding_size = reader.integer({"embedding_size"}, 128, 1, 65536);
    config.hidden_size = reader.integer({"hidden_size"}, 256, 1, 65536);
    config.num_attention_heads = reader.integer({"num_attention_heads"}, 4, 1, 1024);
    config.intermediate_size = reader.integer({"intermediate_size"}, 1024, 1, 1 << 20);
}

ModelSpec electra_spec(const ModelConfig& config, std::int64_t labels, task::Readout readout) {
    return post_norm_encoder(config, bert_names("electra.", "classifier.dense", "classifier.out_proj"),
                             {.activation = Activation::gelu, .drops_input = true}, labels, readout);
}

} // namespace

const Family electra{.model_type = "electra",
                     .title = "ELECTRA",
                     .class_prefix = "Electra",
                     .classifier_class = "ElectraForSequenceClassification",
                     .token_class = "ElectraForTokenClassification",
                     .language_class = nullptr,
                     .read = read_electra_keys,
                     .spec = electra_spec};

} // namespace tunedesk::arch
