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

/// Reads a journal's lines in their order, wherever their bytes come from, and decides which count: a line
/// that is no event, or whose seq does not grow, is damaged; a Step, or an Eval of a split, of a step that
/// was read before is a repeat; what a Resumed event overtook is left out where the Resumed events are known
/// in advance. Every reader of a journal is one of these. Lifetime: one reading of one journal. Thread rule:
/// one thread.
class JournalLines {
public:
    struct Readers {
        /// Gets Step events that the fast reader knows, with their keys; null: `see` gets them.
        std::function<void(const StepLineReader::Line&, const StepLineReader&)> see_step;
        /// Gets all others, and their lines as they are written, without line ends.
        std::function<void(const Event&, std::string_view line)> see;
    };
    struct Start {
        std::uint64_t from_seq = 0; ///< events before it are read, but not given
        /// The journal's Resumed events, in order (resumed_events()). Without them a reader drops at a
        /// Resumed event what it has of later steps.
        std::vector<Event> resumed = {};
    };

    JournalLines() = default;
    explicit JournalLines(const Start& start);

    /// `text`: whole lines, each with its end.
    void take(std::string_view text, const Readers& readers);
    /// A line that is too long to be an event was passed over.
    void count_damaged() { ++damaged_; }
    /// Counts an event as read that came another way (live): events up to it are left out from now on.
    void skip(const Event& event);

    /// Of all lines read.
    std::uint64_t last_seq() const { return last_seq_; }
    /// Of the last event given; before one, the seq before from_seq.
    std::uint64_t last_given() const { return last_given_; }
    std::uint64_t damaged() const { return damaged_; }

private:
    void take_line(std::string_view line, const Readers& readers);
    /// Whether the line counts as far as its seq shows.
    bool take_seq(std::uint64_t seq);
    /// Whether the reader wants it.
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
