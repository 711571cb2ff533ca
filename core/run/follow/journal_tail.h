#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/journal/repeat_filter.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// Reads a journal that is still being written, a piece at a time, so that one reader needs little memory
/// and no long turn of the event loop. What replay_journal() leaves
/// out is left out here.
class JournalTail {
public:
    /// `resumed`: the journal's Resumed events so far, in order.
    JournalTail(const event::RunFolder& folder, std::uint64_t from_seq,
                const std::vector<event::Event>& resumed);

    /// The next lines (without line ends), from about `bytes` of the file; nothing where the end of what is
    /// written is reached. An empty list means: ask again. Damaged lines are left out.
    std::optional<std::vector<std::string>> next(std::size_t bytes = 64u << 10);
    /// seq of the last event given, or from_seq - 1.
    std::uint64_t last_seq() const { return last_seq_; }

private:
    fs::path path_;
    FileDescriptor file_;
    std::uint64_t offset_ = 0, last_seq_;
    std::string rest_; ///< an unfinished line
    event::OvertakenFilter overtaken_;
    event::RepeatFilter repeats_;
};

} // namespace tunedesk::run
