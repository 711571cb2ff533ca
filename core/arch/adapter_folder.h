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

/// A folder of low-rank adapters as PEFT writes it: adapter_config.json, and adapter_model.safetensors with
/// what was trained under PEFT's names. The model that they belong to is in another folder.
struct AdapterFolder {
    Lora lora;
    fs::path base;            ///< the other model's folder
    bool is_headless = false; ///< task_type FEATURE_EXTRACTION: of a model without a head
};

inline constexpr const char* adapter_config_name = "adapter_config.json";
inline constexpr const char* adapter_weights_name = "adapter_model.safetensors";
/// Of a parameter's name in that file.
inline constexpr const char* adapter_name_prefix = "base_model.model.";

/// std::nullopt if the folder holds no adapters. Throws Error 4320 to 4322 for a file that is damaged or asks
/// for what is not computed here (DoRA, biases, ranks of single layers), 4351 if the base is no folder of
/// this machine.
std::optional<AdapterFolder> read_adapter_folder(const fs::path& folder);

/// The weights of a model folder; of an adapter folder those of its base and what was trained, which comes
/// first. Throws what format::ModelWeights and read_adapter_folder() throw.
format::ModelWeights open_weights(const fs::path& folder);

/// The folder with the model's tokenizer: of an adapter folder without one its base.
fs::path tokenizer_folder(const fs::path& folder);

/// The text of adapter_config.json for adapters of a model whose other weights are in `base`. `saved`: the
/// names of all parameters in adapter_model.safetensors, without the prefix; those of the head are layers
/// that were trained in whole.
std::string adapter_config_text(const ModelSpec& spec, const fs::path& base,
                                std::span<const std::string> saved);

} // namespace tunedesk::arch
