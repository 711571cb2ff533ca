// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/more_epochs.h"

#include "base/error.h"
#include "format/checkpoint.h"
#include "format/training_state.h"
#include "report/run_summary.h"

#include <fmt/format.h>

namespace tunedesk::run {

namespace {

constexpr std::uint64_t most_state_bytes = 16u << 20;

/// The step at which the run has ended, from its report; 0 if it has not.
std::int64_t ended_at(const event::RunFolder& folder) {
    const report::RunSummary summary = report::read_run(folder.root);
    const bool finished = summary.exit && summary.exit->code == 0;
    return finished && summary.report ? summary.report->steps : 0;
}

/// The newest checkpoint's state. Throws Error 4412 if it is not that of the run's end.
format::TrainingState last_state(const event::RunFolder& folder, double epochs) {
    const std::vector<std::int64_t> steps = format::list_checkpoints(folder.checkpoints());
    const std::int64_t end = ended_at(folder);
    if (steps.empty() || steps.front() < end) {
        const std::string which = end > 0 ? fmt::format(" of step {}", end) : std::string();
        throw Error(ErrorId::state_unreadable, {"the run's last checkpoint" + which + " is gone"},
                    folder.checkpoints().string())
            .with_next(
                fmt::format("run it again: tunedesk --no-gui run {} --set training.num_train_epochs={}",
                            folder.preset().string(), epochs));
    }
    const fs::path state = folder.checkpoints() / format::checkpoint_name(steps.front()) / "state.json";
    return format::parse_state(read_file(state, ErrorId::state_unreadable, most_state_bytes), state.string())
        .state;
}

} // namespace

std::string train_on(Preset& preset, const event::RunFolder& folder, double epochs) {
    const format::TrainingState state = last_state(folder, epochs);
    if (epochs <= static_cast<double>(state.epoch))
        throw Error(ErrorId::command_line_invalid,
                    {fmt::format("--epochs {}: the run has trained {} epoch{} already", epochs, state.epoch,
                                 state.epoch == 1 ? "" : "s"),
                     "tunedesk resume --help"},
                    folder.root.string());
    preset.training.num_train_epochs = epochs;
    preset.training.max_steps = -1;
    return fmt::format("the run continues from step {} to {} epochs in total; the learning-rate schedule is "
                       "that of a run of this length",
                       state.step, epochs);
}

} // namespace tunedesk::run
