// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::report {

/// Keys and values of a preset or environment, in their order.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// A setting in which runs differ.
struct VaryingSetting {
    std::string key;                                ///< dotted: "training.learning_rate"
    std::vector<std::optional<std::string>> values; ///< one per run; std::nullopt if the run lacks the key
    /// The values as numbers, NaN for missing ones; empty unless every value is a finite number.
    std::vector<double> numbers;

    bool is_number() const { return !numbers.empty(); }
};

/// The keys whose values are not the same in all runs, in the order in which keys first occur. For a run that
/// is `partial` (empty: none is) a missing key does not count as a difference. Pointers must not be null. Any
/// thread.
std::vector<VaryingSetting> varying_settings(const std::vector<const Settings*>& runs,
                                             const std::vector<bool>& partial = {});

/// Short names of the keys: the last part ("learning_rate"), or the full key if two share it.
std::vector<std::string> short_keys(const std::vector<VaryingSetting>& settings);

} // namespace tunedesk::report
