// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"

#include <functional>
#include <memory>
#include <vector>

namespace tunedesk::event {

/// Appends events to RUN/events.jsonl, one line each. A failing disk never stops it: lines that could not be
/// written are counted, and a Log event that reports the gap is written once there is room again. A lost
/// Resumed event is then written too: without it readers would drop the steps after it as repeats.
class JournalWriter {
public:
    /// Opens for appending; a torn last line of an earlier crash is cut off. next_seq() continues after the
    /// greatest seq in the file. `own` gets the events that the writer adds by itself (a gap has ended), for
    /// viewers. Throws Error 5003 or 5004 if the file cannot be opened or read, 5030 if it cannot be cut.
    explicit JournalWriter(const RunFolder& folder, std::function<void(const Event&)> own = {});
    ~JournalWriter();

    /// Assigns event.seq and writes the line (one write(2)). The event must be of a journaled type.
    void append(Event& event);
    /// fsync. False if lines since the last sync() are missing, or the flush failed.
    bool sync();
    std::uint64_t next_seq() const;
    /// Events whose lines could not be written.
    std::uint64_t lost() const;
    /// Whether some lost events are not yet reported in the journal.
    bool has_gap() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// All Resumed events of the journal, in order; empty if there are none. Parses only their lines, and skips
/// damaged ones. Throws Error 5004 if the journal cannot be read.
std::vector<Event> resumed_events(const RunFolder& folder);

/// Passes the journal's events to `see` in order, beginning with `from_seq`. Step, Eval, Progress and
/// CheckpointSaved events of steps that a later Resumed event goes back before are left out. Damaged lines
/// are skipped and counted. Returns the number of damaged lines. A second Step, or a second Eval of a split,
/// for the same step is left out too, and a line whose seq does not grow is damaged. An unterminated last
/// line is torn or being written; it is neither passed on nor counted. A missing journal is an empty one.
/// Throws Error 5004 if it cannot be read.
std::uint64_t replay_journal(const RunFolder& folder, std::uint64_t from_seq,
                             const std::function<void(const Event&)>& see);

} // namespace tunedesk::event
