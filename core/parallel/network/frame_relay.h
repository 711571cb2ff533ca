// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <utility>

namespace tunedesk::parallel {

/// Takes the event frames that ranks without a supervisor of their own send through rank 0's store. Thread
/// rule: called by the store's thread, which must not wait in it.
class FrameRelay {
public:
    virtual ~FrameRelay() = default;
    virtual void received(int rank, const std::string& frame) = 0;
    /// A rank's connection has ended; called once per rank. `said_goodbye`: whether the rank closed it
    /// regularly. Not called for connections closed by the store's own end.
    virtual void left(int rank, bool said_goodbye) = 0;

    /// Keeps the store beyond the group that opened it, for the ranks' last frames, until release(), which
    /// must be called: the store holds this object. Thread rule: the thread that opens the store.
    void keep(std::shared_ptr<void> store) { store_ = std::move(store); }
    void release() { store_.reset(); }

private:
    std::shared_ptr<void> store_;
};

} // namespace tunedesk::parallel
