// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/yaml/load.h"

#include <span>
#include <string>
#include <vector>

namespace tunedesk::preset {

/// A refused combination of values. `key` is the one to change first, `others` the rest.
struct Conflict {
    std::string key;
    std::vector<std::string> others;
    Phrase what; ///< with the remedy
};

/// Whether the largest or the least value of a metric is its best.
Preset::Mode best_mode(const task::Metric& metric);

/// Every combination of values that is refused (see combinations.h), and every required key without a value.
std::vector<Conflict> check_combinations(const Preset& preset);

/// Problems for values that this version cannot run, one per key, without places.
std::vector<Problem> unsupported(const Preset& preset);

} // namespace tunedesk::preset
