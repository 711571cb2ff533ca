// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::event {

/// The step that an event speaks of (Step, Eval, CheckpointSaved, Progress), or the step that a Resumed event
/// goes back to; std::nullopt for other types.
std::optional<std::int64_t> step_of(const Event& event);

/// Notices a Step, or an Eval of a split, of a step that was seen before: a run that was killed between a
/// checkpoint and the evaluation of the same step says some things twice. Resumed takes it back.
class RepeatFilter {
public:
    /// To be asked of every event in order. CheckpointSaved repeats too where its step does.
    bool repeats(const Event& event);
    /// Likewise of a Step event.
    bool repeats_step(std::int64_t step) {
        if (last_step_ && step <= *last_step_) return true;
        last_step_ = step;
        return false;
    }

private:
    std::optional<std::int64_t> last_step_;
    /// Of other kinds of events.
    std::map<std::string, std::int64_t, std::less<>> last_;
};

/// Knows all Resumed events of a journal, and so which events before them were overtaken.
class OvertakenFilter {
public:
    /// In the journal's order.
    void add_resumed(const Event& resumed);
    /// Whether a Resumed event of a greater seq goes back before this event's step. Events must be asked for
    /// in order, after all were added.
    bool overtaken(const Event& event);
    /// Likewise of an event that is no Resumed event and speaks of `step`.
    bool overtaken(std::uint64_t seq, std::int64_t step) {
        return !resumptions_.empty() && step > next_start(seq);
    }

private:
    struct Resumption {
        std::uint64_t seq = 0;
        std::int64_t from_step = 0; ///< the smallest of this and all later ones, once asked
    };
    /// The step from which the run continued after `seq`, the smallest of all; the greatest number without.
    std::int64_t next_start(std::uint64_t seq);

    std::vector<Resumption> resumptions_;
    std::size_t next_ = 0;
    bool ready_ = false;
};

} // namespace tunedesk::event
