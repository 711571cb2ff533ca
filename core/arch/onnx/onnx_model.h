// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "format/onnx.h"
#include "task/task.h"

namespace tunedesk::arch {

/// What a model computes, as an ONNX graph in fp32 with any number of samples, and of texts any length, and
/// with the names of Hugging Face's Optimum: input_ids, attention_mask and, of a model with several types of
/// tokens, token_type_ids [batch_size, sequence_length]; or pixel_values [batch_size, channels, height,
/// width]. Outputs: logits [batch_size, labels], of a classifier of tokens [batch_size, sequence_length,
/// labels]; of a model of embeddings token_embeddings and sentence_embedding, pooled and normalized as
/// `config.sentence` has it. metadata: task, and id2label as JSON.
///
/// `weights` must outlive what is returned. Throws what require_onnx_form() throws, and Error 4346 or 4330 if
/// a weight is missing or of another shape.
format::OnnxModel onnx_model(const ModelConfig& config, const task::Task& task,
                             const format::ModelWeights& weights);

/// Throws Error 4349 for an architecture that has no such form here: decoders, and block-sparse attention.
void require_onnx_form(const ModelConfig& config, const task::Task& task);

} // namespace tunedesk::arch
