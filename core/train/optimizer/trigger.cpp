#include "train/optimizer/trigger.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

namespace tunedesk::train {

struct WithinBackward::Hook : torch::autograd::PostAccumulateGradHook {
    UpdateRule& rule;
    const Slot& slot;
    std::size_t index;
    Hook(UpdateRule& stepped_by, const Slot& of, std::size_t number)
        : rule(stepped_by), slot(of), index(number) {}
    void operator()(const at::Tensor&) override {
        memory::assign(slot.value.grad(), memory::Part::gradients);
        rule.update_one(index);
        slot.value.mutable_grad().reset();
    }
};

WithinBackward::WithinBackward(UpdateRule& rule, const std::vector<Slot>& slots)
    : rule_(rule), slots_(slots) {
    for (std::size_t i = 0; i < slots.size(); ++i)
        torch::autograd::impl::set_post_acc_grad_hooks(slots[i].value,
                                                       std::make_unique<Hook>(rule, slots[i], i));
}

WithinBackward::~WithinBackward() {
    for (const Slot& slot : slots_)
        torch::autograd::impl::set_post_acc_grad_hooks(slot.value, nullptr);
}

} // namespace tunedesk::train
