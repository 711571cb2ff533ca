// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/yaml/load.h"
#include "run/check/check_inputs.h"
#include "ui/window/csv/model_finder.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

class SampleTokens;

/// Model sizes by the bytes of their weights: below 150 MB, below 400 MB, larger.
enum class ModelSize { small, medium, large };
constexpr std::size_t model_size_count = 3;

ModelSize size_of(const FoundModel& model);

/// One model of each size, small to large: the first local one that can be fine-tuned; else one of the hub,
/// given by name, with an empty path.
std::array<FoundModel, model_size_count> models_by_size(const std::vector<FoundModel>& at_hand);

/// The requirements of fine-tuning a model on this machine.
struct ModelEstimate {
    double seconds = 0;       ///< training time
    std::uint64_t memory = 0; ///< bytes
    std::string verdict;      ///< as run::Check::memory_verdict()
};

/// Estimates for the same preset with each of the models; std::nullopt if there is no estimate. `inputs` as
/// CsvDraft::inputs(): the rows' lengths with the tokenizer of the preset's own model, in the folder `own`.
/// For other tokenizers they are scaled by the ratio of the sample's lengths; for a model that is not local
/// they are unchanged. Reads config.json files, tokenizers and the finished runs: any thread.
std::vector<std::optional<ModelEstimate>> estimate_models(const preset::Draft& draft,
                                                          const run::CheckedInputs& inputs,
                                                          const std::vector<FoundModel>& models,
                                                          SampleTokens& tokens, const fs::path& own);

} // namespace tunedesk::ui
