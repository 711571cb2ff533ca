// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/port_retries.h"

#include "base/errors/error_json.h"

namespace tunedesk::run {

namespace {

constexpr int most_starts = 5;

/// Whether the rendezvous could not bind its port.
bool is_port_failure(const event::Event& event) {
    return event.type == event::Type::Failed &&
           error_from(event.fields, ErrorId::rank_failed).is(ErrorId::rendezvous_port_taken);
}

} // namespace

bool PortRetries::retry(const event::Event& event) {
    if (!may_change_port_ || starts_ >= most_starts || !is_port_failure(event)) return false;
    restarting_ = true;
    return true;
}

} // namespace tunedesk::run
