// SPDX-License-Identifier: GPL-3.0-or-later
// The queue's file, queue.json.
#include "run/queue/queue_entry.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    try {
        const run::QueueContents queue =
            run::parse_queue({reinterpret_cast<const char*>(data), size}, "fuzz");
        for (const run::QueueEntry& entry : queue.entries)
            if (entry.devices < 1 || entry.id < 1 || entry.id >= queue.next_id || !entry.run.is_absolute())
                throw std::logic_error("an entry that no queue writes");
        const run::QueueContents again = run::parse_queue(run::queue_text(queue), "fuzz");
        if (again.entries != queue.entries || again.next_id != queue.next_id)
            throw std::logic_error("another queue was written than was read");
    } catch (const Error& error) {
        if (error.id() != 6031) throw;
    }
    return 0;
}

} // namespace

class QueueFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("queue", 4000, fuzz_one, {Grammar::json}); }
};

QTEST_GUILESS_MAIN(QueueFuzz)
#include "queue_fuzz.moc"
