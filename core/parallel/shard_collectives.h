// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <cstdint>
#include <map>
#include <memory>

namespace tunedesk::parallel {

/// The collectives of flat buffers that the ranks of a group divide into equal chunks, in rank order:
/// all-gather of parameters and reduce-scatter of gradients. They run while the rank computes; call wait()
/// once for each. In a world of one they copy. Sums of 16-bit values are made in fp32 and rounded once. All
/// ranks start them in the same order. Thread rule: one thread at a time.
class ShardCollectives {
public:
    /// A collective's number; 0 is none.
    using Ticket = std::uint64_t;

    /// `group` must outlive this.
    explicit ShardCollectives(Group& group);
    /// Waits for pending collectives, because their tensors may be freed next; ignores failures, which were
    /// reported before.
    ~ShardCollectives();
    ShardCollectives(const ShardCollectives&) = delete;
    ShardCollectives& operator=(const ShardCollectives&) = delete;

    /// Starts to fill `whole` [N x chunk] with the ranks' chunks. `chunk` [chunk] is this rank's: separate
    /// memory, or its view in `whole`. `block`: block of the model, for the record.
    Ticket all_gather(const at::Tensor& whole, const at::Tensor& chunk, Purpose purpose, int block);
    /// Starts to fill `chunk` [chunk] with this rank's chunk of the sum of the ranks' `whole` [N x chunk]; it
    /// may be its view in `whole`.
    Ticket reduce_scatter(const at::Tensor& chunk, const at::Tensor& whole, int block);
    /// On a GPU, orders work that is enqueued from now on after the collective; on the host, waits for its
    /// end. Throws Error 7602 if another rank has failed. Does nothing on later calls with the same ticket.
    void wait(Ticket ticket);
    /// Calls wait() for all pending collectives.
    void wait_for_all();

private:
    struct UnderWay;
    Ticket add(UnderWay call);
    void note(const UnderWay& call, FlightLine::State state) const;

    Group& group_;
    Ticket last_ = 0;
    std::map<Ticket, std::unique_ptr<UnderWay>> under_way_;
};

} // namespace tunedesk::parallel
