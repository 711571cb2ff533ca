// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/best/best_plan.h"
#include "run/folder/prepare.h"
#include "run/queue/sweep.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The runs of a plan, ordered by seed, so that every rate has been tried once if the time ends early. `read`
/// and the errors are those of sweep_runs().
std::vector<SweepRun> planned_runs(const DraftOf& read, const BestPlan& plan);

/// Assignments (KEY=VALUE) that give a preset the plan's steps, `evaluations` evaluations, and one checkpoint
/// at the end.
std::vector<std::string> sets_of(const BestPlan& plan, int evaluations);

/// Assignments that make a run only measure `model`: one step with a learning rate too small to change a
/// weight in fp32.
std::vector<std::string> sets_to_measure(const fs::path& model);

/// A run of the sweep.
struct SweptRun {
    enum class State { waits, trains, ended };
    event::RunFolder folder;
    std::string setting;
    State state = State::waits;
    std::optional<event::ExitRecord> exit; ///< how it ended; std::nullopt before, and if it was left out
    bool left_out = false;                 ///< removed from the queue before its turn

    bool is_finished() const { return exit && exit->code == 0; }
};

/// Runs in the queue as one group with pruning, until they have ended or are stopped. Thread rule: one
/// thread.
class BestSweep {
public:
    /// Queues the runs. Throws what add_to_queue() throws.
    BestSweep(std::vector<QueuedRun> runs, const std::string& group);

    /// Updates the runs' states; true while a run waits or trains.
    bool look();
    /// Removes waiting runs from the queue and stops training ones with a checkpoint. look() returns false
    /// once they have ended.
    void stop();
    const std::vector<SweptRun>& runs() const { return runs_; }

private:
    void look_at(SweptRun& run, bool is_queued) const;

    std::vector<SweptRun> runs_;
};

/// Resumes a run in a detached process: a stopped run to its end, or with `epochs` any run to that many
/// epochs in total. Throws Error 7024 if that fails.
void start_again(const event::RunFolder& run, std::optional<double> epochs = {});
/// Resumes a stopped run to an end earlier than its preset's, in epochs, where it is evaluated. Throws as
/// start_again() does.
void end_early(const event::RunFolder& run, double epochs);
/// Starts a run of a preset in a folder of its own, detached. Throws as start_again() does.
void start_new(const std::string& preset, const std::vector<std::string>& sets, const event::RunFolder& run);
/// Stops a run with a checkpoint; does nothing if it is not training.
void stop_quietly(const event::RunFolder& run);

} // namespace tunedesk::run
