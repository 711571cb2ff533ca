// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/save/background_save.h"
#include "train/save/best_model.h"
#include "train/save/spaced_failures.h"

#include <functional>

namespace tunedesk::train {

/// When a run's state and its best model are saved, and what follows where the disk refuses: a checkpoint
/// that is due is tried again at the next one, and a third failure that counts (checkpoint.retry_seconds)
/// ends the run; what must not fail, at a stop and at the end, is tried several times. All ranks make the
/// same calls; rank 0 writes, and all learn whether it worked.
class Saver {
public:
    struct Parts {
        const Preset& preset;
        const event::RunFolder& folder;
        const Checkpointer& checkpointer;
        const model::SequenceClassifier& model;
        Strategy& strategy;
        parallel::Group& group;
        Announcer& announcer;
    };
    /// Throws Error 5xxx if a best model of before cannot be moved into best/.
    Saver(const Parts& parts, const TrainState& state);

    /// A checkpoint that is due, or was requested; with checkpoint.asynchronous it is written beside training
    /// from here on. Throws Error 5001 at the third failure that counts, 5573 or 5576 if the run's folder is
    /// gone; rank 0 alone throws, and the others lose it.
    void save(TrainState& state);
    /// Between steps: says how a checkpoint has ended that was written meanwhile. Throws as save() does.
    void look();
    /// Waits for one that is being written, and does as look(). Before whatever reads or replaces
    /// checkpoints.
    void finish();
    /// See Strategy::match_copies(); warns where ranks differed.
    void match_copies(const TrainState& state);
    /// The checkpoint without which a stop would lose steps. Throws Error 5570 if no try worked.
    void save_before_stop(TrainState& state);
    /// After the last step: the state as finished, and the best model in best/. A checkpoint that fails is
    /// only warned of, since the model itself is saved next. Throws Error 5571 if best/ cannot be written
    /// although the model waits beside the checkpoints.
    void save_finished(TrainState& state);
    /// The state's best model is the one of now. What becomes of it is in state.kept_step.
    void keep_best(TrainState& state);
    /// Tries again where the disk has refused the best model. Costs nothing elsewhere.
    void keep_best_later(TrainState& state);
    /// The steps behind state.step are taken back.
    void rewound(const TrainState& state);
    /// For what insist() runs.
    SaveCrew& crew() { return crew_; }
    /// Runs `save_it` on rank 0, several times where the disk refuses. The last failure is thrown there.
    void insist(const TrainState& state, const std::string& what, const std::function<void()>& save_it);

private:
    /// A checkpoint that is written beside training.
    struct Started {
        std::int64_t step = 0;
        double paused = 0; ///< seconds for which training has waited
        bool flushed = true;
        Checkpointer::Saved saved; ///< the thread's, until it is done
    };

    bool try_save(const std::function<void()>& save_it, const std::function<void(Error&)>& on_failure);
    bool flushes_journal() const;
    void warn_of_journal();
    void commit(const TrainState& state);
    void start_commit(const TrainState& state);
    void committed(std::int64_t step, const Checkpointer::Saved& saved, double paused);
    void failed_to_save(std::int64_t step, Error& error);
    void insist_on_best(TrainState& state);
    bool insist_or_warn(const TrainState& state, const std::string& what,
                        const std::function<void()>& save_it);
    void try_repeatedly(const TrainState& state, const std::string& what,
                        const std::function<void()>& save_it) const;
    void move_best();

    const Parts parts_;
    SaveCrew crew_;
    BestModel best_;
    SpacedFailures failures_;
    Started started_;
    BackgroundSave background_; ///< last: its thread ends before the rest does
};

} // namespace tunedesk::train
