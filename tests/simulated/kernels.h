// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulated/streams.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

namespace tunedesk::simulated {

bool is_here(const at::Tensor& tensor);
/// The bytes that a kernel reads or writes for this tensor.
Use use_of(const at::Tensor& tensor, bool writes);
/// The same memory with the kernels' addresses, as a host tensor. Throws c10::Error for a tensor without
/// memory.
at::Tensor kernel_side(const at::Tensor& tensor);
/// A tensor of the same shape on LibTorch's meta device, which has no data; host tensors are unchanged.
at::Tensor shape_only(const at::Tensor& tensor);

using Kernel = std::function<void(const std::vector<at::Tensor>&, const RandomStart& at_replay)>;
/// Enqueues a kernel on this thread's stream of the tensors' device. It receives the read tensors, then the
/// written ones, as host tensors.
void launch(const char* name, const std::vector<at::Tensor>& reads, const std::vector<at::Tensor>& writes,
            Kernel kernel);

/// The value with each defined tensor in it replaced by the result of `change`.
template <class Change>
c10::IValue with_tensors(const c10::IValue& value, Change&& change) {
    const auto changed = [&](const at::Tensor& tensor) { return tensor.defined() ? change(tensor) : tensor; };
    if (value.isTensor()) return changed(value.toTensor());
    if (value.isTensorList()) {
        c10::List<at::Tensor> list;
        for (const at::Tensor& tensor : value.toTensorVector())
            list.push_back(changed(tensor));
        return list;
    }
    if (value.isOptionalTensorList()) {
        c10::List<std::optional<at::Tensor>> list;
        for (const std::optional<at::Tensor>& tensor : value.toOptionalTensorVector())
            list.push_back(tensor && tensor->defined() ? std::optional(change(*tensor)) : std::nullopt);
        return list;
    }
    return value;
}

} // namespace tunedesk::simulated
