#include "run/supervision_policy.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::run {

namespace {

/// How long the other ranks may report what they saw after one failed.
constexpr double settle_seconds = 1.5;
/// A supervisor that itself did not run for so long (suspended, stopped) judges no silence by it.
constexpr double overslept_seconds = 5;
/// A loop that did not run for so long is worth a warning.
constexpr double stalled_seconds = 60;
constexpr int most_port_tries = 5;

/// Failed ids of the parallel range with exit code 6: the rendezvous could not have its port.
bool is_port_failure(const event::Event& event) {
    const double id = event::number(event.fields, "id", 0);
    return event.type == event::Type::Failed && id >= 6600 && id < 6700;
}

bool is_stopped(const ProcessEnd& end) {
    return end.code == static_cast<int>(ExitCode::stopped) && end.signal == 0;
}

} // namespace

SupervisionPolicy::SupervisionPolicy(Settings settings)
    : settings_(std::move(settings)), detector_(settings_.limits, settings_.folder, settings_.is_asleep) {}

Decisions SupervisionPolicy::decided() {
    if (control_.state() == RunState::stopping && !stopping_at_)
        stopping_at_ = ranks_.empty() ? 0 : ranks_[0].step;
    return control_.take();
}

void SupervisionPolicy::rank_failed(double now) {
    control_.apply(now, RunEvent::rank_failed);
}

bool SupervisionPolicy::is_ending() const {
    const RunState state = control_.state();
    return state == RunState::failing || state == RunState::killing || is_end(state);
}

Decisions SupervisionPolicy::began(double now) {
    last_tick_ = now;
    control_.begin(now);
    return decided();
}

void SupervisionPolicy::start_ranks(double now, int count) {
    ++port_tries_;
    ranks_.assign(static_cast<std::size_t>(count), {});
    for (int index = 0; index < count; ++index) {
        RankStatus& rank = ranks_[static_cast<std::size_t>(index)];
        rank.index = index;
        rank.started = rank.last_heard = rank.last_worked = now;
    }
}

Decisions SupervisionPolicy::ranks_gone(double now) {
    restarting_ = false;
    first_end_.reset();
    ranks_.clear();
    control_.ranks_gone();
    const RunState state = control_.state();
    if (state != RunState::starting && state != RunState::running) check_all_gone(now);
    return decided();
}

void SupervisionPolicy::rank_started(int rank) {
    ranks_.at(static_cast<std::size_t>(rank)).has_process = true;
}

Decisions SupervisionPolicy::ranks_not_started(double now, const Error& error) {
    verdict_.cause(error);
    rank_failed(now);
    check_all_gone(now);
    return decided();
}

void SupervisionPolicy::sign_of_life(double now, int rank) {
    ranks_.at(static_cast<std::size_t>(rank)).sign_of_life(now);
}

Decisions SupervisionPolicy::heard(double now, int index, const event::Event& event) {
    using event::Type;
    RankStatus& rank = ranks_.at(static_cast<std::size_t>(index));
    rank.take(event);
    if (index == 0) {
        milestones_.take(event);
        if (rank.phase == "paused") control_.apply(now, RunEvent::paused);
    }
    if (restart_for_port(event)) return decided();
    control_.decide({.kind = Decision::Kind::publish_event});
    if (event.type == Type::Failed && !control_.has_killed()) {
        rank.said_failed = true;
        verdict_.failed_event(event);
        rank_failed(now);
    }
    if (event.type == Type::Hello) check_ready(now);
    return decided();
}

bool SupervisionPolicy::restart_for_port(const event::Event& event) {
    const RunState state = control_.state();
    const bool may = settings_.may_change_port && port_tries_ < most_port_tries &&
                     !milestones_.started_training &&
                     (state == RunState::starting || state == RunState::running);
    if (!may || !is_port_failure(event)) return false;
    if (std::exchange(restarting_, true)) return true;
    control_.log("warning", "the rendezvous port was taken by another program: trying the next free one");
    control_.decide({.kind = Decision::Kind::restart_ranks});
    return true;
}

void SupervisionPolicy::check_ready(double now) {
    if (control_.is_ready() || control_.has_stopped_early()) return;
    if (!std::ranges::all_of(ranks_, &RankStatus::said_hello)) return;
    control_.all_ready(now);
}

void SupervisionPolicy::disconnected(double now, int rank) {
    ranks_.at(static_cast<std::size_t>(rank)).lost_at = now;
}

Decisions SupervisionPolicy::rank_ended(double now, int index, ProcessEnd end, bool out_of_memory) {
    RankStatus& rank = ranks_.at(static_cast<std::size_t>(index));
    rank.end = end;
    if (!first_end_) first_end_ = now;
    if (restarting_) return {};
    judge_end(now, rank, out_of_memory);
    check_all_gone(now);
    return decided();
}

