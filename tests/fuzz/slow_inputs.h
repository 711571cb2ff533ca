// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

/// Inputs of a megabyte that are built to be slow or large for their size: what a reader does once for each
/// of many things, and again for all those before it, takes minutes here.
namespace fuzz {

enum class Grammar { json, json_lines, yaml, text, bytes };

using Named = std::pair<std::string, std::string>;

/// Those of a grammar; the ones of `examples` grow with the subject's own keys and values.
std::vector<Named> slow_inputs(Grammar grammar, const std::vector<Named>& examples);

} // namespace fuzz
