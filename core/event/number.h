// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <optional>

namespace tunedesk::event {

/// A number as to_line() writes it: non-finite ones are the texts "nan", "inf", "-inf". std::nullopt for any
/// other value.
std::optional<double> as_number(const Json& value);
/// A numeric field; std::nullopt if it is missing or not a number.
std::optional<double> number_field(const Json& fields, const char* name);

} // namespace tunedesk::event
