// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/family.h"
#include "arch/sentence_modules.h"
#include "base/files/file.h"
#include "base/json.h"
#include "format/safetensors.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::arch {

/// The number of outputs of a network without a head: its outputs are the rows that a head would
/// read.
inline constexpr std::int64_t no_head = 0;

/// What the project reads of a Hugging Face `config.json`. Fields carry BERT's names, onto which each family
/// maps its own. Missing keys have the defaults of transformers' class of the family.
struct ModelConfig {
    const Family* family = &bert;
    std::int64_t vocab_size = 0, hidden_size = 0, num_hidden_layers = 0, num_attention_heads = 0;
    std::int64_t intermediate_size = 0, max_position_embeddings = 0,
                 type_vocab_size = 0; ///< 0: no type table (DistilBERT)
    std::int64_t pad_token_id = 0;
    std::int64_t embedding_size = 0;  ///< width of the embedding tables; 0: hidden_size
    std::int64_t first_position = 0;  ///< row of the position table for the first token
    std::int64_t key_value_heads = 0; ///< 0: as many as num_attention_heads
    std::int64_t head_size = 0;       ///< columns of a head; 0: hidden_size / num_attention_heads
    Rotary rotary{};                  ///< for decoders with rotary positions
    bool projection_biases = false;   ///< decoders and BigBird: query, key and value layers have biases
    bool output_biases = false;       ///< the same models: attention's output layer has a bias
    bool mlp_biases = false;          ///< the same models: the MLP's layers have biases
    bool head_norms = false;          ///< the same models: the queries and keys of each head have a norm
    bool tied_head = false;           ///< tie_word_embeddings
    Lora lora{};                      ///< adapters of its networks, from an adapter folder or a preset
    std::vector<std::string> freeze;  ///< a preset's patterns of parameters that are not trained
    double embedding_dropout = 0;     ///< decoders only
    ImageKind image{};                ///< for models that read images
    std::optional<SentenceModules> sentence{}; ///< from a sentence-transformers folder, for embeddings
    BlockPattern attention_blocks{};           ///< for BigBird
    bool sinusoidal_positions = false; ///< DistilBERT: a table of sines and cosines that is not trained
    double layer_norm_eps = 1e-12, initializer_range = 0.02;
    double hidden_dropout = 0.1, attention_dropout = 0.1, classifier_dropout = 0.1;
    std::string hidden_act = "gelu"; ///< gelu | relu | gelu_new | silu
    std::vector<std::string> labels; ///< id2label in id order; empty if the file has no labels of its own
    Json json;                       ///< the whole file, kept for writing `best/` and `final/`

    /// The most tokens of a row, special ones included, that have positions.
    std::int64_t max_tokens() const { return max_position_embeddings - first_position; }
    std::int64_t head_width() const { return head_size > 0 ? head_size : hidden_size / num_attention_heads; }
    std::int64_t embedding_width() const { return embedding_size > 0 ? embedding_size : hidden_size; }
    /// The network of a model with that many outputs, whose head reads the rows of `readout`. With
    /// no_head its parameters have the encoder's own names, without the prefix.
    ModelSpec spec(std::int64_t outputs, task::Readout readout = task::Readout::first) const;
    /// Name of the weight of a classifier's last linear layer, [classes, hidden_size].
    std::string classifier_weight(task::Readout readout = task::Readout::first) const {
        return spec(1, readout).head.find(Role::classifier)->name;
    }
    /// Whether the file describes a token classifier.
    bool classifies_tokens() const;
};

/// The same model for images of `size` pixels a side, changed in its config.json too. Throws Error
/// 4321 if `size` is not a multiple of the patches' size.
ModelConfig with_image_size(ModelConfig config, std::int64_t size);

/// Reads and checks FOLDER/config.json; for an adapter folder without one, that of its base. Throws
/// Error 43xx with file and key: missing, wrong type or range, unsupported `model_type` or
/// activation (the message lists the supported ones), hidden_size not a multiple of heads, heads
/// wider than max_head_width (4333).
ModelConfig read_model_config(const fs::path& folder);

/// Reads and checks the text of a config.json.
ModelConfig parse_model_config(std::string_view text, const std::string& where);

/// The config.json of a fine-tuned classifier: `config.json` with architectures, id2label,
/// label2id, num_labels, problem_type and dtype set so that AutoModelForSequenceClassification
/// opens it or, if the head reads every token, AutoModelForTokenClassification, whose files have no
/// problem_type. `dtype` is the weights' type: F32, BF16 or F16.
std::string classifier_config(const ModelConfig& config, const std::vector<std::string>& labels,
                              format::DType dtype = format::DType::F32,
                              const char* problem_type = "single_label_classification",
                              task::Readout readout = task::Readout::first);

/// The config.json of an encoder without a head, for AutoModel.
std::string encoder_config(const ModelConfig& config, format::DType dtype = format::DType::F32);

/// The config.json of a trained language model: `config.json` with architectures and dtype set.
std::string language_model_config(const ModelConfig& config, format::DType dtype = format::DType::F32);

} // namespace tunedesk::arch
