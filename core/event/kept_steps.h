// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <cstdint>
#include <optional>

namespace tunedesk::event {

/// The last saved state of a run that has ended, as its supervisor knows it.
struct KeptSteps {
    std::optional<std::int64_t> checkpoint_step; ///< step of the last committed checkpoint
    std::optional<std::int64_t> metrics_step;
    bool may_have_earlier = false; ///< a checkpoint may exist from before this supervisor

    bool operator==(const KeptSteps&) const = default;
};

/// "checkpoint of step 500, metrics to step 510".
Phrase phrase_of(const KeptSteps& kept);

/// {"checkpoint_step", "metrics_step", "may_have_earlier"}, null if there is none.
Json to_json(const KeptSteps& kept);
/// Reads an object's member "kept_steps"; std::nullopt if it is missing or damaged.
std::optional<KeptSteps> kept_steps_of(const Json& object);

} // namespace tunedesk::event
