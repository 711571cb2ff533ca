// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint's state.json: what is accepted has its numbers in their ranges, and is read again as it is
// written.
#include "format/training_state.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    try {
        const format::SavedState saved =
            format::parse_state({reinterpret_cast<const char*>(data), size}, "fuzz");
        const format::TrainingState& s = saved.state;
        if (s.step < 0 || s.step > std::int64_t{1} << 53 || s.epoch < 0 || s.epoch > s.step ||
            s.updates > s.step)
            throw std::logic_error("an impossible place was accepted");
        const std::string written = format::state_text(saved);
        if (format::state_text(format::parse_state(written, "written")) != written)
            throw std::logic_error("read again it is another");
    } catch (const Error& error) {
        if (error.code() != ExitCode::model || error.where() == "written") throw;
    }
    return 0;
}

int read(const std::uint8_t* data, std::size_t size) try {
    (void)format::parse_state({reinterpret_cast<const char*>(data), size}, "fuzz");
    return 0;
} catch (const Error&) {
    return 0;
}

} // namespace

class StateFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("state", 8000, fuzz_one, {Grammar::json, read}); }
};

QTEST_GUILESS_MAIN(StateFuzz)
#include "state_fuzz.moc"
