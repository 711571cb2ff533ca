// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <string>

namespace tunedesk::remote {

/// The reason why ssh failed, from its exit code (255, or 127 if the remote shell did not find the program)
/// and its output.
Error connection_error(const std::string& server, const std::string& program, int code,
                       const std::string& said);

/// Whether the error is about reaching or using the server, not an error of its tunedesk.
bool is_connection_error(const Error& error);
/// Whether the same attempt may succeed later.
bool is_passing(const Error& error);

} // namespace tunedesk::remote
