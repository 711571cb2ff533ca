// SPDX-License-Identifier: GPL-3.0-or-later
#include "flight_relay.h"

#include "base/clock.h"

#include <utility>

namespace tunedesk::worker {

namespace {

constexpr double look_seconds = 1, send_seconds = 5;

} // namespace

void FlightRelay::look(bool is_last) {
    const double now = monotonic_seconds();
    if (file_.empty() || (!is_last && now - looked_at_ < look_seconds)) return;
    looked_at_ = now;
    auto read = parallel::read_flight(file_);
    if (!read || read->lines.empty()) return;
    const bool is_settled = *read == last_;
    if (!is_settled) {
        last_ = std::move(*read);
        is_known_ = false;
        if (!is_last && now - sent_at_ < send_seconds) return;
    }
    Json message{{"type", "Flight"}, {"settled", is_settled}, {"now", now}};
    if (!is_known_ || is_last) message["flight"] = to_json(last_);
    is_known_ = true;
    sent_at_ = now;
    due_ = message.dump();
}

std::string FlightRelay::take() {
    return std::exchange(due_, {});
}

} // namespace tunedesk::worker
