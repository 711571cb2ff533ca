// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervisor_simulation.h"

#include "base/error.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>

namespace tunedesk::test {

using run::Decision;
using run::RunState;

namespace {

constexpr double tick_seconds = 0.2; // as supervisor.cpp has it

} // namespace

SupervisorSimulation::SupervisorSimulation(std::uint64_t seed, Options options)
    : timeline_(options.start), dice_(seed), start_(options.start), brief_(options.brief),
      asleep_until_(options.start) {
    choose_limits();
    choose_plan();
    policy_ = std::make_unique<run::SupervisionPolicy>(run::SupervisionPolicy::Settings{
        .limits = limits_,
        .folder = {"/nonexistent/run"},
        .resumed = dice_.chance(0.3),
        .may_change_port = true,
        .is_asleep = [this](int rank) { return ranks_.back()->is_asleep(rank); }});
    timeline_.at(start_, [this] { begin(); });
    plan_faults();
    plan_user();
}

void SupervisorSimulation::begin() {
    perform(policy_->began(timeline_.now()));
    timeline_.after(tick_seconds, [this] { tick(); });
}

void SupervisorSimulation::start_ranks() {
    removed_ = false;
    const std::size_t generation = ranks_.size();
    const auto is_now = [this, generation] { return generation + 1 == ranks_.size() && !removed_; };
    wires_.assign(static_cast<std::size_t>(plan_.count), {});
    SimulatedRanks::Outside outside{[this, is_now](int rank, event::Event event) {
                                        if (is_now()) send(rank, std::move(event));
                                    },
                                    [this, is_now](int rank) {
                                        if (is_now()) close(rank);
                                    },
                                    [this, is_now](int rank, run::ProcessEnd end, bool out_of_memory) {
                                        if (is_now()) ended(rank, end, out_of_memory);
                                    }};
    ranks_.push_back(std::make_unique<SimulatedRanks>(timeline_, dice_, plan_, std::move(outside)));
    if (run::is_end(policy_->state()) || policy_->state() == RunState::killing ||
        policy_->state() == RunState::failing)
        fail("ranks are started while the run is " + run::name_of(policy_->state()));
    policy_->starting_ranks(timeline_.now(), plan_.count);
    for (int rank = 0; rank < plan_.count; ++rank) {
        ranks_.back()->start(rank);
        policy_->rank_started(rank, /*is_remote=*/false);
    }
}

void SupervisorSimulation::remove_ranks() {
    ranks_.back()->kill();
    plan_.port_is_taken = dice_.chance(0.2);
    healthy_end_ += plan_.connect + plan_.load;
    if (ranks_.size() >= 4) expected_.insert(6); // there must be an end to it
    removed_ = true;
    if (!stopped_ && !forced_) end_by_ = 0; // what befell the old ranks is forgotten
    fault_hit_ = false;
    culprit_.reset();
    perform(policy_->ranks_removed(timeline_.now()));
}

void SupervisorSimulation::step() {
    timeline_.step();
    if (!over_ && wrong_.empty() && timeline_.now() > end_by_ && end_by_ > 0)
        fail(fmt::format("still {} {:.1f} s too late: {}", run::name_of(policy_->state()),
                         timeline_.now() - end_by_, reason_));
    if (!over_ && wrong_.empty() && timeline_.now() > healthy_end_)
        fail(fmt::format("still {}: it does not come to its end", run::name_of(policy_->state())));
}

std::string SupervisorSimulation::run() {
    while (!is_over())
        step();
    if (wrong_.empty()) check_final();
    return wrong_;
}

/// A fact reaches the supervisor when it runs.
void SupervisorSimulation::deliver(std::function<void()> fact) {
    if (over_ || killed_) return;
    if (timeline_.now() >= asleep_until_) return fact();
    timeline_.at(asleep_until_ + dice_.uniform(0, 0.01), [this, fact = std::move(fact)] { deliver(fact); });
}

void SupervisorSimulation::tick() {
    deliver([this] {
        perform(policy_->tick(timeline_.now()));
        if (!over_) timeline_.after(tick_seconds, [this] { tick(); });
    });
}

double SupervisorSimulation::delay() {
    const int kind = dice_.below(100);
    return kind < 90 ? dice_.uniform(0.0005, 0.02)
                     : dice_.uniform(0.01, kind < 99 ? std::min(0.5, spike()) : spike());
}

void SupervisorSimulation::send(int rank, event::Event event) {
    const bool progress = event.type == event::Type::Progress;
    if (progress && dice_.chance(0.1)) return; // a later one has replaced it
    Wire& wire = wires_[static_cast<std::size_t>(rank)];
    wire.messages.push_back(std::move(event));
    wire.last = std::max(wire.last, timeline_.now() + delay());
    timeline_.at(wire.last, [this, rank, generation = ranks_.size()] {
        deliver([this, rank, generation] {
            if (generation == ranks_.size() && !removed_) hear(rank);
        });
    });
}

/// The next message of this rank.
void SupervisorSimulation::hear(int rank) {
    Wire& wire = wires_[static_cast<std::size_t>(rank)];
    if (wire.messages.empty()) return;
    const event::Event event = std::move(wire.messages.front());
    wire.messages.pop_front();
    if (on_trace) trace(fmt::format("rank {}: {} {}", rank, event::name_of(event.type), event.fields.dump()));
    policy_->sign_of_life(timeline_.now(), rank);
    perform(policy_->heard(timeline_.now(), rank, event));
}

void SupervisorSimulation::close(int rank) {
    Wire& wire = wires_[static_cast<std::size_t>(rank)];
    wire.last = std::max(wire.last, timeline_.now() + delay());
    timeline_.at(wire.last, [this, rank, generation = ranks_.size()] {
        deliver([this, rank, generation] {
            if (generation != ranks_.size() || removed_ ||
                std::exchange(wires_[static_cast<std::size_t>(rank)].closed, true))
                return;
            trace(fmt::format("rank {} is disconnected", rank));
            policy_->disconnected(timeline_.now(), rank);
        });
    });
}

void SupervisorSimulation::ended(int rank, run::ProcessEnd end, bool out_of_memory) {
    // What a killed process had not written to its socket is lost with it.
    if (end.signal != 0 && dice_.chance(0.5)) wires_[static_cast<std::size_t>(rank)].messages.clear();
    timeline_.after(dice_.uniform(0.001, 0.05), [=, this, generation = ranks_.size()] {
        deliver([=, this] {
            if (generation != ranks_.size() || removed_) return;
            Wire& wire = wires_[static_cast<std::size_t>(rank)];
            while (!wire.messages.empty() && !over_ && generation == ranks_.size())
                hear(rank);
            if (over_) return;
            if (!has_fork_ && !std::exchange(wire.closed, true)) policy_->disconnected(timeline_.now(), rank);
            trace(fmt::format("rank {} ended: code {}, signal {}", rank, end.code, end.signal));
            perform(policy_->rank_ended(timeline_.now(), rank, end, out_of_memory));
        });
    });
}

void SupervisorSimulation::perform(const run::Decisions& decisions) {
    for (const Decision& decision : decisions)
        perform(decision);
}

void SupervisorSimulation::perform(const Decision& decision) {
    using Kind = Decision::Kind;
    if (on_trace)
        trace(fmt::format("decision {}: {} {} {} {}", static_cast<int>(decision.kind),
                          run::name_of(decision.state), event::name_of(decision.command), decision.signal,
                          decision.text));
    if (over_) fail("a decision after the end");
    switch (decision.kind) {
    case Kind::announce_state:
        states_.push_back(decision.state);
        // A user who paused a run continues it at last.
        if (decision.state == RunState::pausing)
            timeline_.after(dice_.uniform(1, brief_ ? 10 : 200), [this] { user_acts(3); });
        return;
    case Kind::send_command: {
        const Wire& wire = wires_[0];
        if (!policy_->ranks()[0].said_hello || wire.closed) return;
        commands_last_ = std::max(commands_last_, timeline_.now() + dice_.uniform(0.001, 0.05));
        timeline_.at(commands_last_,
                     [ranks = ranks_.back().get(), command = decision.command] { ranks->command(command); });
        return;
    }
    case Kind::signal_ranks:
        if (decision.signal != SIGTERM) fail("ranks get another signal than SIGTERM");
        return ranks_.back()->terminate();
    case Kind::kill_ranks:
        return ranks_.back()->kill();
    case Kind::start_ranks:
        return start_ranks();
    case Kind::remove_ranks:
        return timeline_.after(dice_.uniform(0, 0.01), [this] { deliver([this] { remove_ranks(); }); });
    case Kind::end_run:
        return finish();
    case Kind::publish_event:
    case Kind::log:
    case Kind::announce_ready:
        return;
    }
}

void SupervisorSimulation::finish() {
    ++ends_;
    over_ = true;
    check_end();
}

bool SupervisorSimulation::has_ranks() const {
    return std::ranges::any_of(ranks_, [](const auto& ranks) { return ranks->any_lives(); });
}

void SupervisorSimulation::kill_supervisor() {
    killed_ = over_ = true;
    ranks_.back()->kill();
}

} // namespace tunedesk::test
