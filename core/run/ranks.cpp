#include "run/supervisor_state.h"

#include "base/clock.h"
#include "base/error.h"
#include "run/surroundings.h"

#include <csignal>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

/// Failed ids of the parallel range with exit code 6: the rendezvous could not have its port.
bool is_port_failure(const event::Event& event) {
    const double id = event::number(event.fields, "id", 0);
    return id >= 6600 && id < 6700;
}

} // namespace

std::string Supervisor::State::Rank::where() const {
    std::string text = fmt::format("rank {}, {}, step {}", index, phase, step);
    if (!collective.empty()) text += ", collective " + collective;
    if (!waits_for.empty()) text += waits_for == "disk" ? ", waits for the disk" : ", waits for the others";
    return text;
}

std::string Supervisor::State::where_of(const Rank& rank) const {
    std::string text = rank.where();
    for (const auto& other : ranks)
        if (other.get() != &rank && !other->end) text += "; " + other->where();
    return text;
}

const Supervisor::State::Rank& Supervisor::State::most_suspect(double silent_since) const {
    const Rank* suspect = nullptr;
    const auto standing = [&](const Rank& rank) {
        return std::make_tuple(rank.last_heard >= silent_since, rank.waits_for == "ranks",
                               rank.process.is_asleep(), rank.last_worked);
    };
    for (const auto& rank : ranks)
        if (!rank->end && (!suspect || standing(*rank) < standing(*suspect))) suspect = rank.get();
    return *suspect;
}

void Supervisor::State::hear(Rank& rank, const std::string& payload) {
    rank.last_heard = monotonic_seconds();
    try {
        if (payload.find("\"Sync\"") != std::string::npos) {
            const Json message = parse_message(payload);
            if (message["type"] == "Sync") {
                check_folder();
                recorder.sync();
                const auto through = static_cast<std::uint64_t>(event::number(message, "rank_seq", 0));
                rank.connection->send(Json{{"type", "Synced"}, {"rank_seq", through}}.dump());
                return;
            }
        }
        event::Event event = event::parse_event(payload);
        event.rank = rank.index;
        event.seq = 0;
        note(rank, event);
    } catch (const Error& error) {
        log_client(fmt::format("rank {} sent something that is no event: {}", rank.index, error.message()));
    }
}

void Supervisor::State::note(Rank& rank, event::Event& event) {
    using event::Type;
    const Type type = event.type;
    rank.waits_for = type == Type::Heartbeat ? text_field(event.fields, "waits_for") : std::string();
    if (rank.waits_for.empty()) rank.last_worked = rank.last_heard;
    if (const std::string phase = text_field(event.fields, "phase"); !phase.empty()) rank.phase = phase;
    if (const auto found = event.fields.find("collective"); found != event.fields.end())
        rank.collective = found->is_string() ? found->get<std::string>() : found->dump();
    if (type == Type::Heartbeat || type == Type::Step)
        rank.step = static_cast<std::int64_t>(event::number(event.fields, "step", 0));
    if (type == Type::Progress && rank.phase == event::training_phase)
        rank.step = static_cast<std::int64_t>(event::number(event.fields, "done", 0));
    if (type == Type::Heartbeat || type == Type::Step)
        if (const double bytes = event::number(event.fields, "gpu_allocated_bytes", -1);
            bytes >= 0 && bytes < 1e18)
            rank.gpu_allocated_bytes = static_cast<std::uint64_t>(bytes);
    if (type == Type::Hello) {
        rank.said_hello = true;
        event.fields.erase("token");
    }
    if (rank.index == 0) {
        if (type == Type::Started || type == Type::Resumed) started_training = true;
        if (type == Type::Step) metrics_step = rank.step;
        if (type == Type::CheckpointSaved)
            checkpoint_step = static_cast<std::int64_t>(event::number(event.fields, "step", 0));
        if (type == Type::Finished) finished = true;
        if (rank.phase == "paused") apply(RunEvent::paused);
    }
    if (type == Type::Failed && is_port_failure(event) && !started_training &&
        launch.preset.parallel.master_port == 0 && port_tries < 5 &&
        (now_in == RunState::starting || now_in == RunState::running))
        return restart_on_another_port();
    publish(event, is_journalled(event));
    if (type == Type::Failed && !kill_sent) {
        rank.said_failed = true;
        verdict.failed_event(event);
        apply(RunEvent::rank_failed);
    }
    const auto greeted = [](const auto& each) { return each->said_hello; };
    if (type == Type::Hello && !ready && std::all_of(ranks.begin(), ranks.end(), greeted)) {
        ready = true;
        apply(RunEvent::all_ready);
        if (now_in == RunState::stopping) tell_rank0(event::Command::stop);
        if (owner.on_ready) owner.on_ready();
    }
}

bool Supervisor::State::is_journalled(const event::Event& event) {
    using event::Type;
    if (event.type == Type::Heartbeat) return false;
    if (event.rank > 0) {
        const std::string level = text_field(event.fields, "level");
        return event.type == Type::Failed ||
               (event.type == Type::Log && (level == "warning" || level == "error"));
    }
    if (event.type != Type::Progress) return true;
    // Each step is too much for the journal: a second's last is enough to draw a bar.
    const std::string phase = text_field(event.fields, "phase");
    const double now = monotonic_seconds();
    const bool last = event::number(event.fields, "done", 0) >= event::number(event.fields, "total", 0);
    if (phase == progress_phase && !last && now - progress_journalled < 1) return false;
    progress_phase = phase;
    progress_journalled = now;
    return true;
}

void Supervisor::State::publish(event::Event event, bool journal) {
    if (event.t == 0) event.t = utc_seconds();
    if (journal && !lock.is_lost()) recorder.record(event);
    hub.broadcast(event);
}

void Supervisor::State::log(const std::string& level, const std::string& text, std::string_view warning) {
    event::Event event;
    event.type = event::Type::Log;
    event.fields = Json{{"level", level}, {"text", text}};
    if (!warning.empty()) event.fields["warning"] = warning;
    publish(std::move(event), true);
}

void Supervisor::State::rank_ended(Rank& rank, ProcessEnd end) {
    rank.end = end;
    if (!first_end) first_end = monotonic_seconds();
    // Its last words may still be in the socket, or at the door; they matter more than the exit code.
    if (!rank.connection) hear_newcomers();
    if (rank.connection) rank.connection->drain();
    if (restarting) return;
    judge(rank);
    check_all_gone();
}

void Supervisor::State::judge(Rank& rank) {
    const ProcessEnd end = *rank.end;
    const bool leaves_well = end.code == static_cast<int>(ExitCode::stopped) ||
                             (end.code == 0 && rank.said_hello && (rank.index != 0 || finished));
    if (end.signal == 0 && leaves_well) return;
    if (kill_sent || rank.said_failed || (term_sent && end.signal == SIGTERM)) return;
    if (end.signal != 0) {
        const auto kills = oom_kills();
        const bool out_of_memory =
            end.signal == SIGKILL && kills && kills.value() > oom_kills_before.value_or(0);
        verdict.died(rank.index, end.signal, rank.where(), out_of_memory);
    } else {
        verdict.exited(rank.index, end, rank.where(), launch.folder.log(rank.index));
    }
    apply(RunEvent::rank_failed);
}

} // namespace tunedesk::run
