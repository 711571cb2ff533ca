// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/loop_watch.h"

#include "base/clock.h"
#include "run/supervise/signals.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <functional>
#include <future>
#include <memory>
#include <unistd.h>

namespace tunedesk::run {

namespace {

using Seconds = std::chrono::duration<double>;
constexpr Seconds look_interval(0.25);
/// The watch restarts its timer if it was itself suspended for this long (SIGSTOP, a suspended machine).
constexpr double watch_overslept_seconds = 5;
constexpr Seconds disk_patience(2);
constexpr double stuck_seconds = 1;

/// Runs on a detached thread, because the disk may not respond.
void aside(const std::function<void()>& write) {
    auto done = std::make_shared<std::promise<void>>();
    const std::future<void> is_done = done->get_future();
    std::thread([write, done] {
        write();
        done->set_value();
    }).detach();
    is_done.wait_for(disk_patience);
}

void append_to_log(const event::RunFolder& folder, const std::string& text) {
    const fs::path path = folder.root / "logs" / "supervisor.log";
    const FileDescriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    const std::string line = utc_text(utc_seconds()) + ' ' + text + '\n';
    [[maybe_unused]] const bool written = file && write_all(file.get(), line);
}

} // namespace

LoopWatch::LoopWatch(event::RunFolder folder, const Signals& signals, Limits limits)
    : folder_(std::move(folder)), signals_(signals), limits_(limits), last_beat_(monotonic_seconds()),
      thread_([this] {
          sigset_t all; // signals are handled by other threads
          ::sigfillset(&all);
          ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
          watch();
      }) {}

LoopWatch::~LoopWatch() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void LoopWatch::on_turn() {
    const std::lock_guard lock(mutex_);
    last_beat_ = monotonic_seconds();
}

void LoopWatch::set_groups(std::vector<int> groups) {
    const std::lock_guard lock(mutex_);
    groups_ = std::move(groups);
}

void LoopWatch::watch() {
    double last_look = monotonic_seconds(), last_said = 0;
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, look_interval, [this] { return over_; })) {
        const double now = monotonic_seconds();
        if (now - last_look > watch_overslept_seconds) last_beat_ += now - last_look;
        last_look = now;
        const double silent = now - last_beat_;
        // The kernel delivers signals to the main thread first, which may be blocked by a disk.
        if (silent > stuck_seconds) Signals::take_pending();
        const ForcedEnd forced = signals_.forced_end();
        if (forced.signal != 0 && now - forced.since > limits_.forced_seconds &&
            silent > limits_.forced_seconds) {
            const std::vector<int> groups = groups_;
            lock.unlock();
            end_by_force(forced.signal, groups);
        }
        if (silent < limits_.silent_seconds || last_said > last_beat_) continue;
        last_said = now;
        lock.unlock();
        const std::string line =
            fmt::format("warning: the supervisor's event loop has not run for {:.0f} s; a "
                        "second SIGTERM ends the run",
                        silent);
        aside([folder = folder_, line] { append_to_log(folder, line); });
        lock.lock();
    }
}

void LoopWatch::end_by_force(int signal, const std::vector<int>& groups) const {
    for (const int group : groups)
        ::kill(-group, SIGKILL);
    const Error error(ErrorId::supervisor_blocked_end, {fmt::to_string(signal), folder_.root.string()},
                      folder_.root.string());
    event::KeptSteps kept;
    kept.may_have_earlier = true; // only the loop knew its checkpoints
    aside([folder = folder_, record = event::exit_record(error, kept), signal]() mutable {
        record.code = 128 + signal;
        append_to_log(folder, record.line);
        try {
            event::write_exit(folder, record);
        } catch (const Error&) {
            // The loop was probably blocked by this disk.
        }
    });
    ::_exit(128 + signal);
}

} // namespace tunedesk::run
