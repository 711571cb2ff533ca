// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/journal_lines.h"

#include "event/event_line.h"

#include <algorithm>

namespace tunedesk::event {

JournalLines::JournalLines(const Start& start)
    : from_seq_(start.from_seq), last_given_(start.from_seq > 0 ? start.from_seq - 1 : 0) {
    for (const Event& event : start.resumed)
        overtaken_.add_resumed(event);
}

void JournalLines::take(std::string_view text, const Readers& readers) {
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1))
        take_line(text.substr(0, end), readers);
}

bool JournalLines::take_seq(std::uint64_t seq) {
    if (seq <= last_seq_) {
        ++damaged_;
        return false;
    }
    last_seq_ = seq;
    return seq > live_seq_;
}

bool JournalLines::gives(std::uint64_t seq) {
    if (seq < from_seq_) return false;
    last_given_ = seq;
    return true;
}

void JournalLines::take_line(std::string_view line, const Readers& readers) {
    if (readers.see_step && steps_.read(line, line_)) {
        if (take_seq(line_.seq) && !overtaken_.overtaken(line_.seq, line_.step) &&
            !repeats_.repeats_step(line_.step) && gives(line_.seq))
            readers.see_step(line_, steps_);
        return;
    }
    const auto event = event_of_line(line);
    if (!event)
        ++damaged_;
    else if (take_seq(event->seq) && !overtaken_.overtaken(*event) && !repeats_.repeats(*event) &&
             gives(event->seq))
        readers.see(*event, line);
}

void JournalLines::skip(const Event& event) {
    if (event.seq == 0) return;
    live_seq_ = std::max(live_seq_, event.seq);
    repeats_.repeats(event);
}

} // namespace tunedesk::event
