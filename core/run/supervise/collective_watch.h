// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/policy/supervision_policy.h"
#include "run/supervise/remote_flights.h"

#include <optional>
#include <span>
#include <vector>

namespace tunedesk::run {

/// Compares the flight records of a run's ranks: while they run, to detect that they call different
/// collectives; after a failure, to find the rank that held up the others, which it passes to the policy.
/// `own` in its members: current records of this node's ranks. Thread rule: one thread.
class CollectiveWatch {
public:
    /// `policy` must outlive this. `several_nodes`: a diagnosis names the ranks' hosts.
    CollectiveWatch(SupervisionPolicy& policy, const Preset& preset, bool several_nodes);

    /// True at most once a second, and never with a single rank or while the run ends. `now` is in monotonic
    /// seconds, here and below.
    bool is_due(double now);
    /// Whether the records show the same disagreement as in the previous call; a single reading may combine
    /// records of different moments.
    bool disagree(const std::vector<parallel::Flight>& own);

    /// Takes the record sent by a rank of another node. After a failure it may yield the diagnosis.
    void on_flight(int rank, const Json& message, double now);
    /// Diagnoses a failure. Call before the ranks continue, because later calls are consequences. Returns the
    /// records of all ranks.
    std::vector<parallel::Flight> on_failure(std::vector<parallel::Flight> own, double now);
    /// Call when a rank of another node has ended after a failure.
    void on_remote_end(const std::vector<parallel::Flight>& own, double now);
    /// Call when the ranks are replaced by new ones.
    void on_restart();

private:
    void diagnose_remote(std::span<const parallel::Flight> own, double now);
    void diagnosed(event::Diagnosis diagnosis);

    SupervisionPolicy& policy_;
    const int ranks_;
    const double silent_seconds_;
    const bool several_nodes_;
    RemoteFlights remote_;
    double last_ = 0; ///< monotonic
    std::optional<event::Diagnosis> seen_;
    std::vector<parallel::Flight> at_failure_; ///< of this node's ranks; empty before a failure
    bool knows_cause_ = false; ///< the cause is known from all ranks' records, or from two that differ
};

} // namespace tunedesk::run
