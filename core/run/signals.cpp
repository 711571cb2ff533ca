#include "run/signals.h"

#include "base/error.h"

#include <QSocketNotifier>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE};
struct sigaction former[std::size(watched)];
std::atomic<int> pipe_end{-1};

void handle(int number) {
    const int saved = errno;
    const auto byte = static_cast<unsigned char>(number);
    // A full pipe loses the signal, after thousands of the same kind.
    [[maybe_unused]] const ssize_t written = ::write(pipe_end.load(), &byte, 1);
    errno = saved;
}

} // namespace

Signals::Signals(std::function<void(int)> arrived) : arrived_(std::move(arrived)) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        throw Error(5012, "cannot make a pipe: " + errno_text(errno));
    read_ = FileDescriptor(ends[0]);
    write_ = FileDescriptor(ends[1]);
    pipe_end = ends[1];
    notifier_ = std::make_unique<QSocketNotifier>(ends[0], QSocketNotifier::Read);
    QObject::connect(notifier_.get(), &QSocketNotifier::activated, [this] { take(); });
    for (std::size_t i = 0; i < std::size(watched); ++i) {
        struct sigaction action {};
        action.sa_handler = watched[i] == SIGPIPE ? SIG_IGN : handle;
        action.sa_flags = SA_RESTART;
        ::sigaction(watched[i], &action, &former[i]);
    }
}

Signals::~Signals() {
    for (std::size_t i = 0; i < std::size(watched); ++i)
        ::sigaction(watched[i], &former[i], nullptr);
    pipe_end = -1;
}

void Signals::take() {
    unsigned char bytes[64];
    const ssize_t n = ::read(read_.get(), bytes, sizeof bytes);
    for (ssize_t i = 0; i < n; ++i)
        arrived_(bytes[i]);
}

} // namespace tunedesk::run
