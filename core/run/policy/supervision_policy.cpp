#include "run/policy/supervision_policy.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::run {

namespace {

/// How long the other ranks may report what they saw after one failed.
constexpr double settle_seconds = 1.5;
/// How long ranks that had not met when a stop came may still report that they train.
constexpr double meeting_seconds = 5;
/// Of a time in which the supervisor itself did not run (stopped, blocked by a disk) so much counts.
constexpr double longest_gap = 1;
/// A loop that did not run for so long is worth a warning.
constexpr double stalled_seconds = 60;
constexpr int most_port_tries = 5;

/// Failed ids of the parallel range with exit code 6: the rendezvous could not have its port.
bool is_port_failure(const event::Event& event) {
    const double id = event::number(event.fields, "id", 0);
    return event.type == event::Type::Failed && id >= 6600 && id < 6700;
}

bool is_exit(const ProcessEnd& end, ExitCode code) {
    return end.signal == 0 && end.code == static_cast<int>(code);
}

/// By SIGTERM, or as a shell around the worker reports it.
bool is_terminated(const ProcessEnd& end) {
    return end.signal == SIGTERM || (end.signal == 0 && end.code == 128 + SIGTERM);
}

} // namespace

SupervisionPolicy::SupervisionPolicy(Settings settings)
    : settings_(std::move(settings)), detector_(settings_.limits, settings_.folder, settings_.is_asleep) {
    milestones_.kept.may_have_earlier = settings_.resumed;
}

Decisions SupervisionPolicy::decided() {
    // What ranks sent before they knew of the stop arrives after it, and not from all at once.
    const bool may_lag = clock_ - control_.entered_at() <= settings_.limits.rank_timeout_seconds / 2;
    if (control_.state() == RunState::stopping && may_lag)
        for (const RankStatus& rank : ranks_)
            stopping_at_ = std::max(stopping_at_, rank.step);
    return control_.take();
}

void SupervisionPolicy::rank_failed(double now) {
    control_.apply(now, RunEvent::rank_failed);
}

bool SupervisionPolicy::is_ending() const {
    const RunState state = control_.state();
    return state == RunState::failing || state == RunState::killing || is_end(state);
}

double SupervisionPolicy::clock(double now) {
    const double gap = now - std::exchange(last_fact_, now);
    if (gap > stalled_seconds)
        control_.log("warning", fmt::format("the supervisor did not run for {:.0f} s", gap));
    clock_ += std::min(gap, longest_gap);
    return clock_;
}

Decisions SupervisionPolicy::began(double now) {
    last_fact_ = now;
    control_.begin(clock(now));
    control_.decide({.kind = Decision::Kind::start_ranks});
    return decided();
}

void SupervisionPolicy::starting_ranks(double now, int count) {
    const double time = clock(now);
    ++port_tries_;
    ranks_.assign(static_cast<std::size_t>(count), {});
    for (int index = 0; index < count; ++index) {
        RankStatus& rank = ranks_[static_cast<std::size_t>(index)];
        rank.index = index;
        rank.started = rank.last_heard = rank.last_worked = time;
    }
}

void SupervisionPolicy::rank_started(int rank) {
    ranks_.at(static_cast<std::size_t>(rank)).has_process = true;
}

Decisions SupervisionPolicy::ranks_not_started(double now, const Error& error) {
    const double time = clock(now);
    verdict_.cause(error);
    rank_failed(time);
    check_all_gone(time);
    return decided();
}

void SupervisionPolicy::sign_of_life(double now, int rank) {
    const double time = clock(now);
    ranks_.at(static_cast<std::size_t>(rank)).sign_of_life(time);
}

Decisions SupervisionPolicy::heard(double now, int index, const event::Event& event) {
    const double time = clock(now);
    using event::Type;
    RankStatus& rank = ranks_.at(static_cast<std::size_t>(index));
    rank.take(event);
    if (restarting_) return decided(); // whatever it lacks, others will be started
    if (index == 0) {
        milestones_.take(event);
        // The ranks had met: only their events were read in another order.
        if (milestones_.started_training && !control_.has_killed()) cancelled_until_.reset();
        if (rank.phase == "paused") control_.apply(time, RunEvent::paused);
    }
    if (restart_for_port(event)) return decided();
    control_.decide({.kind = Decision::Kind::publish_event});
    if (event.type == Type::Failed && !control_.has_killed()) {
        rank.said_failed = true;
        // It may lack ranks that the stop has ended, and report it before their end is noticed.
        if (Verdict::is_lost_contact(event)) {
            cancel_start(time + settle_seconds);
            if (cancelled_until_) return decided();
        }
        verdict_.failed_event(event);
        rank_failed(time);
    }
    if (event.type == Type::Hello || milestones_.started_training) check_ready(time);
    return decided();
}

