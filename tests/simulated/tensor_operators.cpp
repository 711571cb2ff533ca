// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that make, view, resize and copy tensors of the device, and dropout.
#include "simulated/allocators.h"
#include "simulated/guard.h"
#include "simulated/kernels.h"
#include "simulated/runtime.h"

#include <ATen/EmptyTensor.h>
#include <ATen/TensorOperators.h>
#include <ATen/ops/_reshape_alias_native.h>
#include <ATen/ops/as_strided_native.h>
#include <ATen/ops/bernoulli.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/unfold_native.h>
#include <ATen/ops/view_native.h>
#include <c10/core/DeviceGuard.h>
#include <cstring>
#include <torch/library.h>

namespace tunedesk::simulated {

namespace {

using std::optional;

c10::Device chosen(optional<c10::Device> device) {
    return device_at(device && device->index() >= 0 ? device->index() : current_device());
}

at::Tensor empty(c10::IntArrayRef size, optional<c10::ScalarType> type, optional<c10::Layout>,
                 optional<c10::Device> device, optional<bool>, optional<c10::MemoryFormat> format) {
    const c10::DeviceGuard guard(chosen(device));
    return at::detail::empty_generic(size, &device_allocator(), c10::DispatchKeySet(c10::DispatchKey::CUDA),
                                     c10::dtype_or_default(type), format);
}

at::Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, optional<c10::ScalarType> type,
                         optional<c10::Layout>, optional<c10::Device> device, optional<bool>) {
    const c10::DeviceGuard guard(chosen(device));
    return at::detail::empty_strided_generic(size, stride, &device_allocator(),
                                             c10::DispatchKeySet(c10::DispatchKey::CUDA),
                                             c10::dtype_or_default(type));
}

at::Tensor as_strided(const at::Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                      optional<std::int64_t> offset) {
    return at::native::as_strided_tensorimpl(self, size, stride, offset);
}

void enqueue_copy(Stream& stream, const char* name, const at::Tensor& to, const at::Tensor& from) {
    enqueue(stream, name, {use_of(from, false), use_of(to, true)},
            [a = kernel_side(to), b = kernel_side(from), keep_to = to, keep_from = from](const RandomStart&) {
                a.copy_(b);
            });
}

/// Between two devices: the work of each stream before and after comes before and after the copy.
void copy_across(const at::Tensor& to, const at::Tensor& from) {
    Stream& reading = current_stream(from.device().index());
    Stream& writing = current_stream(to.device().index());
    Event event;
    record(event, writing);
    stream_wait(reading, event);
    enqueue_copy(reading, "copy between devices", to, from);
    record(event, reading);
    stream_wait(writing, event);
}

void copy_to_device(Stream& stream, const at::Tensor& to, const at::Tensor& from, bool pinned) {
    constexpr const char* name = "copy to the device";
    if (pinned) return enqueue_copy(stream, name, to, from);
    enqueue(stream, name, {use_of(to, true)}, // pageable memory is staged before the call returns
            [a = kernel_side(to), staged = from.clone(), keep = to](const RandomStart&) { a.copy_(staged); });
}

at::Tensor& copy_(at::Tensor& self, const at::Tensor& given, bool non_blocking) {
    if (self.is_same(given) || self.numel() == 0) return self;
    const at::Tensor from = given.expand(self.sizes());
    if (is_here(self) && is_here(from)) {
        if (self.device() == from.device())
            enqueue_copy(current_stream(self.device().index()), "copy", self, from);
        else
            copy_across(self, from);
        return self;
    }
    const at::Tensor& host = is_here(self) ? from : self;
    Stream& stream = current_stream((is_here(self) ? self : from).device().index());
    const bool pinned = pinned_arena().holds(use_of(host, false).data);
    if (is_here(self)) {
        copy_to_device(stream, self, from, pinned);
        if (!non_blocking) host_wait(stream, "copy to the device");
        return self;
    }
    enqueue_copy(stream, "copy to the host", self, from);
    if (!non_blocking || !pinned) host_wait(stream, "copy to the host");
    return self;
}

at::Tensor copy_from(const at::Tensor& self, const at::Tensor& to, bool non_blocking) {
    at::Tensor target = to;
    return copy_(target, self, non_blocking);
}

c10::Scalar local_scalar(const at::Tensor& self) {
    at::Tensor host = at::empty(self.sizes(), self.options().device(c10::kCPU).requires_grad(false));
    return copy_(host, self, false).item();
}

const at::Tensor& resize_(const at::Tensor& self, c10::SymIntArrayRef sizes, optional<c10::MemoryFormat>) {
    const auto size = C10_AS_INTARRAYREF_SLOW(sizes);
    std::size_t bytes = self.itemsize();
    for (const std::int64_t one : size)
        bytes *= static_cast<std::size_t>(one);
    bytes += static_cast<std::size_t>(self.storage_offset()) * self.itemsize();
    c10::StorageImpl& storage = *self.storage().unsafeGetStorageImpl();
    if (const std::size_t before = storage.nbytes(); before < bytes) {
        const c10::DeviceGuard guard(self.device());
        c10::DataPtr made = device_allocator().allocate(bytes);
        if (before > 0) {
            const Arena& arena = *arena_of(made.get());
            enqueue(current_stream(self.device().index()), "resize_",
                    {{storage.data(), before, false}, {made.get(), before, true}},
                    [to = arena.kernel_address(made.get()), from = arena.kernel_address(storage.data()),
                     before](const RandomStart&) { std::memcpy(to, from, before); });
        }
        storage.set_data_ptr_noswap(std::move(made));
        storage.set_nbytes(bytes);
    }
    self.unsafeGetTensorImpl()->set_sizes_contiguous(size);
    return self;
}

at::Tensor& set_storage(at::Tensor& self, at::Storage storage, c10::SymInt offset, c10::SymIntArrayRef size,
                        c10::SymIntArrayRef stride) {
    c10::TensorImpl& implementation = *self.unsafeGetTensorImpl();
    implementation.set_storage_keep_dtype(std::move(storage));
    implementation.set_storage_offset(offset.expect_int());
    implementation.set_sizes_and_strides(C10_AS_INTARRAYREF_SLOW(size), C10_AS_INTARRAYREF_SLOW(stride));
    return self;
}

at::Tensor& set_tensor(at::Tensor& self, const at::Tensor& from) {
    return set_storage(self, from.storage(), from.sym_storage_offset(), from.sym_sizes(), from.sym_strides());
}

void record_stream(at::Tensor& self, c10::Stream stream) {
    record_use(self.storage().data_ptr(), stream);
}

std::tuple<at::Tensor, at::Tensor> native_dropout(const at::Tensor& input, double p, optional<bool> train) {
    const at::Tensor mask = at::empty_like(input, input.options().dtype(c10::kBool));
    if (!train.value_or(true) || p == 0) return {input.clone(), mask.fill_(true)};
    mask.bernoulli_(1 - p);
    return {input * mask * (p == 1 ? 0 : 1 / (1 - p)), mask};
}

at::Tensor native_dropout_backward(const at::Tensor& gradient, const at::Tensor& mask, double scale) {
    return gradient * mask * scale;
}

} // namespace

void install_tensor_operators(torch::Library& aten) {
    aten.impl("empty.memory_format", empty);
    aten.impl("empty_strided", empty_strided);
    aten.impl("as_strided", as_strided);
    aten.impl("view", TORCH_FN(at::native::view));
    aten.impl("_reshape_alias", TORCH_FN(at::native::_reshape_alias));
    aten.impl("unfold", TORCH_FN(at::native::unfold));
    aten.impl("copy_", copy_);
    aten.impl("_copy_from", copy_from);
    aten.impl("_local_scalar_dense", local_scalar);
    aten.impl("resize_", resize_);
    aten.impl("set_.source_Storage_storage_offset", set_storage);
    aten.impl("set_.source_Tensor", set_tensor);
    aten.impl("record_stream", record_stream);
    aten.impl("native_dropout", native_dropout);
    aten.impl("native_dropout_backward", native_dropout_backward);
}

} // namespace tunedesk::simulated
