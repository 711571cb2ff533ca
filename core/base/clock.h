// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk {

/// Seconds of a monotonic clock, for durations and timeouts.
double monotonic_seconds();

/// Seconds since 1970 in UTC, for time stamps. Not for durations: the clock may be set.
double utc_seconds();

/// A utc_seconds() value as "2026-11-21T07:09:00Z"; with `compact`, as "20261121-070900".
std::string utc_text(double utc, bool compact = false);

} // namespace tunedesk
