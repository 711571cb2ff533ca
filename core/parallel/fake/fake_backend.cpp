// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/fake/fake_backend.h"

#include "memory/torch_headers.h"

#include <utility>

namespace tunedesk::parallel {

namespace {

/// A completed call.
class FakeWork : public c10d::Work {
public:
    FakeWork(int rank, c10d::OpType op, std::vector<at::Tensor> tensors)
        : c10d::Work(rank, op), tensors_(std::move(tensors)),
          future_(c10::make_intrusive<c10::ivalue::Future>(c10::ListType::create(c10::TensorType::get()))) {
        future_->markCompleted(c10::IValue(tensors_));
        finish();
    }

    std::vector<at::Tensor> result() override { return tensors_; }
    c10::intrusive_ptr<c10::ivalue::Future> getFuture() override { return future_; }

private:
    std::vector<at::Tensor> tensors_;
    c10::intrusive_ptr<c10::ivalue::Future> future_;
};

c10::intrusive_ptr<c10d::Work> over(int rank, c10d::OpType op, std::vector<at::Tensor> tensors) {
    return c10::make_intrusive<FakeWork>(rank, op, std::move(tensors));
}

} // namespace

FakeBackend::FakeBackend(int rank, int ranks) : c10d::Backend(rank, ranks) {}

c10::intrusive_ptr<c10d::Work> FakeBackend::allreduce(std::vector<at::Tensor>& tensors,
                                                      const c10d::AllreduceOptions&) {
    return over(rank_, c10d::OpType::ALLREDUCE, tensors);
}

c10::intrusive_ptr<c10d::Work> FakeBackend::broadcast(std::vector<at::Tensor>& tensors,
                                                      const c10d::BroadcastOptions&) {
    return over(rank_, c10d::OpType::BROADCAST, tensors);
}

c10::intrusive_ptr<c10d::Work> FakeBackend::_allgather_base(at::Tensor& output, at::Tensor& input,
                                                            const c10d::AllgatherOptions&) {
    const at::NoGradGuard no_gradients;
    const at::Tensor chunks = output.view({size_, -1}), own = input.reshape({-1});
    for (int rank = 0; rank < size_; ++rank)
        if (const at::Tensor chunk = chunks[rank]; chunk.const_data_ptr() != own.const_data_ptr())
            chunk.copy_(own);
    return over(rank_, c10d::OpType::_ALLGATHER_BASE, {output});
}

c10::intrusive_ptr<c10d::Work> FakeBackend::_reduce_scatter_base(at::Tensor& output, at::Tensor& input,
                                                                 const c10d::ReduceScatterOptions&) {
    const at::NoGradGuard no_gradients;
    const at::Tensor own = input.view({size_, -1})[rank_];
    if (own.const_data_ptr() != output.const_data_ptr()) output.view({-1}).copy_(own);
    return over(rank_, c10d::OpType::_REDUCE_SCATTER_BASE, {output});
}

c10::intrusive_ptr<c10d::Work> FakeBackend::send(std::vector<at::Tensor>& tensors, int, int) {
    return over(rank_, c10d::OpType::SEND, tensors);
}

c10::intrusive_ptr<c10d::Work> FakeBackend::recv(std::vector<at::Tensor>& tensors, int, int) {
    const at::NoGradGuard no_gradients;
    for (at::Tensor& tensor : tensors)
        tensor.zero_();
    return over(rank_, c10d::OpType::RECV, tensors);
}

c10::intrusive_ptr<c10d::Work> FakeBackend::barrier(const c10d::BarrierOptions&) {
    return over(rank_, c10d::OpType::BARRIER, {});
}

} // namespace tunedesk::parallel
