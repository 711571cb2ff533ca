#pragma once

#include "event/event.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::event {

/// The step that an event speaks of (Step, Eval, CheckpointSaved, Progress), or the step that a Resumed event
/// goes back to; nothing for other types.
std::optional<std::int64_t> step_of(const Event& event);

/// Notices a Step, or an Eval of a split, of a step that was seen before: a run that was killed between a
/// checkpoint and the evaluation of the same step says some things twice. Resumed takes it back.
class RepeatFilter {
public:
    /// To be asked of every event in order. CheckpointSaved repeats too where its step does.
    bool repeats(const Event& event);

private:
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

private:
    struct Resumption {
        std::uint64_t seq = 0;
        std::int64_t from_step = 0; ///< the smallest of this and all later ones, once asked
    };
    std::vector<Resumption> resumptions_;
    std::size_t next_ = 0;
    bool ready_ = false;
};

} // namespace tunedesk::event
