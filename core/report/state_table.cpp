// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/state_table.h"

#include "base/text.h"
#include "preset/schema/placement.h"
#include "preset/schema/state_bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

constexpr std::size_t step_phase = 3; ///< of memory_phases
static_assert(std::string_view(memory_phases[step_phase]) == "step");

/// What a run's settings say of its ranks; keys that it does not name have their defaults.
Preset preset_of(const ComparedRun& run) {
    Preset preset;
    for (const auto& [name, value] : run.settings)
        if (const preset::Key* key = preset::find_key(name))
            static_cast<void>(preset::set(preset, *key, value)); // of another version: the default
    return preset;
}

/// Bytes of the three parts on a rank that has all.
struct WholeState {
    double weights = 0, gradients = 0, optimizer = 0;

    WholeState(const Preset& preset, const RunReport& report) {
        const double value = size_of(preset.precision.params),
                     trained = static_cast<double>(report.trainable);
        weights = value * static_cast<double>(report.parameters);
        gradients = value * trained;
        optimizer = optimizer_bytes(preset) * trained;
    }
    double sum() const { return weights + gradients + optimizer; }
    /// Bytes per rank if `data_ranks` ranks process different samples, and `model_ranks` ranks hold equal
    /// parts of one copy of the model.
    double divided(DividedState by, double data_ranks, double model_ranks) const {
        return (weights / (by.parameters ? data_ranks : 1) + gradients / (by.gradients ? data_ranks : 1) +
                optimizer / (by.optimizer ? data_ranks : 1)) /
               model_ranks;
    }
};

} // namespace

TextTable state_table(std::span<const ComparedRun> runs, const std::vector<std::string>& names) {
    TextTable table{{"run", "strategy", "ranks", "kept", "measured", "theory"},
                    {},
                    {false, false, true, true, true, true}};
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const std::optional<RunReport>& report = runs[r].summary.report;
        if (!report || !report->memory) continue;
        const Preset preset = preset_of(runs[r]);
        const int ranks = preset.parallel.processes;
        const WholeState whole(preset, *report);
        if (ranks < 2 || whole.sum() <= 0) continue;
        const MemoryFigures::Bytes& step = report->memory->phases[step_phase];
        const std::uint64_t kept = step[0] + step[1] + step[2];
        table.rows.push_back(
            {names[r], name_of(preset.parallel.strategy), fmt::to_string(ranks), human_bytes(kept),
             fmt::format("{:.3f}", static_cast<double>(kept) / whole.sum()),
             fmt::format("{:.3f}", whole.divided(divided_by(preset.parallel.strategy), data_ranks_of(preset),
                                                 static_cast<double>(ranks_of_model(preset))) /
                                       whole.sum())});
    }
    return table;
}

} // namespace tunedesk::report
