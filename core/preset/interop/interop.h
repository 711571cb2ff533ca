// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

#include <string>
#include <vector>

namespace tunedesk::preset {

/// Configurations of other tools that become presets.
enum class Format {
    training_arguments, ///< Hugging Face TrainingArguments as JSON
    accelerate,         ///< accelerate's YAML
    deepspeed,          ///< DeepSpeed's JSON
};

/// What became of one key of the foreign file.
struct Mapping {
    std::string foreign; ///< dotted, as "zero_optimization.stage"
    std::string value;   ///< as text, shortened
    std::string key;     ///< of the preset, empty if it is not mapped
    std::string result;  ///< the value that key got
    std::string note;    ///< why it is not mapped, or what "auto" resolved to
};

/// A foreign configuration as a preset. Values are kept even where this version cannot run them yet.
struct Imported {
    Format format{};
    std::string yaml;              ///< a preset with the mapped keys, each with its origin as comment
    std::vector<Mapping> mappings; ///< every key of the foreign file, leaf by leaf
    std::vector<std::string> open; ///< required keys that such a file never holds ("model.path")
};

/// Reads such a file's text; `shown_name` stands in messages. Throws PresetError or Error 2103 if the text is
/// none of the formats.
Imported import_preset(const std::string& text, const std::string& shown_name);

/// A preset as JSON that TrainingArguments(**json) takes, and the keys it has no place for with the reason.
struct Exported {
    std::string json;
    std::vector<Mapping> left_out; ///< key, value and note are set
};
Exported export_training_arguments(const Preset& preset);

/// "Hugging Face TrainingArguments", "accelerate", "DeepSpeed".
std::string format_name(Format format);

} // namespace tunedesk::preset
