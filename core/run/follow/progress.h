// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/pipeline_passes.h"
#include "report/memory_figures.h"

#include <map>
#include <optional>
#include <string>

namespace tunedesk::run {

/// Progress of one task, as tqdm shows it.
struct ProgressBar {
    std::string label;
    double done = 0, total = 0;
    double started = 0, updated = 0; ///< monotonic seconds
    double first_done = 0;           ///< value of `done` at `started`, not 0 in a resumed run

    double fraction() const { return total > 0 ? done / total : 0; }
    double rate() const; ///< per second; 0: not known
    /// "35%", or " 35%" where `padded`.
    std::string percent(bool padded = false) const;
    /// "89/250 [00:26<00:48, 3.30it/s]"; `figures` (", loss=0.3188") go before the bracket's end.
    std::string text(const std::string& figures = {}) const;
};

/// A run's progress and latest figures from its events: the numbers that the terminal and the window show.
/// Thread rule: one thread.
class RunProgress {
public:
    /// `now`: monotonic seconds when the event came. True if a bar or a figure has changed.
    bool take(const event::Event& event, double now);
    /// Takes a Step event's values from a fast journal reader. `accuracy`: NaN if the task has none.
    void step(double loss, double accuracy, double rss_bytes, double gpu_bytes);

    const std::map<int, ProgressBar>& ranks() const { return ranks_; } ///< training progress of each
    const std::optional<ProgressBar>& total() const { return total_; } ///< optimizer steps of the run
    /// What rank 0 does besides training: loading, evaluation... A pause is not work and has no bar.
    const std::optional<ProgressBar>& phase_bar() const { return phase_bar_; }
    /// Progress of the current epoch in steps, labelled "epoch 2/3"; std::nullopt before training.
    std::optional<ProgressBar> epoch() const;
    /// Each rank's phase, from its last Progress event.
    const std::map<int, std::string>& phases() const { return phases_; }
    /// "weights 87 MiB, gradients 87 MiB, ...": the memory of a rank's tensors as last reported, or only the
    /// sum; "" if it has reported none.
    std::string memory(int rank, bool by_part) const;
    /// ", loss=0.3188, acc=0.844, val_acc=0.832, 585 MiB, GPU 2.1 GiB", without unknown values.
    std::string figures(bool with_loss = true) const;

    /// The last passes of a pipeline that were timed.
    const std::optional<event::PipelinePasses>& pipeline() const { return pipeline_; }

    double steps() const { return steps_; } ///< of the whole run; 0: not known
    double epochs() const { return epochs_; }

private:
    void progress(const event::Event& event, double now);
    void pause(double now);
    /// Ends a pause and excludes its time from the bars' rates.
    void leave_pause();
    /// New processes train: restarts the bars' rates.
    void restart();

    std::map<int, ProgressBar> ranks_;
    std::optional<ProgressBar> total_, phase_bar_;
    std::map<int, std::string> phases_;
    std::map<int, report::MemoryFigures::Bytes> memory_; ///< of each rank
    std::optional<event::PipelinePasses> pipeline_;
    std::optional<double> loss_, accuracy_;
    std::string evaluated_; ///< ", val_acc=0.832", of the last evaluation
    double rss_ = 0, gpu_ = 0, steps_ = 0, epochs_ = 0;
    double epoch_started_ = 0, epoch_first_done_ = 0, epoch_index_ = -1;
    std::optional<double> paused_from_; ///< monotonic seconds, of rank 0
    double paused_until_ = 0;
};

} // namespace tunedesk::run
