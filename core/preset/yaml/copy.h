// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

#include <string>

namespace tunedesk::preset {

/// A copy of a preset's text for people to edit, to be saved in `folder`, that gives `wanted`: the text with
/// its comments and order, in which only the values that differ are changed, paths become absolute where they
/// would lead elsewhere, and what it extends is written out. Of a text that is a complete record (a run's
/// preset.yaml) or cannot be kept so, to_short_yaml(wanted).
std::string copied_preset(const std::string& text, const Preset& wanted, const fs::path& folder);

} // namespace tunedesk::preset
