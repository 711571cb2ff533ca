// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::data {

/// The fold of each row, from 0, for `folds` >= 2: seeded, with each class divided as evenly as possible, and
/// fold sizes that differ by at most one.
std::vector<std::uint32_t> stratified_folds(std::span<const std::int32_t> labels, std::uint32_t folds,
                                            std::uint64_t seed);

} // namespace tunedesk::data
