// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::arch {
struct ModelConfig;
}

namespace tunedesk::ui {

/// A local model folder.
struct FoundModel {
    fs::path path;
    std::string name;            ///< "all-MiniLM-L6-v2", "org/name" of the Hugging Face cache, "best of RUN"
    std::string hub_name;        ///< a name that model.path accepts; empty: its path
    std::string architecture;    ///< "BERT, 6 layers of 384", or the name in config.json
    std::uint64_t bytes = 0;     ///< size of the weights
    std::int64_t max_tokens = 0; ///< of a row; 0: unknown
    bool writes_text = false;    ///< a language model, which can also be trained as a classifier
    std::string problem;         ///< why it cannot be fine-tuned; empty if it can
    bool is_supported() const { return problem.empty(); }
};

/// Where models are searched.
struct ModelPlaces {
    std::vector<fs::path> recent; ///< folders recently named in presets, the latest first
    std::vector<fs::path> runs;   ///< own runs: their best/ is searched
    fs::path fetched;             ///< a folder of model folders, or empty
    fs::path hub;                 ///< format::hub_cache_folder()
};

/// The distinct models in those places: those that can be fine-tuned first, language models last among them;
/// recent ones first, then fetched ones, then those of the cache, then those of runs. Reads only config.json
/// files and directories. Any thread.
std::vector<FoundModel> find_models(const ModelPlaces& places);

/// Reads one folder that may hold a model.
FoundModel inspect_model(const fs::path& folder, const std::string& name);

/// A description such as "BERT, 6 layers of 384".
std::string architecture_of(const arch::ModelConfig& config);

} // namespace tunedesk::ui
