// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/policy/supervision_policy.h"
#include "run/supervise/remote_flights.h"

#include <optional>
#include <span>
#include <vector>

namespace tunedesk::run {

/// Compares the flight records of all ranks of a run: while they run, whether they call different
/// collectives, and after a failure, which rank held up the others. `own`: the records of this node's ranks,
/// as they are now. What it learns of a failure goes to the policy. Thread rule: one thread.
class CollectiveWatch {
public:
    /// `policy` must outlive this. `several_nodes`: a diagnosis names the ranks' hosts.
    CollectiveWatch(SupervisionPolicy& policy, const Preset& preset, bool several_nodes);

    /// Whether a second has passed since it last was; `now` in monotonic seconds, here and below.
    bool is_due(double now);
    /// Whether the records show the same disagreement as the time before: one look alone may find records of
    /// different moments.
    bool disagree(const std::vector<parallel::Flight>& own);

    /// A message of another node's rank about its record. After a failure it may explain it.
    void on_flight(int rank, const Json& message, double now);
    /// While the ranks are as the failure has found them: what they call later is its consequence. Returns
    /// the records of all.
    std::vector<parallel::Flight> on_failure(std::vector<parallel::Flight> own, double now);
    /// A rank of another node has ended after a failure.
    void on_remote_end(const std::vector<parallel::Flight>& own, double now);
    /// The ranks are gone, and others will come.
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
    std::vector<parallel::Flight> at_failure_; ///< of this node's ranks; none before
    bool knows_cause_ = false; ///< of the failure, by the records of all ranks or of two that differ
};

} // namespace tunedesk::run
