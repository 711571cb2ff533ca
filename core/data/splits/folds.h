// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::data {

/// The fold of each row, from 0, of `folds` >= 2: seeded, of every class as even as can be, and in all within
/// one row of each other.
std::vector<std::uint32_t> stratified_folds(std::span<const std::int32_t> labels, std::uint32_t folds,
                                            std::uint64_t seed);

} // namespace tunedesk::data
