// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/save/checkpointer.h"

#include <optional>

namespace tunedesk::train {

/// Saves the best model so far: first beside the checkpoints, then moved into best/ when a checkpoint that
/// names it is committed, so that best/ is never ahead of the state that a resume restores. A model that
/// could not be written stays in memory for a retry. Exists on rank 0 only, which saves within
/// SaveCrew::lead(). Calls throw Error 5xxx if writing fails, and can then be repeated.
class BestModel {
public:
    BestModel(const event::RunFolder& folder, const Checkpointer& checkpointer,
              const model::SequenceClassifier& model, SaveCrew& crew);

    /// Call at the start with the restored state: finishes an interrupted move of a model that the state
    /// names, and removes any other that waits beside the checkpoints.
    void recover(const TrainState& state);
    /// Saves the current model. On failure keeps a copy of its weights for try_again().
    void save(std::int64_t step);
    /// Saves the copy of `step`, unless it is saved. Throws Error 5574 if there is none, because the process
    /// that held it has ended.
    void try_again(std::int64_t step);
    bool is_in_place(std::int64_t step) const;
    bool has_copy() const { return copy_.has_value(); }
    /// Discards a model of a step after `step`, to which training was rewound.
    void forget_after(std::int64_t step);
    /// Call when a checkpoint that names the saved model was committed.
    void note_checkpoint() { is_known_ = saved_step_.has_value(); }
    /// Moves the saved model into best/ if a checkpoint names it.
    void move();

    fs::path waiting_place() const { return folder_.checkpoints() / "next-best"; }

private:
    void write(const ModelCopy* copy, std::int64_t step);

    const event::RunFolder folder_;
    const Checkpointer& checkpointer_;
    const model::SequenceClassifier& model_;
    SaveCrew& crew_;
    std::optional<ModelCopy> copy_;          ///< the copy that could not be saved yet
    std::optional<std::int64_t> saved_step_; ///< step of the model saved beside the checkpoints
    bool is_known_ = false;                  ///< named by a committed checkpoint
};

} // namespace tunedesk::train
