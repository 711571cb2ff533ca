#pragma once

#include "parallel/world.h"

#include <ATen/core/Tensor.h>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace c10d {
class ProcessGroup;
class Store;
class Work;
} // namespace c10d

namespace tunedesk::parallel {

/// The ranks of a run and their collectives. A world of one has none: every call returns at once. All
/// collectives must be entered by all ranks in the same order; they count themselves, so that ranks can
/// compare notes (Agreement).
class Group {
public:
    /// Meets the other ranks at the rendezvous. On one node every listener is on loopback. Throws Error 6601
    /// where the port is taken, 7601 where somebody does not come within `timeout_seconds`.
    Group(const World& world, double timeout_seconds);
    ~Group();

    const World& world() const { return world_; }
    /// Adds up over all ranks, in place.
    void sum(at::Tensor& tensor);
    void sum(std::span<double> values);
    /// Rank 0's values everywhere.
    void broadcast(at::Tensor& tensor);
    void barrier();
    /// Says once that something is done, and waits until somebody has said so, calling `meanwhile` a few
    /// times a second: for work of one rank that takes longer than a collective may.
    void signal(const std::string& name);
    void await(const std::string& name, const std::function<void()>& meanwhile);
    std::int64_t collectives() const { return collectives_; }
    void count_collective() { ++collectives_; }

    /// Null in a world of one.
    const c10::intrusive_ptr<c10d::ProcessGroup>& data() const { return data_; }
    const c10::intrusive_ptr<c10d::ProcessGroup>& control() const { return control_; }

private:
    World world_;
    c10::intrusive_ptr<c10d::Store> store_;
    c10::intrusive_ptr<c10d::ProcessGroup> data_, control_;
    std::int64_t collectives_ = 0;
};

/// Runs a collective and turns what c10d throws into Error 7602, naming `what`.
void guarded(const std::string& what, const std::function<void()>& collective);

} // namespace tunedesk::parallel
