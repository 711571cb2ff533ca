#pragma once

#include "base/json.h"
#include "train/gradient_scaler.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace tunedesk::train {

/// Everything that decides how training goes on, beside weights and optimizer state: what state.json of a
/// checkpoint holds. No random state is among it: masks and shuffles follow from seed, step and epoch.
struct TrainState {
    std::int64_t step = 0;             ///< optimizer steps taken, skipped ones included
    std::int64_t updates = 0;          ///< those that changed the weights
    std::int64_t epoch = 0;            ///< whole epochs behind
    std::int64_t steps_in_epoch = 0;   ///< of the epoch under way
    std::int64_t samples_in_epoch = 0; ///< over all ranks
    std::int64_t nonfinite_in_row = 0, nonfinite_total = 0;
    std::vector<std::int64_t> passed_over; ///< steps whose batches a rewind leaves out
    bool has_best = false;
    double best_value = 0;
    std::int64_t best_step = 0;
    bool has_kept = false; ///< best/ holds a model, or is about to: the best one, or an earlier one where the
                           ///< disk refuses the best
    double kept_value = 0;
    std::int64_t kept_step = 0;
    std::int64_t evaluations_without_gain = 0;
    double running_loss =
        std::numeric_limits<double>::quiet_NaN(); ///< mean of the losses looked at, for spikes
    std::int64_t logged_steps = 0, logged_samples = 0, logged_tokens = 0; ///< since the last Step event
    double logged_seconds = 0;
    double train_seconds = 0;                    ///< in training steps alone
    std::int64_t train_tokens = 0;               ///< real ones, over all ranks
    bool finished = false;                       ///< training is over; what remains is the test
    std::optional<GradientScaler::State> scaler; ///< only of runs that scale their gradients

    bool keeps_best() const { return has_kept && kept_step == best_step; }
    void keep_best() {
        has_kept = has_best;
        kept_value = best_value;
        kept_step = best_step;
    }
};

Json to_json(const TrainState& state);
/// Throws Error 4410 where a field is missing or of another type.
TrainState state_from_json(const Json& json, const std::string& where);

} // namespace tunedesk::train
