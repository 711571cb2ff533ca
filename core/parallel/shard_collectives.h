// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <cstdint>
#include <map>
#include <memory>

namespace tunedesk::parallel {

/// The collectives of flat buffers that the ranks of a group divide into equal chunks, in rank order:
/// all-gather of parameters and reduce-scatter of gradients. They run while the rank computes; each is
/// waited for once. In a world of one they copy. Sums of 16-bit values are made in fp32 and rounded once.
/// All ranks begin them in the same order. Thread rule: one thread at a time.
class ShardCollectives {
public:
    /// A collective's number; 0 is none.
    using Ticket = std::uint64_t;

    /// `group` must outlive this.
    explicit ShardCollectives(Group& group);
    /// Waits for what is under way, whose tensors are freed next; what fails then was reported before.
    ~ShardCollectives();
    ShardCollectives(const ShardCollectives&) = delete;
    ShardCollectives& operator=(const ShardCollectives&) = delete;

    /// Begins to fill `whole` [N x chunk] with the ranks' chunks. `chunk` is this rank's, [chunk]: elsewhere,
    /// or its own place in `whole`. `block`: of the model, for the record.
    Ticket all_gather(const at::Tensor& whole, const at::Tensor& chunk, Purpose purpose, int block);
    /// Begins to fill `chunk` [chunk] with this rank's chunk of the sum of the ranks' `whole` [N x chunk];
    /// it may be its own place in `whole`.
    Ticket reduce_scatter(const at::Tensor& chunk, const at::Tensor& whole, int block);
    /// On a GPU, what is enqueued from here on comes after it; on the host waits for its end. Throws Error
    /// 7602 if another rank has failed. Nothing where it was waited for.
    void wait(Ticket ticket);
    /// All that are under way.
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
