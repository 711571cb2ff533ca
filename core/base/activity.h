// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Counts the work of a process's threads for the thread that reports it (train/session/heartbeat.h). The
/// count increases with each portion of work: an operation on tensors, a piece of a file, a block of rows. A
/// thread that is only scheduled, or blocked, does not increase it, so that a deadlock is not mistaken for
/// work.
namespace tunedesk::activity {

/// Reports that a portion of work was done. Takes about a nanosecond; any thread.
void touch();
/// The number of portions so far; two equal values mean that no work was done between the calls.
std::uint64_t count();

/// What a working thread waits for outside its process: another rank in a collective, or a call that reads,
/// writes or flushes a file.
enum class Wait { nothing, ranks, disk };

/// Marks the scope in which the training thread waits, or may wait, for `reason`. Thread rule: only one
/// thread creates these objects; nested scopes end in reverse order.
class Waiting {
public:
    explicit Waiting(Wait reason);
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

private:
    Wait before_;
};

Wait waits_for();

/// Excludes the calling thread from here on: it neither counts as working nor as waiting. For threads beside
/// the training thread, which may hang while they work.
void leave_out_this_thread();

/// Sleeps; counts as work, because the pause between two attempts is intended.
void pause(double seconds);

} // namespace tunedesk::activity
