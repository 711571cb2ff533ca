// SPDX-License-Identifier: GPL-3.0-or-later
// A tiny real worker for the process tests: speaks the real protocol through core/event, trains nothing.
//
// TUNEDESK_FAKE is a comma-separated list of BEHAVIOUR[@RANK]; what is not named behaves well.
// TUNEDESK_FAKE_STEPS and TUNEDESK_FAKE_MS set how long a good one takes; halfway it waits for the file
// TUNEDESK_FAKE_GATE, where that is set.

#include "base/clock.h"
#include "base/text.h"
#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/socket/channel.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace tunedesk;
using event::Type;

namespace {

volatile std::sig_atomic_t terminated = 0;

int number_of(const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text ? std::atoi(text) : otherwise;
}

std::string text_of(const char* name) {
    const char* text = std::getenv(name);
    return text ? text : "";
}

/// This rank's behaviour.
std::string behaviour(int rank) {
    const std::string list = text_of("TUNEDESK_FAKE");
    for (const std::string_view entry : split(list, ',')) {
        const auto parts = split(entry, '@');
        if (parts.size() == 1 || parts[1] == std::to_string(rank)) return std::string(parts[0]);
    }
    return "ok";
}

void nap(int milliseconds) {
    ::usleep(static_cast<useconds_t>(milliseconds) * 1000);
}

[[noreturn]] void sleep_for_ever() {
    for (;;)
        ::pause();
}

event::Event make(Type type, Json fields) {
    event::Event event;
    event.type = type;
    event.fields = std::move(fields);
    return event;
}

struct Fake {
    event::RunFolder folder;
    int rank, steps, step_ms;
    std::string acts;
    std::unique_ptr<event::Channel> channel;
    int step = 0;
    bool resumed = false; ///< started with --resume

    // Other ranks learn of rank 0's commands as a real worker's do from the control word: here, a file.
    fs::path word() const { return folder.root / "fake-control"; }

    std::string control() {
        if (rank == 0) {
            const event::Command command = channel->command();
            if (command == event::Command::kill) std::_Exit(1);
            if (command == event::Command::checkpoint)
                checkpoint();
            else if (command != event::Command::none)
                std::ofstream(word()) << event::name_of(command);
        }
        if (terminated) return "stop";
        std::string text;
        std::ifstream(word()) >> text;
        return text;
    }

    void say(Type type, Json fields) { channel->publish(make(type, std::move(fields))); }
    void heartbeat(const char* phase) { say(Type::Heartbeat, {{"step", step}, {"phase", phase}}); }

    void checkpoint() {
        say(Type::CheckpointSaved,
            {{"step", step}, {"path", "checkpoints/step"}, {"bytes", 10}, {"seconds", 0.1}});
        channel->sync(5);
    }

    int leave(int code) {
        channel->close(5);
        if (acts == "leaves-slowly") nap(4000);
        return code;
    }

    int fail(int id, const char* what) {
        say(Type::Failed,
            {{"id", id}, {"what", what}, {"where", "train.csv:7"}, {"kept", "nothing"}, {"next", "look"}});
        return leave(id / 1000);
    }

    bool is_held() const {
        const std::string gate = text_of("TUNEDESK_FAKE_GATE");
        return !gate.empty() && 2 * step >= steps && !fs::exists(gate);
    }

    void misbehave() {
        if (acts.rfind("signal", 0) == 0) ::raise(std::atoi(acts.c_str() + 6));
        if (acts == "silent") sleep_for_ever();
        if (acts == "freeze") ::raise(SIGSTOP);
    }

