// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/best/best_plan.h"
#include "run/folder/prepare.h"
#include "run/queue/sweep.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The runs of a plan, those of one seed together: where the time ends, every rate has been tried. `sets`:
/// what the settings are, as assignments; `read` as sweep_runs() has it, which throws likewise.
std::vector<SweepRun> planned_runs(const DraftOf& read, const BestPlan& plan);

/// Assignments that give a preset the steps of a plan: its steps, evaluations on the way, and one checkpoint,
/// of the end.
std::vector<std::string> sets_of(const BestPlan& plan, int evaluations);

/// Assignments that make a run of another model of these settings measure that model: one step, at a rate too
/// small to change a weight in fp32.
std::vector<std::string> sets_to_measure(const fs::path& model);

/// A run of the sweep.
struct SweptRun {
    enum class State { waits, trains, ended };
    event::RunFolder folder;
    std::string setting;
    State state = State::waits;
    std::optional<event::ExitRecord> exit; ///< how it has ended; nothing too where it was left out
    bool left_out = false;                 ///< taken out of the queue before its turn

    bool is_finished() const { return exit && exit->code == 0; }
};

/// Runs in the queue as one group with pruning, until they have ended or are stopped. Thread rule: one
/// thread.
class BestSweep {
public:
    /// Queues them. Throws what add_to_queue() throws.
    BestSweep(std::vector<QueuedRun> runs, const std::string& group);

    /// Looks at the runs' states again; true while one waits or trains.
    bool look();
    /// Takes those that wait out of the queue and stops those that train, which save a checkpoint. look()
    /// shows when they have ended.
    void stop();
    const std::vector<SweptRun>& runs() const { return runs_; }

private:
    void look_at(SweptRun& run, bool is_queued) const;

    std::vector<SweptRun> runs_;
};

/// Starts a run again, detached: a stopped one to its end, or with `epochs` any to so many in all. Throws
/// Error 7024 if that fails.
void start_again(const event::RunFolder& run, std::optional<double> epochs = {});
/// Starts a run of a preset in a folder of its own, detached. Throws as start_again() does.
void start_new(const std::string& preset, const std::vector<std::string>& sets, const event::RunFolder& run);
/// Stops a run with a checkpoint; nothing where it does not train.
void stop_quietly(const event::RunFolder& run);

} // namespace tunedesk::run
