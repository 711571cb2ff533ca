// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/simulated_ranks.h"

#include "base/error.h"

#include <algorithm>
#include <csignal>

namespace tunedesk::test {

using event::Command;
using event::Type;

SimulatedRanks::SimulatedRanks(Timeline& timeline, Dice& dice, Plan plan, Outside outside)
    : timeline_(timeline), dice_(dice), plan_(plan), outside_(std::move(outside)), ranks_(at(plan.count)) {}

bool SimulatedRanks::any_lives() const {
    return std::ranges::any_of(ranks_, &Rank::alive);
}

bool SimulatedRanks::is_asleep(int rank) const {
    const Rank& it = ranks_[at(rank)];
    return timeline_.now() >= it.frozen_until && (it.deadlocked || it.doing != Doing::working);
}

void SimulatedRanks::start(int rank) {
    ranks_[at(rank)].alive = true;
    const double connected = dice_.uniform(0.1, plan_.connect);
    timeline_.after(connected * dice_.uniform(0.1, 1), [this, rank] { ranks_[at(rank)].has_handler = true; });
    timeline_.after(connected, [this, rank] { greet(rank); });
}

void SimulatedRanks::greet(int rank) {
    Rank& it = ranks_[at(rank)];
    if (!it.alive || it.deadlocked) return;
    if (timeline_.now() < it.frozen_until)
        return timeline_.at(it.frozen_until, [this, rank] { greet(rank); });
    it.greeted = it.has_handler = true;
    say(rank, Type::Hello, {{"pid", 100 + rank}, {"world_size", plan_.count}});
    set(rank, Doing::working);
    timeline_.after(dice_.uniform(0, plan_.heartbeat), [this, rank] { beat(rank); });
    if (plan_.port_is_taken && rank == 0) return fail(rank, 6601);
    timeline_.after(duration(rank), [this, rank, stage = stage_number_] {
        if (stage == stage_number_) arrive(rank);
    });
}

void SimulatedRanks::say(int rank, Type type, Json fields) {
    event::Event event;
    event.type = type;
    event.rank = rank;
    event.fields = std::move(fields);
    if (is_frozen(rank))
        return timeline_.at(ranks_[at(rank)].frozen_until, [=, this] { say(rank, type, fields); });
    const Rank& it = ranks_[at(rank)];
    if (it.alive && !it.closed && (!it.deadlocked || type == Type::Heartbeat))
        outside_.message(rank, std::move(event));
}

void SimulatedRanks::set(int rank, Doing doing) {
    ranks_[at(rank)].doing = doing;
    ranks_[at(rank)].touched = true;
}

std::string SimulatedRanks::phase() const {
    static const char* const names[] = {"loading", "training", "val", "saving", "paused", "test", "end"};
    return names[static_cast<int>(stage_)];
}

/// Its own thread: it sees whether the working one has moved.
void SimulatedRanks::beat(int rank) {
    Rank& it = ranks_[at(rank)];
    if (!it.alive || it.closed) return;
    if (timeline_.now() < it.frozen_until) return timeline_.at(it.frozen_until, [this, rank] { beat(rank); });
    timeline_.after(plan_.heartbeat, [this, rank] { beat(rank); });
    const bool moved = std::exchange(it.touched, false) || it.doing == Doing::working;
    if (it.deadlocked && it.doing == Doing::working) return;
    Json fields = {{"step", step_}, {"phase", phase()}};
    if (!moved) {
        if (it.doing != Doing::waiting && it.doing != Doing::disk) return;
        fields["waits_for"] = it.doing == Doing::waiting ? "ranks" : "disk";
    }
    say(rank, Type::Heartbeat, std::move(fields));
}

double SimulatedRanks::duration(int rank) {
    const auto some = [&](double most) { return dice_.uniform(0.3, 1) * most; };
    switch (stage_) {
    case Stage::load:
        return some(plan_.load);
    case Stage::step:
        return some(plan_.step);
    case Stage::eval:
    case Stage::test:
        return some(plan_.eval);
    case Stage::save: // the others only wait for rank 0
        return rank == 0 ? some(plan_.save) : 0;
    default:
        return 0;
    }
}

void SimulatedRanks::begin(Stage stage) {
    stage_ = stage;
    ++stage_number_;
    for (int rank = 0; rank < plan_.count; ++rank) {
        Rank& it = ranks_[at(rank)];
        it.arrived = false;
        if (!it.alive || it.deadlocked) continue;
        set(rank, stage != Stage::save ? Doing::working : rank == 0 ? Doing::disk : Doing::waiting);
        const std::string name = phase();
        if (stage != Stage::step) say(rank, Type::Progress, {{"phase", name}, {"done", 0}, {"total", 1}});
        if (stage == Stage::pause) {
            if (rank != 0) set(rank, Doing::waiting);
            continue;
        }
        timeline_.after(duration(rank), [this, rank, number = stage_number_] {
            if (number == stage_number_) arrive(rank);
        });
    }
    if (stage == Stage::pause) poll_pause();
}

void SimulatedRanks::arrive(int rank) {
    Rank& it = ranks_[at(rank)];
    if (!it.alive || it.deadlocked) return;
    const auto again = [this, rank, number = stage_number_] {
        if (number == stage_number_) arrive(rank);
    };
    if (timeline_.now() < it.frozen_until) return timeline_.at(it.frozen_until, again);
    if (it.stall > 0) {
        set(rank, Doing::disk);
        return timeline_.after(std::exchange(it.stall, 0), again);
    }
    set(rank, Doing::waiting);
    it.arrived = true;
    if (lost_step_) return;
    for (int other = 0; other < plan_.count; ++other)
        if (!ranks_[at(other)].alive && ranks_[at(other)].greeted) return notice_loss(other);
    if (std::ranges::all_of(ranks_, [](const Rank& each) { return each.alive && each.arrived; }))
        finish_stage();
}

void SimulatedRanks::notice_loss(int lost) {
    if (!plan_.notices_dead_peers) return;
    for (int rank = 0; rank < plan_.count; ++rank) {
        if (rank == lost || !ranks_[at(rank)].arrived) continue;
        timeline_.after(dice_.uniform(0.01, 2), [this, rank] {
            if (ranks_[at(rank)].alive && !is_leaving(rank)) fail(rank, 7601);
        });
    }
}

void SimulatedRanks::finish_stage() {
    switch (stage_) {
    case Stage::load:
        say(0, Type::Started, {{"steps", plan_.steps}});
        return begin(Stage::step);
    case Stage::step:
        ++step_;
        for (int rank = 0; rank < plan_.count; ++rank)
            say(rank, Type::Progress,
                {{"phase", event::training_phase}, {"done", step_}, {"total", plan_.steps}});
        say(0, Type::Step, {{"step", step_}, {"loss", 0.5}});
        return next_after_step();
    case Stage::eval:
        say(0, Type::Eval, {{"split", "val"}, {"step", step_}});
        if (plan_.save_every > 0 && step_ % plan_.save_every == 0) return begin(Stage::save);
        return begin(step_or_test());
    case Stage::save:
        saved_step_ = step_;
        say(0, Type::CheckpointSaved, {{"step", step_}});
        if (stops_ && !plan_.ignores_stop) return leave(static_cast<int>(ExitCode::stopped));
        return begin(pauses_ && !plan_.ignores_stop ? Stage::pause : step_or_test());
    case Stage::test:
        say(0, Type::Finished, {{"steps", plan_.steps}});
        return leave(0);
    default:
        return;
    }
}

SimulatedRanks::Stage SimulatedRanks::step_or_test() const {
    return step_ >= plan_.steps && !plan_.ignores_stop ? Stage::test : Stage::step;
}

void SimulatedRanks::next_after_step() {
    take_commands();
    if (!plan_.ignores_stop) {
        if (stops_) return begin(Stage::save);
        if (pauses_) return begin(Stage::pause);
    }
    if (std::exchange(saves_, false)) return begin(Stage::save);
    if (plan_.eval_every > 0 && step_ % plan_.eval_every == 0) return begin(Stage::eval);
    if (plan_.save_every > 0 && step_ % plan_.save_every == 0) return begin(Stage::save);
    begin(step_or_test());
}

/// Whether there was one.
bool SimulatedRanks::take_commands() {
    for (const Rank& rank : ranks_)
        stops_ = stops_ || (rank.termed && !plan_.ignores_term);
    const bool any = !commands_.empty() || stops_;
    for (; !commands_.empty(); commands_.pop_front()) {
        stops_ = stops_ || commands_.front() == Command::stop;
        saves_ = saves_ || commands_.front() == Command::checkpoint;
        if (commands_.front() == Command::pause) pauses_ = true;
        if (commands_.front() == Command::continue_run) pauses_ = false;
    }
    return any;
}

void SimulatedRanks::poll_pause() {
    const Rank& leader = ranks_[0];
    if (stage_ != Stage::pause || !leader.alive || leader.deadlocked) return;
    timeline_.at(std::max(timeline_.now() + 0.1, leader.frozen_until), [this, number = stage_number_] {
        if (number == stage_number_) poll_pause();
    });
    if (timeline_.now() < leader.frozen_until || !take_commands() || plan_.ignores_stop) return;
    if (!std::ranges::all_of(ranks_, &Rank::alive)) return; // their control word never comes
    if (stops_ || std::exchange(saves_, false)) return begin(Stage::save);
    if (!pauses_) begin(Stage::step);
}

void SimulatedRanks::leave(int code) {
    stage_ = Stage::leave;
    ++stage_number_;
    for (int rank = 0; rank < plan_.count; ++rank) {
        if (!ranks_[at(rank)].alive || ranks_[at(rank)].deadlocked) continue;
        set(rank, Doing::leaving);
        timeline_.after(dice_.uniform(0, 0.2), [this, rank] { leave_socket(rank); });
        timeline_.after(0.2 + dice_.uniform(0, plan_.leave), [this, rank, code] { end(rank, {code, 0}); });
    }
}

void SimulatedRanks::end(int rank, run::ProcessEnd how, bool out_of_memory) {
    Rank& it = ranks_[at(rank)];
    if (!it.alive) return;
    if (how.signal != SIGKILL && timeline_.now() < it.frozen_until)
        return timeline_.at(it.frozen_until,
                            [this, rank, how, out_of_memory] { end(rank, how, out_of_memory); });
    it.alive = false;
    outside_.ended(rank, how, out_of_memory);
    notice_loss(rank);
}

void SimulatedRanks::fail(int rank, int id) {
    const Rank& it = ranks_[at(rank)];
    if (!it.alive || it.deadlocked) return;
    if (timeline_.now() < it.frozen_until)
        return timeline_.at(it.frozen_until, [this, rank, id] { fail(rank, id); });
    say(rank, Type::Failed, {{"id", id}, {"what", "it failed"}, {"where", ""}, {"kept", ""}, {"next", ""}});
    set(rank, Doing::leaving);
    timeline_.after(dice_.uniform(0, 0.2), [this, rank] { leave_socket(rank); });
    timeline_.after(0.2 + dice_.uniform(0, plan_.leave), [this, rank, id] { end(rank, {id / 1000, 0}); });
}

void SimulatedRanks::freeze(int rank, double seconds) {
    ranks_[at(rank)].frozen_until = timeline_.now() + seconds;
    timeline_.after(seconds, [this, rank] {
        if (std::exchange(ranks_[at(rank)].term_waits, false)) take_term(rank);
    });
}

void SimulatedRanks::deadlock(int rank) {
    ranks_[at(rank)].deadlocked = true;
}

void SimulatedRanks::close_socket(int rank) {
    Rank& it = ranks_[at(rank)];
    if (!it.alive || it.closed) return;
    it.closed = true;
    outside_.closed(rank);
}

void SimulatedRanks::leave_socket(int rank) {
    if (is_frozen(rank))
        return timeline_.at(ranks_[at(rank)].frozen_until, [this, rank] { leave_socket(rank); });
    close_socket(rank);
}

void SimulatedRanks::stall_disk(int rank, double seconds) {
    double& stall = ranks_[at(rank)].stall;
    stall = std::max(stall, seconds); // a shorter wait does not end a longer one
}

void SimulatedRanks::lose_step() {
    lost_step_ = true;
}

void SimulatedRanks::command(Command command) {
    commands_.push_back(command);
}

void SimulatedRanks::terminate() {
    for (int rank = 0; rank < plan_.count; ++rank)
        if (ranks_[at(rank)].alive) take_term(rank);
}

void SimulatedRanks::take_term(int rank) {
    Rank& it = ranks_[at(rank)];
    if (!it.alive) return;
    if (timeline_.now() < it.frozen_until) {
        it.term_waits = true;
        return;
    }
    if (!it.has_handler) return end(rank, {0, SIGTERM});
    if (!plan_.ignores_term) it.termed = true; // a second one says nothing new to a supervised worker
}

void SimulatedRanks::kill() {
    for (int rank = 0; rank < plan_.count; ++rank)
        timeline_.after(dice_.uniform(0.001, 0.3), [this, rank] { end(rank, {0, SIGKILL}); });
}

} // namespace tunedesk::test
