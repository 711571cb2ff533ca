// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "base/files/file.h"
#include "format/safetensors.h"

namespace tunedesk::arch {

/// The name of a parameter in `weights`, which may hold only the encoder, without the prefix, or more than
/// the encoder, with it. Throws Error 4346 if the parameter is missing, 4330 if its shape differs.
std::string stored_name(const format::ModelWeights& weights, const ParameterSpec& parameter,
                        const std::string& prefix);

/// Writes a model's weights as model.safetensors, with the adapters' products added to their
/// layers; `weights`: those of the base and the adapters (open_weights()). Layers keep their type.
/// Only a few tensors are in memory at a time. Throws Error 4346 if a weight is missing, 4330 if a
/// shape differs, 4332 for a type other than F32, BF16 and F16, 5001 (disk).
void write_merged(const ModelSpec& spec, const format::ModelWeights& weights, const fs::path& path);

} // namespace tunedesk::arch
