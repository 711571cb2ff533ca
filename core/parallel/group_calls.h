// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/ranks/flight_record.h"

#include <ATen/core/Tensor.h>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::parallel {

/// Counts and records the collectives that this rank enters in one group, for comparison with other ranks
/// (Agreement) and for diagnosis. Thread rule: any thread, one at a time.
class GroupCalls {
public:
    /// This rank's count of a group's collectives; std::nullopt if it is not a member.
    struct Count {
        std::string group; ///< "world", or the name of the split and the part's number
        std::optional<std::int64_t> collectives;
    };
    /// A collective over a group's data() or control(), in the order in which the ranks call it.
    struct Call {
        GroupKey::Channel channel = GroupKey::Channel::data;
        CollectiveOp op = CollectiveOp::sum;
        Purpose purpose = Purpose::gradient_sum;
        const at::Tensor* tensor = nullptr;
        int block = -1; ///< block of the model, or bucket
        FlightLine::State state = FlightLine::State::waiting;
        bool sends = false; ///< for a message: this rank sends it
    };

    /// The calls of the group of all ranks; `record` may be null.
    GroupCalls(const GroupKey& key, std::shared_ptr<FlightRecord> record);
    /// The calls of a part that contains this rank; `place`: from of_part().
    GroupCalls(const GroupCalls& whole, const GroupKey& key, std::size_t place);

    /// Adds a part of a split to counts() and returns its index. All ranks add all parts in the same order.
    std::size_t of_part(const std::string& name) const;
    /// Counts a call if it is on data(), and records it.
    FlightRecord::Ticket enter(const Call& call);
    /// Records a message from rank `from` to rank `to` of the group; this rank is one of them. Both record
    /// it, in the order of messages in that direction.
    FlightRecord::Ticket enter_message(int from, int to, const Call& call);
    /// Number of collectives on data().
    std::int64_t collectives() const { return *run_->counts[place_].collectives; }
    /// Bytes that this rank has sent in collectives of all groups and in messages, computed for ring
    /// algorithms: (N - 1) / N of the tensor per collective of N ranks, twice for a sum.
    std::uint64_t bytes_sent() const { return run_->bytes_sent; }
    /// The counts in the same order on all ranks: the group of all ranks, then the parts of every split.
    const std::vector<Count>& counts() const { return run_->counts; }
    /// The record of calls; null if nothing is recorded. May outlive the group.
    const std::shared_ptr<FlightRecord>& record() const { return run_->record; }
    /// Sets the current step, for the record.
    void set_step(std::int64_t step) { run_->step = step; }

private:
    /// State shared by all groups of the run.
    struct Run {
        std::shared_ptr<FlightRecord> record;
        std::vector<Count> counts;
        std::int64_t step = 0;
        std::uint64_t bytes_sent = 0;
    };
    FlightRecord::Ticket recorded(const GroupKey& key, std::int64_t sequence, const Call& call) const;

    GroupKey key_;
    std::shared_ptr<Run> run_;
    std::size_t place_ = 0; ///< index of this group in `counts`
    std::int64_t control_calls_ = 0;
    std::map<GroupKey, std::int64_t> messages_;
};

} // namespace tunedesk::parallel
