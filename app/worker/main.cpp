// SPDX-License-Identifier: GPL-3.0-or-later
// tunedesk-worker RUN [--preset P] [--resume] [--allow-change] [--take-over] [--collect]: one rank of a run.
// Under a supervisor it reports to the socket in TUNEDESK_SOCKET or, with TUNEDESK_RELAY, through rank 0 on
// another node; otherwise (torchrun, srun, by hand) rank 0 writes the run folder itself.

#include "console_channel.h"
#include "probe.h"
#include "relay_channel.h"
#include "serve.h"
#include "try_preset.h"

#include "base/errors/error_json.h"
#include "base/gpu/accelerator_path.h"
#include "base/host_figures.h"
#include "event/environment_file.h"
#include "event/folder/run_lock.h"
#include "format/checkpoint.h"
#include "preset/schema/validation_sets.h"
#include "preset/yaml/load.h"
#include "run/folder/global_batch.h"
#include "train/session/session.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <malloc.h>
#include <new>
#include <torch/headeronly/version.h>
#include <unistd.h>

namespace {

using namespace tunedesk;

/// Prints the worker's version and commit and LibTorch's version, one per line. Returns the exit code.
int print_versions() {
    return std::printf("tunedesk-worker %s\ncommit %s\nLibTorch %s\n", event::project_version().c_str(),
                       event::project_commit().c_str(), TORCH_VERSION) < 0;
}

struct Arguments {
    fs::path run;
    std::optional<fs::path> preset;
    bool allow_change = false, take_over = false, collects = false;
};

constexpr const char* usage =
    "usage: tunedesk-worker RUN [--preset P] [--resume] [--allow-change] [--take-over] [--collect]\n"
    "       tunedesk-worker --serve MODEL\n"
    "       tunedesk-worker --try memory|learning-rate FOLDER\n"
    "       tunedesk-worker --version\n"
    "       tunedesk-worker --probe libraries\n"
    "       tunedesk-worker --probe device FOLDER [bf16] [fp16] [nccl]\n";

Arguments parse_arguments(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--preset" && i + 1 < argc)
            arguments.preset = argv[++i];
        else if (word == "--allow-change")
            arguments.allow_change = true;
        else if (word == "--take-over")
            arguments.take_over = true;
        else if (word == "--collect")
            arguments.collects = true;
        else if (word == "--resume")
            continue; // a worker always resumes from the newest checkpoint
        else if (arguments.run.empty() && word.rfind("--", 0) != 0)
            arguments.run = fs::absolute(word);
        else
            throw Error(ErrorId::worker_argument_unknown, {}, word);
    }
    if (arguments.run.empty()) throw Error(ErrorId::worker_run_missing);
    return arguments;
}

volatile std::sig_atomic_t is_supervised = 0;

/// The first request stops at the end of the next step. The second ends the process with the signal's own
/// code, but not under a supervisor: SLURM sends one signal to every process, the supervisor another, and
/// only the supervisor decides when to stop waiting (SIGKILL). Two threads may each receive one signal at the
/// same time.
void on_signal(int number) {
    static std::atomic_flag has_request;
    if (has_request.test_and_set() && !is_supervised) _exit(128 + number);
    worker::request_stop();
}

void handle_signals(bool supervised) {
    is_supervised = supervised;
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigaction(SIGTERM, &action, nullptr);
    // Ctrl-C reaches the whole process group, and SLURM's USR1 every process of a step: only the supervisor
    // handles them, if there is one.
    if (supervised) action.sa_handler = SIG_IGN;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGUSR1, &action, nullptr);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, nullptr);
    sigaction(SIGHUP, &action, nullptr);
    sigaction(SIGXFSZ, &action, nullptr); // exceeding the limit on file sizes is a write error
}

/// malloc serves everything except tensors (memory/page_heap.h): mostly oneDNN's buffers, some MB for each
/// product. Freed memory of one step is reused in the next; by default glibc returns large blocks to the
/// kernel and allocates new, zeroed pages each time.
void keep_freed_memory() {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, -1);
    mallopt(M_ARENA_MAX, 2);
}

/// oneDNN caches up to 1,024 compiled matrix products, one per shape, and LibTorch additionally 1,024
/// descriptions of them, 258 KB each: 264 MB more after some steps. The number of rows differs between packed
/// batches, so that only the products of one step, which all layers share, are worth caching: twelve, and
/// those of the last layer.
void bound_compiled_products() {
    ::setenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "16", /*overwrite=*/0);
    ::setenv("LRU_CACHE_CAPACITY", "24", /*overwrite=*/0);
}

