#pragma once

#include "base/files/file.h"
#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/journal/repeat_filter.h"
#include "event/journal/step_line.h"

#include <functional>
#include <optional>
#include <string>

namespace tunedesk::event {

/// Reads a journal from its start, piece by piece and ahead of a run that is still writing it, many times
/// faster than replay_journal() and without holding it. What it gives is what replay_journal() gives to a
/// reader that, at a Resumed event, drops what it has of later steps (but for a step repeated after its first
/// line was lost). Lifetime: one reader. Thread rule: one
/// thread.
class JournalCursor {
public:
    /// `see_step` gets Step events that the fast reader knows, with their keys; `see` all others.
    struct Readers {
        std::function<void(const StepLineReader::Line&, const StepLineReader&)> see_step;
        std::function<void(const Event&)> see;
    };

    explicit JournalCursor(const RunFolder& folder) : path_(folder.journal()) {}

    /// Reads on, about `bytes` of the file. False where there was nothing more (an unfinished last line
    /// waits). A missing journal is an empty one.
    bool read(std::size_t bytes, const Readers& readers);
    /// Counts an event as read that came another way (live): events up to it are left out from now on.
    void skip(const Event& event);

    std::uint64_t last_seq() const { return last_seq_; }
    /// Lines that are no events, or whose seq does not grow.
    std::uint64_t damaged() const { return damaged_; }

private:
    void take(std::string_view line, const Readers& readers);
    bool take_seq(std::uint64_t seq);
    bool repeats(std::int64_t step);

    fs::path path_;
    FileDescriptor file_;
    std::uint64_t offset_ = 0, last_seq_ = 0, live_seq_ = 0, damaged_ = 0;
    std::string rest_;      ///< an unfinished line
    bool skipping_ = false; ///< inside a line that is too long to be an event
    StepLineReader steps_;
    StepLineReader::Line line_;
    RepeatFilter others_;
    std::optional<std::int64_t> last_step_;
};

/// Step events picked evenly from the whole journal, in its order: at most about `count`, the last ones
/// among them. Reads a few KiB for each, whatever the journal's size; what a Resumed event overtook may be
/// among them.
void sample_steps(const RunFolder& folder, std::size_t count,
                  const std::function<void(const StepLineReader::Line&, const StepLineReader&)>& see);

} // namespace tunedesk::event
