// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"
#include "model/parameters.h"
#include "parallel/world.h"
#include "train/strategies/strategy.h"

#include <map>
#include <string>
#include <vector>

namespace tunedesk::train {

inline constexpr const char* step_key = "step"; ///< in the metadata of safetensors files
inline constexpr const char* weights_name = "model.safetensors";
inline constexpr const char* optimizer_name = "optimizer.safetensors";

/// The metadata of a safetensors file with the state of `step`.
std::map<std::string, std::string> metadata_of(std::int64_t step);

/// Writes this rank's part of the state into a checkpoint's folder: one file of weights and one of optimizer
/// state, numbered as `model-00001-of-00004.safetensors` if several ranks write. Throws Error 5001.
std::vector<format::Manifest::Entry> write_rank_files(const fs::path& folder, const Strategy& strategy,
                                                      const parallel::World& world, std::int64_t step);

/// A copy in host memory of a rank's part of the state at one step.
class RankStateCopy {
public:
    /// Copies the current state, reusing the memory of the last copy if shapes are equal.
    void take(const Strategy& strategy, const parallel::World& world, std::int64_t step);
    /// Writes the copy as write_rank_files() does. Any thread.
    std::vector<format::Manifest::Entry> write(const fs::path& folder) const;

private:
    std::vector<Strategy::StatePiece> weights_, optimizer_state_;
    std::string weights_file_, optimizer_file_;
    std::int64_t step_ = 0;
};

} // namespace tunedesk::train
