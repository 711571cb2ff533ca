// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <string>

namespace tunedesk::run {

/// The Error that a tunedesk command printed on its standard error; where it printed none, Error 7026, which
/// names `command`.
Error printed_error(const std::string& text, const std::string& command);

} // namespace tunedesk::run
