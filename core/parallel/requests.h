// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tunedesk::parallel {

/// What rank 0 asks the other ranks to do while they wait for it in Group::lead(), and what they answer, over
/// the rendezvous store: however long either takes no collective is under way. All ranks have one of a group
/// and a name, which no other has. Thread rule: one thread.
class Requests {
public:
    /// `group` must outlive this, and have several ranks.
    Requests(Group& group, std::string name) : group_(group), name_(std::move(name)) {}

    /// On rank 0: asks, and waits for nothing.
    void post(const std::string& request);
    /// On rank 0: the others' answers to the last request, in the order of ranks. It waits, and is no sign of
    /// work: a rank that hangs in what it was asked for is found. Throws Error 7602 if the store is gone, or
    /// an answer takes longer than a collective may.
    std::vector<std::string> answers();
    /// On the others, within Group::lead() or guarded(): carries out a request, if there is one, and
    /// sends what `carry_out` returns. To look for one is no sign of work.
    void serve(const std::function<std::string(const std::string&)>& carry_out);

    /// Any thread: answers() waits no longer, and throws Error 7602.
    void give_up() { gave_up_ = true; }

private:
    std::string key(const std::string& what) const;

    Group& group_;
    const std::string name_;
    std::int64_t number_ = 0; ///< of requests, the same on all ranks
    std::atomic<bool> gave_up_ = false;
};

} // namespace tunedesk::parallel
