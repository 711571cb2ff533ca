// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/trigger.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"

namespace tunedesk::train {

WithinBackward::WithinBackward(UpdateRule& rule, const std::vector<Slot>& slots) : rule_(rule) {
    hooks_.reserve(slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i)
        hooks_.emplace_back(slots[i].value, memory::GradientHook::Use::take,
                            [this, i](const at::Tensor& parameter) {
                                memory::assign(parameter.grad(), memory::Part::gradients);
                                rule_.update_one(i);
                                parameter.mutable_grad().reset();
                            });
}

} // namespace tunedesk::train
