// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/supervision_policy.h"

#include "run/policy/outcome.h"

#include <utility>

namespace tunedesk::run {

SupervisionPolicy::SupervisionPolicy(const Settings& settings)
    : detector_(settings.limits, settings.folder, settings.is_asleep), facts_{.folder = settings.folder},
      retries_(settings.may_change_port), deadlines_(settings.limits) {
    facts_.milestones.kept.may_have_earlier = settings.resumed;
}

Decisions SupervisionPolicy::decided() {
    deadlines_.observe(clock_.time(), facts_, control_);
    return control_.take();
}

EndJudge SupervisionPolicy::judge() const {
    return {facts_, control_, deadlines_.is_start_cancelled()};
}

Decisions SupervisionPolicy::began(double now) {
    clock_.start(now);
    control_.begin(advance(now));
    control_.decide({.kind = Decision::Kind::start_ranks});
    return decided();
}

void SupervisionPolicy::starting_ranks(double now, int count) {
    const double time = advance(now);
    retries_.ranks_start();
    facts_.start_ranks(time, count);
}

void SupervisionPolicy::rank_started(int index, bool is_remote) {
    facts_.rank(index).has_process = true;
    facts_.rank(index).is_remote = is_remote;
}

Decisions SupervisionPolicy::ranks_not_started(double now, const Error& error) {
    const double time = advance(now);
    facts_.verdict.cause(error);
    control_.apply(time, RunEvent::rank_failed);
    check_all_gone(time);
    return decided();
}

void SupervisionPolicy::sign_of_life(double now, int index) {
    const double time = advance(now);
    facts_.rank(index).sign_of_life(time);
}

Decisions SupervisionPolicy::heard(double now, int index, const event::Event& event) {
    const double time = advance(now);
    using event::Type;
    RankStatus& rank = facts_.rank(index);
    rank.take(event);
    if (is_restarting()) return decided(); // other ranks will be started in any case
    const Milestones& milestones = facts_.milestones;
    if (index == 0) {
        facts_.milestones.take(event);
        // The ranks had met: only their events were read in another order. A rank that has ended since then
        // was not part of a start that the stop has cancelled.
        if (milestones.started_training && deadlines_.is_start_cancelled() && !control_.has_killed()) {
            deadlines_.keep_start();
            for (const RankStatus& ended : facts_.ranks)
                if (ended.end && judge().blames(ended, facts_.verdict))
                    control_.apply(time, RunEvent::rank_failed);
        }
        if (rank.phase == "paused") control_.apply(time, RunEvent::paused);
    }
    if (!milestones.started_training && !is_ending(state()) && retries_.retry(event)) {
        control_.replace_ranks("the rendezvous port was taken by another program: trying the next free one");
        return decided();
    }
    control_.decide({.kind = Decision::Kind::publish_event});
    if (event.type == Type::Failed && !control_.has_killed()) {
        rank.said_failed = true;
        // The rank may miss others that the stop has ended, and report it before their end is noticed.
        if (Verdict::is_lost_contact(event)) {
            deadlines_.cancel_start(time + settle_seconds, facts_, control_);
            if (deadlines_.is_start_cancelled()) return decided();
        }
        facts_.verdict.failed_event(event);
        control_.apply(time, RunEvent::rank_failed);
    }
    const bool may_complete = event.type == Type::Hello || milestones.started_training;
    if (may_complete && facts_.all_met() && !control_.is_ready()) control_.all_ready(time);
    return decided();
}

Decisions SupervisionPolicy::ranks_removed(double now) {
    const double time = advance(now);
    retries_.ranks_removed();
    facts_.ranks.clear();
    if (state() == RunState::starting || state() == RunState::running || state() == RunState::pausing)
        control_.decide({.kind = Decision::Kind::start_ranks});
    else
        check_all_gone(time); // a stop, a kill or a failure has intervened
    return decided();
}

void SupervisionPolicy::disconnected(double now, int index) {
    const double time = advance(now);
    facts_.rank(index).lost_at = time;
}

Decisions SupervisionPolicy::rank_ended(double now, int index, ProcessEnd end, bool out_of_memory) {
    const double time = advance(now);
    RankStatus& rank = facts_.rank(index);
    rank.end = end;
    rank.ended = time;
    rank.out_of_memory = out_of_memory;
    if (is_restarting()) return {};
    // A worker with an installed handler stops at a SIGTERM from any process, and so does one that is
    // starting.
    if (is_terminated(end) && !facts_.milestones.started_training) {
        control_.apply(time, RunEvent::stop_asked);
        deadlines_.cancel_start(time + settle_seconds, facts_, control_);
    }
    if (judge().blames(rank, facts_.verdict)) control_.apply(time, RunEvent::rank_failed);
    check_all_gone(time);
    return decided();
}

void SupervisionPolicy::check_all_gone(double now) {
    if (is_end(state()) || facts_.any_lives()) return;
    control_.apply(now, judge().of_all());
    control_.decide({.kind = Decision::Kind::end_run});
}

Decisions SupervisionPolicy::signal_arrived(double now, int number, SignalMeaning meaning) {
    const double time = advance(now);
    control_.signal(time, number, meaning);
    if (!control_.is_ready()) deadlines_.cancel_start(time + meeting_seconds, facts_, control_);
    return decided();
}

std::pair<event::Reply, Decisions> SupervisionPolicy::command_arrived(double now, event::Command command,
                                                                      const std::string& reason) {
    const double time = advance(now);
    if (!reason.empty() && next(state(), RunEvent::stop_asked)) {
        facts_.stop_reason = reason;
        control_.log("info", reason);
    }
    event::Reply reply = control_.command(time, command);
    if (!control_.is_ready()) deadlines_.cancel_start(time + meeting_seconds, facts_, control_);
    return {std::move(reply), decided()};
}

Decisions SupervisionPolicy::failed(double now, const Error& error) {
    const double time = advance(now);
    facts_.verdict.cause(error);
    control_.apply(time, RunEvent::rank_failed);
    return decided();
}

Decisions SupervisionPolicy::gpu_lost(double now, const std::string& name) {
    const double time = advance(now);
    if (is_ending(state())) return {};
    facts_.verdict.lost_gpu(name, facts_.where());
    control_.apply(time, RunEvent::rank_failed);
    return decided();
}

Decisions SupervisionPolicy::tick(double now) {
    const double time = advance(now);
    if (is_restarting() || is_end(state())) return decided();
    if (!is_ending(state()) && !deadlines_.is_start_cancelled() &&
        detector_.find(facts_.ranks, time, facts_.verdict))
        control_.apply(time, RunEvent::rank_failed);
    deadlines_.enforce(time, facts_, detector_, control_);
    return decided();
}

event::ExitRecord SupervisionPolicy::outcome(const std::vector<std::string>& xids) const {
    return outcome_of(facts_, control_, xids);
}

} // namespace tunedesk::run
