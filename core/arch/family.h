// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tunedesk::arch {

class ConfigReader;
struct ModelConfig;

/// One family of models: how its config.json is read, and what its networks are made of. Each is a file of
/// its own and a line of families().
struct Family {
    const char* model_type;       ///< config.json's: "distilbert"
    const char* title;            ///< "DistilBERT"
    const char* class_prefix;     ///< of the names in config.json's `architectures`: "DistilBert"
    const char* classifier_class; ///< "DistilBertForSequenceClassification"; null: it makes no classifiers
    /// "DistilBertForTokenClassification"; null: it gives tokens no classes.
    const char* token_class = nullptr;
    const char* language_class; ///< "GPT2LMHeadModel"; null: it makes no language models
    /// Reads what differs between families. Throws Error 43xx.
    void (*read)(ConfigReader& reader, ModelConfig& config);
    /// A model of so many outputs: a classifier's labels or, read at every token, a language model's words or
    /// the classes of a token.
    ModelSpec (*spec)(const ModelConfig& config, std::int64_t outputs, task::Readout readout);
};

extern const Family bert, distilbert, roberta, electra, big_bird, vit, transformer_lm, gpt2, llama, mistral,
    qwen2, qwen3;

/// All of them, in the order in which messages name them.
const std::vector<const Family*>& families();

/// By model_type, or null.
const Family* find_family(std::string_view model_type);

} // namespace tunedesk::arch
