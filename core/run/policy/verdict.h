// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "run/policy/process_end.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// Selects, of all that went wrong in a run, the error to report. A rank's own report of a cause (data,
/// model, memory, divergence) ranks first; then a death by a signal that the supervisor did not send, or
/// silence; then an exception of no known kind (worker_failed), which ends a rank and so the contact of its
/// peers; then a report of lost contact (the other 7xxx but ranks_disagree), which a peer's death causes;
/// then a bare exit code. Among equals the first counts.
class Verdict {
public:
    /// `where` in these members: the rank's last known phase and step, "rank 1, train, step 12".
    void failed_event(const event::Event& event);
    void died(int rank, int signal, const std::string& where, bool out_of_memory);
    /// The connection to a rank of another node was lost; ranks as a death.
    void vanished(int rank, const std::string& host, const std::string& where, const fs::path& log);
    void hung(int rank, double seconds, const std::string& where);
    /// No rank makes progress though all send heartbeats; `rank` is the likeliest cause.
    void stuck(int rank, double seconds, const std::string& where);
    /// Quotes the end of the rank's log.
    void exited(int rank, ProcessEnd end, const std::string& where, const fs::path& log);
    void lost_contact(int rank, const std::string& reason, const std::string& where);
    void lost_gpu(const std::string& name, const std::string& where);
    /// Adds the kernel log's lines about the run's GPUs to the report of a rank's end.
    void quote_kernel(const std::vector<std::string>& xids);
    /// Any other failure; ranks as a report of a cause.
    void cause(const Error& error);

    /// Whether a Failed event reports a lost peer, and so what another rank's end has caused.
    static bool is_lost_contact(const event::Event& event);

    bool has_any() const { return best_.has_value(); }
    /// The failure that ranks first. Only if has_any().
    const Error& error() const { return *best_; }

private:
    enum class Weight { cause, death, failure, contact, exit };
    void consider(Weight weight, Error error);

    std::optional<Error> best_;
    Weight weight_ = Weight::exit;
};

} // namespace tunedesk::run
