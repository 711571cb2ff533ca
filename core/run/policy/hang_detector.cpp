// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/hang_detector.h"

#include "run/policy/hang_suspect.h"

#include <algorithm>

namespace tunedesk::run {

namespace {

/// The longest time that a rank may live after its last message; it frees its memory, which takes seconds on
/// a busy machine.
constexpr double leaving_seconds = 8;
/// A stop takes effect at most this many steps after the request.
constexpr std::int64_t agreed_within = 2;

/// The position of a rank, and those of the other live ranks.
std::string where_of(const std::vector<RankStatus>& ranks, const RankStatus& rank) {
    std::string text = rank.where();
    for (const RankStatus& other : ranks)
        if (other.index != rank.index && !other.end) text += "; " + other.where();
    return text;
}

} // namespace

HangDetector::HangDetector(const Preset::Supervision& limits, event::RunFolder folder,
                           std::function<bool(int)> is_asleep)
    : limits_(limits), folder_(std::move(folder)), is_asleep_(std::move(is_asleep)) {}

const RankStatus& HangDetector::most_suspect(const std::vector<RankStatus>& ranks,
                                             double silent_since) const {
    const RankStatus* suspect = nullptr;
    const auto standing = [&](const RankStatus& rank) {
        using enum HangSuspect::Process;
        return HangSuspect{rank.last_heard >= silent_since, rank.waits_for == "ranks",
                           is_asleep_(rank.index) ? asleep : awake, rank.last_worked};
    };
    for (const RankStatus& rank : ranks) {
        const bool connected = rank.said_hello && !rank.lost_at && !rank.end; // others have their own limits
        if (connected && (!suspect || standing(rank) < standing(*suspect))) suspect = &rank;
    }
    return *suspect;
}

bool HangDetector::find_silent(const std::vector<RankStatus>& ranks, const RankStatus& rank, double now,
                               Verdict& verdict) const {
    const double silent = now - rank.last_heard;
    if (!rank.said_hello && now - rank.started > limits_.start_timeout_seconds) {
        verdict.hung(rank.index, now - rank.started,
                     rank.where() + ", log " + folder_.log(rank.index).string());
    } else if (rank.said_hello && !rank.lost_at && silent > limits_.rank_timeout_seconds) {
        // Between the silence of a working rank and that of a hanging one.
        const double doubtful = (limits_.heartbeat_seconds + limits_.rank_timeout_seconds) / 2;
        const RankStatus& culprit = most_suspect(ranks, now - doubtful);
        verdict.hung(culprit.index, now - culprit.last_heard, where_of(ranks, culprit));
    } else if (rank.lost_at && now - *rank.lost_at > leaving_seconds) {
        verdict.lost_contact(rank.index, "it closed its connection but is still running", rank.where());
    } else {
        return false;
    }
    return true;
}

/// True if every rank reports that it waits, for others or for the disk, and none has worked within its
/// limit: each rank shows signs of life, but the run hangs.
bool HangDetector::find_deadlock(const std::vector<RankStatus>& ranks, double now, Verdict& verdict) const {
    double latest = 0, limit = limits_.rank_timeout_seconds;
    for (const RankStatus& rank : ranks) {
        // A rank that waited for another one's save learns only now that it has ended.
        latest = std::max(latest, rank.end ? rank.ended : 0);
        if (rank.end) continue;
        if (!rank.said_hello || rank.lost_at) return false;
        latest = std::max(latest, rank.last_worked);
        if (rank.waits_for == "disk") limit = std::max(limit, limits_.disk_timeout_seconds);
    }
    if (latest == 0 || now - latest <= limit) return false;
    const RankStatus& culprit = most_suspect(ranks, now);
    verdict.stuck(culprit.index, now - latest, where_of(ranks, culprit));
    return true;
}

bool HangDetector::find(const std::vector<RankStatus>& ranks, double now, Verdict& verdict) const {
    bool found = false;
    for (const RankStatus& rank : ranks)
        if (!rank.end && find_silent(ranks, rank, now, verdict)) found = true;
    if (find_deadlock(ranks, now, verdict)) found = true;
    return found;
}

bool HangDetector::is_finishing(const std::vector<RankStatus>& ranks, std::int64_t asked_at,
                                double now) const {
    return std::ranges::all_of(ranks, [&](const RankStatus& rank) {
        const bool moves = rank.lost_at       ? now - *rank.lost_at <= leaving_seconds
                           : !rank.said_hello ? now - rank.started < limits_.start_timeout_seconds
                                              : now - rank.last_heard < limits_.rank_timeout_seconds;
        return rank.end || (moves && rank.step <= asked_at + agreed_within);
    });
}

} // namespace tunedesk::run
