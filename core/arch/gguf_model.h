// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "format/gguf.h"

#include <vector>

namespace tunedesk::arch {

/// The metadata and tensors of a GGUF file of a language model, with llama.cpp's names for the
/// architectures llama (also Mistral), qwen2, qwen3 and gpt2.

/// general.architecture and the model's sizes. Throws Error 4349 for another architecture.
format::GgufMetadata gguf_metadata(const ModelConfig& config, const std::string& name);

/// The tensors of a folder's weights: matrices in `dtype`, vectors in F32. Rows of queries and keys
/// are permuted to the order in which llama.cpp rotates them; GPT-2's matrices are transposed.
/// `weights` must outlive the result. Throws Error 4349 for another architecture, 4309 if a tensor
/// is missing.
std::vector<format::GgufTensor> gguf_tensors(const ModelConfig& config, const format::ModelWeights& weights,
                                             format::DType dtype);

} // namespace tunedesk::arch
