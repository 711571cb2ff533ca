// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/config_reader.h"
#include "arch/families/post_norm_encoder.h"
#include "arch/family.h"
#include "base/phrase.h"

namespace tunedesk::arch {

namespace {

/// Its positions begin behind the padding token's id. A padding token that is written in a text takes a
/// position as any other, where transformers gives it none.
void read_roberta_keys(ConfigReader& reader, ModelConfig& config) {
    read_bert_keys(reader, config);
    config.vocab_size = reader.integer({"vocab_size"}, 50265, 2, 1 << 24);
    config.pad_token_id = reader.integer({"pad_token_id"}, 1, 0, config.vocab_size - 1);
    config.first_position = config.pad_token_id + 1;
    if (config.max_tokens() < 1) {
        reader.find({"max_position_embeddings"});
        reader.fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "must be larger than pad_token_id + 1"));
    }
}

ModelSpec roberta_spec(const ModelConfig& config, std::int64_t labels, task::Readout readout) {
    return post_norm_encoder(config, bert_names("roberta.", "classifier.dense", "classifier.out_proj"),
                             {.activation = Activation::tanh, .drops_input = true}, labels, readout);
}

} // namespace

const Family roberta{.model_type = "roberta",
                     .title = "RoBERTa",
                     .class_prefix = "Roberta",
                     .classifier_class = "RobertaForSequenceClassification",
                     .token_class = "RobertaForTokenClassification",
                     .language_class = nullptr,
                     .read = read_roberta_keys,
                     .spec = roberta_spec};

} // namespace tunedesk::arch
