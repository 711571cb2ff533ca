#pragma once

#include "event/event.h"
#include "event/frame.h"
#include "event/recorder.h"

#include <memory>
#include <string>

namespace tunedesk::event {

/// A rank's way to whoever records its run: publishes events without ever making training wait, and hears
/// commands. Thread rule: publish(), sync() and command() from any thread of the rank.
class Channel {
public:
    virtual ~Channel() = default;
    /// Queues the event (t and rank_seq are set here). When the queue is full, Progress, Step-free chatter
    /// (Progress, Heartbeat, Log info) is dropped and counted; state changes, Step and Eval never are.
    virtual void publish(Event event) = 0;
    /// Waits until everything published so far is on disk, at most `seconds`; false where it is not.
    virtual bool sync(double seconds) = 0;
    /// The last command that has arrived and was not taken yet.
    virtual Command command() = 0;
    /// Drains the queue, at most `seconds`.
    virtual void close(double seconds) = 0;
    virtual std::uint64_t dropped() const = 0;
};

/// To the supervisor's socket at `path` (connects at once; its own thread writes and reads). When the
/// supervisor goes away the process gets SIGTERM-like treatment: command() gives kill. Throws Error 7005
/// where nobody listens.
std::unique_ptr<Channel> connect_channel(const fs::path& path, const std::string& token, int rank,
                                         int world_size);

/// Straight into a run folder through a Recorder with a thread of its own: rank 0 without a supervisor.
std::unique_ptr<Channel> recording_channel(const RunFolder& folder, Recorder::Options options, int rank);

/// Nowhere: other ranks without a supervisor, and tests.
std::unique_ptr<Channel> silent_channel();

} // namespace tunedesk::event
