// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk {

/// Seconds on a clock that never jumps, for durations and timeouts.
double monotonic_seconds();

/// Seconds since 1970 in UTC, for stamps that people read. Never subtract two of them.
double utc_seconds();

/// "2026-11-21T07:09:00Z" of a utc_seconds() value; with `compact`, "20261121-070900".
std::string utc_text(double utc, bool compact = false);

} // namespace tunedesk
