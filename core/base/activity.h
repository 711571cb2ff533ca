// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// What a process's working threads do, for the thread that reports it (train/session/heartbeat.h). The count
/// moves with each portion of work: an operation on tensors, a piece of a file, a block of rows. A thread
/// that is only scheduled, or blocked, moves nothing, so that a deadlock is not mistaken for work.
namespace tunedesk::activity {

/// Notes that a portion of work was done. Costs a nanosecond; any thread.
void touch();
/// Differs from an earlier one where work was done in between.
std::uint64_t count();

/// What a working thread waits for outside its process: another rank in a collective, or a call that reads,
/// writes or flushes a file.
enum class Wait { nothing, ranks, disk };

/// The thread that trains waits from here to the end of the scope, or may do so. Thread rule: one thread
/// makes them, nested ones in their order.
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

/// From here on what this thread does is no sign of life, nor does it count as waiting: it works beside the
/// thread that trains, which may hang meanwhile.
void leave_out_this_thread();

/// Sleeps, which counts as work: the pause between two tries is meant.
void pause(double seconds);

} // namespace tunedesk::activity