/// LibTorch also keeps the last 2,000 collectives, which takes 1.4 MB over a run's first 2,000 steps; the
/// project's own record is collectives.log.
void keep_no_second_flight_record() {
    ::setenv("TORCH_FR_BUFFER_SIZE", "0", /*overwrite=*/0);
}

/// Without a supervisor only rank 0 writes into the run folder.
event::RunLock lock_folder(const Arguments& arguments) {
    try {
        make_folders(arguments.run, ErrorId::folder_not_created, 0700);
    } catch (Error& error) {
        throw error.with_next("choose a run folder that can be written");
    }
    using event::RunLock;
    RunLock lock({arguments.run}, arguments.take_over ? RunLock::TakeOver::yes : RunLock::TakeOver::no);
    lock.on_lost([](const Error& taken) { // nothing may be written from here on, so no checkpoint is saved
        std::fprintf(stderr, "%s\n", taken.line().c_str());
        ::_exit(static_cast<int>(ExitCode::busy));
    });
    return lock;
}

/// Without a supervisor the number of ranks is that of the started processes. A resumed run keeps its batch:
/// returns a sentence about the changed accumulation, or "".
std::string adopt_ranks(Preset& preset, const event::RunFolder& folder, const parallel::World& world) {
    const Preset given = preset;
    preset.parallel.processes = world.size;
    if (world.size > 1 && preset.parallel.strategy == Preset::Strategy::single)
        preset.parallel.strategy = Preset::Strategy::ddp;
    return run::keep_global_batch(preset, folder, given, {});
}

struct Assignment {
    train::SessionOptions options;
    std::string note; ///< for the run's log: how the accumulation was changed; or ""
};

Assignment read_assignment(const Arguments& arguments, const parallel::World& world, bool supervised) {
    const event::RunFolder folder{arguments.run};
    const bool writes = !supervised && world.leads();
    Assignment assigned;
    train::SessionOptions& options = assigned.options;
    options.run = arguments.run;
    options.allow_change = arguments.allow_change;
    options.supervised = supervised;
    if (!arguments.preset && !folder.holds_run() && !world.leads() && !world.one_node())
        throw Error(ErrorId::run_folder_not_shared, {host_name(), world.master_address},
                    arguments.run.string());
    options.preset = preset::load(arguments.preset.value_or(folder.preset())).preset;
    if (!supervised && options.allow_change) assigned.note = adopt_ranks(options.preset, folder, world);
    options.preset_yaml = preset::to_yaml(options.preset);
    if (writes && (!folder.holds_run() || options.allow_change))
        write_private_file(folder.preset(), options.preset_yaml);
    return assigned;
}

void publish_note(const std::string& note, event::Channel& channel) {
    event::Event event;
    event.type = event::Type::Log;
    event.fields = {{"level", "info"}, {"text", note}};
    channel.publish(std::move(event));
}

/// Whether a supervisor on another node receives this rank's messages through rank 0.
bool is_relayed() {
    return std::getenv("TUNEDESK_RELAY") != nullptr;
}

/// The channel to the supervisor; on rank 0 it also forwards messages of other nodes' ranks from the store.
std::unique_ptr<event::Channel> supervised_channel(const char* socket, parallel::World& world,
                                                   std::shared_ptr<worker::SupervisorRelay>& relay) {
    const char* token = std::getenv("TUNEDESK_TOKEN");
    auto channel = event::connect_channel(socket, token ? token : "", world.rank, world.size);
    if (world.leads() && world.size > 1)
        world.relay = relay = std::make_shared<worker::SupervisorRelay>(*channel);
    return channel;
}

std::unique_ptr<event::Channel> open_channel(const Arguments& arguments, const Preset& preset,
                                             parallel::World& world) {
    if (is_relayed()) {
        auto channel = worker::relay_channel(world, preset.supervision.rank_timeout_seconds);
        world.on_met = [relayed = channel.get()] { relayed->await_store(5); };
        return channel;
    }
    if (!world.leads()) return event::silent_channel();
    const bool metrics = preset.logging.level != Preset::LogLevel::none;
    return event::recording_channel({arguments.run},
                                    {metrics,
                                     metrics && preset.logging.tensorboard,
                                     {},
                                     preset.task,
                                     preset::extra_validation_names(preset)},
                                    world.rank);
}

