// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "preset/preset.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::preset {

/// A row of the table of combinations: while `applies` is true, the values of `keys` conflict with those of
/// `others`. Used by the checks, the window's form and training's assertion.
struct Combination {
    enum class Kind {
        refused,       ///< a mistake: the values contradict each other, or exclude each other by design
        not_used,      ///< the keys have no effect
        not_in_version ///< possible, but this version's core cannot run it
    };
    Kind kind = Kind::refused;
    std::string keys;   ///< dotted, separated by spaces; of `refused` and `not_in_version` the one to change
    std::string others; ///< the keys that decide beside it, likewise; may be empty
    std::function<bool(const Preset&)> applies;
    /// refused and not_in_version: what is wrong, with the remedy. not_used: what decides instead.
    std::function<Phrase(const Preset&)> reason;

    /// Whether `keys` names a dotted key.
    bool concerns(std::string_view dotted) const;
    /// `others`, one by one.
    std::vector<std::string> other_keys() const;
};

/// Every row, in the order in which problems are reported.
std::span<const Combination> combinations();

/// Throws std::logic_error if a refusing or unsupported row applies to `preset`, which means that its checks
/// were skipped. Call before running a preset.
void require_runnable(const Preset& preset);

} // namespace tunedesk::preset
