// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tunedesk::parallel {

/// Requests of rank 0 to the other ranks while they wait in Group::lead(), and their answers, over the
/// rendezvous store, so that no collective can time out. All ranks construct it with the same group and a
/// unique name. Thread rule: one thread.
class Requests {
public:
    /// `group` must outlive this, and have several ranks.
    Requests(Group& group, std::string name) : group_(group), name_(std::move(name)) {}

    /// On rank 0: posts a request without waiting.
    void post(const std::string& request);
    /// On rank 0: waits for the others' answers to the last request, in rank order. Waiting does not count as
    /// work, so that a rank that hangs in a request is detected. Throws Error 7602 if the store is gone or an
    /// answer takes longer than the timeout of a collective.
    std::vector<std::string> answers();
    /// On the others, within Group::lead() or guarded(): carries out a pending request, if any, and sends the
    /// result of `carry_out`. Polling does not count as work.
    void serve(const std::function<std::string(const std::string&)>& carry_out);

    /// Makes answers() throw Error 7602 instead of waiting. Any thread.
    void give_up() { gave_up_ = true; }

private:
    std::string key(const std::string& what) const;

    Group& group_;
    const std::string name_;
    std::int64_t number_ = 0; ///< number of requests, the same on all ranks
    std::atomic<bool> gave_up_ = false;
};

} // namespace tunedesk::parallel