/// The objects with which this process records the run; without a supervisor also the lock of the run folder.
struct Writers {
    std::optional<event::RunLock> lock;
    std::unique_ptr<event::Channel> channel; ///< destroyed before the lock
    std::shared_ptr<worker::SupervisorRelay> relay = {};

    /// Sends the remaining messages of other nodes' ranks, for at most `relayed_seconds`, then all others.
    void close(double relayed_seconds, double seconds) const {
        if (relay) relay->finish(relayed_seconds);
        channel->close(seconds);
    }
};

/// The exit record of a run that only this process records.
event::ExitRecord record_of(const Error& error, const event::RunFolder& run) {
    const std::vector<std::int64_t> steps = format::list_checkpoints(run.checkpoints());
    if (!error.kept().empty() || steps.empty()) return event::exit_record(error);
    return event::exit_record(error, {steps.front(), {}, false});
}

/// Reports the failure to the process that records the run.
int fail(const Error& error, const Arguments& arguments, const Writers& writers) {
    std::fprintf(stderr, "%s\n", error.line().c_str());
    if (writers.channel) {
        event::Event event;
        event.type = event::Type::Failed;
        event.fields = error_json(error);
        writers.channel->publish(std::move(event));
        writers.close(3, 5);
    }
    std::error_code ignored;
    if (writers.lock && !writers.lock->is_lost() && fs::exists(arguments.run, ignored)) try {
            event::write_exit({arguments.run}, record_of(error, {arguments.run}));
        } catch (const Error&) {
            // The failure may concern the folder itself; the line on stderr has reported it.
        }
    return static_cast<int>(error.code());
}

int run_rank(const Arguments& arguments, Writers& writers) {
    parallel::World world = parallel::world_from_environment();
    world.shared_folder = arguments.run.string();
    world.collects = arguments.collects;
    const char* socket = std::getenv("TUNEDESK_SOCKET");
    const bool supervised = socket || is_relayed();
    handle_signals(supervised);
    const bool records = !supervised && world.leads();
    if (records) writers.lock = lock_folder(arguments);
    const auto [options, note] = read_assignment(arguments, world, supervised);
    writers.channel = worker::console_channel(socket ? supervised_channel(socket, world, writers.relay)
                                                     : open_channel(arguments, options.preset, world));
    if (!note.empty() && world.leads()) publish_note(note, *writers.channel);
    const train::Outcome outcome = train::run_session(options, world, *writers.channel);
    writers.close(10, 10);
    const bool stopped = outcome == train::Outcome::stopped;
    if (records)
        event::write_exit({arguments.run}, stopped ? event::exit_record(Error(ErrorId::stopped_on_request,
                                                                              {arguments.run.string()}))
                                                   : event::ExitRecord{});
    return static_cast<int>(stopped ? ExitCode::stopped : ExitCode::done);
}

int run_program(int argc, char** argv) {
    Arguments arguments;
    Writers writers;
    try {
        if (argc == 2 && std::string_view(argv[1]) == "--help") return std::fputs(usage, stdout) < 0;
        if (argc == 2 && std::string_view(argv[1]) == "--version") return print_versions();
        if (argc == 3 && std::string_view(argv[1]) == "--serve") return worker::serve(argv[2]);
        if (argc > 1 && std::string_view(argv[1]) == "--try") return worker::try_preset(argc, argv);
        if (argc > 1 && std::string_view(argv[1]) == "--probe") return worker::probe_device(argc, argv);
        arguments = parse_arguments(argc, argv);
        return run_rank(arguments, writers);
    } catch (const Error& error) {
        return fail(error, arguments, writers);
    } catch (const std::bad_alloc&) {
        return fail(Error(ErrorId::out_of_memory), arguments, writers);
    } catch (const std::exception& error) {
        return fail(Error(ErrorId::worker_failed, {error.what()}), arguments, writers);
    }
}

} // namespace

int main(int argc, char** argv) {
    keep_freed_memory();
    bound_compiled_products();
    keep_no_second_flight_record();
    const int code = run_program(argc, argv);
    // Without a GPU, whose library must be shut down in order, exit immediately. LibTorch's destructors of
    // operators take 70 ms of a process that takes 270 ms in total.
    std::fflush(nullptr);
    if (!::dlopen(accelerator_path().c_str(), RTLD_LAZY | RTLD_NOLOAD)) ::_exit(code);
    return code;
}
