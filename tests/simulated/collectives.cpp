// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/collectives.h"

#include "simulated/kernels.h"

#include <ATen/core/ivalue.h>
#include <ATen/ops/empty.h>
#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGlooDetail.hpp>

namespace tunedesk::simulated {

namespace {

using Tensors = std::vector<at::Tensor>;

const c10::impl::VirtualGuardImpl& guard() {
    static const c10::impl::VirtualGuardImpl one(c10::kCUDA);
    return one;
}

/// Done for the host as soon as it is enqueued; streams wait for its event.
class Enqueued final : public c10d::Work {
public:
    Enqueued(int rank, c10d::OpType type, const Tensors& tensors, const c10::Stream& stream)
        : Work(rank, type), event_(c10::kCUDA), future_(c10::make_intrusive<c10::ivalue::Future>(
                                                    c10::ListType::create(c10::TensorType::get()),
                                                    std::vector<c10::Device>{tensors.front().device()})) {
        event_.record(stream);
        future_->markCompleted(c10::IValue(tensors));
    }
    bool isCompleted() override { return event_.query(); }
    bool isSuccess() const override { return true; }
    void synchronize() override { event_.block(guard().getStream(guard().getDevice())); }
    bool wait(std::chrono::milliseconds) override {
        synchronize();
        return true;
    }
    c10::intrusive_ptr<c10::ivalue::Future> getFuture() override { return future_; }

private:
    c10::Event event_;
    c10::intrusive_ptr<c10::ivalue::Future> future_;
};

class Collectives final : public c10d::Backend {
public:
    Collectives(c10::intrusive_ptr<c10d::ProcessGroupGloo> gloo, int rank, int size)
        : Backend(rank, size), gloo_(std::move(gloo)), stream_(guard().getNewStream(guard().getDevice())) {}

    const std::string getBackendName() const override { return "nccl"; }
    c10::intrusive_ptr<c10d::Work> allreduce(Tensors& tensors,
                                             const c10d::AllreduceOptions& options) override {
        return run({}, tensors, c10d::OpType::ALLREDUCE, "allreduce",
                   [gloo = gloo_, options](Tensors& seen) { gloo->allreduce(seen, options)->wait(); });
    }
    c10::intrusive_ptr<c10d::Work> broadcast(Tensors& tensors,
                                             const c10d::BroadcastOptions& options) override {
        return run({}, tensors, c10d::OpType::BROADCAST, "broadcast",
                   [gloo = gloo_, options](Tensors& seen) { gloo->broadcast(seen, options)->wait(); });
    }
    c10::intrusive_ptr<c10d::Work> _allgather_base(at::Tensor& output, at::Tensor& input,
                                                   const c10d::AllgatherOptions& options) override {
        return run({input}, {output}, c10d::OpType::_ALLGATHER_BASE, "allgather",
                   [gloo = gloo_, options](Tensors& seen) {
                       gloo->_allgather_base(seen[1], seen[0], options)->wait();
                   });
    }
    c10::intrusive_ptr<c10d::Work> _reduce_scatter_base(at::Tensor& output, at::Tensor& input,
                                                        const c10d::ReduceScatterOptions& options) override {
        return run({input}, {output}, c10d::OpType::_REDUCE_SCATTER_BASE, "reduce_scatter",
                   [gloo = gloo_, options](Tensors& seen) {
                       gloo->_reduce_scatter_base(seen[1], seen[0], options)->wait();
                   });
    }

private:
    template <class Collective>
    c10::intrusive_ptr<c10d::Work> run(const Tensors& reads, const Tensors& writes, c10d::OpType type,
                                       const char* name, Collective collective) {
        c10::Event ready(c10::kCUDA);
        ready.record(guard().getStream(writes.front().device()));
        ready.block(stream_);
        const c10::StreamGuard beside(stream_);
        launch(name, reads, writes, [collective](const Tensors& seen, const RandomStart&) {
            Tensors list = seen;
            collective(list);
        });
        return c10::make_intrusive<Enqueued>(getRank(), type, writes, stream_);
    }

    c10::intrusive_ptr<c10d::ProcessGroupGloo> gloo_;
    c10::Stream stream_;
};

class StagedAllreduce final : public c10d::AsyncAllreduceWork {
public:
    StagedAllreduce(const std::shared_ptr<gloo::Context>& context, Tensors& tensors, c10d::ReduceOp operation,
                    std::uint32_t number, std::uint64_t sequence, std::chrono::milliseconds timeout)
        : AsyncAllreduceWork(context, tensors, std::move(operation), number, sequence, timeout) {
        c10d::initializeStreamsEvents(tensors, streams_, events_);
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const c10::StreamGuard beside(streams_[i]);
            const auto options = tensors[i].options().device(c10::kCPU).pinned_memory(true);
            staged_.push_back(at::empty(tensors[i].sizes(), options).copy_(tensors[i], true));
        }
    }
    void run() override {
        for (c10::Stream& stream : streams_)
            stream.synchronize();
        allreduce(staged_);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const c10::StreamGuard beside(streams_[i]);
            inputs[i].copy_(staged_[i], true);
            events_[i].record(streams_[i]);
        }
    }
    void synchronize() override {
        for (std::size_t i = 0; i < inputs.size(); ++i)
            events_[i].block(guard().getStream(inputs[i].device()));
    }

private:
    Tensors staged_;
    std::vector<c10::Stream> streams_;
    std::vector<c10::Event> events_;
};

} // namespace

c10::intrusive_ptr<c10d::Backend> make_collectives(const c10::intrusive_ptr<c10d::Store>& store, int rank,
                                                   int size, std::chrono::milliseconds timeout) {
    auto options = c10d::ProcessGroupGloo::Options::create(timeout);
    options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1"));
    auto gloo = c10::make_intrusive<c10d::ProcessGroupGloo>(
        c10::make_intrusive<c10d::PrefixStore>("gloo", store), rank, size, options);
    return c10::make_intrusive<Collectives>(std::move(gloo), rank, size);
}

void install_gloo() {
    c10d::GlooAllreduceRegistry()->Register(
        c10::kCUDA,
        [](std::shared_ptr<gloo::Context> context, Tensors& tensors, c10d::ReduceOp operation,
           std::uint32_t tag, std::uint64_t sequence,
           std::chrono::milliseconds timeout) -> c10::intrusive_ptr<c10d::ProcessGroupGloo::AsyncWork> {
            return c10::make_intrusive<StagedAllreduce>(context, tensors, operation, tag, sequence, timeout);
        });
}

} // namespace tunedesk::simulated
