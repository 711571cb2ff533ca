#pragma once

#include "event/event.h"
#include "event/run_folder.h"

#include <functional>
#include <memory>

namespace tunedesk::event {

/// Appends events to RUN/events.jsonl, one line each. A failing disk never stops it: lines that could not be
/// written are counted, and a Log event with the gap is written once there is room again.
class JournalWriter {
public:
    /// Opens for appending; a torn last line of an earlier crash is cut off. `next_seq` continues after the
    /// last line.
    explicit JournalWriter(const RunFolder& folder);
    ~JournalWriter();

    /// Assigns event.seq and writes the line (one write(2)).
    void append(Event& event);
    /// fsync. False where lines are missing or the flush failed.
    bool sync();
    std::uint64_t next_seq() const;
    std::uint64_t lost() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Gives the journal's events in order, as a reader should see them: where a Resumed event follows, the Step,
/// Eval, Progress and CheckpointSaved events of later steps before it are left out. Damaged lines are skipped
/// and counted. Returns the number of damaged lines.
std::uint64_t replay_journal(const RunFolder& folder, std::uint64_t from_seq,
                             const std::function<void(const Event&)>& see);

} // namespace tunedesk::event
