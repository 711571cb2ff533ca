// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/shard_collectives.h"

#include "base/error.h"
#include "base/fault.h"
#include "memory/torch_headers.h"
#include "parallel/call_fault.h"

#include <fmt/format.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <utility>

namespace tunedesk::parallel {

namespace {

/// The tensor, with twice the size if an injected fault requests it.
at::Tensor grown(const at::Tensor& tensor, const std::string& fault) {
    return fault == "grow" ? at::cat({tensor, tensor}) : tensor;
}

} // namespace

struct ShardCollectives::UnderWay {
    std::string what; ///< for messages
    c10::intrusive_ptr<c10d::Work> work;
    FlightRecord::Ticket recorded = 0;
    at::Tensor sum, chunk; ///< in fp32, to be rounded into `chunk`; undefined for other types
};

ShardCollectives::ShardCollectives(Group& group) : group_(group) {}

ShardCollectives::~ShardCollectives() {
    try {
        wait_for_all();
    } catch (const std::exception&) {
    }
}

ShardCollectives::Ticket ShardCollectives::add(UnderWay call) {
    under_way_.emplace(++last_, std::make_unique<UnderWay>(std::move(call)));
    return last_;
}

void ShardCollectives::note(const UnderWay& call, FlightLine::State state) const {
    if (const auto& record = group_.calls().record()) record->leave(call.recorded, state);
}

ShardCollectives::Ticket ShardCollectives::all_gather(const at::Tensor& whole, const at::Tensor& chunk,
                                                      Purpose purpose, int block) {
    if (!group_.data()) {
        if (whole.const_data_ptr() != chunk.const_data_ptr()) whole.copy_(chunk);
        return 0;
    }
    const std::string fault = call_fault(purpose);
    if (TUNEDESK_FAULT_AT("gather") == "skip" || fault == "skip") return 0;
    at::Tensor to = grown(whole, fault), from = grown(chunk, fault);
    UnderWay call;
    call.recorded = group_.calls().enter({.op = CollectiveOp::all_gather,
                                          .purpose = purpose,
                                          .tensor = &to,
                                          .block = block,
                                          .state = FlightLine::State::started});
    call.what = fmt::format("the all-gather \"{}\" of block {}", name_of(purpose), block);
    guarded(call.what, [&] { call.work = group_.data()->_allgather_base(to, from); });
    return add(std::move(call));
}

ShardCollectives::Ticket ShardCollectives::reduce_scatter(const at::Tensor& chunk, const at::Tensor& whole,
                                                          int block) {
    if (!group_.data()) {
        if (whole.const_data_ptr() != chunk.const_data_ptr()) chunk.copy_(whole);
        return 0;
    }
    const std::string fault = call_fault(Purpose::gradient_sum);
    if (TUNEDESK_FAULT_AT("reduce_scatter") == "skip" || fault == "skip") return 0;
    at::Tensor to = grown(chunk, fault), from = grown(whole, fault);
    UnderWay call;
    call.recorded = group_.calls().enter({.op = CollectiveOp::reduce_scatter,
                                          .purpose = Purpose::gradient_sum,
                                          .tensor = &from,
                                          .block = block,
                                          .state = FlightLine::State::started});
    call.what = fmt::format("the reduce-scatter \"{}\" of block {}", name_of(Purpose::gradient_sum), block);
    if (chunk.element_size() == 2) {
        from = whole.to(at::kFloat);
        to = call.sum = at::empty(chunk.sizes(), chunk.options().dtype(at::kFloat));
        call.chunk = chunk;
    }
    guarded(call.what, [&] { call.work = group_.data()->_reduce_scatter_base(to, from); });
    return add(std::move(call));
}

void ShardCollectives::wait(Ticket ticket) {
    const auto found = under_way_.find(ticket);
    if (found == under_way_.end()) return;
    const UnderWay call = std::move(*found->second);
    under_way_.erase(found);
    using enum FlightLine::State;
    note(call, waiting);
    try {
        guarded(call.what, [&] { call.work->wait(); });
    } catch (...) {
        note(call, failed);
        throw;
    }
    note(call, done);
    if (call.sum.defined()) call.chunk.copy_(call.sum);
}

void ShardCollectives::wait_for_all() {
    while (!under_way_.empty())
        wait(under_way_.begin()->first);
}

} // namespace tunedesk::parallel
