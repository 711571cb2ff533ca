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

/// One row of the table of what may be combined: while `applies`, the keys cannot have their values beside
/// the others'. The checks, the window's form and the training's assertion all read these rows. A value.
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

/// Throws std::logic_error where a row that refuses `preset`, or that this version cannot run, applies: the
/// checks have been passed over. For what is about to run the preset.
void require_runnable(const Preset& preset);

} // namespace tunedesk::preset
