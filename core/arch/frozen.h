// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Parameters that are not trained, by patterns of their names.
namespace tunedesk::arch {

/// How many characters must be added, removed or changed until a name fits a pattern, in which * stands for
/// any characters and ? for one; 0: it fits.
std::size_t pattern_distance(std::string_view pattern, std::string_view name);

/// Marks as not trained what fits one of the patterns with the model's prefix ("bert.") or without it.
void freeze(ModelSpec& spec, std::span<const std::string> patterns);

/// Throws Error 4356 for the first pattern that no parameter fits, with the names that come nearest.
void require_fitting(const ModelSpec& spec, std::span<const std::string> patterns);

} // namespace tunedesk::arch
