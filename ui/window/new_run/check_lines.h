// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/check_inputs.h"
#include "run/check/data_mends.h"
#include "ui/data/data_check.h"

#include <string>
#include <vector>

namespace tunedesk::ui {

/// The lines of a Data check for the files of a preset: the findings, each with its remedy.
std::vector<DataCheck::Line> check_lines(const run::CheckedInputs& inputs, const Preset& preset);

/// Writes the corrected copies that resolve a finding. `key`: inputs_key() of the files with the finding.
/// Blocks; any thread. Throws Error 3170 if the files have changed since, and the errors of the mends in
/// run/check/data_mends.h.
run::MendedData mended_data(const data::Finding& finding, const std::string& into, const Preset& preset,
                            const std::string& key);

} // namespace tunedesk::ui
