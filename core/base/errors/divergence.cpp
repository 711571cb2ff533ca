// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/errors/rows.h"
#include "base/phrase.h"

namespace tunedesk {

namespace {

constexpr ErrorForm divergence_errors_rows[] = {
    {ErrorId::rank_exited_diverged,
     TUNEDESK_TRANSLATABLE(
         "Error", "rank {} exited with code {} without reporting a reason; last line of its log: \"{}\""),
     TUNEDESK_TRANSLATABLE("Error", "read {}")},
    {ErrorId::training_not_finite, TUNEDESK_TRANSLATABLE("Error", "loss or gradients are not finite"),
     TUNEDESK_TRANSLATABLE(
         "Error", "lower training.learning_rate, or set training.max_grad_norm, in the run's preset.yaml, "
                  "and resume with --allow-change; if no checkpoint is left, run again")},
    {ErrorId::no_checkpoint_to_rewind, TUNEDESK_TRANSLATABLE("Error", "there is no checkpoint to rewind to"),
     TUNEDESK_TRANSLATABLE("Error", "set checkpoint.every_n_steps lower, or training.on_nonfinite to skip")},
    {ErrorId::test_loss_not_finite,
     TUNEDESK_TRANSLATABLE("Error", "the model's loss on the test rows is not finite"),
     TUNEDESK_TRANSLATABLE("Error",
                           "run again with a lower training.learning_rate, or with training.max_grad_norm")},
    {ErrorId::trained_weights_not_finite,
     TUNEDESK_TRANSLATABLE("Error", "the model's weights are not finite"),
     TUNEDESK_TRANSLATABLE("Error",
                           "run again with a lower training.learning_rate, or with training.max_grad_norm")},
    {ErrorId::training_not_finite_in_row,
     TUNEDESK_TRANSLATABLE("Error", "loss or gradients were not finite {} steps in a row"),
     TUNEDESK_TRANSLATABLE(
         "Error", "lower training.learning_rate, or set training.max_grad_norm, in the run's preset.yaml, "
                  "and resume with --allow-change; if no checkpoint is left, run again")},
};

} // namespace

std::span<const ErrorForm> divergence_errors() {
    return divergence_errors_rows;
}

} // namespace tunedesk
