// SPDX-License-Identifier: GPL-3.0-or-later
// What a training thread pays to say where it is: bench_publish [EVENTS]. Publishes through a real socket
// whose other end reads all, and one whose other end has stopped reading, and prints the time of a call.
#include "base/clock.h"
#include "base/error.h"
#include "event/socket/channel.h"
#include "event/socket/local_socket.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace tunedesk;

/// A supervisor that only reads, or does not.
class Listener {
public:
    Listener(const fs::path& path, bool reads) : listening_(event::listen_at(path)) {
        thread_ = std::thread([this, reads] {
            FileDescriptor fd;
            while (!fd && !over_) {
                fd = FileDescriptor(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
                if (!fd) ::usleep(1000);
            }
            char buffer[1 << 16];
            while (!over_)
                if (!reads || ::recv(fd.get(), buffer, sizeof buffer, MSG_DONTWAIT) <= 0) ::usleep(1000);
        });
    }
    ~Listener() {
        over_ = true;
        thread_.join();
    }

private:
    FileDescriptor listening_;
    std::atomic<bool> over_ = false;
    std::thread thread_;
};

event::Event progress(int step, int steps) {
    event::Event event;
    event.type = event::Type::Progress;
    event.fields = {{"phase", event::training_phase}, {"done", step}, {"total", steps}, {"collective", step}};
    return event;
}

event::Event figures(int step) {
    return event::to_event({.step = step,
                            .epoch = 0.5,
                            .loss = 0.69314718,
                            .accuracy = 0.515625,
                            .learning_rate = 5e-5,
                            .grad_norm = 1.2345678,
                            .samples = 320,
                            .tokens = 81920,
                            .step_seconds = 0.25,
                            .rss_bytes = 1u << 30});
}

/// Microseconds of each call, a millisecond apart as in a quick training.
template <typename Publish>
void measure(const char* what, int count, Publish publish) {
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        const double start = monotonic_seconds();
        publish(i);
        times.push_back((monotonic_seconds() - start) * 1e6);
        ::usleep(1000);
    }
    std::sort(times.begin(), times.end());
    double sum = 0;
    for (const double time : times)
        sum += time;
    fmt::print("{}\t{:.2f}\t{:.2f}\t{:.2f}\n", what, times[times.size() / 2],
               sum / static_cast<double>(times.size()), times[times.size() * 99 / 100]);
}

} // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::max(100, std::atoi(argv[1])) : 3000;
    try {
        const fs::path folder = fs::temp_directory_path() / fmt::format("bench_publish-{}", ::getpid());
        fmt::print("call\tmedian us\tmean us\tp99 us\n");
        for (const bool reads : {true, false}) {
            const Listener listener(folder / "socket", reads);
            const auto channel = event::connect_channel(folder / "socket", "token", 0, 1);
            measure(reads ? "progress" : "progress, nobody reads", count,
                    [&](int i) { channel->publish(progress(i, count)); });
            measure(reads ? "step" : "step, nobody reads", count,
                    [&](int i) { channel->publish(figures(i)); });
        }
        fs::remove_all(folder);
        return 0;
    } catch (const Error& error) {
        fmt::print(stderr, "{}\n", error.line());
        return static_cast<int>(error.code());
    }
}
