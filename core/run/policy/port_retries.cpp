#include "run/policy/port_retries.h"

namespace tunedesk::run {

namespace {

constexpr int most_starts = 5;

/// Failed ids of the parallel range with exit code 6: the rendezvous could not have its port.
bool is_port_failure(const event::Event& event) {
    const double id = event::number(event.fields, "id", 0);
    return event.type == event::Type::Failed && id >= 6600 && id < 6700;
}

} // namespace

bool PortRetries::retry(const event::Event& event) {
    if (!may_change_port_ || starts_ >= most_starts || !is_port_failure(event)) return false;
    restarting_ = true;
    return true;
}

} // namespace tunedesk::run
