// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "event/folder/run_folder.h"
#include "event/journal/journal_lines.h"

#include <functional>
#include <string>

namespace tunedesk::event {

/// Reads a journal's file from its start, piece by piece, also while a run appends to it. JournalLines
/// selects the events. With the journal's Resumed events given in advance, the result is that of
/// replay_journal(). Without them the caller must drop, at each Resumed event, what it has of later steps;
/// the result is then the same, except for a step repeated after its first line was lost. Lifetime: one
/// reader. Thread rule: one thread.
class JournalCursor {
public:
    using Readers = JournalLines::Readers;

    explicit JournalCursor(const RunFolder& folder, const JournalLines::Start& start = {})
        : path_(folder.journal()), lines_(start) {}

    /// Reads about `bytes` more of the file. False at its end; an unfinished last line is kept for the next
    /// call. A missing journal is an empty one.
    bool read(std::size_t bytes, const Readers& readers);
    /// See JournalLines::skip().
    void skip(const Event& event) { lines_.skip(event); }

    std::uint64_t last_seq() const { return lines_.last_seq(); }
    std::uint64_t last_given() const { return lines_.last_given(); }
    /// Number of lines that are not events or whose seq does not grow.
    std::uint64_t damaged() const { return lines_.damaged(); }

private:
    fs::path path_;
    FileDescriptor file_;
    std::uint64_t offset_ = 0;
    std::string rest_;      ///< an unfinished line
    bool skipping_ = false; ///< inside a line that is too long to be an event
    JournalLines lines_;
};

/// Passes about `count` Step events at most, spread evenly over the journal and in its order, with the last
/// ones among them. Reads a few KiB per event whatever the journal's size. Steps overtaken by a Resumed event
/// may be included.
void sample_steps(const RunFolder& folder, std::size_t count,
                  const std::function<void(const StepLineReader::Line&, const StepLineReader&)>& see);

} // namespace tunedesk::event
