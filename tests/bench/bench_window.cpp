// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what the window's plots cost; measures nothing that a test should fail for. Run it on a quiet
// machine, under a display (xvfb-run). Arguments: some of journal, attach, load (default: all).
//
//   journal  2 million Step events with 10 figures each: the first curve, the whole, the memory
//   attach   from show_run() to the painted page of a live run with 10,000 steps
//   load     1,000 events a second into a visible page, the share of a core (seconds: TUNEDESK_BENCH_SECONDS)

#include "base/clock.h"
#include "base/files/file.h"
#include "bench/measure.h"
#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/socket/frame.h"
#include "ui/run/plot_board.h"
#include "ui/run/progress_panel.h"
#include "ui/run/watch_page.h"

#include <QApplication>
#include <QTemporaryDir>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <poll.h>
#include <random>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::bench;
using namespace tunedesk::ui;

namespace {

event::Event step_event(std::int64_t step, std::int64_t steps, std::mt19937& random) {
    const double share = static_cast<double>(step) / static_cast<double>(steps);
    event::Event event = event::to_event({.step = step,
                                          .epoch = 3 * share,
                                          .loss = loss_at(share, random),
                                          .accuracy = 0.5 + 0.4 * share,
                                          .learning_rate = 5e-5 * (1 - share),
                                          .grad_norm = 1 + static_cast<double>(random() % 1000) / 1000,
                                          .samples = 12,
                                          .tokens = 3000 + static_cast<std::int64_t>(random() % 100),
                                          .step_seconds = 0.125,
                                          .rss_bytes = 1u << 30,
                                          .gpu_allocated_bytes = 1u << 20});
    event.rank = 0;
    event.rank_seq = static_cast<std::uint64_t>(step);
    event.seq = static_cast<std::uint64_t>(step);
    event.t = 1795246757 + static_cast<double>(step) * 0.125;
    return event;
}

void write_journal(const event::RunFolder& folder, std::int64_t steps) {
    std::mt19937 random(1);
    std::ofstream preset(folder.preset());
    preset << "tunedesk: 1\nname: bench\nmodel: {path: model}\ndata: {train: train.csv}\n";
    std::ofstream journal(folder.journal(), std::ios::binary);
    for (std::int64_t step = 1; step <= steps; ++step)
        journal << event::to_line(step_event(step, steps, random)) << '\n';
}

void journal() {
    constexpr std::int64_t steps = 2'000'000;
    QTemporaryDir temporary;
    const event::RunFolder folder{temporary.path().toStdString()};
    write_journal(folder, steps);
    WatchPage page;
    page.resize(1280, 900);
    page.show();
    process_for(0.5);
    const double before = resident_mib(), begin = monotonic_seconds();
    double first = 0, complete = 0;
    QObject::connect(page.feed(), &RunFeed::opened, &page, [&](bool all) {
        page.board()->plot("loss")->redraw();
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents); // painted
        if (first == 0) first = monotonic_seconds() - begin;
        if (all) complete = monotonic_seconds() - begin;
    });
    page.show_run(folder.root);
    process_until(60, [&] { return complete > 0; });
    process_for(3);
    std::printf("journal of 2 million steps (%.0f MiB): first curve %.0f ms, complete %.2f s, %.0f MiB more, "
                "%.0f MiB in all\n",
                static_cast<double>(fs::file_size(folder.journal())) / (1 << 20), first * 1e3, complete,
                resident_mib() - before, resident_mib());
}

