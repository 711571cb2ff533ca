// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "event/folder/run_folder.h"
#include "event/journal/journal_lines.h"

#include <functional>
#include <string>

namespace tunedesk::event {

/// Reads a journal's file from its start, piece by piece and ahead of a run that is still writing it, without
/// holding it. What counts is JournalLines' decision: with the journal's Resumed events in advance the cursor
/// gives what replay_journal() gives, without them what that gives to a reader that, at a Resumed event,
/// drops what it has of later steps (but for a step repeated after its first line was lost). Lifetime: one
/// reader. Thread rule: one thread.
class JournalCursor {
public:
    using Readers = JournalLines::Readers;

    explicit JournalCursor(const RunFolder& folder, const JournalLines::Start& start = {})
        : path_(folder.journal()), lines_(start) {}

    /// Reads on, about `bytes` of the file. False if there was nothing more (an unfinished last line waits).
    /// A missing journal is an empty one.
    bool read(std::size_t bytes, const Readers& readers);
    /// As JournalLines::skip().
    void skip(const Event& event) { lines_.skip(event); }

    std::uint64_t last_seq() const { return lines_.last_seq(); }
    std::uint64_t last_given() const { return lines_.last_given(); }
    /// Lines that are no events, or whose seq does not grow.
    std::uint64_t damaged() const { return lines_.damaged(); }

private:
    fs::path path_;
    FileDescriptor file_;
    std::uint64_t offset_ = 0;
    std::string rest_;      ///< an unfinished line
    bool skipping_ = false; ///< inside a line that is too long to be an event
    JournalLines lines_;
};

/// Step events picked evenly from the whole journal, in its order: at most about `count`, the last ones
/// among them. Reads a few KiB for each, whatever the journal's size; what a Resumed event overtook may be
/// among them.
void sample_steps(const RunFolder& folder, std::size_t count,
                  const std::function<void(const StepLineReader::Line&, const StepLineReader&)>& see);

} // namespace tunedesk::event
