// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/collective_watch.h"

#include "parallel/ranks/diagnose.h"

#include <iterator>
#include <utility>

namespace tunedesk::run {

namespace {

constexpr double interval_seconds = 1;

} // namespace

CollectiveWatch::CollectiveWatch(SupervisionPolicy& policy, const Preset& preset, bool several_nodes)
    : policy_(policy), ranks_(preset.parallel.processes),
      silent_seconds_((preset.supervision.heartbeat_seconds + preset.supervision.rank_timeout_seconds) / 2),
      several_nodes_(several_nodes) {}

bool CollectiveWatch::is_due(double now) {
    if (ranks_ < 2 || is_ending(policy_.state()) || now - last_ < interval_seconds) return false;
    last_ = now;
    return true;
}

bool CollectiveWatch::disagree(const std::vector<parallel::Flight>& own) {
    const auto before = std::exchange(seen_, parallel::find_disagreement(remote_.with_all(own)));
    return seen_ && seen_ == before;
}

void CollectiveWatch::on_flight(int rank, const Json& message, double now) {
    remote_.take(rank, message, now);
    if (at_failure_.empty()) return;
    auto mismatch = parallel::find_mismatch(remote_.with_all(at_failure_));
    if (!mismatch) return;
    knows_cause_ = true;
    diagnosed(std::move(*mismatch));
}

std::vector<parallel::Flight> CollectiveWatch::on_failure(std::vector<parallel::Flight> own, double now) {
    at_failure_ = std::move(own);
    std::vector<parallel::Flight> all = remote_.with_all(at_failure_);
    const std::vector<parallel::Flight> settled = remote_.with_settled(at_failure_, now);
    auto diagnosis = parallel::find_mismatch(all);
    knows_cause_ = diagnosis || std::ssize(settled) == ranks_;
    if (!diagnosis) diagnosis = parallel::diagnose(settled);
    if (diagnosis) diagnosed(std::move(*diagnosis));
    diagnose_remote(at_failure_, now);
    return all;
}

void CollectiveWatch::on_remote_end(const std::vector<parallel::Flight>& own, double now) {
    if (is_ending(policy_.state())) diagnose_remote(own, now);
}

void CollectiveWatch::on_restart() {
    remote_ = {};
    at_failure_.clear();
    knows_cause_ = false;
}

/// For a rank of another node that is silent or lost there is no flight record, or an outdated one: the ranks
/// that wait for it are known.
void CollectiveWatch::diagnose_remote(std::span<const parallel::Flight> own, double now) {
    if (knows_cause_) return;
    for (const RankStatus& rank : policy_.ranks()) {
        const bool is_silent = rank.said_hello && now - rank.last_heard > silent_seconds_;
        if (!rank.is_remote || !(is_silent || (rank.end && rank.end->vanished))) continue;
        if (auto diagnosis = parallel::diagnose_absent(own, rank.index))
            return diagnosed(std::move(*diagnosis));
    }
}

void CollectiveWatch::diagnosed(event::Diagnosis diagnosis) {
    const auto host_of = [this](int rank) {
        const bool is_known = several_nodes_ && rank >= 0 && rank < std::ssize(policy_.ranks());
        return is_known ? policy_.ranks()[static_cast<std::size_t>(rank)].host : std::string();
    };
    diagnosis.host = host_of(diagnosis.rank);
    diagnosis.other_host = host_of(diagnosis.other_rank);
    policy_.diagnosed(diagnosis);
}

} // namespace tunedesk::run
