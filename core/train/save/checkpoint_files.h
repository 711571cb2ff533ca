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

/// The metadata of a safetensors file of a step.
std::map<std::string, std::string> metadata_of(std::int64_t step);

/// Writes into a checkpoint's folder what this rank saves of the state: weights and optimizer state, each a
/// file, of several writers `model-00001-of-00004.safetensors`. Throws Error 5001.
std::vector<format::Manifest::Entry> write_rank_files(const fs::path& folder, const Strategy& strategy,
                                                      const parallel::World& world, std::int64_t step);

/// A copy in host memory of what a rank saves of the state at one step.
class RankStateCopy {
public:
    /// Copies the state as it is now; into the same memory as the time before, where shapes are the same.
    void take(const Strategy& strategy, const parallel::World& world, std::int64_t step);
    /// As write_rank_files(), of the copy; any thread.
    std::vector<format::Manifest::Entry> write(const fs::path& folder) const;

private:
    std::vector<Strategy::StatePiece> weights_, optimizer_state_;
    std::string weights_file_, optimizer_file_;
    std::int64_t step_ = 0;
};

} // namespace tunedesk::train
