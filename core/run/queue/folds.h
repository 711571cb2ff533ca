// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/folder/prepare.h"

#include <vector>

namespace tunedesk::run {

/// Each run `folds` times, in folders fold-1, fold-2, ... below its own: the n-th tests on the n-th part of
/// the training rows, which are divided evenly within each class, and learns from the others, of which
/// data.validation_split are for validation where the preset names no file for that. So every row is tested
/// once, by a model that has not seen it. Writes the splits to folds/fold-N.csv below each run's folder.
/// Throws Error 3193 if the preset has a split of its own (data.split_file), 3143 if there are fewer rows
/// than folds, and what reading the training file throws.
std::vector<QueuedRun> fold_runs(const std::vector<QueuedRun>& runs, int folds);

/// Of a run that fold_runs() made, the others that were made with it and have tested their rows; none of
/// other runs.
std::vector<fs::path> other_folds(const fs::path& run);

} // namespace tunedesk::run
