// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/yaml/load.h"

#include <string>
#include <vector>

namespace tunedesk::preset {

/// "key=value" for each key in which `wanted` differs from `from`: what --set turns the one into the other.
std::vector<std::string> sets_between(const Preset& from, const Preset& wanted);

/// A shell line that runs `file` as a preset equal to `wanted`. `on_disk` is the file's present contents.
std::string shell_line(const fs::path& file, const Preset& on_disk, const Preset& wanted);

/// One word of a POSIX shell.
std::string shell_word(const std::string& text);

} // namespace tunedesk::preset
