// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulated/arena.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace tunedesk::simulated {

/// Offset of a graph's random numbers at replay; 0 for work that is not captured.
struct RandomStart {
    std::uint64_t seed = 0, offset = 0;
};
using Work = std::function<void(const RandomStart&)>;

/// The work enqueued during capture, in one order for all streams of a capture.
struct Capture {
    struct Recorded {
        const char* operation;
        std::vector<Use> uses;
        Work work;
    };
    std::vector<Recorded> jobs;
    int pool = 0;
    std::uint64_t drawn = 0; ///< random numbers used so far
};

/// A thread that executes jobs in the order of enqueuing. It lives as long as the process.
class Stream {
public:
    Stream(int id, int device);
    int id() const { return id_; }
    int device() const { return device_; }

    /// Enqueues work and returns its job.
    Job push(const char* operation, std::function<void()> work);
    Job last() const;
    bool is_done(std::uint64_t number) const;
    void wait(std::uint64_t number) const;

    // Only with state_lock():
    Clock clock;                ///< jobs that precede the next job
    Capture* capture = nullptr; ///< if not null, jobs are recorded there

private:
    struct Waiting {
        const char* operation;
        std::function<void()> work;
    };
    void run();
    void delay();

    int id_, device_;
    mutable std::mutex mutex_;
    mutable std::condition_variable wake_, finished_;
    std::deque<Waiting> waiting_;
    std::uint64_t given_ = 0, done_ = 0;
    std::mt19937_64 random_;
};

/// An event, as used by LibTorch's guards.
struct Event {
    Stream* stream = nullptr;
    Job job;
    Clock clock;
    Capture* capture = nullptr; ///< the capture during which it was recorded
};

/// Protects arenas, clocks and captures.
std::recursive_mutex& state_lock();

Stream& new_stream(int device);
Stream& default_stream(int device);
Stream& stream_of(int id);
Stream& current_stream(int device); ///< this thread's
void make_current(const Stream& stream);
int current_device(); ///< this thread's
void make_current_device(int device);
void synchronize_device(int device);
/// Waits until all streams are idle, without adding to the host's knowledge.
void finish_streams();

bool is_done(const Job& job);
Job last_job(int stream);

/// Creates the arenas of settings() and the default streams; called once.
void make_devices();
Arena& device_arena(int device);
Arena& pinned_arena();
/// The arena with this address, or null; `device`, if not null, receives the device's index.
Arena* arena_of(const void* data, int* device = nullptr);

/// Enqueues work of a device, or records it during capture; `operation` must have static lifetime. Two
/// unordered jobs with conflicting accesses end the process.
void enqueue(Stream& stream, const char* operation, const std::vector<Use>& uses, Work work);
/// Until the stream has done all it was given. Throws c10::Error where it is captured. `operation` made the
/// host wait: it is counted.
void host_wait(Stream& stream, const char* operation);
/// No stream is part of this capture from here on.
void end_capture(const Capture& capture);
void record(Event& event, Stream& stream);
/// What the stream does from here on comes after the event.
void stream_wait(Stream& stream, const Event& event);
bool query(const Event& event);
void host_wait(const Event& event);

/// What the simulation counted, as a JSON object: jobs, host_waits by operator, waits of each kind that told
/// something, the bytes that each device still holds, and what became of the wait that was left out.
std::string figures_json();

} // namespace tunedesk::simulated
