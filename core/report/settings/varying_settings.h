// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::report {

/// A preset's or environment's keys and values, in their order.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// A setting in which runs differ.
struct VaryingSetting {
    std::string key;                                ///< dotted: "training.learning_rate"
    std::vector<std::optional<std::string>> values; ///< one a run; std::nullopt if it has no such key
    /// The values as numbers, NaN if there is none; empty unless every value is a finite number.
    std::vector<double> numbers;

    bool is_number() const { return !numbers.empty(); }
};

/// The keys whose values are not the same in all runs, in the order in which keys first occur. Of a run that
/// is `partial` (empty: none is) a missing key is no difference. Pointers are not null. Any thread.
std::vector<VaryingSetting> varying_settings(const std::vector<const Settings*>& runs,
                                             const std::vector<bool>& partial = {});

/// What a short text calls each key: its last part ("learning_rate"), or the whole where two share it.
std::vector<std::string> short_keys(const std::vector<VaryingSetting>& settings);

} // namespace tunedesk::report
