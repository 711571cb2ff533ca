// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "report/text_table.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace tunedesk::report {

constexpr std::array memory_parts = {"weights", "gradients", "optimizer", "activations", "workspace"};
constexpr std::array memory_phases = {"loading", "forward", "backward", "step", "evaluation"};

/// Bytes of rank 0's tensors, on its device and on the host together. Activations are what the forward pass
/// keeps for the backward pass; everything that belongs to no other part is workspace.
struct MemoryFigures {
    using Bytes = std::array<std::uint64_t, memory_parts.size()>; ///< by part
    Bytes parts{};                                                ///< the peak of each
    std::array<Bytes, memory_phases.size()> phases{};             ///< the parts at the peak of each phase
    /// The parts at the largest peak of all phases.
    const Bytes& fullest() const;
    std::uint64_t peak() const; ///< their sum
};

std::uint64_t sum(const MemoryFigures::Bytes& bytes);

/// {"weights": 1, ...}
Json to_json(const MemoryFigures::Bytes& bytes);
/// Values that are missing or of another type are 0.
MemoryFigures::Bytes parse_memory_bytes(const Json& json);

/// {"parts": {"weights": 1, ...}, "phases": {"loading": {"weights": 1, ...}, ...}}
Json to_json(const MemoryFigures& figures);
/// Values that are missing or of another type are 0.
MemoryFigures parse_memory_figures(const Json& json);

/// One row per part with its peak and its bytes at each phase's peak; a phase that did not occur has no
/// column.
TextTable memory_table(const MemoryFigures& figures);

/// One row per run with the peak of each part; "other" is the process's peak minus its tensors.
struct MeasuredRun {
    std::string name;
    const MemoryFigures* figures;
    std::uint64_t process_bytes; ///< 0: on a GPU, or unknown
};
TextTable memory_of_runs(std::span<const MeasuredRun> runs);

} // namespace tunedesk::report