bool SupervisionPolicy::restart_for_port(const event::Event& event) {
    const bool may = settings_.may_change_port && port_tries_ < most_port_tries &&
                     !milestones_.started_training && !is_ending();
    if (!may || !is_port_failure(event)) return false;
    restarting_ = true;
    control_.log("warning", "the rendezvous port was taken by another program: trying the next free one");
    control_.restart();
    control_.decide({.kind = Decision::Kind::remove_ranks});
    return true;
}

Decisions SupervisionPolicy::ranks_removed(double now) {
    const double time = clock(now);
    restarting_ = false;
    ranks_.clear();
    const RunState state = control_.state();
    if (state == RunState::starting || state == RunState::running || state == RunState::pausing)
        control_.decide({.kind = Decision::Kind::start_ranks});
    else
        check_all_gone(time); // a stop, a kill or a failure came in between
    return decided();
}

void SupervisionPolicy::check_ready(double now) {
    // Another rank's Hello may be read after rank 0's events.
    const bool all = milestones_.started_training || std::ranges::all_of(ranks_, &RankStatus::said_hello);
    if (all && !control_.is_ready()) control_.all_ready(now);
}

void SupervisionPolicy::disconnected(double now, int rank) {
    const double time = clock(now);
    ranks_.at(static_cast<std::size_t>(rank)).lost_at = time;
}

Decisions SupervisionPolicy::rank_ended(double now, int index, ProcessEnd end, bool out_of_memory) {
    const double time = clock(now);
    RankStatus& rank = ranks_.at(static_cast<std::size_t>(index));
    rank.end = end;
    rank.ended = time;
    if (restarting_) return {};
    // A worker whose handler is installed stops at SIGTERM, whoever sends it: so does one that starts.
    if (is_terminated(end) && !milestones_.started_training) {
        control_.apply(time, RunEvent::stop_asked);
        cancel_start(time + settle_seconds);
    }
    judge_end(time, rank, out_of_memory);
    check_all_gone(time);
    return decided();
}

void SupervisionPolicy::cancel_start(double until) {
    if (control_.state() == RunState::stopping && !milestones_.started_training)
        cancelled_until_ = std::min(until, cancelled_until_.value_or(until));
}

bool SupervisionPolicy::is_well(const RankStatus& rank) const {
    const ProcessEnd end = rank.end.value_or(ProcessEnd{1, 0});
    const bool has_stepped = milestones_.kept.metrics_step.has_value(); // something would be lost
    return is_exit(end, ExitCode::done) || is_exit(end, ExitCode::stopped) || cancelled_until_ ||
           (control_.has_sent_term() && (has_stepped ? end.signal == SIGTERM : is_terminated(end)));
}

void SupervisionPolicy::judge_end(double now, const RankStatus& rank, bool out_of_memory) {
    const ProcessEnd end = *rank.end;
    const bool too_early = !rank.said_hello || (rank.index == 0 && !milestones_.finished);
    if (is_well(rank) && !(is_exit(end, ExitCode::done) && too_early)) return;
    if (control_.has_killed() || rank.said_failed) return;
    if (end.signal != 0)
        verdict_.died(rank.index, end.signal, rank.where(), end.signal == SIGKILL && out_of_memory);
    else
        verdict_.exited(rank.index, end, rank.where(), settings_.folder.log(rank.index));
    rank_failed(now);
}

