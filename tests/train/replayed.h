// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/accelerator.h"

#include <vector>

namespace tunedesk::test {

/// A recorder for any device: "recorded" work is kept and done at each replay, operation by operation. `work`
/// must hold what it uses.
class Replayed : public parallel::Recorder {
public:
    struct Counts {
        int captured = 0, replayed = 0, waited = 0;
    };
    explicit Replayed(Counts& counts) : counts_(counts) {}

    std::unique_ptr<parallel::Graph> graph() override { return std::make_unique<Kept>(counts_); }
    void wait() override { ++counts_.waited; }

private:
    struct Kept : parallel::Graph {
        explicit Kept(Counts& all) : counts(all) {}
        void capture(const std::function<void()>& recorded) override {
            work = recorded;
            ++counts.captured;
        }
        void replay() override {
            ++counts.replayed;
            work();
        }
        Counts& counts;
        std::function<void()> work;
    };
    Counts& counts_;
};

} // namespace tunedesk::test
