// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/socket/channel.h"
#include "parallel/network/frame_relay.h"
#include "parallel/world.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>

namespace tunedesk::worker {

/// A channel through rank 0's store.
class RelayedChannel : public event::Channel {
public:
    /// Waits, for at most `seconds`, until it is connected to the store, which later accepts no connections.
    virtual void await_store(double seconds) = 0;
};

/// The channel of a rank that the supervisor has no socket to, because it is on another node: its events go
/// through rank 0's store, which rank 0 relays. Events are queued until the store is open. command() returns
/// Command::none, and kill from then on if the store is gone or has not answered for `patience` seconds. If
/// the rank does not end within 10 s after that, the channel ends the process with code 7, because nothing
/// else on this node would.
std::unique_ptr<RelayedChannel> relay_channel(const parallel::World& world, double patience);

/// On rank 0: forwards what such ranks send to the supervisor. Thread rule: any thread.
class SupervisorRelay final : public parallel::FrameRelay {
public:
    /// `supervisor` must live until finish() has returned.
    explicit SupervisorRelay(event::SupervisedChannel& supervisor) : supervisor_(supervisor) {}

    void received(int rank, const std::string& frame) override;
    void left(int rank, bool said_goodbye) override;
    /// Waits until the ranks have left, at most `seconds`, and closes the store.
    void finish(double seconds);

private:
    event::SupervisedChannel& supervisor_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::set<int> present_; ///< guarded by mutex_
};

} // namespace tunedesk::worker
