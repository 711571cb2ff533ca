// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::event {

/// The step of a Step, Eval, CheckpointSaved or Progress event, or the step that a Resumed event goes back
/// to; std::nullopt for other types.
std::optional<std::int64_t> step_of(const Event& event);

/// Notices a Step, or an Eval of a split, of a step that was seen before: a run that was killed between a
/// checkpoint and the evaluation of the same step reports them twice. A Resumed event resets the filter to
/// its step.
class RepeatFilter {
public:
    /// Call for every event in order. A CheckpointSaved event of a step already saved is a repeat too.
    bool repeats(const Event& event);
    /// The same for a Step event of `step`.
    bool repeats_step(std::int64_t step) {
        if (last_step_ && step <= *last_step_) return true;
        last_step_ = step;
        return false;
    }

private:
    std::optional<std::int64_t> last_step_;
    /// Last step of each other kind of event.
    std::map<std::string, std::int64_t, std::less<>> last_;
};

/// Finds the events that a later Resumed event of the journal has overtaken.
class OvertakenFilter {
public:
    /// In the journal's order.
    void add_resumed(const Event& resumed);
    /// Whether a Resumed event with a greater seq goes back before this event's step. Call in the order of
    /// seq, after all Resumed events were added.
    bool overtaken(const Event& event);
    /// The same for an event of `step` that is not a Resumed event.
    bool overtaken(std::uint64_t seq, std::int64_t step) {
        return !resumptions_.empty() && step > next_start(seq);
    }

private:
    struct Resumption {
        std::uint64_t seq = 0;
        std::int64_t from_step = 0; ///< after the first query, the smallest of this and all later ones
    };
    /// The smallest step that the run was resumed from after `seq`; the largest std::int64_t if there is
    /// none.
    std::int64_t next_start(std::uint64_t seq);

    std::vector<Resumption> resumptions_;
    std::size_t next_ = 0;
    bool ready_ = false;
};

} // namespace tunedesk::event
