// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/save/checkpointer.h"

#include <optional>

namespace tunedesk::train {

/// Saves the best model so far: first beside the checkpoints, and moved into best/ when a checkpoint that
/// names it is committed, so that best/ is never ahead of what a resume continues from. A model that could
/// not be written stays in memory for another try. Rank 0 alone has one; it saves within SaveCrew::lead().
/// Calls throw Error 5xxx if writing fails, and can then be repeated.
class BestModel {
public:
    BestModel(const event::RunFolder& folder, const Checkpointer& checkpointer,
              const model::SequenceClassifier& model, SaveCrew& crew);

    /// At the start, with the restored state: finishes a move that was interrupted, and removes a model of
    /// steps that were taken back.
    void recover(const TrainState& state);
    /// Saves the model as it is now. Where that fails, a copy of its weights waits for try_again().
    void save(std::int64_t step);
    /// Saves the copy of `step`, or finds that it is saved. Throws Error 5574 if there is none: the process
    /// that held it has ended.
    void try_again(std::int64_t step);
    bool is_in_place(std::int64_t step) const;
    bool has_copy() const { return copy_.has_value(); }
    /// The steps behind `step` are taken back: a model of one of them is worthless.
    void forget_after(std::int64_t step);
    /// A checkpoint was committed whose state names the saved model.
    void note_checkpoint() { is_known_ = saved_step_.has_value(); }
    /// Moves the saved model into best/, where a checkpoint names it.
    void move();

    fs::path waiting_place() const { return folder_.checkpoints() / "next-best"; }

private:
    void write(const ModelCopy* copy, std::int64_t step);

    const event::RunFolder folder_;
    const Checkpointer& checkpointer_;
    const model::SequenceClassifier& model_;
    SaveCrew& crew_;
    std::optional<ModelCopy> copy_;          ///< that could not be saved yet
    std::optional<std::int64_t> saved_step_; ///< of what waits beside the checkpoints
    bool is_known_ = false;                  ///< named by a committed checkpoint
};

} // namespace tunedesk::train
