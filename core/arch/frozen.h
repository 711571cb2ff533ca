// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Parameters that are not trained, selected by patterns of their names.
namespace tunedesk::arch {

/// Edit distance between a name and a pattern, in which * matches any characters and ? one
/// character; 0: the name matches.
std::size_t pattern_distance(std::string_view pattern, std::string_view name);

/// Marks the parameters as not trained whose name matches a pattern, with the model's prefix
/// ("bert.") or without it.
void freeze(ModelSpec& spec, std::span<const std::string> patterns);

/// Throws Error 4356 for the first pattern that matches no parameter; the message lists the nearest
/// names.
void require_fitting(const ModelSpec& spec, std::span<const std::string> patterns);

} // namespace tunedesk::arch
