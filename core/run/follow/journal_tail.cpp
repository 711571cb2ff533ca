#include "run/follow/journal_tail.h"

#include "base/error.h"

#include <fcntl.h>
#include <unistd.h>

namespace tunedesk::run {

JournalTail::JournalTail(const event::RunFolder& folder, std::uint64_t from_seq,
                         const std::vector<event::Event>& resumed)
    : path_(folder.journal()), last_seq_(from_seq > 0 ? from_seq - 1 : 0) {
    for (const event::Event& event : resumed)
        overtaken_.add_resumed(event);
}

std::optional<std::vector<std::string>> JournalTail::next(std::size_t bytes) {
    if (!file_) file_ = FileDescriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file_) return std::nullopt;
    std::string piece(bytes, '\0');
    const ssize_t n = ::pread(file_.get(), piece.data(), bytes, static_cast<off_t>(offset_));
    if (n <= 0) return std::nullopt;
    offset_ += static_cast<std::uint64_t>(n);
    rest_.append(piece, 0, static_cast<std::size_t>(n));
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1) {
        std::string line = rest_.substr(begin, end - begin);
        try {
            const event::Event event = event::parse_event(line);
            if (overtaken_.overtaken(event) || repeats_.repeats(event) || event.seq <= last_seq_) continue;
            last_seq_ = event.seq;
            lines.push_back(std::move(line));
        } catch (const Error&) {
            continue; // replay_journal() counts damaged lines; a live viewer only passes over them
        }
    }
    rest_.erase(0, begin);
    return lines;
}

} // namespace tunedesk::run
