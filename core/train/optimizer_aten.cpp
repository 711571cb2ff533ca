// The optimizer in LibTorch's fused functions, for parameters on a device. Everything is enqueued: whether an
// update is left out is decided there.

#include "train/optimizer.h"

#include "model/torch_headers.h"

namespace tunedesk::train {

namespace {

/// What LibTorch's functions take, of the parameters that decay or of the others.
struct Lists {
    std::vector<at::Tensor> parameters, gradients, first, second, updates;
};

} // namespace

at::Tensor Optimizer::update_aten() {
    const at::NoGradGuard no_gradients;
    std::vector<at::Tensor> gradients;
    Lists groups[2];
    for (const Slot& slot : slots_) {
        gradients.push_back(slot.value.grad().contiguous());
        Lists& lists = groups[slot.decays];
        lists.parameters.push_back(slot.value);
        lists.gradients.push_back(gradients.back());
        if (slot.first.defined()) lists.first.push_back(slot.first);
        if (slot.second.defined()) lists.second.push_back(slot.second);
        lists.updates.push_back(updates_there_);
    }
    const at::Tensor norm = at::stack(at::_foreach_norm(gradients, 2)).norm();
    const std::optional<at::Tensor> left_out = norm.isfinite().logical_not().to(at::kFloat);
    std::optional<at::Tensor> divisor; // clipping: the gradients are divided by it
    if (training_.max_grad_norm > 0) divisor = ((norm + 1e-6) / training_.max_grad_norm).clamp_min(1);
    const at::Tensor rate = at::full({}, learning_rate_, norm.options());
    updates_there_.add_(1);
    for (const bool decays : {false, true}) {
        const Lists& l = groups[decays];
        const double decay = decays ? training_.weight_decay : 0, beta1 = training_.adam_beta1,
                     beta2 = training_.adam_beta2, epsilon = training_.adam_epsilon;
        if (l.parameters.empty()) continue;
        switch (training_.optim) {
        case Preset::Optim::sgd: // momentum that starts at zero needs no first step of its own
            at::_fused_sgd_(l.parameters, l.gradients, l.first, decay, training_.momentum, rate,
                            /*dampening=*/0, training_.nesterov, /*maximize=*/false, /*is_first_step=*/false,
                            divisor, left_out);
            break;
        case Preset::Optim::adam:
            at::_fused_adam_(l.parameters, l.gradients, l.first, l.second, {}, l.updates, rate, beta1, beta2,
                             decay, epsilon, /*amsgrad=*/false, /*maximize=*/false, divisor, left_out);
            break;
        case Preset::Optim::adamw:
            at::_fused_adamw_(l.parameters, l.gradients, l.first, l.second, {}, l.updates, rate, beta1, beta2,
                              decay, epsilon, /*amsgrad=*/false, /*maximize=*/false, divisor, left_out);
            break;
        }
    }
    updates_there_.sub_(*left_out);
    return norm;
}

} // namespace tunedesk::train
