// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/folder/prepare.h"

#include <vector>

namespace tunedesk::run {

/// Cross-validation: replaces each run by `folds` runs in fold-1, fold-2, ... below its folder. The n-th run
/// tests on the n-th part of the training rows, which are divided evenly within each class, and trains on the
/// others, of which it validates on data.validation_split if the preset names no validation file. Every row
/// is tested once, by a model that was not trained on it. Writes the splits to folds/fold-N.csv below each
/// run's folder. Throws Error 3193 if the preset has a split of its own (data.split_file), 3143 if there are
/// fewer rows than folds, and what reading the training file throws.
std::vector<QueuedRun> fold_runs(const std::vector<QueuedRun>& runs, int folds);

/// The other folds of a run made by fold_runs() that have tested their rows; empty for any other run.
std::vector<fs::path> other_folds(const fs::path& run);

} // namespace tunedesk::run
