// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <functional>

namespace tunedesk::parallel {

/// Keeps all ranks at the same step. Rank 0 alone receives commands; at the end of each step every rank calls
/// exchange(), which broadcasts rank 0's command in the background and returns the command of the step
/// before, the same on all ranks. The exchange also compares the ranks' counts of steps, of optimizer updates
/// and of each group's collectives, and so detects ranks that are out of step.
class Agreement {
public:
    /// A rank's position: its steps, and the number of them that updated the weights.
    struct Position {
        std::int64_t step = 0, updates = 0;
    };

    /// `group`: the group of all ranks, whose split groups are compared too.
    explicit Agreement(Group& group);
    ~Agreement();

    /// `command` is used on rank 0 only. Throws Error 7603 with the least and the greatest count if counts
    /// differ, 7602 if a rank is gone.
    int exchange(const Position& position, int command);
    /// The same without the delay, for the end of a run and while paused. If an exchange of the last step is
    /// pending, returns its command and does not call `command`.
    int exchange_now(const Position& position, const std::function<int()>& command);

private:
    void start(const Position& position, int command);
    int finish();
    /// The groups for which ranks counted different numbers of collectives, with the least and the greatest.
    std::string differing_counts() const;
    /// Sets the state of the current exchange in the flight record.
    void mark(FlightLine::State state);

    Group& group_;
    at::Tensor words_;
    c10::intrusive_ptr<c10d::Work> work_;
    FlightRecord::Ticket ticket_ = 0;
    int local_command_ = 0;
    bool pending_ = false;
    std::int64_t last_step_ = 0;
};

} // namespace tunedesk::parallel
