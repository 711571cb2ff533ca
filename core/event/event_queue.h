// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "event/event.h"

#include <deque>
#include <mutex>
#include <vector>

namespace tunedesk::event {

/// The queue between training and a channel's thread. push() never waits for the other side. Thread rule:
/// push() and the questions from any thread; take() and wake_fd() are the one reader's.
class EventQueue {
public:
    /// Waiting events beyond which Log info is dropped.
    static constexpr std::size_t limit = 4096;

    /// Throws Error channel_failed if the system has no descriptor left.
    explicit EventQueue(int rank);

    /// Sets rank, rank_seq and t, and queues the event or drops it as Channel::publish() says. Nothing after
    /// close().
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
    /// Readable (poll) once something was pushed after a take() that found nothing, or after wake().
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
