// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "event/event.h"

#include <deque>
#include <mutex>
#include <vector>

namespace tunedesk::event {

/// The queue between training and a channel's thread. push() never waits for the reader. Thread rule: take(),
/// wake_fd() and clear_wake() belong to the single reader; all other members may be called from any thread.
class EventQueue {
public:
    /// Number of waiting events from which Log events of level info are dropped.
    static constexpr std::size_t limit = 4096;

    /// Throws Error channel_failed if the system has no descriptor left.
    explicit EventQueue(int rank);

    /// Sets rank, rank_seq and t, and queues or drops the event by the rules of Channel::publish(). Ignored
    /// after close().
    void push(Event event);
    /// At most `count` waiting events, in the order of rank_seq.
    std::vector<Event> take(std::size_t count);
    void close();
    /// Makes wake_fd() readable without an event.
    void wake();

    bool empty() const;
    /// rank_seq of the last event given to push().
    std::uint64_t last() const;
    std::uint64_t dropped() const;
    /// Descriptor to poll: readable when an event is pushed after a take() that returned none, and after
    /// wake().
    int wake_fd() const { return wake_.get(); }
    void clear_wake();

private:
    const int rank_;
    FileDescriptor wake_;
    mutable std::mutex mutex_;
    std::deque<Event> waiting_;
    std::optional<Event> progress_, heartbeat_;
    std::uint64_t last_ = 0, dropped_ = 0;
    bool reader_sleeps_ = true, closed_ = false;
};

} // namespace tunedesk::event
