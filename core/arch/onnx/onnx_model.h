// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "format/onnx.h"
#include "task/task.h"

namespace tunedesk::arch {

/// The model as an ONNX graph in fp32 with a variable number of samples and, for texts, a variable
/// length. Inputs and outputs have the names of Hugging Face's Optimum: input_ids, attention_mask
/// and, for a model with several token types, token_type_ids [batch_size, sequence_length]; or
/// pixel_values [batch_size, channels, height, width]. Outputs: logits [batch_size, labels], for a
/// token classifier [batch_size, sequence_length, labels]; for an embedding model token_embeddings
/// and sentence_embedding, pooled and normalized as set in `config.sentence`. Metadata: task, and
/// id2label as JSON.
///
/// `weights` must outlive the result. Throws the errors of require_onnx_form(), and Error 4346 or
/// 4330 if a weight is missing or has another shape.
format::OnnxModel onnx_model(const ModelConfig& config, const task::Task& task,
                             const format::ModelWeights& weights);

/// Throws Error 4349 for an architecture that cannot be exported to ONNX: decoders and block-sparse
/// attention.
void require_onnx_form(const ModelConfig& config, const task::Task& task);

} // namespace tunedesk::arch
