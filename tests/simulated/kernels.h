// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulated/streams.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

namespace tunedesk::simulated {

bool is_here(const at::Tensor& tensor);
/// The bytes that a kernel reads or writes through this tensor.
Use use_of(const at::Tensor& tensor, bool writes);
/// The same memory as kernels see it, in a tensor of the host. Throws c10::Error for one without memory.
at::Tensor kernel_side(const at::Tensor& tensor);
/// Of the same form on LibTorch's meta device, which has shapes alone; a host's tensor stays as it is.
at::Tensor shape_only(const at::Tensor& tensor);

using Kernel = std::function<void(const std::vector<at::Tensor>&, const RandomStart& at_replay)>;
/// Enqueues a kernel on this thread's stream of the tensors' device. It gets the reads, then the writes, as
/// tensors of the host.
void launch(const char* name, const std::vector<at::Tensor>& reads, const std::vector<at::Tensor>& writes,
            Kernel kernel);

/// The value with each tensor in it replaced by what `change` makes of it; those that are not defined stay.
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
