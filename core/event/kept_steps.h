// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <optional>

namespace tunedesk::event {

/// What the end of a run leaves, as far as its supervisor knows.
struct KeptSteps {
    std::optional<std::int64_t> checkpoint_step; ///< of the last committed one
    std::optional<std::int64_t> metrics_step;
    bool may_have_earlier = false; ///< a checkpoint that was committed before the supervisor looked

    bool operator==(const KeptSteps&) const = default;
};

/// "checkpoint of step 500, metrics to step 510".
Phrase phrase_of(const KeptSteps& kept);

/// {"checkpoint_step", "metrics_step", "may_have_earlier"}, null if there is none.
Json to_json(const KeptSteps& kept);
/// Of an object's member "kept_steps"; std::nullopt if it has none, or a damaged one.
std::optional<KeptSteps> kept_steps_of(const Json& object);

} // namespace tunedesk::event
