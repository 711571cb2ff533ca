// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <cstdint>

/// Fields of a report that may come from another version.
namespace tunedesk::report {

/// 0 if it is missing or of another type.
double number_in(const Json& object, const char* name);
std::uint64_t count_in(const Json& object, const char* name);

} // namespace tunedesk::report