void SupervisionPolicy::judge_end(double now, const RankStatus& rank, bool out_of_memory) {
    const ProcessEnd end = *rank.end;
    const bool leaves_well = end.code == static_cast<int>(ExitCode::stopped) ||
                             (end.code == 0 && rank.said_hello && (rank.index != 0 || milestones_.finished));
    if (end.signal == 0 && leaves_well) return;
    if (control_.has_killed() || rank.said_failed || (control_.has_sent_term() && end.signal == SIGTERM))
        return;
    if (end.signal != 0)
        verdict_.died(rank.index, end.signal, rank.where(), end.signal == SIGKILL && out_of_memory);
    else
        verdict_.exited(rank.index, end, rank.where(), settings_.folder.log(rank.index));
    rank_failed(now);
}

void SupervisionPolicy::check_all_gone(double now) {
    if (std::ranges::any_of(ranks_, &RankStatus::lives)) return;
    bool all_done = milestones_.finished, all_well = true;
    for (const RankStatus& rank : ranks_) {
        const ProcessEnd end = rank.end.value_or(ProcessEnd{1, 0});
        const bool done = end.code == 0 && end.signal == 0;
        all_done = all_done && done;
        const bool stopped = control_.has_stopped_early() || // however it ended: it had not begun to train
                             is_stopped(end) || (control_.has_sent_term() && end.signal == SIGTERM);
        all_well = all_well && (done || stopped);
    }
    control_.apply(now, all_done   ? RunEvent::all_gone_done
                        : all_well ? RunEvent::all_gone_stopped
                                   : RunEvent::all_gone_failed);
    control_.decide({.kind = Decision::Kind::end_run});
}

Decisions SupervisionPolicy::signal_arrived(double now, int number, SignalMeaning meaning) {
    control_.signal(now, number, meaning);
    if (ranks_.empty() && control_.state() != RunState::starting) check_all_gone(now); // none will be started
    return decided();
}

SupervisionPolicy::Reply SupervisionPolicy::command_arrived(double now, event::Command command) {
    const auto [accepted, text] = control_.command(now, command);
    return {accepted, text, decided()};
}

Decisions SupervisionPolicy::failed(double now, const Error& error) {
    verdict_.cause(error);
    rank_failed(now);
    return decided();
}

Decisions SupervisionPolicy::gpu_lost(double now, const std::string& name) {
    if (is_ending()) return {};
    verdict_.lost_gpu(name, ranks_.empty() ? std::string() : ranks_[0].where());
    rank_failed(now);
    return decided();
}

Decisions SupervisionPolicy::abandoned(double now, const Error& error) {
    verdict_.cause(error);
    control_.abandon(now);
    return decided();
}

Decisions SupervisionPolicy::tick(double now) {
    const double slept = now - last_tick_;
    last_tick_ = now;
    if (slept > stalled_seconds)
        control_.log("warning", fmt::format("the supervisor did not run for {:.0f} s", slept));
    if (slept > overslept_seconds)
        for (RankStatus& rank : ranks_) {
            rank.last_heard += slept;
            rank.last_worked += slept;
        }
    if (restarting_) return decided();
    if (!is_ending() && detector_.find(ranks_, first_end_, now, verdict_)) rank_failed(now);
    check_deadlines(now);
    return decided();
}

void SupervisionPolicy::check_deadlines(double now) {
    const Preset::Supervision& limits = settings_.limits;
    const RunState state = control_.state();
    const double since = now - control_.entered_at();
    if (state == RunState::stopping && since > limits.stop_grace_seconds &&
        detector_.is_finishing(ranks_, stopping_at_.value_or(0), now)) {
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
    const std::string kept = milestones_.kept(settings_.resumed);
    if (state == RunState::stopped || state == RunState::killed) {
        const bool stopped = state == RunState::stopped;
        const int number = control_.forced_by();
        Error error(stopped ? 9001 : 9002,
                    stopped ? "stopped on request" : fmt::format("ended at once by signal {}", number),
                    ranks_.empty() ? std::string() : ranks_[0].where(), again);
        event::ExitRecord record = event::exit_record(error.with_kept(kept));
        if (!stopped) record.code = 128 + number;
        return record;
    }
    Verdict verdict = verdict_;
    if (!xids.empty()) verdict.quote_kernel(xids);
    Error error = verdict.has_any() ? verdict.error() : Error(7013, "the ranks ended unexpectedly");
    if (error.kept().empty()) error.with_kept(kept);
    if (error.next().empty()) error.with_next(again);
    return event::exit_record(error);
}

} // namespace tunedesk::run
