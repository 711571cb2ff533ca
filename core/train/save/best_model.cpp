// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/best_model.h"

#include "base/error.h"
#include "format/checkpoint.h"

namespace tunedesk::train {

BestModel::BestModel(const event::RunFolder& folder, const Checkpointer& checkpointer,
                     const model::SequenceClassifier& model, SaveCrew& crew)
    : folder_(folder), checkpointer_(checkpointer), model_(model), crew_(crew) {}

void BestModel::recover(const TrainState& state) {
    saved_step_ = step_of_model(waiting_place());
    is_known_ = saved_step_ && ((state.has_kept && *saved_step_ == state.kept_step) ||
                                (state.has_best && *saved_step_ == state.best_step));
    if (is_known_) return move();
    saved_step_.reset();
    std::error_code ignored;
    fs::remove_all(waiting_place(), ignored);
}

void BestModel::save(std::int64_t step) {
    copy_.reset();
    try {
        write(nullptr, step);
    } catch (const Error&) {
        copy_ = copy_of(crew_, step);
        throw;
    }
}

bool BestModel::is_in_place(std::int64_t step) const {
    return saved_step_ == step || step_of_model(folder_.best()) == step;
}

void BestModel::try_again(std::int64_t step) {
    if (is_in_place(step)) return copy_.reset();
    if (!copy_) throw Error(ErrorId::best_weights_lost, {}, folder_.best().string());
    write(&*copy_, copy_->step);
    copy_.reset();
}

void BestModel::forget_after(std::int64_t step) {
    if (copy_ && copy_->step > step) copy_.reset();
    if (saved_step_ && *saved_step_ > step) saved_step_.reset();
}

void BestModel::write(const ModelCopy* copy, std::int64_t step) {
    checkpointer_.require_folder(); // before anything is made in another one of its name
    if (is_known_) move(); // or the checkpoint's best model would be replaced by one that none knows of
    std::error_code failed;
    if (fs::create_directory(folder_.checkpoints(), failed)) sync_folder(folder_.root);
    if (copy)
        checkpointer_.save_model(waiting_place(), model_, *copy);
    else
        checkpointer_.save_model(waiting_place(), model_, crew_, step);
    saved_step_ = step;
}

void BestModel::move() {
    if (!is_known_) return;
    checkpointer_.require_folder();
    // An earlier try may have failed after it had moved the folder.
    if (step_of_model(folder_.best()) != saved_step_) format::replace_folder(waiting_place(), folder_.best());
    saved_step_.reset();
    is_known_ = false;
    std::error_code in_use;
    fs::remove(folder_.checkpoints(), in_use); // where it is empty: a run that keeps no checkpoints
}

} // namespace tunedesk::train
