#include "run/supervisor_state.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "event/warning_id.h"
#include "run/prepare.h"
#include "run/surroundings.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::run {

namespace {

constexpr int tick_ms = 200;
/// How long the other ranks may say what they saw after one failed.
constexpr double settle_seconds = 1.5;
/// How long a rank may live after its last word. It frees its memory then, which takes a busy machine
/// seconds.
constexpr double leaving_seconds = 8;
/// A supervisor that itself did not run for so long (suspended, stopped) judges nobody's silence by it.
constexpr double overslept_seconds = 5;
/// A loop that did not run for so long is worth a warning.
constexpr double stalled_seconds = 60;

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
std::uint64_t Supervisor::first_seq() const {
    return state_->first_seq;
}

Supervisor::State::State(Supervisor& supervisor, Launch what)
    : owner(supervisor), launch(std::move(what)), lock(launch.folder, launch.take_over),
      identity(launch.folder.root), begun(begin(launch)),
      recorder(launch.folder, recorder_options(launch.preset)),
      hub(
          launch.folder, static_cast<std::size_t>(launch.preset.supervision.viewer_queue_events),
          [this](event::Command command) { return carry_out(command); },
          [this](const std::string& text) { log_client(text); }),
      gpus(launch.preset, launch.visible_devices), awake("training " + launch.preset.name),
      token(random_token()) {
    first_seq = recorder.next_seq();
    open_door();
}

Supervisor::State::~State() {
    *alive = false;
    std::error_code none;
    fs::remove(launch.folder.socket(), none);
}

event::ExitRecord Supervisor::State::run() {
    const Signals signals([this](int number, SignalMeaning meaning) { signal_arrived(number, meaning); });
    watch.emplace(launch.folder, signals);
    oom_kills_before = oom_kills();
    entered_at = last_tick = monotonic_seconds();
    if (const std::string warning = logout_warning(); !warning.empty()) log("warning", warning);
    read_settings();
    enter(RunState::starting);
    try {
        start_ranks();
        ticker.setInterval(tick_ms);
        QObject::connect(&ticker, &QTimer::timeout, [this] { tick(); });
        ticker.start();
        loop.exec();
    } catch (const Error& error) {
        verdict.cause(error);
        kill_all();
        enter(RunState::failed);
    }
    const event::ExitRecord record = conclude();
    watch.reset(); // before the signals that it looks at
    return record;
}

void Supervisor::State::start_ranks() {
    const auto& parallel = launch.preset.parallel;
    const int port = parallel.master_port != 0 ? parallel.master_port : free_port();
    ++port_tries;
    const std::string size = std::to_string(parallel.processes);
    for (int index = 0; index < parallel.processes; ++index) {
        auto rank = std::make_unique<Rank>();
        rank->index = index;
        rank->started = rank->last_heard = rank->last_worked = monotonic_seconds();
        rank->process.on_end = [this, one = rank.get()](ProcessEnd end) { rank_ended(*one, end); };
        RankLaunch how{
            launch.worker, {launch.folder.root.string()}, {}, launch.folder.log(index), lock.descriptors()};
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
    }
    std::vector<int> groups;
    for (const auto& rank : ranks)
        groups.push_back(rank->process.pid());
    watch->set_groups(std::move(groups));
}

void Supervisor::State::restart_on_another_port() {
    if (restarting) return;
    restarting = true;
    log("warning", "the rendezvous port was taken by another program: trying the next free one");
    // Later, because this runs inside a rank's connection.
    QTimer::singleShot(0, &ticker, [this] {
        ranks.clear();
        restarting = false;
        first_end.reset();
        try {
            start_ranks();
        } catch (const Error& error) {
            verdict.cause(error);
            apply(RunEvent::rank_failed);
            check_all_gone();
        }
    });
}

bool Supervisor::State::apply(RunEvent event) {
    const auto after = next(now_in, event);
    if (after) enter(*after);
    return after.has_value();
}

void Supervisor::State::enter(RunState entered) {
    const RunState before = now_in;
    now_in = entered;
    entered_at = monotonic_seconds();
    event::Event event;
    event.type = event::Type::State;
    event.fields = Json{{"state", name_of(entered)}};
    publish(std::move(event), true);
    if (entered == RunState::starting || entered == RunState::running) awake.hold();
    if (entered == RunState::paused || is_end(entered)) awake.release();
    switch (entered) {
    case RunState::pausing:
        return tell_rank0(event::Command::pause);
    case RunState::running:
        if (before != RunState::starting) tell_rank0(event::Command::resume);
        return;
    case RunState::stopping:
        stopping_at = ranks.empty() ? 0 : ranks[0]->step;
        warned_of_grace = false;
        // Before all ranks are there nobody can agree on a step to stop at, and nothing is to be saved.
        return ready ? tell_rank0(event::Command::stop) : signal_all(SIGTERM);
    case RunState::terminating:
        return signal_all(SIGTERM);
    case RunState::failing:
        if (before == RunState::terminating) kill_all();
        return;
    case RunState::killing:
        return kill_all();
    default:
        return;
    }
}

std::pair<bool, std::string> Supervisor::State::carry_out(event::Command command) {
    const std::string refused = "the run is " + name_of(now_in);
    using event::Command;
    switch (command) {
    case Command::stop:
        if (apply(RunEvent::stop_asked)) return {true, "stopping: the step is finished and saved"};
        return {false, refused};
    case Command::pause:
        if (apply(RunEvent::pause_asked)) return {true, "pausing after this step"};
        return {false, refused};
    case Command::resume:
        if (apply(RunEvent::continue_asked)) return {true, "continuing"};
        return {false, refused};
    case Command::checkpoint:
        if (now_in == RunState::paused || now_in == RunState::pausing) {
            tell_rank0(command); // rank 0 reads commands in their order: it saves once it is paused
            return {true, "saving a checkpoint; the run stays paused"};
        }
        if (now_in != RunState::running) return {false, refused};
        tell_rank0(command);
        return {true, "saving a checkpoint after this step"};
    case Command::kill:
        if (forced_by == 0) forced_by = SIGKILL;
        if (apply(RunEvent::kill_asked)) return {true, "killed; the last committed checkpoint is kept"};
        return {false, refused};
    case Command::none:
        break;
    }
    return {false, "no such command"};
}

void Supervisor::State::signal_arrived(int number, SignalMeaning meaning) {
    switch (meaning) {
    case SignalMeaning::repeat:
        return;
    case SignalMeaning::hangup:
        return log("info", "the terminal is closed (SIGHUP); the run continues");
    case SignalMeaning::force:
        forced_by = number;
        apply(RunEvent::kill_asked);
        return;
    case SignalMeaning::stop_and_requeue:
        requeue = true;
        break;
    case SignalMeaning::stop:
        break;
    }
    log("info", fmt::format("signal {}: stopping after this step, with a checkpoint", number));
    apply(RunEvent::stop_asked);
}

void Supervisor::State::tick() {
    const double now = monotonic_seconds();
    watch->beat();
    if (now - last_tick > stalled_seconds)
        log("warning", fmt::format("the supervisor did not run for {:.0f} s", now - last_tick));
    if (now - last_tick > overslept_seconds)
        for (const auto& rank : ranks) {
            rank->last_heard += now - last_tick;
            rank->last_worked += now - last_tick;
        }
    last_tick = now;
    if (restarting) return;
    if (lock.is_lost()) check_folder();
    check_ranks(now);
    check_deadlines(now);
    check_gpus();
    tell_devices(now);
    if (launch.claims_devices) claim_devices(now);
}

void Supervisor::State::check_folder() try {
    lock.require_held();
    identity.require_same();
} catch (const Error& error) {
    verdict.cause(error);
    apply(RunEvent::rank_failed);
}

void Supervisor::State::check_ranks(double now) {
    if (now_in == RunState::failing || now_in == RunState::killing || is_end(now_in)) return;
    const auto& limits = launch.preset.supervision;
    for (const auto& rank : ranks) {
        if (rank->end) continue;
        const double silent = now - rank->last_heard;
        if (!rank->said_hello && now - rank->started > limits.start_timeout_seconds) {
            verdict.hung(rank->index, now - rank->started,
                         rank->where() + ", log " + launch.folder.log(rank->index).string());
        } else if (rank->said_hello && !rank->lost_at && silent > limits.rank_timeout_seconds) {
            const Rank& culprit = most_suspect(now - limits.rank_timeout_seconds / 2);
            verdict.hung(culprit.index, now - culprit.last_heard, where_of(culprit));
        } else if (rank->lost_at && now - *rank->lost_at > leaving_seconds) {
            verdict.lost_contact(rank->index, "it closed its end and lives on", rank->where());
        } else if (first_end && now - std::max(*first_end, rank->last_heard) > limits.stop_grace_seconds) {
            verdict.hung(rank->index, now - *first_end, rank->where() + ", after another rank had ended");
        } else {
            continue;
        }
        apply(RunEvent::rank_failed);
    }
    check_work(now);
}

/// Every rank says that it waits, for the others or for the disk, and none has worked for longer than it may:
/// each alone gives signs of life, but the run is hung.
void Supervisor::State::check_work(double now) {
    const auto& limits = launch.preset.supervision;
    double latest = 0, limit = limits.rank_timeout_seconds;
    for (const auto& rank : ranks) {
        if (rank->end) continue;
        if (!rank->said_hello || rank->lost_at) return;
        latest = std::max(latest, rank->last_worked);
        if (rank->waits_for == "disk") limit = std::max(limit, limits.disk_timeout_seconds);
    }
    if (latest == 0 || now - latest <= limit) return;
    const Rank& culprit = most_suspect(now);
    verdict.stuck(culprit.index, now - latest, where_of(culprit));
    apply(RunEvent::rank_failed);
}

/// Whether a stop is under way: all ranks work or wait, and have not trained on past the step that all agree
/// to stop at.
bool Supervisor::State::is_finishing(double now) const {
    constexpr std::int64_t agreed_within = 2; // steps from the request
    const double limit = launch.preset.supervision.rank_timeout_seconds;
    return std::ranges::all_of(ranks, [&](const auto& rank) {
        return rank->end || (now - rank->last_heard < limit && rank->step <= stopping_at + agreed_within);
    });
}

void Supervisor::State::check_deadlines(double now) {
    const auto& limits = launch.preset.supervision;
    const double since = now - entered_at;
    if (now_in == RunState::stopping && since > limits.stop_grace_seconds && is_finishing(now)) {
        if (!std::exchange(warned_of_grace, true))
            log("warning", fmt::format("not stopped after {:.0f} s: still {}; `kill` ends it at once", since,
                                       ranks[0]->where()));
    } else if (now_in == RunState::stopping && since > limits.stop_grace_seconds) {
        log("warning", fmt::format("not stopped after {:.0f} s: sending SIGTERM", since));
        apply(RunEvent::grace_over);
    } else if (now_in == RunState::terminating && since > limits.kill_grace_seconds) {
        for (const auto& rank : ranks)
            if (!rank->end) verdict.hung(rank->index, since, rank->where() + ", it ignored stop and SIGTERM");
        apply(RunEvent::kill_grace_over);
    } else if (now_in == RunState::failing && !kill_sent && since > settle_seconds) {
        kill_all();
    }
}

void Supervisor::State::tell_rank0(event::Command command) {
    if (ranks.empty() || !ranks[0]->connection) return;
    ranks[0]->connection->send(Json{{"type", "Command"}, {"command", event::name_of(command)}}.dump());
}

void Supervisor::State::signal_all(int number) {
    if (number == SIGTERM) term_sent = true;
    for (const auto& rank : ranks)
        rank->process.signal(number);
}

void Supervisor::State::kill_all() {
    kill_sent = true;
    for (const auto& rank : ranks)
        rank->process.kill_group();
}

void Supervisor::State::read_settings() try { settings = read_user_settings(); } catch (const Error& error) {
    log("warning", "the settings are not used: " + error.line());
}

} // namespace tunedesk::run
