// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of other tools: Lightning's metrics.csv and the Hugging Face Trainer's trainer_state.json.
#include "report/foreign_run.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const bool json = size > 0 && data[0] == '{';
    const fs::path file = fuzz::file_with(data, size, json ? "trainer_state.json" : "metrics.csv");
    try {
        const report::ForeignRun run = report::read_foreign_run(file);
        for (const report::MetricSeries& series : run.series)
            if (series.values.empty() || series.steps.size() != series.values.size() ||
                series.epochs.size() != series.values.size())
                throw std::logic_error("a series whose lists differ");
    } catch (const Error& error) {
        if (!error.is(ErrorId::foreign_run_unreadable) && !error.is(ErrorId::trainer_state_invalid) &&
            !error.is(ErrorId::foreign_run_unknown) && !error.is(ErrorId::metrics_unreadable))
            throw;
    }
    return 0;
}

} // namespace

class ForeignFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trainer() { replay("trainer_state", 2000, fuzz_one, {Grammar::json}); }
    void lightning() { replay("metrics_csv", 2000, fuzz_one, {Grammar::text}); }
};

QTEST_GUILESS_MAIN(ForeignFuzz)
#include "foreign_fuzz.moc"
