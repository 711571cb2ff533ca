#pragma once

#include "arch/lora.h"
#include "base/files/file.h"
#include "format/safetensors.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::arch {

/// A folder of low-rank adapters as PEFT writes it: adapter_config.json, and adapter_model.safetensors with
/// what was trained under PEFT's names. The model that they belong to is in another folder.
struct AdapterFolder {
    Lora lora;
    fs::path base; ///< the other model's folder

    /// The text of adapter_config.json. `saved_modules`: of a classifier the layers that are trained in
    /// whole; of a language model none. `transposed`: the layers with adapters are GPT-2's.
    std::string config_text(const std::vector<std::string>& saved_modules, bool transposed) const;
};

inline constexpr const char* adapter_config_name = "adapter_config.json";
inline constexpr const char* adapter_weights_name = "adapter_model.safetensors";

/// Nothing where the folder holds no adapters. Throws Error 4320 to 4322 for a file that is damaged or asks
/// for what is not computed here (DoRA, biases, ranks of single layers), 4351 where the base is no folder of
/// this machine.
std::optional<AdapterFolder> read_adapter_folder(const fs::path& folder);

/// The weights of a model folder; of an adapter folder those of its base and what was trained, which comes
/// first. Throws what format::ModelWeights and read_adapter_folder() throw.
format::ModelWeights open_weights(const fs::path& folder);

/// The folder with the model's tokenizer: of an adapter folder without one its base.
fs::path tokenizer_folder(const fs::path& folder);

/// A parameter's name in adapter_model.safetensors.
std::string name_in_adapter_file(const std::string& name);

} // namespace tunedesk::arch
