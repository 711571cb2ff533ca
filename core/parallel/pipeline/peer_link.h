// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <deque>

namespace tunedesk::parallel {

/// Tensors to and from one other rank of a group of GroupKey::Channel::pipeline, received in the order in
/// which they were sent. Sending does not wait, so that two ranks may send to each other first and receive
/// then. Thread rule: one thread.
class PeerLink {
public:
    /// `peer`: a rank of the group, which must outlive this.
    PeerLink(Group& group, int peer);
    ~PeerLink();
    PeerLink(const PeerLink&) = delete;
    PeerLink& operator=(const PeerLink&) = delete;

    /// Starts to send a tensor and returns at once. Its values must not change until settle(). Throws Error
    /// 7602.
    void send(const at::Tensor& tensor, Purpose purpose);
    /// Receives the peer's next tensor into a contiguous tensor of equal size and type. Throws Error 7602.
    void receive(const at::Tensor& into, Purpose purpose);
    /// Waits until the peer has received all but the last `most` tensors sent. Throws Error 7602.
    void settle(std::size_t most = 0);

private:
    struct Sent {
        at::Tensor tensor;
        c10::intrusive_ptr<c10d::Work> work;
        Purpose purpose;
        FlightRecord::Ticket recorded;
    };
    /// Runs a wait for the peer, shown in the flight record until it ends.
    void wait(FlightRecord::Ticket recorded, const std::string& what, const std::function<void()>& work);
    void note(FlightRecord::Ticket recorded, FlightLine::State state) const;

    Group& group_;
    const int peer_;
    std::deque<Sent> sent_; ///< oldest first
};

} // namespace tunedesk::parallel
