// SPDX-License-Identifier: GPL-3.0-or-later
// What befalls a simulated run: its settings, faults and users.

#include "run/supervisor_simulation.h"

#include "base/error.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>

namespace tunedesk::test {

using event::Command;
using run::RunState;

namespace {

/// What FAULTS grants beyond the timeouts.
constexpr double grant = 10;

} // namespace

void SupervisorSimulation::choose_limits() {
    limits_.heartbeat_seconds = dice_.one_of({0.05, 0.5, 1.0, 5.0});
    limits_.rank_timeout_seconds =
        std::max(1.0, limits_.heartbeat_seconds * dice_.one_of({2.0, 3.0, 12.0, 60.0}));
    limits_.disk_timeout_seconds = limits_.rank_timeout_seconds * dice_.one_of({0.5, 1.0, 5.0, 30.0});
    limits_.start_timeout_seconds = dice_.one_of({5.0, 30.0, 120.0});
    limits_.stop_grace_seconds = dice_.one_of({0.0, 1.0, 5.0, 60.0});
    limits_.kill_grace_seconds = dice_.one_of({0.0, 1.0, 5.0});
    if (!brief_) return;
    limits_.heartbeat_seconds = dice_.one_of({0.5, 1.0});
    limits_.rank_timeout_seconds = dice_.one_of({2.0, 5.0});
    limits_.disk_timeout_seconds = dice_.one_of({5.0, 10.0});
    limits_.start_timeout_seconds = 5;
    limits_.stop_grace_seconds = std::min(limits_.stop_grace_seconds, 5.0);
}

void SupervisorSimulation::choose_plan() {
    const double timeout = limits_.rank_timeout_seconds;
    plan_.count = dice_.one_of({1, 1, 2, 2, 3, 4});
    plan_.steps = 1 + dice_.below(brief_ ? 6 : 30);
    plan_.heartbeat = limits_.heartbeat_seconds;
    plan_.connect = limits_.start_timeout_seconds * dice_.uniform(0.05, 0.8);
    plan_.load = dice_.one_of({0.5, 5.0, 3 * timeout});
    plan_.step = dice_.one_of({0.05, 0.5, 5.0, 2 * timeout});
    plan_.eval = dice_.one_of({0.5, 5.0, 3 * timeout});
    // What is said of a save's beginning or end may be late itself.
    plan_.save = std::min(dice_.one_of({0.1, 2.0, 20.0, 3 * timeout}),
                          std::max(0.1, 0.8 * limits_.disk_timeout_seconds - spike()));
    plan_.leave = dice_.one_of({0.05, 1.0, 6.0});
    plan_.eval_every = dice_.one_of({0, 3, 10});
    plan_.save_every = dice_.one_of({0, 5, 7});
    plan_.notices_dead_peers = dice_.chance(0.7);
    plan_.ignores_stop = dice_.chance(0.05);
    plan_.port_is_taken = dice_.chance(0.05);
    if (plan_.ignores_stop) expected_.insert(7);
    if (plan_.port_is_taken) expected_.insert(6); // where something else fails before it is tried again
    has_fork_ = dice_.chance(0.1);
    const double one = plan_.step + plan_.eval + plan_.save;
    healthy_end_ = start_ + 100 + plan_.connect + plan_.load + plan_.steps * one + plan_.eval + plan_.leave +
                   2 * (limits_.disk_timeout_seconds + timeout + limits_.start_timeout_seconds);
    if (plan_.ignores_stop) healthy_end_ += 5 * one;
    expected_.insert(0);
}

double SupervisorSimulation::spike() const {
    return std::min({0.3 * limits_.rank_timeout_seconds, 0.1 * limits_.start_timeout_seconds, 5.0});
}

double SupervisorSimulation::longest_stage() const {
    return std::max({plan_.load, plan_.step, plan_.eval, plan_.save});
}

void SupervisorSimulation::plan_faults() {
    const double length = plan_.connect + plan_.load + plan_.steps * plan_.step + plan_.eval;
    const auto sometime = [&] {
        return start_ + dice_.uniform(0, dice_.chance(0.3) ? plan_.connect : length);
    };
    // A gap of a second counts as silence of the ranks: timeouts that leave no room for it are left out.
    const bool has_room = limits_.rank_timeout_seconds > limits_.heartbeat_seconds + spike() + 1.2;
    const int sleeps = has_room && dice_.chance(0.3) ? 1 + dice_.below(2) : 0;
    for (int i = 0; i < sleeps; ++i)
        timeline_.at(sometime(), [this] {
            const double seconds = dice_.one_of({0.5, 4.0, 8.0, brief_ ? 8.0 : 70.0, brief_ ? 2.0 : 1000.0}) *
                                   dice_.uniform(0.5, 1);
            trace(fmt::format("the supervisor sleeps {} s", seconds));
            asleep_until_ = std::max(asleep_until_, timeline_.now() + seconds);
            if (end_by_ > 0) end_by_ += seconds + 1;
            slept_ += seconds + 1;
            healthy_end_ += seconds + 1;
        });
    faults_ = dice_.chance(0.5) ? 0 : dice_.chance(0.8) ? 1 : 2;
    for (int i = 0; i < faults_; ++i) {
        const auto fault = static_cast<Fault>(1 + dice_.below(8));
        const int rank = dice_.below(plan_.count);
        if (fault == Fault::deadlock || fault == Fault::lost_step || fault == Fault::disk ||
            fault == Fault::exit)
            may_pause_ = false;
        timeline_.at(sometime(), [this, fault, rank] { inject(fault, rank); });
    }
}

bool SupervisorSimulation::is_ending() const {
    const RunState state = policy_->state();
    return over_ || run::is_end(state) || state == RunState::failing || state == RunState::killing;
}

void SupervisorSimulation::must_end_in(double seconds, const std::string& reason) {
    const double asleep = std::max(0.0, asleep_until_ - timeline_.now());
    const double by = timeline_.now() + seconds + asleep;
    if (end_by_ != 0 && end_by_ <= by) return;
    end_by_ = by;
    reason_ = fmt::format("{} at {:.2f} s", reason, timeline_.now());
}

/// A fault of this rank ends the run within so many seconds beyond what FAULTS grants, with one of these
/// codes.
void SupervisorSimulation::expect_end(int rank, double seconds, const std::set<int>& codes, Effect effect,
                                      const std::string& what) {
    trace(fmt::format("fault: rank {} {}", rank, what));
    expected_.insert(codes.begin(), codes.end());
    if (ranks_.back()->is_leaving(rank)) return; // it may end before anything is noticed
    culprit_.reset();
    if (effect == Effect::named && faults_ == 1 && !plan_.ignores_stop) culprit_ = rank;
    fault_hit_ = fault_hit_ || effect != Effect::late;
    const double other = // the first fault decides when the second can be noticed
        faults_ == 1 ? 0 : lockstep() + limits_.start_timeout_seconds + 2 * longest_wait();
    must_end_in(seconds + other + grant, fmt::format("rank {} {}", rank, what));
}

double SupervisorSimulation::longest_wait() const {
    return std::max(limits_.disk_timeout_seconds, limits_.rank_timeout_seconds);
}

double SupervisorSimulation::silence() const {
    return limits_.rank_timeout_seconds + limits_.heartbeat_seconds + spike();
}

double SupervisorSimulation::lockstep() const {
    return longest_stage() + plan_.connect + silence() + stall_;
}

void SupervisorSimulation::inject(Fault fault, int rank) {
    SimulatedRanks& ranks = *ranks_.back();
    if (is_ending() || policy_->is_restarting() || !ranks.lives(rank) || ranks.is_frozen(rank)) return;
    const bool greeted = policy_->ranks()[static_cast<std::size_t>(rank)].said_hello;
    if (fault == Fault::signal || fault == Fault::exit || fault == Fault::report)
        inject_end(fault, rank, greeted);
    else
        inject_hang(fault, rank, greeted);
}

void SupervisorSimulation::inject_end(Fault fault, int rank, bool greeted) {
    SimulatedRanks& ranks = *ranks_.back();
    if (fault == Fault::signal) {
        expect_end(rank, 0, {7}, Effect::named, "died");
        return ranks.end(rank, {0, dice_.one_of({SIGKILL, SIGSEGV, SIGABRT})}, dice_.chance(0.2));
    }
    if (fault == Fault::report) {
        const int id = dice_.one_of({3105, 4003, 5501, 7603, 8501});
        if (!greeted || !ranks.is_connected(rank)) return;
        expect_end(rank, spike() + plan_.leave, {id / 1000}, Effect::certain, "reported a failure");
        if (faults_ == 1) reported_ = id;
        return ranks.fail(rank, id);
    }
    const int code = dice_.one_of({0, 1, 3, 5, 7, 75, 127});
    const double start_left = greeted ? 0 : limits_.start_timeout_seconds + spike();
    if (code == 0 || code == 75)
        expect_end(rank, lockstep() + start_left, {0, 75, 7}, Effect::late, "left alone");
    else // the peers' reports of lost contact outweigh a code without a report
        expect_end(rank, 0, {code == 1 || code == 127 ? 7 : code, 7}, Effect::certain, "exited");
    ranks.end(rank, {code, 0});
}

void SupervisorSimulation::inject_hang(Fault fault, int rank, bool greeted) {
    SimulatedRanks& ranks = *ranks_.back();
    const double start_left = greeted ? 0 : limits_.start_timeout_seconds + spike();
    if (fault == Fault::freeze) {
        const double harmless = 0.9 * (limits_.rank_timeout_seconds - limits_.heartbeat_seconds - spike());
        const bool lets_save = stall_ == 0 && plan_.save + 4 < 0.9 * limits_.disk_timeout_seconds;
        if (dice_.chance(0.5) && harmless > 0 && greeted && !ranks.is_leaving(rank) && lets_save) {
            trace(fmt::format("rank {} freezes for a moment", rank));
            healthy_end_ += harmless;
            return ranks.freeze(rank, std::min(harmless, 4.0));
        }
        expect_end(rank, silence() + start_left, {7}, Effect::named, "froze");
        return ranks.freeze(rank, 1e9);
    }
    if (fault == Fault::lost_socket) {
        if (!greeted) return;
        expect_end(rank, 8 + spike(), {7}, Effect::late, "lost its socket");
        return ranks.close_socket(rank);
    }
    if (fault == Fault::lost_step) {
        expect_end(rank, lockstep() + longest_stage() + start_left, {7}, Effect::late,
                   "waits with all others for ever");
        return ranks.lose_step();
    }
    stall_ = longest_wait();
    const double limit = lockstep() + start_left + limits_.disk_timeout_seconds;
    if (fault == Fault::deadlock) {
        expect_end(rank, limit, {7}, Effect::late, "deadlocked");
        return ranks.deadlock(rank);
    }
    if (dice_.chance(0.5)) {
        trace(fmt::format("rank {} waits for the disk", rank));
        healthy_end_ += limits_.disk_timeout_seconds;
        if (end_by_ > 0) end_by_ += longest_wait(); // two ranks may wait one after the other
        // What is said of its end may be late.
        return ranks.stall_disk(rank, std::max(0.1, 0.8 * longest_wait() - spike()));
    }
    expect_end(rank, limit, {7}, Effect::late, "waits for the disk for ever");
    ranks.stall_disk(rank, 1e9);
}

void SupervisorSimulation::plan_user() {
    const double length = plan_.connect + plan_.load + plan_.steps * plan_.step + plan_.eval;
    const int actions = dice_.chance(0.4) ? 0 : 1 + dice_.below(4);
    for (int i = 0; i < actions; ++i) {
        const double time = dice_.uniform(0, dice_.chance(0.4) ? plan_.connect + plan_.load : length);
        timeline_.at(start_ + time, [this, what = dice_.below(12)] { user_acts(what); });
    }
    if (plan_.ignores_stop) timeline_.at(start_ + length, [this] { user_acts(0); });
}

/// The run ends soon, unless it has come to its end before.
void SupervisorSimulation::stop_requested() {
    if (is_ending()) return;
    expected_.insert(75);
    stopped_ = true;
    double limit =
        limits_.start_timeout_seconds + plan_.load + 4 * longest_stage() + plan_.leave + spike() + 2 * grant;
    limit +=
        stall_ + (ranks_.empty() ? 0 : std::max(limits_.disk_timeout_seconds, limits_.rank_timeout_seconds));
    if (plan_.ignores_stop)
        limit += limits_.stop_grace_seconds + limits_.kill_grace_seconds + limits_.rank_timeout_seconds;
    must_end_in(limit + (healthy_end_ - start_) * 0.1, "a stop was requested");
}

void SupervisorSimulation::user_acts(int what) {
    if (over_ || killed_) return;
    trace(fmt::format("the user does {}", what));
    const auto command = [&](Command which) {
        deliver([this, which] { perform(policy_->command_arrived(timeline_.now(), which, {}).second); });
    };
    const auto signal = [&](int number) {
        const run::SignalMeaning meaning = signals_.take(number, timeline_.now());
        if (meaning == run::SignalMeaning::force) {
            expected_.insert(128 + number);
            forced_ = true;
            must_end_in(5, "a second signal arrived");
        }
        if (meaning == run::SignalMeaning::stop || meaning == run::SignalMeaning::stop_and_requeue)
            stop_requested();
        deliver(
            [this, number, meaning] { perform(policy_->signal_arrived(timeline_.now(), number, meaning)); });
    };
    switch (what) {
    case 0:
        stop_requested();
        return command(Command::stop);
    case 1:
    case 2:
        if (!may_pause_) return;
        healthy_end_ += 300;
        return command(Command::pause);
    case 3:
        return command(Command::continue_run);
    case 4:
        healthy_end_ += plan_.save;
        return command(Command::checkpoint);
    case 5:
        must_end_in(5, "the run was killed");
        expected_.insert(128 + SIGKILL);
        forced_ = true;
        return command(Command::kill);
    case 6:
        return signal(SIGHUP);
    case 7:
        return signal(SIGUSR1);
    case 8: // SLURM and terminals signal every process; the second SIGTERM ends a worker at once
        // So does the supervisor's own, where it has not yet read that they train.
        if (stopped_ || timeline_.now() < asleep_until_ ||
            (!policy_->control().is_ready() && ranks_.back()->step() > 0))
            expected_.insert(7);
        stop_requested();
        culprit_.reset();
        ranks_.back()->terminate();
        return signal(SIGTERM);
    default:
        return signal(dice_.one_of({SIGINT, SIGTERM}));
    }
}

} // namespace tunedesk::test
