// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "format/gguf.h"

#include <vector>

namespace tunedesk::arch {

/// What a GGUF file says of a language model and how it calls its tensors, after llama.cpp's names of the
/// architectures llama (also Mistral), qwen2, qwen3 and gpt2.

/// general.architecture and the model's sizes. Throws Error 4349 for another architecture.
format::GgufMetadata gguf_metadata(const ModelConfig& config, const std::string& name);

/// The tensors of a folder's weights: matrices in `dtype`, vectors in F32. Rows of queries and keys are put
/// in the order in which llama.cpp rotates them, GPT-2's matrices are turned around. `weights` must outlive
/// what is returned. Throws Error 4349 likewise, 4309 if a tensor is missing.
std::vector<format::GgufTensor> gguf_tensors(const ModelConfig& config, const format::ModelWeights& weights,
                                             format::DType dtype);

} // namespace tunedesk::arch
