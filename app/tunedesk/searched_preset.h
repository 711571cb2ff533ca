// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/check.h"

#include <string>
#include <utility>
#include <vector>

namespace tunedesk::app {

/// A preset's check, for a search of what to train it with. Throws every mistake of the preset, the first of
/// its data, and Error 2051 if batches go by tokens. Wants a QCoreApplication.
run::Check checked_for_search(const std::string& file, const std::vector<std::string>& sets);

/// Puts keys with their values into a preset's text and changes nothing else there.
void write_keys(const std::string& file, const std::vector<std::pair<std::string, std::string>>& values);

} // namespace tunedesk::app
