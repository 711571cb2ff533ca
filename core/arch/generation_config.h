// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <vector>

namespace tunedesk::arch {

/// The ids that end a text of the language model in this folder: `eos_token_id`, one or a list,
/// from generation_config.json, else from config.json; empty if neither has the key. Throws Error
/// 4320 for files that are not JSON.
std::vector<std::int32_t> end_tokens(const fs::path& folder);

} // namespace tunedesk::arch
