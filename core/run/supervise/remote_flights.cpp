// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/remote_flights.h"

#include "event/event.h"

#include <utility>

namespace tunedesk::run {

namespace {

constexpr double settled_seconds = 3;

} // namespace

void RemoteFlights::take(int rank, const Json& message, double now) {
    const auto settled = message.find("settled"), record = message.find("flight");
    if (settled == message.end() || !settled->is_boolean()) return;
    if (record != message.end()) {
        auto flight = parallel::flight_of(*record);
        if (!flight || flight->rank != rank) return;
        const double ahead = now - event::number(message, "now", now);
        for (parallel::FlightLine& line : flight->lines)
            line.entered += ahead;
        sent_[rank].flight = std::move(*flight);
    }
    const auto known = sent_.find(rank);
    if (known == sent_.end()) return;
    known->second.is_settled = settled->get<bool>();
    known->second.heard_at = now;
}

std::vector<parallel::Flight> RemoteFlights::with_settled(std::vector<parallel::Flight> own,
                                                          double now) const {
    for (const auto& [rank, sent] : sent_)
        if (sent.is_settled && now - sent.heard_at < settled_seconds) own.push_back(sent.flight);
    return own;
}

std::vector<parallel::Flight> RemoteFlights::with_all(std::vector<parallel::Flight> own) const {
    for (const auto& [rank, sent] : sent_)
        own.push_back(sent.flight);
    return own;
}

} // namespace tunedesk::run
