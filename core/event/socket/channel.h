// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/journal/run_recorder.h"
#include "event/socket/frame.h"

#include <memory>
#include <string>

namespace tunedesk::event {

/// A rank's channel to the process that records its run: publishes events without ever making training wait,
/// and hears commands. Thread rule: publish(), sync() and command() from any thread of the rank.
class Channel {
public:
    virtual ~Channel() = default;
    /// Queues the event (rank, t and rank_seq are set here). Of Progress and of Heartbeat only the latest
    /// waits; those it replaces, and Log info while the queue is full, are dropped and counted. State
    /// changes, Step and Eval never are. Nothing is queued after close().
    virtual void publish(Event event) = 0;
    /// Waits until everything published so far is on disk (or recorded as a gap in the journal), at most
    /// `seconds`; false if it is not. A full disk is no reason to hold a checkpoint back.
    virtual bool sync(double seconds) = 0;
    /// The next command that has arrived, in order; to be asked at each step. A kill overtakes all others and
    /// stays.
    virtual Command command() = 0;
    /// Drains the queue, at most `seconds`, and ends the channel. The destructor does it with 1 s.
    virtual void close(double seconds) = 0;
    virtual std::uint64_t dropped() const = 0;
};

/// A channel to the supervisor, which takes messages beside events.
class SupervisedChannel : public Channel {
public:
    /// Queues a message of frame.h: of another rank, by rank 0. Messages that do not fit into a frame or into
    /// the queue (8 MiB) are dropped and counted. Any thread.
    virtual void forward(std::string message) = 0;
};

/// A rank's first event.
Event hello_event(const std::string& token, int world_size);

/// To the supervisor's socket at `path` (connects at once; its own thread writes and reads). The first frame
/// is the Hello, with the token; the caller publishes none. Once the supervisor is gone, or talks nonsense,
/// command() gives kill for good. The thread sends nothing of its own: a rank that hangs must fall silent, so
/// training itself publishes a Heartbeat at each step and within long phases. Throws Error 7005 if none
/// listens, 7056 if the listener is another user.
std::unique_ptr<SupervisedChannel> connect_channel(const fs::path& path, const std::string& token, int rank,
                                                   int world_size);

/// Straight into a run folder through a RunRecorder with a thread of its own: rank 0 without a supervisor.
/// Throws Error 5003 if the folder cannot be written. command() gives none.
std::unique_ptr<Channel> recording_channel(const RunFolder& folder, RunRecorder::Options options, int rank);

/// Nowhere: other ranks without a supervisor, and tests.
std::unique_ptr<Channel> silent_channel();

} // namespace tunedesk::event
