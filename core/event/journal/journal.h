// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"

#include <functional>
#include <memory>
#include <vector>

namespace tunedesk::event {

/// Appends events to RUN/events.jsonl, one line each. A failing disk never stops it: lines that could not be
/// written are counted, and a Log event with the gap is written once there is room again. A lost Resumed
/// event is written after it, since readers would take the steps after it for repeats.
class JournalWriter {
public:
    /// Opens for appending; a torn last line of an earlier crash is cut off. `next_seq` continues after the
    /// greatest there is. `own` gets the events that the journal writes of itself (a gap has ended), for
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
    /// Whether the journal does not record some of them yet.
    bool has_gap() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// All Resumed events of the journal, in order; nothing where there is none. Reads only their lines as JSON,
/// and passes over damaged ones. Throws Error 5004 if the journal cannot be read.
std::vector<Event> resumed_events(const RunFolder& folder);

/// Gives the journal's events in order, as a reader should see them: where a Resumed event follows, the Step,
/// Eval, Progress and CheckpointSaved events of later steps before it are left out. Damaged lines are skipped
/// and counted. Returns the number of damaged lines. A second Step, or a second Eval of a split, for the same
/// step is left out too, and a line whose seq does not grow is damaged. An unterminated last line is torn, or
/// being written: neither seen nor counted. A missing journal is an empty one. Throws Error 5004 if it cannot
/// be read.
std::uint64_t replay_journal(const RunFolder& folder, std::uint64_t from_seq,
                             const std::function<void(const Event&)>& see);

} // namespace tunedesk::event