/// A supervisor as a viewer sees one: it takes a viewer's Attach and sends events.
class Source {
public:
    explicit Source(const event::RunFolder& folder) {
        fs::create_directories(folder.socket().parent_path());
        fs::permissions(folder.socket().parent_path(), fs::perms::owner_all);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        folder.socket().string().copy(address.sun_path, sizeof address.sun_path - 1);
        listening_ = FileDescriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::bind(listening_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
            ::listen(listening_.get(), 4) != 0)
            std::perror("bind");
    }
    /// Serves one viewer: `rate` events a second from step `from` until `over`.
    void serve(std::int64_t from, double rate, const std::atomic<bool>& over) {
        pollfd poll{listening_.get(), POLLIN, 0};
        while (!over && ::poll(&poll, 1, 50) <= 0) {
        }
        const FileDescriptor viewer(::accept(listening_.get(), nullptr, nullptr));
        std::mt19937 random(2);
        const double begin = monotonic_seconds();
        for (std::int64_t sent = 0; !over;) {
            for (; static_cast<double>(sent) < (monotonic_seconds() - begin) * rate; ++sent) {
                event::Event event = step_event(from + sent / 2, 1'000'000, random);
                if (sent % 2) { // every other one is a bar's
                    event.type = event::Type::Progress;
                    event.seq = 0;
                    event.fields = Json{
                        {"phase", event::training_phase}, {"done", from + sent / 2}, {"total", 1'000'000}};
                }
                const std::string frame = event::make_frame(event::to_line(event));
                if (!write_all(viewer.get(), frame)) return;
            }
            ::usleep(5000);
        }
    }

private:
    FileDescriptor listening_;
};

/// A page over a live source: attach time, then the share of a core that `seconds` of its events take. The
/// source's own share is measured beside it and taken off.
void live(bool load) {
    QTemporaryDir temporary;
    qputenv("XDG_RUNTIME_DIR", (temporary.path() + "/runtime").toUtf8());
    fs::create_directories(temporary.path().toStdString() + "/runtime");
    const event::RunFolder folder{temporary.path().toStdString() + "/run"};
    fs::create_directories(folder.root);
    write_journal(folder, 10'000);
    Source source(folder);
    std::atomic<bool> over = false;
    std::atomic<double> source_seconds = 0;
    std::thread thread([&] {
        source.serve(10'001, load ? 1000 : 100, over);
        timespec used{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        source_seconds = static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
    });
    WatchPage page;
    page.resize(1280, 900);
    page.show();
    process_for(0.5);
    const double begin = monotonic_seconds();
    page.show_run(folder.root);
    process_until(10, [&] { return page.feed()->history() && page.progress()->texts().size() > 0; });
    QCoreApplication::processEvents();
    std::printf("attach to a live run with 10,000 steps: %.0f ms to the bars and curves\n",
                (monotonic_seconds() - begin) * 1e3);
    if (load) {
        const double seconds = std::max(1, qEnvironmentVariableIntValue("TUNEDESK_BENCH_SECONDS"));
        process_for(2);
        const double memory = resident_mib(), used = process_seconds(), start = monotonic_seconds();
        process_for(seconds / 2);
        const double middle = resident_mib();
        process_for(seconds / 2);
        const double wall = monotonic_seconds() - start, all = process_seconds() - used;
        const double end = resident_mib();
        over = true;
        thread.join();
        const double of_source = source_seconds * wall / (monotonic_seconds() - begin);
        std::printf("1,000 events/s for %.0f s: %.1f %% of a core (the sending side's %.1f %% taken off), "
                    "resident %.1f MiB at the start, %.1f in the middle, %.1f at the end\n",
                    wall, 100 * (all - of_source) / wall, 100 * of_source / wall, memory, middle, end);
        return;
    }
    over = true;
    thread.join();
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("TUNEDESK_BENCH_SECONDS")) qputenv("TUNEDESK_BENCH_SECONDS", "60");
    QTemporaryDir state;
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    QApplication application(argc, argv);
    const QStringList chosen = QApplication::arguments().mid(1);
    const auto wanted = [&](const char* name) {
        return chosen.isEmpty() || chosen.contains(QLatin1String(name));
    };
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (wanted("journal")) journal();
    if (wanted("attach")) live(false);
    if (wanted("load")) live(true);
    return 0;
}
