#include "run/supervise/supervisor_state.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "run/folder/prepare.h"
#include "run/surroundings.h"

#include <QCoreApplication>
#include <utility>

namespace tunedesk::run {

namespace {

constexpr int tick_ms = 200;

event::Recorder::Options recorder_options(const Preset& preset) {
    const bool full = preset.logging.level == Preset::LogLevel::full;
    return {full, full && preset.logging.tensorboard};
}

/// Only the holder of the lock may write into the folder.
bool begin(const Launch& launch) {
    if (launch.preset.parallel.master_port != 0) require_free_port(launch.preset.parallel.master_port);
    if (launch.resume)
        register_run(launch.folder, launch.preset, launch.group);
    else
        begin_run(launch.folder, launch.preset, launch.group);
    std::error_code none;
    fs::remove(launch.folder.exit(), none);
    make_folders(launch.folder.root / "logs", 5011, 0700);
    return true;
}

} // namespace

Supervisor::Supervisor(Launch launch) : state_(std::make_unique<State>(*this, std::move(launch))) {}
Supervisor::~Supervisor() = default;
event::ExitRecord Supervisor::run() {
    return state_->run();
}
bool Supervisor::stop_asked() const {
    return state_->signals.stop_asked();
}
void Supervisor::settle_exit_code(int code, Signals::Settled settled) {
    state_->signals.settle_exit_code(code, settled);
}
std::uint64_t Supervisor::first_seq() const {
    return state_->first_seq;
}

Supervisor::State::State(Supervisor& supervisor, Launch what)
    : owner(supervisor), launch(std::move(what)), signals([this](int number, SignalMeaning meaning) {
          perform(policy.signal_arrived(monotonic_seconds(), number, meaning));
      }),
      lock(launch.folder, launch.take_over), identity(launch.folder.root), begun(begin(launch)),
      recorder(launch.folder, recorder_options(launch.preset)),
      hub(
          launch.folder, static_cast<std::size_t>(launch.preset.supervision.viewer_queue_events),
          [this](event::Command command) { return carry_out(command); },
          [this](const std::string& text) { socket.warn(text); }),
      devices(launch.preset, launch.visible_devices), awake("training " + launch.preset.name),
      first_seq(recorder.next_seq()),
      policy(
          {.limits = launch.preset.supervision,
           .folder = launch.folder,
           .resumed = launch.resume,
           .may_change_port = launch.preset.parallel.master_port == 0,
           .is_asleep =
               [this](int rank) { return ranks.at(static_cast<std::size_t>(rank))->process.is_asleep(); }}),
      socket(launch.folder.socket(),
             {[this](std::unique_ptr<Connection> connection, const Json& hello, const std::string& payload) {
                  welcome_rank(std::move(connection), hello, payload);
              },
              [this](std::unique_ptr<Connection> connection, const Json& first) {
                  hub.adopt(std::move(connection), first);
              },
              [this](const std::string& text) { log("warning", text); }}) {}

Supervisor::State::~State() {
    std::error_code none;
    fs::remove(launch.folder.socket(), none);
}

event::ExitRecord Supervisor::State::run() {
    watch.emplace(launch.folder, signals);
    oom_kills_before = oom_kills();
    if (const std::string warning = logout_warning(); !warning.empty()) log("warning", warning);
    for (const std::string& note : launch.notes)
        log("info", note);
    read_settings();
    perform(policy.began(monotonic_seconds()));
    signals.deliver(); // what came while the folder was opened
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
    const int port = parallel.master_port != 0 ? parallel.master_port : free_port();
    const std::string size = std::to_string(parallel.processes);
    token = random_token(); // what earlier ranks have sent is none of theirs
    policy.starting_ranks(monotonic_seconds(), parallel.processes);
    for (int index = 0; index < parallel.processes; ++index) {
        auto rank = std::make_unique<Rank>();
        rank->index = index;
        rank->process.on_end = [this, one = rank.get()](ProcessEnd end) { rank_ended(*one, end); };
        RankLaunch how{
            launch.worker, {launch.folder.root.string()}, {}, launch.folder.log(index), lock.descriptors()};
        how.inherited.insert(how.inherited.end(), launch.claim_descriptors.begin(),
                             launch.claim_descriptors.end());
        if (launch.resume) how.arguments.push_back("--resume");
        if (launch.allow_change) how.arguments.push_back("--allow-change");
        how.environment = {{"RANK", std::to_string(index)},
                           {"LOCAL_RANK", std::to_string(index)},
                           {"WORLD_SIZE", size},
                           {"LOCAL_WORLD_SIZE", size},
                           {"MASTER_ADDR", "127.0.0.1"},
                           {"MASTER_PORT", std::to_string(port)},
                           {"TUNEDESK_SOCKET", launch.folder.socket().string()},
                           {"TUNEDESK_TOKEN", token}};
        if (launch.visible_devices)
            how.environment.emplace_back("CUDA_VISIBLE_DEVICES", *launch.visible_devices);
        ranks.push_back(std::move(rank));
        ranks.back()->process.start(how);
        policy.rank_started(index);
    }
    std::vector<int> groups;
    for (const auto& rank : ranks)
        groups.push_back(rank->process.pid());
    watch->set_groups(std::move(groups));
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
        return publish(*reported, journal_filter.keeps(*reported, monotonic_seconds()));
    case Kind::log:
        return log(decision.level, decision.text);
    case Kind::send_command:
        return send_to_rank0(decision.command);
    case Kind::signal_ranks:
        for (const auto& rank : ranks)
            rank->process.signal(decision.signal);
        return;
    case Kind::kill_ranks:
        return kill_all();
    case Kind::start_ranks:
        return start_ranks();
    case Kind::remove_ranks:
        // Later, because this runs inside a rank's connection.
        QTimer::singleShot(0, &ticker, [this] {
            ranks.clear();
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
    publish(std::move(event), true);
    if (entered == RunState::starting || entered == RunState::running) awake.hold();
    if (entered == RunState::paused || is_end(entered)) awake.release();
}

void Supervisor::State::send_to_rank0(event::Command command) {
    if (ranks.empty() || !ranks[0]->connection) return;
    ranks[0]->connection->send(Json{{"type", "Command"}, {"command", event::name_of(command)}}.dump());
}

void Supervisor::State::kill_all() {
    for (const auto& rank : ranks)
        rank->process.kill_group();
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

void Supervisor::State::read_settings() try { settings = read_user_settings(); } catch (const Error& error) {
    log("warning", "the settings are not used: " + error.line());
}

} // namespace tunedesk::run
