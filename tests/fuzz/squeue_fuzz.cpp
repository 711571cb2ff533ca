// SPDX-License-Identifier: GPL-3.0-or-later
// What squeue and sbatch print.
#include "run/slurm/job_state.h"

#include "fuzz/replay.h"

#include <algorithm>

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const auto& [job, state] : run::parse_job_states(text))
        if (job < 1 || state.state.empty() || state.state.size() > 32 || state.reason.size() > 80 ||
            std::ranges::any_of(state.reason, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
            throw std::logic_error("a state that no line may have");
    if (const auto job = run::parse_job_number(text); job && *job < 1)
        throw std::logic_error("a job's number below 1");
    return 0;
}

} // namespace

class SqueueFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 46, 49
    void corpus() { replay("squeue", 4000, fuzz_one, {Grammar::text}); }
};

QTEST_GUILESS_MAIN(SqueueFuzz)
#include "squeue_fuzz.moc"
