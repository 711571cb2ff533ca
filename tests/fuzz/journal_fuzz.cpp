// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/journal.h"

#include "fuzz/event_one.h"
#include "fuzz/replay.h"

#include <QTemporaryDir>

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

std::vector<std::uint64_t> seqs_of(const RunFolder& folder, std::uint64_t& damaged) {
    std::vector<std::uint64_t> seqs;
    damaged = replay_journal(folder, 0, [&](const Event& event) { seqs.push_back(event.seq); });
    return seqs;
}

/// Opening a journal for writing must not change what it says, and one event more must be seen as one more.
int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const RunFolder folder{fs::path(fuzz::file_with(data, size, "events.jsonl")).parent_path()};
    std::uint64_t damaged = 0, damaged_after = 0;
    std::vector<std::uint64_t> seqs = seqs_of(folder, damaged);
    if (!std::is_sorted(seqs.begin(), seqs.end(), std::less_equal<>())) wrong("seq does not grow");
    Event event;
    event.type = Type::Log;
    try {
        JournalWriter writer(folder);
        writer.append(event);
        if (writer.lost() != 0) wrong("a line was lost");
    } catch (const Error& error) {
        if (!error.is(ErrorId::journal_unreadable) && !error.is(ErrorId::journal_full)) throw;
        return 0;
    }
    seqs.push_back(event.seq);
    if (seqs_of(folder, damaged_after) != seqs || damaged_after != damaged)
        wrong("an appended event changes what was there");
    return 0;
}

int read(const std::uint8_t* data, std::size_t size) {
    const RunFolder folder{fs::path(fuzz::file_with(data, size, "events.jsonl")).parent_path()};
    (void)replay_journal(folder, 0, [](const Event&) {});
    return 0;
}

} // namespace

class JournalFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("journal", 2'000, fuzz_one, {Grammar::json_lines, read}); }
};

QTEST_GUILESS_MAIN(JournalFuzz)
#include "journal_fuzz.moc"
