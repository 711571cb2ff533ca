// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <vector>

namespace tunedesk::app {

/// The arguments of `recipe run`.
struct RecipeRun {
    fs::path recipe;
    std::vector<std::string> sets; ///< over every row, after the small form's
    std::string out;               ///< empty: ./runs/RECIPE, or ./runs/RECIPE-small
    bool small = false;
};

/// Runs the rows of a recipe one after the other, each as `run` would, in OUT/ROW; then compares them and
/// writes the comparison into OUT/comparison. Finished rows are kept and others continue from their last
/// checkpoint, so that a second call continues after a stop or kill. A row that this version cannot run is
/// left out, one that fails does not keep the others from running. Returns 0, 75 where a row was stopped,
/// else the first failed row's code. Throws PresetError with the mistakes of all rows, Error 2070 if OUT
/// holds a run of another preset, 6035 if one of its runs is under way, and what check_before_start() throws:
/// all that before the first row starts.
int run_recipe(const RecipeRun& what);

} // namespace tunedesk::app
