// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/journal/repeat_filter.h"
#include "event/journal/step_line.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tunedesk::event {

/// Parses a journal's lines in order, from a file or a stream, and selects the valid events. A line that is
/// not an event, or whose seq does not grow, is damaged. A second Step, or a second Eval of a split, for the
/// same step is a repeat. Events overtaken by a Resumed event are left out if the Resumed events are given in
/// advance. All readers of journals use this class. Lifetime: one pass over one journal. Thread rule: one
/// thread.
class JournalLines {
public:
    struct Readers {
        /// Gets the Step events that StepLineReader can read, with their keys; null: `see` gets them.
        std::function<void(const StepLineReader::Line&, const StepLineReader&)> see_step;
        /// Gets all other events, each with its line as written, without the line end.
        std::function<void(const Event&, std::string_view line)> see;
    };
    struct Start {
        std::uint64_t from_seq = 0; ///< events before it are read but not passed on
        /// The journal's Resumed events, in order (resumed_events()). Without them the caller must drop, at a
        /// Resumed event, what it has of later steps.
        std::vector<Event> resumed = {};
    };

    JournalLines() = default;
    explicit JournalLines(const Start& start);

    /// `text`: complete lines, each with its line feed.
    void take(std::string_view text, const Readers& readers);
    /// Counts a line that the caller skipped because it is too long for an event.
    void count_damaged() { ++damaged_; }
    /// Marks an event that arrived live as read: events up to its seq are left out from now on.
    void skip(const Event& event);

    /// The seq of the last valid line read, passed on or not.
    std::uint64_t last_seq() const { return last_seq_; }
    /// The seq of the last event passed on; from_seq - 1 before the first.
    std::uint64_t last_given() const { return last_given_; }
    std::uint64_t damaged() const { return damaged_; }

private:
    void take_line(std::string_view line, const Readers& readers);
    /// False if the seq does not grow; the line then counts as damaged.
    bool take_seq(std::uint64_t seq);
    /// Whether an event with this seq is passed on.
    bool gives(std::uint64_t seq);

    std::uint64_t from_seq_ = 0, last_seq_ = 0, last_given_ = 0, live_seq_ = 0, damaged_ = 0;
    StepLineReader steps_;
    StepLineReader::Line line_;
    OvertakenFilter overtaken_;
    RepeatFilter repeats_;
};

/// The whole lines at the beginning of `text`, each with its end.
inline std::string_view whole_lines(std::string_view text) {
    return text.substr(0, text.rfind('\n') + 1);
}

} // namespace tunedesk::event
