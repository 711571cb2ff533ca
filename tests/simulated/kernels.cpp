// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/kernels.h"

#include <ATen/ops/empty_strided.h>
#include <ATen/ops/from_blob.h>

namespace tunedesk::simulated {

namespace {

const void* address_of(const at::Tensor& tensor) {
    if (tensor.numel() == 0) return nullptr;
    return static_cast<const char*>(tensor.storage().data()) +
           tensor.storage_offset() * static_cast<std::int64_t>(tensor.itemsize());
}

at::Tensor as_number(const at::Tensor& made, const at::Tensor& like) { // promotion of types asks for it
    if (like.unsafeGetTensorImpl()->is_wrapped_number()) made.unsafeGetTensorImpl()->set_wrapped_number(true);
    return made;
}

} // namespace

bool is_here(const at::Tensor& tensor) {
    return tensor.defined() && tensor.device().is_cuda();
}

Use use_of(const at::Tensor& tensor, bool writes) {
    if (tensor.numel() == 0) return {};
    std::int64_t last = 0;
    for (std::int64_t i = 0; i < tensor.dim(); ++i)
        last += (tensor.size(i) - 1) * tensor.stride(i);
    return {address_of(tensor), static_cast<std::size_t>(last + 1) * tensor.itemsize(), writes};
}

at::Tensor kernel_side(const at::Tensor& tensor) {
    const void* data = address_of(tensor);
    const Arena* arena = data ? arena_of(data) : nullptr;
    TORCH_CHECK(tensor.numel() == 0 || (is_here(tensor) ? arena && !arena->is_pinned() : data != nullptr),
                "a kernel is given a tensor without memory: ", tensor.sizes());
    void* seen = arena ? arena->kernel_address(data) : const_cast<void*>(data);
    const auto options = tensor.options().device(c10::kCPU).requires_grad(false).pinned_memory(false);
    return as_number(at::from_blob(seen, tensor.sizes(), tensor.strides(), options), tensor);
}

at::Tensor shape_only(const at::Tensor& tensor) {
    if (!is_here(tensor)) return tensor;
    const auto options = tensor.options().device(c10::kMeta).requires_grad(false);
    return as_number(at::empty_strided(tensor.sizes(), tensor.strides(), options), tensor);
}

void launch(const char* name, const std::vector<at::Tensor>& reads, const std::vector<at::Tensor>& writes,
            Kernel kernel) {
    std::vector<Use> uses;
    std::vector<at::Tensor> seen;
    for (const auto* list : {&reads, &writes})
        for (const at::Tensor& tensor : *list) {
            uses.push_back(use_of(tensor, list == &writes));
            seen.push_back(kernel_side(tensor));
        }
    const at::Tensor& any = writes.empty() ? reads.front() : writes.front();
    enqueue(current_stream(any.device().index()), name, uses,
            [kernel = std::move(kernel), seen](const RandomStart& at_replay) { kernel(seen, at_replay); });
}

} // namespace tunedesk::simulated
