// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/streams.h"

#include "simulated/left_out.h"
#include "simulated/settings.h"
#include "simulated/verdict.h"

#include <ATen/Parallel.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <atomic>
#include <c10/util/Exception.h>
#include <fmt/format.h>
#include <omp.h>
#include <thread>
#include <unistd.h>

namespace tunedesk::simulated {

namespace {

constexpr std::size_t pinned_capacity = std::size_t{1} << 30;

/// All of it is leaked: streams run until the process ends.
struct State {
    std::recursive_mutex lock;
    std::vector<Stream*> streams;
    std::vector<Arena*> devices;
    Arena* pinned = nullptr;
    Clock host;
    std::uint64_t jobs = 0, stream_waits = 0, host_event_waits = 0, synchronizations = 0;
    LeftOut left_out;
    std::map<std::string, std::uint64_t> host_waits;
};

State& state() {
    static State& all = *new State;
    return all;
}

thread_local int this_device = 0;
thread_local std::map<int, int> this_streams; // device -> stream

/// What the host now knows to be done, by its n-th wait of a kind.
void host_learns(const Clock& clock, const char* from, std::uint64_t number) {
    State& all = state();
    all.host.learn(clock);
    all.left_out.learns(LeftOut::host, all.host, from, number);
    all.pinned->settle(all.host);
    for (Arena* device : all.devices)
        device->settle(all.host);
}

void refuse_capture(bool captured) {
    TORCH_CHECK(!captured, "CUDA error: operation not permitted when stream is capturing");
}

} // namespace

Stream::Stream(int id, int device)
    : id_(id), device_(device), random_(settings().seed * 7919 + static_cast<std::uint64_t>(id)) {
    std::thread([this] { run(); }).detach();
}

void Stream::delay() {
    const Settings& all = settings();
    const bool copies = id_ >= all.devices;
    if ((all.delayed == "copies" && !copies) || (all.delayed == "work" && copies)) return;
    if (const int most = all.delay_us; most > 0)
        ::usleep(static_cast<useconds_t>(random_() % static_cast<std::uint64_t>(most)));
}

void Stream::run() {
    // Sums by another number of threads have other bits. LibTorch's own setter would set all threads' number,
    // and a thread's first use of it takes that.
    at::internal::lazy_init_num_threads();
    omp_set_num_threads(1);
    const at::AutoDispatchBelowADInplaceOrView below_autograd;
    for (;;) {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return !waiting_.empty(); });
        Waiting next = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        delay();
        try {
            next.work();
        } catch (const std::exception& error) {
            end_process(fmt::format("a kernel failed: {}: {}", next.operation, error.what()));
        }
        next.work = nullptr; // what it holds is given back before anything learns that it is done
        lock.lock();
        ++done_;
        finished_.notify_all();
    }
}

Job Stream::push(const char* operation, std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({operation, std::move(work)});
    wake_.notify_one();
    return {id_, ++given_};
}

Job Stream::last() const {
    const std::lock_guard lock(mutex_);
    return {id_, given_};
}

bool Stream::is_done(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    return done_ >= number;
}

void Stream::wait(std::uint64_t number) const {
    std::unique_lock lock(mutex_);
    finished_.wait(lock, [&] { return done_ >= number; });
}

std::recursive_mutex& state_lock() {
    return state().lock;
}

Stream& new_stream(int device) {
    const std::lock_guard lock(state_lock());
    auto& all = state().streams;
    all.push_back(new Stream(static_cast<int>(all.size()), device));
    return *all.back();
}

Stream& stream_of(int id) {
    const std::lock_guard lock(state_lock());
    return *state().streams.at(static_cast<std::size_t>(id));
}

Stream& default_stream(int device) {
    return stream_of(device); // made first
}

Stream& current_stream(int device) {
    const auto found = this_streams.find(device);
    return found == this_streams.end() ? default_stream(device) : stream_of(found->second);
}

void make_current(const Stream& stream) {
    this_streams[stream.device()] = stream.id();
}

int current_device() {
    return this_device;
}

void make_current_device(int device) {
    this_device = device;
}

void synchronize_device(int device) {
    std::vector<Stream*> all;
    {
        const std::lock_guard lock(state_lock());
        all = state().streams;
    }
    for (Stream* stream : all)
        if (stream->device() == device) host_wait(*stream, "synchronize");
}

void finish_streams() {
    std::vector<Stream*> all;
    {
        const std::lock_guard lock(state_lock());
        all = state().streams;
    }
    for (const Stream* stream : all)
        stream->wait(stream->last().number);
}

bool is_done(const Job& job) {
    return stream_of(job.stream).is_done(job.number);
}

Job last_job(int stream) {
    return stream_of(stream).last();
}

void make_devices() {
    static const char* const names[] = {"memory of device 0", "memory of device 1", "memory of device 2",
                                        "memory of device 3", "memory of device 4", "memory of device 5",
                                        "memory of device 6", "memory of device 7"};
    State& all = state();
    for (int device = 0; device < settings().devices; ++device) {
        all.devices.push_back(new Arena(Arena::Kind::device, settings().capacity, names[device]));
        new_stream(device);
    }
    all.pinned = new Arena(Arena::Kind::pinned, pinned_capacity, "pinned memory");
}

