// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>

namespace tunedesk::simulated {

/// One job of a stream, numbered from 1 in the order of enqueuing.
struct Job {
    int stream = 0;
    std::uint64_t number = 0;
};

/// The jobs that certainly precede an event: for each stream all up to a number (a vector clock).
class Clock {
public:
    bool knows(const Job& job) const {
        const auto found = done_.find(job.stream);
        return found != done_.end() && found->second >= job.number;
    }
    void learn(const Job& job) {
        std::uint64_t& done = done_[job.stream];
        if (done < job.number) done = job.number;
    }
    void learn(const Clock& other) {
        for (const auto& [stream, number] : other.done_)
            learn(Job{stream, number});
    }
    /// Whether `other` has more knowledge about streams other than `own`.
    bool gains(const Clock& other, int own) const {
        for (const auto& [stream, number] : other.done_)
            if (stream != own && number > 0 && !knows({stream, number})) return true;
        return false;
    }

private:
    std::map<int, std::uint64_t> done_;
};

} // namespace tunedesk::simulated
