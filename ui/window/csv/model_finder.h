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

/// A model folder at hand.
struct FoundModel {
    fs::path path;
    std::string name;            ///< "all-MiniLM-L6-v2", "org/name" of the Hugging Face cache, "best of RUN"
    std::string hub_name;        ///< what model.path may call it; empty: its path
    std::string architecture;    ///< "BERT, 6 layers of 384", or what config.json calls it
    std::uint64_t bytes = 0;     ///< of its weights
    std::int64_t max_tokens = 0; ///< of a row; 0: not known
    bool writes_text = false;    ///< a language model, which can be made a classifier, too
    std::string problem;         ///< why it cannot be fine-tuned here; empty: it can
    bool is_supported() const { return problem.empty(); }
};

/// Where models are looked for.
struct ModelPlaces {
    std::vector<fs::path> recent; ///< folders that presets named lately, the latest first
    std::vector<fs::path> runs;   ///< own runs: their best/
    fs::path fetched;             ///< a folder of model folders, or empty
    fs::path hub;                 ///< format::hub_cache_folder()
};

/// Models in those places, each once: those that can be fine-tuned first, among them language models last;
/// recent ones first, then fetched ones, then the cache's, then runs' own. Reads config.json files and
/// directories only. Any thread.
std::vector<FoundModel> find_models(const ModelPlaces& places);

/// One folder that should hold a model.
FoundModel inspect_model(const fs::path& folder, const std::string& name);

/// "BERT, 6 layers of 384".
std::string architecture_of(const arch::ModelConfig& config);

} // namespace tunedesk::ui
