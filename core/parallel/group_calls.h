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

/// The collectives of one group as this rank enters them: counted, so that ranks can compare notes
/// (Agreement), and recorded with what each is for. Thread rule: any thread, one at a time.
class GroupCalls {
public:
    /// The collectives of each group of the run, as this rank counts them: none where it is not in it.
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
        int block = -1; ///< of the model, or a bucket's number
        FlightLine::State state = FlightLine::State::waiting;
        bool sends = false; ///< of a message: this rank's own, not one that it receives
    };

    /// Of the group in which all ranks met; `record` may be null.
    GroupCalls(const GroupKey& key, std::shared_ptr<FlightRecord> record);
    /// Of a part that this rank is in, whose place of_part() has given.
    GroupCalls(const GroupCalls& whole, const GroupKey& key, std::size_t place);

    /// Makes a place for a part of a split, and returns it. All ranks add all parts in the same order.
    std::size_t of_part(const std::string& name) const;
    /// Counts a call where it goes over data(), and records it.
    FlightRecord::Ticket enter(const Call& call);
    /// Records that rank `from` of the group sends what rank `to` receives, of which this rank is one. Each
    /// of the two records it, in the order of the messages in that direction.
    FlightRecord::Ticket enter_message(int from, int to, const Call& call);
    /// Those that went over data().
    std::int64_t collectives() const { return *run_->counts[place_].collectives; }
    /// Bytes that this rank has sent with those of all groups, and with messages, as algorithms that share
    /// the work do: of a collective of N ranks (N - 1) / N of the tensor, twice for a sum.
    std::uint64_t bytes_sent() const { return run_->bytes_sent; }
    /// In the same order on all ranks: the group that all met in, then the parts of every split.
    const std::vector<Count>& counts() const { return run_->counts; }
    /// Where calls are recorded; null if nothing is. Outlives the group in who holds it.
    const std::shared_ptr<FlightRecord>& record() const { return run_->record; }
    /// The step that is under way, for the record.
    void set_step(std::int64_t step) { run_->step = step; }

private:
    /// What all groups of the run share.
    struct Run {
        std::shared_ptr<FlightRecord> record;
        std::vector<Count> counts;
        std::int64_t step = 0;
        std::uint64_t bytes_sent = 0;
    };
    FlightRecord::Ticket recorded(const GroupKey& key, std::int64_t sequence, const Call& call) const;

    GroupKey key_;
    std::shared_ptr<Run> run_;
    std::size_t place_ = 0; ///< this group's among the counts
    std::int64_t control_calls_ = 0;
    std::map<GroupKey, std::int64_t> messages_;
};

} // namespace tunedesk::parallel
