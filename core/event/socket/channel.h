// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/journal/run_recorder.h"
#include "event/socket/frame.h"

#include <memory>
#include <string>

namespace tunedesk::event {

/// A rank's channel to the process that records its run. Publishes events without blocking training, and
/// receives commands. Thread rule: publish(), sync() and command() from any thread of the rank.
class Channel {
public:
    virtual ~Channel() = default;
    /// Queues the event (rank, t and rank_seq are set here). Only the latest Progress and the latest
    /// Heartbeat stay queued. Events that they replace, and Log events of level info while the queue is full,
    /// are dropped and counted. Other events are never dropped. Ignored after close().
    virtual void publish(Event event) = 0;
    /// Waits until everything published so far is on disk (or recorded as a gap in the journal), at most
    /// `seconds`; false if it is not. A full disk is no reason to hold a checkpoint back.
    virtual bool sync(double seconds) = 0;
    /// The next command received, in order; Command::none if there is none. Call at each step. A kill
    /// overtakes all others and is returned from then on.
    virtual Command command() = 0;
    /// Sends what is queued, for at most `seconds`, and closes the channel. The destructor allows 1 s.
    virtual void close(double seconds) = 0;
    virtual std::uint64_t dropped() const = 0;
};

/// A channel to the supervisor, which also carries messages that are not events.
class SupervisedChannel : public Channel {
public:
    /// Queues a message of frame.h that rank 0 relays for another rank. Messages that do not fit into a frame
    /// or into the queue (8 MiB) are dropped and counted. Any thread.
    virtual void forward(std::string message) = 0;
};

/// The Hello event, which a rank sends first.
Event hello_event(const std::string& token, int world_size);

/// Connects to the supervisor's socket at `path`. A thread of the channel reads and writes. The first frame
/// is the Hello, with the token; the caller publishes none. If the connection ends or carries an invalid
/// message, command() returns kill from then on. The thread sends no signs of life by itself, so that a rank
/// that hangs falls silent: training publishes a Heartbeat at each step and within long phases. Throws Error
/// 7005 if no process listens, 7056 if the listener belongs to another user.
std::unique_ptr<SupervisedChannel> connect_channel(const fs::path& path, const std::string& token, int rank,
                                                   int world_size);

/// Records into a run folder with a RunRecorder on a thread of its own, for rank 0 of a run without a
/// supervisor. Throws Error 5003 if the folder cannot be written. command() returns Command::none.
std::unique_ptr<Channel> recording_channel(const RunFolder& folder, RunRecorder::Options options, int rank);

/// Discards all events, for other ranks of a run without a supervisor, and for tests.
std::unique_ptr<Channel> silent_channel();

} // namespace tunedesk::event
