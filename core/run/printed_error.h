// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <string>

namespace tunedesk::run {

/// Parses the Error that a tunedesk command printed on its standard error; Error 7026 with `command` if it
/// printed none.
Error printed_error(const std::string& text, const std::string& command);

} // namespace tunedesk::run
