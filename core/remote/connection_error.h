// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <string>

namespace tunedesk::remote {

/// Why ssh could not do its work, from how it ended (255, or 127 where the shell there found no program) and
/// what it wrote.
Error connection_error(const std::string& server, const std::string& program, int code,
                       const std::string& said);

/// Whether the error is that a machine cannot be reached or used, not an error of its tunedesk.
bool is_connection_error(const Error& error);
/// Whether the same may go well a moment later.
bool is_passing(const Error& error);

} // namespace tunedesk::remote
