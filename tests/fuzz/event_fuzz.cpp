// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/event_one.h"
#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    return event::event_one(data, size);
}

} // namespace

class EventFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("event", 20'000, fuzz_one, {Grammar::json}); }
};

QTEST_GUILESS_MAIN(EventFuzz)
#include "event_fuzz.moc"
