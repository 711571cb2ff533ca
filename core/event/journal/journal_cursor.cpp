#include "event/journal/journal_cursor.h"

#include "event/event_line.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::event {

namespace {

FileDescriptor open_journal(const fs::path& path) {
    return FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

/// Reads at most `bytes` behind what is in `text`; the number read.
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
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos;
         text.remove_prefix(end + 1)) {
        if (skipping_)
            ++damaged_;
        else
            take(text.substr(0, end), readers);
        skipping_ = false;
    }
    // Garbage without a line end must not be kept for ever.
    skipping_ |= text.size() > max_event_bytes;
    if (skipping_)
        rest_.clear();
    else
        rest_.erase(0, rest_.size() - text.size());
    return true;
}

bool JournalCursor::take_seq(std::uint64_t seq) {
    if (seq <= last_seq_) {
        ++damaged_;
        return false;
    }
    last_seq_ = seq;
    return seq > live_seq_;
}

bool JournalCursor::repeats(std::int64_t step) {
    if (last_step_ && step <= *last_step_) return true;
    last_step_ = step;
    return false;
}

void JournalCursor::take(std::string_view line, const Readers& readers) {
    if (steps_.read(line, line_)) {
        if (take_seq(line_.seq) && !repeats(line_.step)) readers.see_step(line_, steps_);
        return;
    }
    const auto read = event_of_line(line);
    if (!read) {
        ++damaged_;
        return;
    }
    const Event& event = *read;
    if (!take_seq(event.seq)) return;
    const auto step = step_of(event);
    if (event.type == Type::Step && step) {
        if (repeats(*step)) return;
    } else {
        if (event.type == Type::Resumed && step && last_step_) last_step_ = std::min(*last_step_, *step);
        if (others_.repeats(event)) return;
    }
    readers.see(event);
}

void JournalCursor::skip(const Event& event) {
    if (event.seq == 0) return;
    live_seq_ = std::max(live_seq_, event.seq);
    const auto step = step_of(event);
    if (!step) return;
    if (event.type == Type::Step)
        repeats(*step);
    else if (event.type == Type::Resumed && last_step_)
        last_step_ = std::min(*last_step_, *step);
    if (event.type != Type::Step) others_.repeats(event);
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
