// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <vector>

namespace tunedesk::preset {

/// One row of a recipe: a preset to run.
struct RecipeRow {
    std::string name; ///< the preset's file name without extension; its run's folder is called so
    fs::path preset;
    bool largest_batch = false; ///< the largest per_device_train_batch_size that fits is looked for first
};

/// Presets that belong together, run one after the other and compared.
struct Recipe {
    std::string name; ///< the file's, without extension
    std::string title;
    std::vector<RecipeRow> rows;
    std::vector<std::string> small; ///< assignments ("a.b=value") that a small form puts over every row
};

/// Reads a recipe:
///
///     recipe: 1                      # version
///     title: A short line
///     rows:
///       - a.yaml                     # a preset, relative to the recipe's folder
///       - preset: b.yaml
///         batch_size: largest        # or: preset
///     small:                         # sections and keys as in a preset
///       training: {max_steps: 10}
///
/// Presets are not opened here. Throws PresetError with every mistake.
Recipe load_recipe(const fs::path& file);

} // namespace tunedesk::preset
