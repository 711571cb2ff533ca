// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "arch/model_spec.h"

#include <string>

namespace tunedesk::arch {

/// Names of the parts of encoders with norms after their residual sums. A layer's names are
/// appended to `layer` and the number of the layer.
struct EncoderNames {
    std::string prefix; ///< "bert."
    std::string layer;  ///< "bert.encoder.layer."
    std::string query, key, value, attention_output, attention_norm, up, down, output_norm;
    std::string dense, classifier; ///< full names
    bool projection_biases = true; ///< query, key and value layers have biases
};

/// BERT's names, which most families share, with another prefix.
EncoderNames bert_names(const std::string& prefix, const std::string& dense, const std::string& classifier);

/// Word, position and type tables and a norm; layers of self-attention and an MLP; a head of one or
/// two linear layers on the first token's row or every token's. All dropout probabilities are those
/// of `config`.
ModelSpec post_norm_encoder(const ModelConfig& config, const EncoderNames& names, const HeadKind& head,
                            std::int64_t labels, task::Readout readout);

} // namespace tunedesk::arch
