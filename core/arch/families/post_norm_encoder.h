// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "arch/model_spec.h"

#include <string>

namespace tunedesk::arch {

/// What encoders with norms after their residual sums call their parts. Layers' names follow `layer` and the
/// layer's number.
struct EncoderNames {
    std::string prefix; ///< "bert."
    std::string layer;  ///< "bert.encoder.layer."
    std::string query, key, value, attention_output, attention_norm, up, down, output_norm;
    std::string dense, classifier; ///< whole names
    bool projection_biases = true; ///< query, key and value layers have biases
};

/// The names of BERT's encoder below another prefix, which most families have taken over.
EncoderNames bert_names(const std::string& prefix, const std::string& dense, const std::string& classifier);

/// Word, position and type tables and a norm; layers of self-attention and an MLP; a head of two linear
/// layers on the first token's row, or of one, on every token's. Every dropout is the configuration's.
ModelSpec post_norm_encoder(const ModelConfig& config, const EncoderNames& names, const HeadKind& head,
                            std::int64_t labels, task::Readout readout);

} // namespace tunedesk::arch