Arena& device_arena(int device) {
    return *state().devices.at(static_cast<std::size_t>(device));
}

Arena& pinned_arena() {
    return *state().pinned;
}

Arena* arena_of(const void* data, int* device) {
    State& all = state();
    for (std::size_t i = 0; i < all.devices.size(); ++i)
        if (all.devices[i]->holds(data)) {
            if (device) *device = static_cast<int>(i);
            return all.devices[i];
        }
    return all.pinned && all.pinned->holds(data) ? all.pinned : nullptr;
}

void enqueue(Stream& stream, const char* operation, const std::vector<Use>& uses, Work work) {
    const std::lock_guard lock(state_lock());
    if (stream.capture) {
        stream.capture->jobs.push_back({operation, uses, std::move(work)});
        return;
    }
    State& all = state();
    ++all.jobs;
    stream.clock.learn(all.host);
    all.left_out.learns(stream.id(), stream.clock, "host wait", all.host_event_waits);
    all.left_out.count(stream.id());
    const Job job = stream.push(operation, [work = std::move(work)] { work({}); });
    stream.clock.learn(job);
    bool pinned = false;
    for (const Use& use : uses) {
        Arena* arena = use.bytes > 0 ? arena_of(use.data) : nullptr;
        if (!arena) continue;
        pinned = pinned || arena->is_pinned();
        if (const auto race = arena->access(use, job, operation, stream.clock)) end_process(*race);
    }
    if (pinned) all.pinned->guard();
}

void host_wait(Stream& stream, const char* operation) {
    Clock clock;
    Job last;
    {
        const std::lock_guard lock(state_lock());
        refuse_capture(stream.capture != nullptr);
        ++state().host_waits[operation];
        clock = stream.clock;
        last = stream.last();
    }
    clock.learn(last);
    {
        const std::lock_guard lock(state_lock());
        State& all = state();
        // Those of operators are LibTorch's own.
        const bool asked_for = std::string_view(operation) == "synchronize";
        if (asked_for && all.host.gains(clock, LeftOut::host) &&
            ++all.synchronizations == settings().without_synchronization) {
            all.left_out.begin(LeftOut::host, clock);
            return;
        }
    }
    stream.wait(last.number);
    const std::lock_guard lock(state_lock());
    host_learns(clock, operation, state().host_waits[operation]);
}

void end_capture(const Capture& capture) {
    const std::lock_guard lock(state_lock());
    for (Stream* stream : state().streams)
        if (stream->capture == &capture) stream->capture = nullptr;
}

void record(Event& event, Stream& stream) {
    const std::lock_guard lock(state_lock());
    event.stream = &stream;
    event.capture = stream.capture;
    event.job = stream.last();
    event.clock = stream.clock;
    event.clock.learn(state().host);
}

void stream_wait(Stream& stream, const Event& event) {
    const std::lock_guard lock(state_lock());
    if (event.capture) { // what follows belongs to the graph too
        stream.capture = event.capture;
        return;
    }
    State& all = state();
    Clock known = stream.clock;
    known.learn(all.host);
    if (known.gains(event.clock, stream.id()) && ++all.stream_waits == settings().without_stream_wait) {
        all.left_out.begin(stream.id(), event.clock);
        return;
    }
    Stream* first = event.stream;
    enqueue(stream, "wait for an event", {},
            [first, number = event.job.number](const RandomStart&) { first->wait(number); });
    stream.clock.learn(event.clock);
    all.left_out.learns(stream.id(), stream.clock, "stream wait", all.stream_waits);
}

bool query(const Event& event) {
    refuse_capture(event.capture != nullptr);
    if (!event.stream->is_done(event.job.number)) return false;
    const std::lock_guard lock(state_lock());
    host_learns(event.clock, "query", 0);
    return true;
}

void host_wait(const Event& event) {
    {
        const std::lock_guard lock(state_lock());
        refuse_capture(event.capture != nullptr);
        State& all = state();
        if (all.host.gains(event.clock, LeftOut::host) &&
            ++all.host_event_waits == settings().without_host_wait) {
            all.left_out.begin(LeftOut::host, event.clock);
            return;
        }
    }
    event.stream->wait(event.job.number);
    const std::lock_guard lock(state_lock());
    host_learns(event.clock, "host wait", state().host_event_waits);
}

std::string figures_json() {
    const std::lock_guard lock(state_lock());
    const State& all = state();
    std::string waits, held;
    for (const auto& [operation, count] : all.host_waits)
        waits += fmt::format("{}\"{}\": {}", waits.empty() ? "" : ", ", operation, count);
    for (const Arena* device : all.devices)
        held += fmt::format("{}{}", held.empty() ? "" : ", ", device->allocated());
    return fmt::format("{{\"jobs\": {}, \"stream_waits\": {}, \"host_event_waits\": {}, "
                       "\"synchronizations\": {}, \"host_waits\": {{{}}}, \"held\": [{}], "
                       "\"left_out\": {}}}\n",
                       all.jobs, all.stream_waits, all.host_event_waits, all.synchronizations, waits, held,
                       all.left_out.json());
}

} // namespace tunedesk::simulated
