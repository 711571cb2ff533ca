// memory.optimizer_in_backward: each parameter is updated as soon as the backward pass has its gradient,
// which is then dropped, so that no two of them exist at a time for long.

#include "train/optimizer.h"

#include "kernel/kernels.h"
#include "model/memory_meter.h"
#include "model/torch_headers.h"

#include <cmath>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

namespace tunedesk::train {

struct Optimizer::Hook : torch::autograd::PostAccumulateGradHook {
    Optimizer* optimizer;
    std::size_t slot;
    Hook(Optimizer* owner, std::size_t index) : optimizer(owner), slot(index) {}
    void operator()(const at::Tensor&) override { optimizer->update_in_backward(slot); }
};

void Optimizer::hook_backward() {
    for (std::size_t i = 0; i < slots_.size(); ++i)
        torch::autograd::impl::set_post_acc_grad_hooks(slots_[i].value, std::make_unique<Hook>(this, i));
}

void Optimizer::unhook_backward() {
    for (const Slot& slot : slots_)
        torch::autograd::impl::set_post_acc_grad_hooks(slot.value, nullptr);
}

void Optimizer::update_in_backward(std::size_t index) {
    model::memory::assign(slots_[index].value.grad(), model::memory::Part::gradients);
    const std::vector<RowGradient> one = gradients(index, index + 1);
    const double norm = gradient_norm(index, one);
    if (std::isfinite(norm)) step(index, one, 1.0);
    squares_in_backward_ += norm * norm;
    slots_[index].value.mutable_grad().reset();
}

} // namespace tunedesk::train