void SupervisionPolicy::check_all_gone(double now) {
    if (is_end(control_.state()) || std::ranges::any_of(ranks_, &RankStatus::lives)) return;
    const bool done = milestones_.finished && std::ranges::all_of(ranks_, [](const RankStatus& rank) {
                          return rank.end && is_exit(*rank.end, ExitCode::done);
                      });
    const bool well = std::ranges::all_of(ranks_, [this](const RankStatus& rank) { return is_well(rank); });
    control_.apply(now, done   ? RunEvent::all_gone_done
                        : well ? RunEvent::all_gone_stopped
                               : RunEvent::all_gone_failed);
    control_.decide({.kind = Decision::Kind::end_run});
}

Decisions SupervisionPolicy::signal_arrived(double now, int number, SignalMeaning meaning) {
    const double time = clock(now);
    control_.signal(time, number, meaning);
    if (!control_.is_ready()) cancel_start(time + meeting_seconds);
    return decided();
}

std::pair<event::Reply, Decisions> SupervisionPolicy::command_arrived(double now, event::Command command) {
    const double time = clock(now);
    event::Reply reply = control_.command(time, command);
    if (!control_.is_ready()) cancel_start(time + meeting_seconds);
    return {std::move(reply), decided()};
}

Decisions SupervisionPolicy::failed(double now, const Error& error) {
    const double time = clock(now);
    verdict_.cause(error);
    rank_failed(time);
    return decided();
}

Decisions SupervisionPolicy::gpu_lost(double now, const std::string& name) {
    const double time = clock(now);
    if (is_ending()) return {};
    verdict_.lost_gpu(name, ranks_.empty() ? std::string() : ranks_[0].where());
    rank_failed(time);
    return decided();
}

Decisions SupervisionPolicy::tick(double now) {
    const double time = clock(now);
    if (restarting_ || is_end(control_.state())) return decided();
    if (!is_ending() && !cancelled_until_ && detector_.find(ranks_, time, verdict_)) rank_failed(time);
    check_deadlines(time);
    return decided();
}

void SupervisionPolicy::check_deadlines(double now) {
    const Preset::Supervision& limits = settings_.limits;
    const RunState state = control_.state();
    const double since = now - control_.entered_at();
    if (cancelled_until_) {
        if (!control_.has_killed() && now > *cancelled_until_) control_.kill_all();
    } else if (state == RunState::stopping && since > limits.stop_grace_seconds &&
               detector_.is_finishing(ranks_, stopping_at_, now)) {
        if (!std::exchange(warned_of_grace_, true))
            control_.log("warning",
                         fmt::format("not stopped after {:.0f} s: still {}; `kill` ends it at once", since,
                                     ranks_[0].where()));
    } else if (state == RunState::stopping && since > limits.stop_grace_seconds) {
        control_.log("warning", fmt::format("not stopped after {:.0f} s: sending SIGTERM", since));
        control_.apply(now, RunEvent::grace_over);
    } else if (state == RunState::terminating && since > limits.kill_grace_seconds) {
        for (const RankStatus& rank : ranks_)
            if (!rank.end) verdict_.hung(rank.index, since, rank.where() + ", it ignored stop and SIGTERM");
        control_.apply(now, RunEvent::kill_grace_over);
    } else if (state == RunState::failing && !control_.has_killed() && since > settle_seconds) {
        control_.kill_all();
    }
}

event::ExitRecord SupervisionPolicy::outcome(const std::vector<std::string>& xids) const {
    const RunState state = control_.state();
    if (state == RunState::done) return {};
    const std::string again = "tunedesk --no-gui resume " + settings_.folder.root.string();
    if (state == RunState::stopped || state == RunState::killed) {
        const bool stopped = state == RunState::stopped;
        const int number = control_.forced_by();
        Error error(stopped ? 9001 : 9002,
                    stopped ? "stopped on request" : fmt::format("ended at once by signal {}", number),
                    ranks_.empty() ? std::string() : ranks_[0].where(), again);
        event::ExitRecord record = event::exit_record(error, milestones_.kept);
        if (!stopped) record.code = 128 + number;
        return record;
    }
    Verdict verdict = verdict_;
    if (!xids.empty()) verdict.quote_kernel(xids);
    Error error = verdict.has_any() ? verdict.error() : Error(7013, "the ranks ended unexpectedly");
    if (error.next().empty()) error.with_next(again);
    return error.kept().empty() ? event::exit_record(error, milestones_.kept) : event::exit_record(error);
}

} // namespace tunedesk::run
