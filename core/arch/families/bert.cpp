// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/config_reader.h"
#include "arch/families/post_norm_encoder.h"
#include "arch/family.h"

namespace tunedesk::arch {

namespace {

ModelSpec bert_spec(const ModelConfig& config, std::int64_t labels, task::Readout readout) {
    return post_norm_encoder(config, bert_names("bert.", "bert.pooler.dense", "classifier"),
                             {.activation = Activation::tanh}, labels, readout);
}

} // namespace

const Family bert{.model_type = "bert",
                  .title = "BERT",
                  .class_prefix = "Bert",
                  .classifier_class = "BertForSequenceClassification",
                  .token_class = "BertForTokenClassification",
                  .language_class = nullptr,
                  .read = read_bert_keys,
                  .spec = bert_spec};

} // namespace tunedesk::arch
