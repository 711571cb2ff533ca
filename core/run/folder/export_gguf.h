// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/safetensors.h"
#include "run/folder/export_model.h"

namespace tunedesk::run {

/// Writes one of a run's language models, adapters added to its weights, as a GGUF file for llama.cpp and
/// what is built on it; matrices as F16, BF16 or F32. Throws what export_model(), arch::gguf_tensors() and
/// gguf_tokenizer() throw.
void export_gguf(const fs::path& run, const RunModel& model, const fs::path& target,
                 format::DType dtype = format::DType::F16);

/// Writes the model of a Hugging Face folder likewise, under this name.
void write_gguf_of(const fs::path& folder, const std::string& name, const fs::path& target,
                   format::DType dtype);

} // namespace tunedesk::run
