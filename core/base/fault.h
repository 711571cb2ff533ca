// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Deliberate failures for the fault tests, compiled in only with TUNEDESK_FAULTS.
///
/// TUNEDESK_FAULT is a comma-separated list of `site[@rank]:n:action`: when the rank passes the site for the
/// n-th time (from 1), the action is performed: `kill` (SIGKILL to itself), `stop` (SIGSTOP to itself), `nan`
/// (the caller makes its value non-finite), `fail` (the caller fails in its own way), `skip` (the caller
/// omits an operation that the other ranks perform), `hang` (blocks the calling thread forever; the process's
/// other threads continue), `napN` (sleeps for N seconds), `throw` (an exception of an unknown type), `grow`
/// and `swap` (the caller makes a collective of twice the size, or a different one). Sites: load, weights,
/// shared_memory, features, forward, backward, allreduce, gather, reduce_scatter, spread, optimizer,
/// evaluation, checkpoint, export, newest, collect, loss, gradient, and `call PURPOSE` for each collective by
/// its parallel::Purpose.

#ifdef TUNEDESK_FAULTS
#include <string>
namespace tunedesk {
/// The action due at this passage, or "". `kill`, `stop`, `hang` and `napN` are performed here.
std::string fault(const char* site);
} // namespace tunedesk
#define TUNEDESK_FAULT_AT(site) ::tunedesk::fault(site)
#else
#include <string_view>
#define TUNEDESK_FAULT_AT(site)                                                                              \
    (static_cast<void>(sizeof(site)), std::string_view()) // `site` is not evaluated
#endif
