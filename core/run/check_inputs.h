#pragma once

#include "base/error.h"
#include "data/labels.h"
#include "data/summary.h"
#include "format/model_config.h"
#include "preset/preset.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// What `check` has found in the files that a preset names. A part whose files are damaged stays empty, and
/// `problems` says why: every one is reported, not only the first.
struct CheckedInputs {
    std::vector<Error> problems;
    std::vector<std::string> warnings;
    std::optional<format::ModelConfig> config;
    std::vector<data::TableSummary> tables; ///< train, then validation and test where given
    data::LabelMap labels;
    bool tokenized = false;
    std::vector<std::uint32_t> train_lengths; ///< tokens of each training row
    std::uint64_t validation_rows = 0, test_rows = 0;
    std::uint64_t file_tokens = 0, truncated_rows = 0; ///< of all files
};

/// Reads configuration, weights' headers, tokenizer, tables and labels as training does, and tokenizes into
/// the same token cache.
CheckedInputs check_inputs(const Preset& preset);

} // namespace tunedesk::run
