// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "base/files/file.h"
#include "format/safetensors.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::arch {

/// A folder of low-rank adapters in PEFT's format: adapter_config.json, and
/// adapter_model.safetensors with the trained tensors under PEFT's names. The base model is in
/// another folder.
struct AdapterFolder {
    Lora lora;
    fs::path base;            ///< the base model's folder
    bool is_headless = false; ///< task_type FEATURE_EXTRACTION: the model has no head
};

inline constexpr const char* adapter_config_name = "adapter_config.json";
inline constexpr const char* adapter_weights_name = "adapter_model.safetensors";
/// The prefix of parameter names in adapter_model.safetensors.
inline constexpr const char* adapter_name_prefix = "base_model.model.";

/// std::nullopt if the folder holds no adapters. Throws Error 4320 to 4322 for a file that is
/// damaged or requires an unsupported feature (DoRA, biases, ranks of single layers), 4351 if the
/// base is not a folder of this machine.
std::optional<AdapterFolder> read_adapter_folder(const fs::path& folder);

/// The weights of a model folder. For an adapter folder: the base's weights and the adapters'
/// tensors, which take precedence. Throws the errors of format::ModelWeights and
/// read_adapter_folder().
format::ModelWeights open_weights(const fs::path& folder);

/// The folder with the model's tokenizer: `folder`, or its base if it is an adapter folder without
/// a tokenizer.
fs::path tokenizer_folder(const fs::path& folder);

/// The text of adapter_config.json for adapters of a model whose other weights are in `base`.
/// `saved`: the names of all parameters in adapter_model.safetensors, without the prefix; those of
/// the head are listed as fully trained layers (modules_to_save).
std::string adapter_config_text(const ModelSpec& spec, const fs::path& base,
                                std::span<const std::string> saved);

} // namespace tunedesk::arch
