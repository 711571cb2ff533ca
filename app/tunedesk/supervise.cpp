// SPDX-License-Identifier: GPL-3.0-or-later
#include "supervise.h"

#include "base/error.h"
#include "base/files/beneath.h"
#include "base/text.h"
#include "event/folder/required_run.h"
#include "event/folder/run_folder_guard.h"
#include "output.h"
#include "plots.h"
#include "program.h"
#include "run/follow/follow.h"
#include "run/queue/queue_waiter.h"
#include "run/supervise/elastic.h"
#include "run/supervise/node_ranks.h"
#include "terminal_view.h"

#include <QCoreApplication>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <future>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace tunedesk::app {

namespace {

/// Qt requires an argument vector with the lifetime of the application.
struct Application {
    int count = 1;
    char name[9] = "tunedesk";
    char* arguments[2] = {name, nullptr};
    QCoreApplication qt{count, arguments};
};

/// Draws the plots of a finished run if the window's program is installed. A run does not fail because of
/// them.
void leave_plots(const event::RunFolder& folder, const event::ExitRecord& record) {
    constexpr double patience = 60;
    if (record.code != 0) return;
    try {
        draw_plots(folder.root, {}, patience);
    } catch (const std::exception&) {
    }
}

/// The view is a viewer like any other, on its own thread: a terminal that blocks output (Ctrl-S) must not
/// block the run.
int supervise_here(run::Launch launch, const Supervising& how) {
    const event::RunFolder folder = launch.folder;
    std::optional<Application> application;
    if (!QCoreApplication::instance()) application.emplace();
    std::optional<run::Supervisor> supervisor(std::in_place, launch);
    std::atomic<bool> over = false;
    auto view = std::make_shared<TerminalView>(folder, TerminalView::style_for(STDOUT_FILENO, how.json),
                                               STDOUT_FILENO);
    view->say("run " + folder.root.string());
    std::promise<void> shown;
    std::future<void> was_shown = shown.get_future();
    std::thread viewer(
        [view, folder, from = supervisor->first_seq(), &over, done = std::move(shown)]() mutable {
            run::Following following{from, [&](const event::Event& event) { view->see(event); },
                                     [&] { view->tick(); }, [&] { return over && view->is_silenced(); }};
            try {
                view->finish(run::follow(folder, following));
            } catch (const Error&) {
                // The supervisor provides the exit code and the error line.
            }
            done.set_value();
        });
    const event::ExitRecord record = supervisor->run();
    std::optional<run::Launch> next = run::without_lost_rank(launch, *supervisor, record);
    using Settled = run::Signals::Settled;
    supervisor->settle_exit_code(record.code,
                                 how.more_follow || next ? Settled::until_destroyed : Settled::for_good);
    leave_plots(folder, record);
    over = true;
    const bool in_time = was_shown.wait_for(std::chrono::seconds(10)) == std::future_status::ready;
    if (!record.line.empty()) print_notice("{}\n", harmless(record.line));
    if (!in_time) ::_exit(record.code); // the terminal blocks output, and the thread cannot be ended
    viewer.join();
    if (next) {
        supervisor.reset(); // releases its folder
        return supervise_here(std::move(*next), how);
    }
    const bool ends_others = how.more_follow && record.code == 0 && supervisor->stop_asked();
    return ends_others ? static_cast<int>(ExitCode::stopped) : record.code;
}

/// The channel from a detached supervisor to the command that started it: one line, then the pipe is closed.
/// Later output is discarded.
class Starter {
public:
    explicit Starter(FileDescriptor pipe) : pipe_(std::move(pipe)) {}

