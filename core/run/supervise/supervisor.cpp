// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/supervisor_state.h"

#include "base/clock.h"
#include "base/error.h"
#include "preset/yaml/load.h"
#include "run/folder/prepare.h"
#include "run/supervise/collectives_log.h"
#include "run/surroundings.h"

#include <QCoreApplication>
#include <utility>

namespace tunedesk::run {

namespace {

constexpr int tick_ms = 200;

/// Only the holder of the lock may write into the folder.
bool begin(const Launch& launch) {
    if (launch.preset.parallel.master_port != 0) require_free_port(launch.preset.parallel.master_port);
    if (launch.resume) {
        if (launch.writes_preset) write_private_file(launch.folder.preset(), preset::to_yaml(launch.preset));
        register_run(launch.folder, launch.preset, launch.group);
    } else {
        begin_run(launch.folder, launch.preset, launch.group);
    }
    std::error_code none;
    fs::remove(launch.folder.exit(), none);
    make_folders(launch.folder.root / "logs", ErrorId::run_folder_not_writable, 0700);
    return true;
}

} // namespace

Supervisor::Supervisor(Launch launch) : state_(std::make_unique<State>(*this, std::move(launch))) {}
Supervisor::~Supervisor() = default;
event::ExitRecord Supervisor::run() {
    return state_->run();
}
bool Supervisor::was_stopped() const {
    return state_->policy.control().was_stopped();
}
std::vector<Gpu> Supervisor::gpus() const {
    return state_->devices.gpus().used();
}
bool Supervisor::stop_asked() const {
    return state_->signals.stop_asked();
}
void Supervisor::settle_exit_code(int code, Signals::Settled settled) {
    state_->signals.settle_exit_code(code, settled);
}
std::uint64_t Supervisor::first_seq() const {
    return state_->publisher.first_seq();
}

Supervisor::State::State(Supervisor& supervisor, Launch what)
    : owner(supervisor), launch(std::move(what)), signals([this](int number, SignalMeaning meaning) {
          perform(policy.signal_arrived(monotonic_seconds(), number, meaning));
      }),
      lock(launch.folder, launch.take_over), identity(launch.folder.root), begun(begin(launch)),
      publisher(launch.folder, launch.preset, lock, hub),
      hub(
          launch.folder, static_cast<std::size_t>(launch.preset.supervision.viewer_queue_events),
          [this](event::Command command) { return carry_out(command); },
          [this](const std::string& text) { socket.warn(text); }),
      devices(launch.preset, launch.visible_devices), awake("training " + launch.preset.name),
      ranks({[this](int rank, const std::string& payload) { hear(rank, payload); },
             [this](int rank, const std::string& reason) { rank_disconnected(rank, reason); },
             [this](int rank, ProcessEnd end) { rank_ended(rank, end); }}),
      policy({.limits = launch.preset.supervision,
              .folder = launch.folder,
              .resumed = launch.resume,
              .may_change_port = launch.preset.parallel.master_port == 0 && launch.task.size == 1,
              .is_asleep = [this](int rank) { return ranks.is_asleep(rank); }}),
      calls(policy, launch.preset, launch.task.size > 1),
      socket(launch.folder.socket(),
             {[this](std::unique_ptr<Connection> connection, const Json& hello, const std::string& payload) {
                  welcome_rank(std::move(connection), hello, payload);
              },
              [this](std::unique_ptr<Connection> connection, const Json& first) {
                  hub.adopt(std::move(connection), first);
              },
              [this](const std::string& text) { publisher.log("warning", text); }}) {}

Supervisor::State::~State() {
    std::error_code none;
    fs::remove(launch.folder.socket(), none);
}

event::ExitRecord Supervisor::State::run() {
    watch.emplace(launch.folder, signals);
    if (launch.pruning) pruner.emplace(launch.folder, launch.preset, *launch.pruning);
    oom_kills_before = oom_kills();
    if (const std::string warning = logout_warning(); !warning.empty()) publisher.log("warning", warning);
    for (const std::string& note : launch.notes)
        publisher.log("info", note);
    read_settings();
    perform(policy.began(monotonic_seconds()));
    signals.deliver(); // signals received while the folder was opened
    ticker.setInterval(tick_ms);
    QObject::connect(&ticker, &QTimer::timeout, [this] { tick(); });
    ticker.start();
    if (!over) loop.exec();
    const event::ExitRecord record = conclude();
    watch.reset();
    return record;
}

void Supervisor::State::start_ranks() try {
    const auto& parallel = launch.preset.parallel;
    const int port = parallel.master_port != 0 ? parallel.master_port
                     : launch.task.size > 1    ? launch.task.master_port
                                               : free_port();
    policy.starting_ranks(monotonic_seconds(), parallel.processes);
    ranks.start(launch, port, lock.descriptors(),
                [this](int rank) { policy.rank_started(rank, /*is_remote=*/false); });
    for (int rank = 0; rank < parallel.processes; ++rank)
        if (!ranks.has(rank)) policy.rank_started(rank, /*is_remote=*/true);
    watch->set_groups(ranks.pids());
} catch (const Error& error) {
    perform(policy.ranks_not_started(monotonic_seconds(), error));
}

void Supervisor::State::perform(const Decisions& decisions, event::Event* reported) {
    for (const Decision& decision : decisions)
        perform(decision, reported);
}

void Supervisor::State::perform(const Decision& decision, event::Event* reported) {
    using Kind = Decision::Kind;
    switch (decision.kind) {
    case Kind::announce_state:
        return announce(decision.state);
    case Kind::publish_event:
        return publisher.publish_of_rank(*reported, monotonic_seconds());
    case Kind::log:
        return publisher.log(decision.level, decision.text);
    case Kind::send_command:
        return ranks.send(0, Json{{"type", "Command"}, {"command", event::name_of(decision.command)}}.dump());
    case Kind::signal_ranks:
        return ranks.signal(decision.signal);
    case Kind::kill_ranks:
        return ranks.kill();
    case Kind::start_ranks:
        return start_ranks();
    case Kind::remove_ranks:
        // Deferred, because this runs in the callback of a rank's connection.
        QTimer::singleShot(0, &ticker, [this] {
            ranks.clear();
            calls.on_restart();
            perform(policy.ranks_removed(monotonic_seconds()));
        });
        return;
    case Kind::announce_ready:
        if (owner.on_ready) owner.on_ready();
        return;
    case Kind::end_run:
        over = true;
        return loop.quit();
    }
}

void Supervisor::State::announce(RunState entered) {
    event::Event event;
    event.type = event::Type::State;
    event.fields = Json{{"state", name_of(entered)}};
    publisher.publish(std::move(event));
    if (entered == RunState::failing) diagnose_failure();
    if (entered == RunState::starting || entered == RunState::running) awake.hold();
    if (entered == RunState::paused || is_end(entered)) awake.release();
}

void Supervisor::State::diagnose_failure() {
    write_collectives(launch.folder, calls.on_failure(ranks.read_flights(), monotonic_seconds()));
}

void Supervisor::State::read_settings() try { settings = read_user_settings(); } catch (const Error& error) {
    publisher.log("warning", "the settings are not used: " + error.line());
}

} // namespace tunedesk::run
