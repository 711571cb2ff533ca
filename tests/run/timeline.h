// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <utility>

namespace tunedesk::test {

/// The seeded random numbers of a simulation.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    double uniform(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(engine_); }
    bool chance(double probability) { return uniform(0, 1) < probability; }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return *(values.begin() + below(static_cast<int>(values.size())));
    }
    std::mt19937_64& engine() { return engine_; }

private:
    std::mt19937_64 engine_;
};

/// A simulated clock and planned events: simultaneous ones run in the order in which they were planned.
class Timeline {
public:
    explicit Timeline(double start = 0) : now_(start) {}
    double now() const { return now_; }
    void at(double time, std::function<void()> happen) {
        planned_.emplace(std::pair(std::max(time, now_), ++count_), std::move(happen));
    }
    void after(double seconds, std::function<void()> happen) { at(now_ + seconds, std::move(happen)); }
    bool empty() const { return planned_.empty(); }
    /// Time of the next event. Requires !empty().
    double next() const { return planned_.begin()->first.first; }
    void step() {
        auto node = planned_.extract(planned_.begin());
        now_ = node.key().first;
        node.mapped()();
    }
    std::uint64_t steps() const { return count_ - planned_.size(); }

private:
    double now_;
    std::uint64_t count_ = 0;
    std::map<std::pair<double, std::uint64_t>, std::function<void()>> planned_;
};

} // namespace tunedesk::test
