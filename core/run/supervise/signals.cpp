// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/signals.h"

#include "base/clock.h"
#include "base/error.h"

#include <QSocketNotifier>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE};
struct sigaction former[std::size(watched)];
std::atomic<int> pipe_end{-1};
std::atomic<StopSignals*> requests{nullptr};
constexpr int not_settled = -1;
std::atomic<int> settled_code{not_settled};

struct Arrival {
    int number;
    SignalMeaning meaning;
};
static_assert(sizeof(Arrival) <= PIPE_BUF); // written atomically

void handle(int number) {
    const int saved = errno;
    const Arrival arrival{number, requests.load()->take(number, monotonic_seconds())};
    if (const int code = settled_code; code != not_settled) {
        if (arrival.meaning == SignalMeaning::force) ::_exit(code);
        errno = saved;
        return;
    }
    // A full pipe drops the signal, after thousands of the same kind.
    [[maybe_unused]] const ssize_t written = ::write(pipe_end.load(), &arrival, sizeof arrival);
    errno = saved;
}

} // namespace

Signals::Signals(std::function<void(int, SignalMeaning)> arrived) : arrived_(std::move(arrived)) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) throw Error(ErrorId::pipe_failed, {errno_text(errno)});
    read_ = FileDescriptor(ends[0]);
    write_ = FileDescriptor(ends[1]);
    pipe_end = ends[1];
    requests = requests_.get();
    settled_code = not_settled;
    notifier_ = std::make_unique<QSocketNotifier>(ends[0], QSocketNotifier::Read);
    QObject::connect(notifier_.get(), &QSocketNotifier::activated, [this] { deliver(); });
    for (std::size_t i = 0; i < std::size(watched); ++i) {
        struct sigaction action {};
        action.sa_handler = watched[i] == SIGPIPE ? SIG_IGN : handle;
        action.sa_flags = SA_RESTART;
        ::sigaction(watched[i], &action, &former[i]);
    }
}

void Signals::take_pending() {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int number : watched)
        if (number != SIGPIPE) ::sigaddset(&set, number);
    const timespec now{};
    for (int number = 0; (number = ::sigtimedwait(&set, nullptr, &now)) > 0;)
        handle(number);
}

Signals::~Signals() {
    if (is_for_good_) {
        // never freed: the handlers count in it
        [[maybe_unused]] const StopSignals* kept = requests_.release();
        return;
    }
    for (std::size_t i = 0; i < std::size(watched); ++i)
        ::sigaction(watched[i], &former[i], nullptr);
    pipe_end = -1;
    settled_code = not_settled;
}

void Signals::deliver() {
    Arrival arrival{};
    while (::read(read_.get(), &arrival, sizeof arrival) == sizeof arrival)
        arrived_(arrival.number, arrival.meaning);
}

void Signals::settle_exit_code(int code, Settled settled) {
    is_for_good_ = settled == Settled::for_good;
    settled_code = code;
}

} // namespace tunedesk::run
