#pragma once

#include "preset/yaml/load.h"

#include <span>
#include <string>
#include <vector>

namespace tunedesk::preset {

/// A rule over several keys that does not hold. `key` is the one to change first, `others` the rest.
struct Conflict {
    std::string key;
    std::vector<std::string> others;
    std::string what; ///< with the remedy
};

/// Whether the largest or the least value of a metric is its best.
Preset::Mode best_mode(const task::Metric& metric);

/// Every combination of values that cannot hold together, and every required key without a value.
std::vector<Conflict> check_combinations(const Preset& preset);

/// What this version's core cannot run yet, one problem a key, without places. Rows of it go as the core
/// learns.
std::vector<Problem> unsupported(const Preset& preset);

} // namespace tunedesk::preset
