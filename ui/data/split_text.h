// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "run/check/check_inputs.h"

#include <QString>
#include <string>

/// Texts for the splits of a preset and their counts. `role`: "train", "validation", "test".
namespace tunedesk::ui {

/// The file with a split's rows: its own, or the training file that it is taken from; "" if there is no such
/// split.
std::string split_file(const Preset& preset, const QString& role);

/// A split and its origin: "Validation (10% of the rows)".
QString split_name(const Preset& preset, const QString& role);

/// "Training: 70 rows (70.0%), 2 rejected · Test: 30 rows (30.0%), 1 also in Training".
QString split_counts(const run::CheckedInputs& inputs);

} // namespace tunedesk::ui
