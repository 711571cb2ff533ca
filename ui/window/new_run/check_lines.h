// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/check_inputs.h"
#include "run/check/data_mends.h"
#include "ui/data/data_check.h"

#include <string>
#include <vector>

namespace tunedesk::ui {

/// What a Data check shows of the files of a preset: the findings, each with the mend that a click can do.
std::vector<DataCheck::Line> check_lines(const run::CheckedInputs& inputs, const Preset& preset);

/// Writes the corrected copies that mend a finding. `key`: inputs_key() of the files that it was found in.
/// Blocks; any thread. Throws Error 3170 if they are others by now, and what the mends of
/// run/check/data_mends.h throw.
run::MendedData mended_data(const data::Finding& finding, const std::string& into, const Preset& preset,
                            const std::string& key);

} // namespace tunedesk::ui
