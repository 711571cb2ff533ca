// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::format {

/// The scaler of fp16 gradients, as a checkpoint keeps it.
struct ScalerState {
    double scale = 1;
    std::int64_t good_steps = 0; ///< since the last overflow or growth
    std::int64_t hysteresis = 1; ///< overflows until the scale is reduced, the reducing one included
    std::int64_t skipped = 0;    ///< updates left out by overflows, in all
    bool operator==(const ScalerState&) const = default;
};

/// Changes of ranks or batches within one epoch.
inline constexpr std::size_t most_dealt_parts = 64;

/// The first samples of the current epoch that were dealt to other ranks or in other batches than the rest:
/// the data::SamplerSpec and their number.
struct DealtPart {
    std::int64_t grouping = 0; ///< data::Grouping
    std::int64_t batch_size = 1, max_tokens = 0, accumulation = 1, world_size = 1;
    bool drop_last = false, shuffle = true;
    std::int64_t seed = 0;
    std::int64_t samples = 0;
    std::int64_t sharding = 0; ///< data::Sharding; in older files missing
    bool operator==(const DealtPart&) const = default;
};

/// All state of training besides weights and optimizer state. It has no random state, because masks and
/// shuffles are functions of seed, step and epoch.
struct TrainingState {
    std::int64_t step = 0;               ///< optimizer steps taken, skipped ones included
    std::int64_t updates = 0;            ///< those that changed the weights
    std::int64_t epoch = 0;              ///< completed epochs
    std::int64_t steps_in_epoch = 0;     ///< of the epoch under way
    std::int64_t samples_in_epoch = 0;   ///< over all ranks
    std::vector<DealtPart> dealt_before; ///< of samples_in_epoch; empty if nothing was changed within it
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
    double train_seconds = 0;          ///< in training steps alone
    std::int64_t train_tokens = 0;     ///< real ones, over all ranks
    bool finished = false;             ///< training is over; what remains is the test
    std::optional<ScalerState> scaler; ///< only of runs that scale their gradients

    bool keeps_best() const { return has_kept && kept_step == best_step; }
    void keep_best() {
        has_kept = has_best;
        kept_value = best_value;
        kept_step = best_step;
    }
};

/// Identifies the run of a checkpoint; resuming a run with another fingerprint requires the user's
/// permission.
struct RunFingerprint {
    std::string preset_yaml;
    std::map<std::string, std::string> data_hashes;
    std::map<std::string, std::string>
        model_hashes; ///< of its configuration and of what decides its token ids; empty in early versions
    int world_size = 1;
};

/// A checkpoint's state.json.
struct SavedState {
    TrainingState state;
    std::optional<RunFingerprint> run; ///< missing in early versions
};

/// The text of state.json.
std::string state_text(const SavedState& saved);

/// Parses state.json, of unknown origin. Throws Error 4410 if it is no JSON, or a field is missing or of
/// another type, 4415 if it is of another version, and 4480 if a number is outside its range or contradicts
/// another: more updates or epochs than steps, a negative count, a duration that is not finite.
SavedState parse_state(std::string_view text, const std::string& where);

} // namespace tunedesk::format
