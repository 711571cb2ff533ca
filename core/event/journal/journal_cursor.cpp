// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/journal_cursor.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::event {

namespace {

FileDescriptor open_journal(const fs::path& path) {
    return FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/// Appends at most `bytes` bytes to `text`; returns the number read.
std::size_t append_from(int file, std::uint64_t offset, std::size_t bytes, std::string& text) {
    const std::size_t before = text.size();
    text.resize(before + bytes);
    const ssize_t n = ::pread(file, text.data() + before, bytes, static_cast<off_t>(offset));
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    return text.size() - before;
}

} // namespace

bool JournalCursor::read(std::size_t bytes, const Readers& readers) {
    if (!file_) file_ = open_journal(path_);
    if (!file_) return false;
    const std::size_t n = append_from(file_.get(), offset_, bytes, rest_);
    if (n == 0) return false;
    offset_ += n;
    std::string_view text = rest_;
    if (const std::size_t end = text.find('\n'); skipping_ && end != std::string_view::npos) {
        lines_.count_damaged();
        text.remove_prefix(end + 1);
        skipping_ = false;
    }
    if (!skipping_) {
        const std::string_view whole = whole_lines(text);
        lines_.take(whole, readers);
        text.remove_prefix(whole.size());
    }
    // Data without a line end must not accumulate.
    skipping_ |= text.size() > max_event_bytes;
    if (skipping_)
        rest_.clear();
    else
        rest_.erase(0, rest_.size() - text.size());
    return true;
}

void sample_steps(const RunFolder& folder, std::size_t count,
                  const std::function<void(const StepLineReader::Line&, const StepLineReader&)>& see) {
    const FileDescriptor file = open_journal(folder.journal());
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0 || count == 0) return;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    StepLineReader steps;
    StepLineReader::Line line;
    std::uint64_t last_seq = 0;
    std::string text;
    const auto lines_of = [&](std::uint64_t offset, std::size_t bytes, bool first_only) {
        text.clear();
        append_from(file.get(), offset, bytes, text);
        std::size_t begin =
            offset == 0 ? 0 : text.find('\n') + 1; // npos + 1 is 0: then nothing follows either
        if (offset != 0 && begin == 0) return;
        for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
            if (!steps.read(std::string_view(text).substr(begin, end - begin), line) || line.seq <= last_seq)
                continue;
            last_seq = line.seq;
            see(line, steps);
            if (first_only) return;
        }
    };
    constexpr std::size_t block = 4096;
    for (std::size_t i = 0; i < count; ++i)
        lines_of(size / count * i, block, true);
    lines_of(size > 4 * block ? size - 4 * block : 0, 4 * block, false);
}

} // namespace tunedesk::event
