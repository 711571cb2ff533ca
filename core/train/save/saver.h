// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/save/background_save.h"
#include "train/save/best_model.h"
#include "train/save/spaced_failures.h"

#include <functional>

namespace tunedesk::train {

/// Saves a run's state and its best model, and handles disk failures: a failed checkpoint is retried when the
/// next one is due, and the third counted failure (checkpoint.retry_seconds) ends the run; saves at a stop
/// and at the end are retried several times. All ranks make the same calls; rank 0 writes, and all ranks
/// learn the result.
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
    /// Throws Error 5xxx if an earlier best model cannot be moved into best/.
    Saver(const Parts& parts, const TrainState& state);

    /// Saves a checkpoint that is due or was requested; with checkpoint.asynchronous, in the background,
    /// unless ranks do not see the run folder (RemoteFiles). Throws Error 5001 at the third counted failure,
    /// 5573 or 5576 if the run's folder is gone, on rank 0 only; the other ranks lose contact with it.
    void save(TrainState& state);
    /// Call between steps: reports the result of a background checkpoint that has ended. Throws as save()
    /// does.
    void look();
    /// Waits for a background checkpoint, then acts as look(). Call before reading or replacing checkpoints.
    void finish();
    /// See Strategy::match_copies(); warns if ranks differed.
    void match_copies(const TrainState& state);
    /// Saves the checkpoint of a stop, with retries. Throws Error 5570 if no try worked.
    void save_before_stop(TrainState& state);
    /// Call after the last step: saves the finished state and moves the best model into best/. A failed
    /// checkpoint only causes a warning, because the model is saved next. Throws Error 5571 if best/ cannot
    /// be written although the model waits beside the checkpoints.
    void save_finished(TrainState& state);
    /// Saves the current model as the best one. state.kept_step has the step that was saved.
    void keep_best(TrainState& state);
    /// Retries saving the best model after a failure; does nothing otherwise.
    void keep_best_later(TrainState& state);
    /// Call after training was rewound to state.step.
    void rewound(const TrainState& state);
    /// The ranks, for use by the work of insist().
    SaveCrew& crew() { return crew_; }
    /// Runs `save_it` on rank 0, with retries if the disk fails. Throws the last failure there.
    void insist(const TrainState& state, const std::string& what, const std::function<void()>& save_it);

private:
    /// A checkpoint that is written beside training.
    struct Started {
        std::int64_t step = 0;
        double paused = 0; ///< seconds that training waited
        bool flushed = true;
        Checkpointer::Saved saved; ///< written by the background thread until it is done
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