    void ready() { send("ready\n"); }
    void ended(const event::ExitRecord& record) {
        const Json json = {{"code", record.code}, {"line", record.line}};
        send(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }

private:
    void send(std::string_view line) {
        if (!pipe_) return;
        [[maybe_unused]] const bool written = write_all(pipe_.get(), line);
        pipe_.reset();
    }

    FileDescriptor pipe_;
};

/// Runs the detached process; its standard streams are the run's log.
[[noreturn]] void supervise_apart(run::Launch launch, Starter starter) {
    const FileDescriptor in(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const FileDescriptor out =
        open_beneath(launch.folder.root, "logs/supervisor.log", O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(in.get(), STDIN_FILENO);
    ::dup2(out ? out.get() : in.get(), STDOUT_FILENO);
    ::dup2(out ? out.get() : in.get(), STDERR_FILENO);
    int code = 0;
    try {
        const Application application;
        const event::RunFolder folder = launch.folder;
        std::optional<run::Supervisor> supervisor;
        const event::ExitRecord record =
            run::supervise_to_end(std::move(launch), supervisor, [&starter](run::Supervisor& each) {
                each.on_ready = [&starter] { starter.ready(); };
            });
        starter.ended(record);
        supervisor->settle_exit_code(record.code, run::Signals::Settled::for_good);
        supervisor.reset(); // the run is over and its folder released
        leave_plots(folder, record);
        if (!record.line.empty()) print_notice("{}\n", harmless(record.line));
        code = record.code;
    } catch (const Error& error) {
        starter.ended(event::exit_record(error));
        code = print_error(error);
    }
    std::fflush(nullptr);
    ::_exit(code);
}

/// Reads until the detached supervisor reports "ready" or a failure.
int await_detached(int pipe, const event::RunFolder& folder, bool json) {
    std::string said;
    char buffer[4096];
    for (ssize_t n = 0;
         (n = ::read(pipe, buffer, sizeof buffer)) != 0 && said.find('\n') == std::string::npos;)
        if (n > 0) said.append(buffer, static_cast<std::size_t>(n));
    const std::string root = folder.root.string();
    if (said.rfind("ready", 0) == 0) {
        if (json)
            print_json({{"run", root}}, -1);
        else
            print_text("{}\n", root);
        return 0;
    }
    if (said.empty())
        throw Error(ErrorId::detached_supervisor_ended, {(folder.root / "logs" / "supervisor.log").string()},
                    root);
    const Json record = parse_json(said, "the detached supervisor", ErrorId::detached_answer_invalid);
    print_notice("{}\n", harmless(record.value("line", std::string())));
    return record.value("code", 7);
}

int supervise_detached(run::Launch launch, bool json) {
    const event::RunFolder folder = launch.folder;
    event::require_safe_run_folder(folder);
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Error(ErrorId::pipe_failed, {errno_text(errno)});
    FileDescriptor reading(ends[0]), writing(ends[1]);
    std::fflush(nullptr);
    // Twice, so that the supervisor is adopted by init and has no controlling terminal.
    const pid_t first = ::fork();
    if (first < 0) throw Error(ErrorId::process_not_started, {errno_text(errno)});
    if (first == 0) {
        reading.reset();
        ::setsid();
        const pid_t second = ::fork();
        if (second != 0) ::_exit(second < 0 ? 1 : 0);
        ::signal(SIGPIPE, SIG_IGN);
        supervise_apart(std::move(launch), Starter(std::move(writing)));
    }
    writing.reset();
    ::waitpid(first, nullptr, 0);
    return await_detached(reading.get(), folder, json);
}

/// For a task that does not supervise: the view of the run and its end are on task 0.
int supervise_task(run::Launch launch) {
    const Application application;
    run::NodeRanks ranks(std::move(launch));
    const int code = ranks.run();
    if (ranks.failure()) print_notice("{}\n", harmless(ranks.failure()->line()));
    return code;
}

} // namespace

int supervise(run::Launch launch, const Supervising& how) {
    if (how.detach && launch.task.size > 1) throw Error(ErrorId::task_detached);
    if (!launch.task.leads()) return supervise_task(std::move(launch));
    return how.detach ? supervise_detached(std::move(launch), how.json)
                      : supervise_here(std::move(launch), how);
}

int supervise_queued(std::int64_t id) {
    const Application application;
    return run::serve_queue_entry(id, leave_plots);
}

event::RunFolder folder_named(const std::string& text) {
    event::RunFolder folder{fs::absolute(text).lexically_normal()};
    if (!folder.root.has_filename()) folder.root = folder.root.parent_path();
    return folder;
}

event::RunFolder existing_run(const std::string& text) {
    event::RunFolder folder = folder_named(text);
    event::require_run(folder);
    return folder;
}

} // namespace tunedesk::app
