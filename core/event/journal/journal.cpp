// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/journal.h"

#include "base/clock.h"
#include "event/event_line.h"
#include "event/journal/append_file.h"
#include "event/journal/journal_lines.h"
#include "event/warning_id.h"

#include <fmt/format.h>
#include <sys/stat.h>

namespace tunedesk::event {

namespace {

/// Reads only the lines that may be Resumed events.
std::vector<Event> resumed_in(std::string_view lines) {
    std::vector<Event> found;
    for (std::size_t at = 0; (at = lines.find("\"Resumed\"", at)) != std::string_view::npos;) {
        const std::size_t begin = lines.rfind('\n', at) + 1; // npos + 1 is 0
        at = lines.find('\n', at);
        auto event = event_of_line(lines.substr(begin, at - begin)); // JournalLines counts damaged lines
        if (event && event->type == Type::Resumed) found.push_back(std::move(*event));
    }
    return found;
}

} // namespace

struct JournalWriter::State {
    State(const RunFolder& folder, std::function<void(const Event&)> own_events)
        : file(folder.root, folder.journal().filename()), own(std::move(own_events)) {}

    bool write(const Event& event) { return file.append(to_line(event) + '\n'); }

    void lose(const Event& event) {
        if (gap == 0) gap_from = event.seq;
        gap_to = event.seq;
        ++gap;
        ++lost;
        if (event.type == Type::Resumed) resumed = event;
        reason = file.problem();
    }

    /// Writes the Log event about an unrecorded gap. False on failure.
    bool write_gap() {
        if (gap == 0 && reason.empty()) return true;
        Event log;
        log.type = Type::Log;
        log.t = utc_seconds();
        log.seq = next;
        log.fields = Json{{"level", "warning"},
                          {"text", gap == 0 ? fmt::format("the journal could not be flushed: {}", reason)
                                            : fmt::format("{} events could not be written to the journal: {}",
                                                          gap, reason)},
                          {"lost", gap},
                          {"warning", warning::journal_lost}};
        if (gap != 0) {
            log.fields["lost_from_seq"] = gap_from;
            log.fields["lost_to_seq"] = gap_to;
        }
        if (!write(log)) return false;
        ++next;
        gap = 0;
        reason.clear();
        if (own) own(log);
        return true;
    }

    bool write_resumed() {
        if (!resumed) return true;
        resumed->seq = next;
        if (!write(*resumed)) return false;
        ++next;
        resumed.reset();
        return true;
    }

    /// Handles a journal that was removed or replaced while it was written: its contents are lost, which is
    /// logged.
    void take_up_new_file() {
        if (!file.is_displaced() || !file.reopen()) return;
        Event log;
        log.type = Type::Log;
        log.t = utc_seconds();
        log.seq = next;
        log.fields = Json{
            {"level", "warning"},
            {"text",
             fmt::format(
                 "the journal was removed or replaced during the run: events up to number {} are not in it",
                 next - 1)},
            {"lost", 0}};
        if (!write(log)) return;
        ++next;
        if (own) own(log);
    }

    bool catch_up() { return write_gap() && write_resumed(); }

    AppendFile file;
    std::function<void(const Event&)> own;
    std::uint64_t next = 1, lost = 0, lost_at_sync = 0;
    std::uint64_t gap = 0, gap_from = 0, gap_to = 0; ///< lost events that are not recorded yet
    std::string reason;
    std::optional<Event> resumed; ///< a lost event
};

JournalWriter::JournalWriter(const RunFolder& folder, std::function<void(const Event&)> own)
    : state_(std::make_unique<State>(folder, std::move(own))) {
    const MappedFile map(folder.journal(), ErrorId::journal_unreadable);
    const std::string_view lines = whole_lines(map.text());
    JournalLines reader;
    reader.take(lines, {[](const auto&, const auto&) {}, [](const Event&, std::string_view) {}});
    // Not the last line's seq: after a larger one the next would count as a repeat.
    state_->next = reader.last_seq() + 1;
    if (state_->next > max_seq) throw Error(ErrorId::journal_full, {}, folder.journal().string());
    if (lines.size() < map.text().size() && !state_->file.cut(lines.size()))
        throw Error(ErrorId::journal_line_not_cut, {state_->file.problem()}, folder.journal().string());
}

JournalWriter::~JournalWriter() {
    state_->catch_up();
}

void JournalWriter::append(Event& event) {
    const bool caught_up = state_->catch_up();
    event.seq = state_->next++;
    if (!caught_up || !state_->write(event)) state_->lose(event);
}

bool JournalWriter::sync() {
    State& state = *state_;
    state.take_up_new_file();
    state.catch_up();
    const bool complete = state.lost == state.lost_at_sync;
    state.lost_at_sync = state.lost;
    if (state.file.sync()) return complete;
    if (state.reason.empty()) state.reason = state.file.problem();
    return false;
}

std::uint64_t JournalWriter::next_seq() const {
    return state_->next;
}

std::uint64_t JournalWriter::lost() const {
    return state_->lost;
}

bool JournalWriter::has_gap() const {
    return state_->gap > 0;
}

std::vector<Event> resumed_events(const RunFolder& folder) {
    std::error_code ignored;
    if (!fs::exists(folder.journal(), ignored)) return {};
    return resumed_in(whole_lines(MappedFile(folder.journal(), ErrorId::journal_unreadable).text()));
}

std::uint64_t replay_journal(const RunFolder& folder, std::uint64_t from_seq,
                             const std::function<void(const Event&)>& see) {
    std::error_code ignored;
    if (!fs::exists(folder.journal(), ignored)) return 0;
    const MappedFile map(folder.journal(), ErrorId::journal_unreadable);
    const std::string_view lines = whole_lines(map.text());
    JournalLines reader({from_seq, resumed_in(lines)});
    reader.take(lines, {nullptr, [&](const Event& event, std::string_view) { see(event); }});
    return reader.damaged();
}

} // namespace tunedesk::event