    int train() {
        if (rank == 0 && resumed && acts == "resumes")
            say(Type::Resumed, {{"from_step", 0}, {"from_epoch", 0}, {"from_samples", 0}});
        if (rank == 0)
            say(Type::Started, {{"steps", steps},
                                {"epochs", 1},
                                {"samples", 80},
                                {"tokens", 800},
                                {"parameters", 12345},
                                {"trainable", 345},
                                {"phases", 2}});
        const bool ignores = acts == "ignore";
        for (step = 1; step <= steps; ++step) {
            nap(step_ms);
            if (step == 3) misbehave();
            say(Type::Progress, {{"phase", event::training_phase}, {"done", step}, {"total", steps}});
            heartbeat(event::training_phase);
            if (rank == 0)
                channel->publish(event::to_event({.step = step,
                                                  .epoch = 1.0 * step / steps,
                                                  .loss = 1.0 / step,
                                                  .accuracy = 0.5,
                                                  .learning_rate = 5e-5,
                                                  .step_seconds = step_ms / 1e3,
                                                  .rss_bytes = 64u << 20}));
            std::string asked = ignores ? "" : control();
            while (asked == "pause" || (asked != "stop" && is_held())) {
                heartbeat(asked == "pause" ? "paused" : event::training_phase);
                nap(50);
                asked = control();
            }
            if (asked == "stop") {
                if (rank == 0) checkpoint();
                return leave(75);
            }
        }
        return finish();
    }

    int finish() {
        if (rank == 0) {
            say(Type::Progress, {{"phase", "test"}, {"done", 5}, {"total", 5}});
            say(Type::Eval, {{"split", "test"},
                             {"step", steps},
                             {"epoch", 1},
                             {"loss", 0.3},
                             {"accuracy", 0.9},
                             {"macro_f1", 0.9},
                             {"best", true}});
            std::ofstream(folder.report_text()) << "accuracy 0.9000\n";
            fs::create_directories(folder.best());
            say(Type::Finished,
                {{"steps", steps}, {"epochs", 1}, {"train_seconds", 1.5}, {"test_accuracy", 0.9}});
        }
        return leave(0);
    }
};

/// Past the client library: a good Hello, then a length that nobody may send.
[[noreturn]] void send_garbage(int rank) {
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, text_of("TUNEDESK_SOCKET").c_str(), sizeof address.sun_path - 1);
    if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::_Exit(9);
    event::Event hello = make(Type::Hello, {{"token", text_of("TUNEDESK_TOKEN")},
                                            {"pid", ::getpid()},
                                            {"host", "h"},
                                            {"threads", 1},
                                            {"world_size", 1}});
    hello.rank = rank;
    hello.rank_seq = 1;
    if (!write_all(fd, event::make_frame(event::to_line(hello)) + event::make_frame("not json") +
                           "\xff\xff\xff\xff garbage"))
        std::_Exit(9);
    sleep_for_ever();
}

} // namespace

int main(int argc, char** argv) {
    const int rank = number_of("RANK", 0);
    Fake fake{event::RunFolder{argv[1]},
              rank,
              number_of("TUNEDESK_FAKE_STEPS", 20),
              number_of("TUNEDESK_FAKE_MS", 20),
              behaviour(rank),
              nullptr};
    for (int i = 2; i < argc; ++i)
        fake.resumed = fake.resumed || std::string_view(argv[i]) == "--resume";
    const std::string& acts = fake.acts;
    if (rank == 0) fs::remove(fake.word());
    std::printf("fake rank %d: %s, port %s\n", rank, acts.c_str(), text_of("MASTER_PORT").c_str());
    std::fflush(stdout);
    struct sigaction action {};
    action.sa_handler = [](int) { terminated = 1; };
    ::sigaction(SIGTERM, &action, nullptr);

    if (acts == "exit0") return 0;
    if (acts == "mute") sleep_for_ever();
    if (acts == "garbage") send_garbage(rank);
    if (acts == "ignore") ::signal(SIGTERM, SIG_IGN);
    if (acts == "grandchild" && ::fork() == 0) sleep_for_ever();
    fake.channel = event::connect_channel(text_of("TUNEDESK_SOCKET"), text_of("TUNEDESK_TOKEN"), rank,
                                          number_of("WORLD_SIZE", 1));
    if (acts == "exit3") return fake.leave(3);
    if (acts == "fails") return fake.fail(3105, "a bad row");
    if (acts == "diverges") {
        nap(20 * fake.step_ms);
        return fake.fail(8501, "the loss is not finite");
    }
    if (acts == "loses-contact") {
        nap(20 * fake.step_ms);
        return fake.fail(7601, "the all-reduce lost its peer");
    }
    if (acts == "port-taken" && !fs::exists(fake.folder.root / "fake-tried")) {
        std::ofstream(fake.folder.root / "fake-tried") << "once";
        return fake.fail(6601, "address already in use");
    }
    return fake.train();
}
