// memory.optimizer_in_backward: each parameter is updated as soon as the backward pass has its gradient,
// which is then dropped, so that no two of them exist at a time for long.

#include "train/optimizer/optimizer.h"

#include "kernel/kernels.h"
#include "model/memory_meter.h"
#include "model/torch_headers.h"
#include "train/memory/offloaded_parameters.h"

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
    if (fused_)
        step_in_backward(index);
    else
        step_in_backward_aten(index);
    slots_[index].value.mutable_grad().reset();
}

void Optimizer::step_in_backward(std::size_t index) {
    const std::vector<RowGradient> one = gradients(index, index + 1);
    const double norm = gradient_norm(index, one);
    if (std::isfinite(norm)) step(index, one, 1.0);
    squares_in_backward_ += norm * norm;
}

/// On the device: the host does not hear whether the gradient was finite.
void Optimizer::step_in_backward_aten(std::size_t index) {
    const at::NoGradGuard no_gradients;
    const Slot& slot = slots_[index];
    if (slot.offloaded) offloaded_->changed(offloaded_->block_of(*slot.offloaded));
    const at::Tensor gradient = slot.value.grad().contiguous();
    const at::Tensor norm = at::_foreach_norm({gradient}, 2, at::kFloat)[0];
    const at::Tensor left_out = norm.isfinite().logical_not().to(at::kFloat);
    squares_there_.add_(norm.to(at::kDouble).square());
    if (slot.first_scales.defined())
        step_8bit_aten(slot, gradient, {}, left_out);
    else
        step_pieces({{slot.value, gradient, slot.first, slot.second, slot.decays}}, {}, left_out);
}

/// The backward pass has updated everything; check_combinations() lets no loss scale come with it.
at::Tensor Optimizer::finish_backward(double) {
    if (!fused_) {
        const at::NoGradGuard no_gradients;
        const at::Tensor norm = squares_there_.sqrt();
        updates_there_.sub_(norm.isfinite().logical_not().to(at::kFloat));
        counted_ = false;
        if (offloaded_) offloaded_->rest();
        return norm;
    }
    const double norm = std::sqrt(squares_in_backward_);
    if (std::isfinite(norm)) ++updates_;
    return at::full({}, norm, at::kDouble);
}

} // namespace tunedesk::train
