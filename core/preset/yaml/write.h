// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::preset {

/// A line of a written preset: a key, its value as set() reads it, and the comment at its end ("" for none).
struct Line {
    const Key* key = nullptr;
    std::string value;
    std::string comment;
};

/// A YAML scalar in double quotes; what no terminal should get as it is, is escaped.
std::string yaml_quoted(const std::string& text);

/// YAML of these lines, in the schema's order whatever theirs. Values are quoted where YAML would read them
/// otherwise; `paths_as_written` leaves $VARIABLES in paths, else a dollar is escaped.
std::string write_yaml(std::vector<Line> lines, bool paths_as_written);

/// Every key of a preset with its value, `comment` saying what stands at the end of each line.
std::string write_preset(const Preset& preset, const std::function<std::string(const Key&)>& comment);

/// The preset as short YAML: its name, and the keys whose values another preset would not have without them,
/// each with a word of what it is for. What a copy that people edit is made of; paths are absolute. Parsing
/// gives the same Preset back.
std::string to_short_yaml(const Preset& preset);

} // namespace tunedesk::preset
