// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tunedesk::arch {

class ConfigReader;
struct ModelConfig;

/// One family of models: how its config.json is read and how its networks are built. Each has a
/// file of its own and an entry in families().
struct Family {
    const char* model_type;   ///< model_type in config.json: "distilbert"
    const char* title;        ///< "DistilBERT"
    const char* class_prefix; ///< prefix of the class names in `architectures` of config.json: "DistilBert"
    const char* classifier_class; ///< "DistilBertForSequenceClassification"; null: no classifiers
    /// "DistilBertForTokenClassification"; null: no token classifiers.
    const char* token_class = nullptr;
    const char* language_class; ///< "GPT2LMHeadModel"; null: no language models
    /// Reads the keys that differ between families. Throws Error 43xx.
    void (*read)(ConfigReader& reader, ModelConfig& config);
    /// A model with that many outputs: the labels of a classifier or, with a readout of every
    /// token, the vocabulary of a language model or the classes of tokens.
    ModelSpec (*spec)(const ModelConfig& config, std::int64_t outputs, task::Readout readout);
};

extern const Family bert, distilbert, roberta, electra, big_bird, vit, transformer_lm, gpt2, llama, mistral,
    qwen2, qwen3;

/// All families, in the order in which messages list them.
const std::vector<const Family*>& families();

/// The family with this model_type, or null.
const Family* find_family(std::string_view model_type);

} // namespace tunedesk::arch
