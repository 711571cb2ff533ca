// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

/// Inputs of one megabyte that are constructed to be slow or large for their size: a reader with quadratic
/// time takes minutes for them.
namespace fuzz {

enum class Grammar { json, json_lines, yaml, text, bytes };

using Named = std::pair<std::string, std::string>;

/// The inputs of a grammar; those derived from `examples` use the subject's own keys and values.
std::vector<Named> slow_inputs(Grammar grammar, const std::vector<Named>& examples);

} // namespace fuzz
