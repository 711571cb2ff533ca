// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/shapes.h"

#include "simulated/kernels.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/empty_strided.h>
#include <algorithm>
#include <array>
#include <string_view>

namespace tunedesk::simulated {

namespace {

bool depends_on_data(const c10::OperatorHandle& op) {
    static constexpr std::array<std::string_view, 11> names{
        "nonzero",           "masked_select", "_unique2", "unique_consecutive",  "unique_dim",
        "repeat_interleave", "equal",         "bincount", "_local_scalar_dense", "allclose",
        "is_nonzero"};
    std::string_view name = op.schema().name();
    name.remove_prefix(name.find("::") + 2);
    return std::ranges::find(names, name) != names.end();
}

c10::IValue rehearsed(const c10::IValue& value) {
    if (value.isDevice()) return c10::Device(c10::kCPU);
    if (value.isGenerator()) return at::make_generator<at::CPUGeneratorImpl>(0);
    return with_tensors(value, [](const at::Tensor& tensor) {
        if (!tensor.is_meta()) return tensor;
        const auto options = tensor.options().device(c10::kCPU);
        return at::empty_strided(tensor.sizes(), tensor.strides(), options).zero_();
    });
}

} // namespace

bool infer_results(const c10::OperatorHandle& op, torch::jit::Stack& stack) {
    if (depends_on_data(op)) {
        stack.clear();
        return false;
    }
    const torch::jit::Stack arguments = stack;
    try {
        op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::Meta), &stack);
        return true;
    } catch (const c10::Error&) { // many have no such kernel without Python
        stack.clear();
    }
    for (const c10::IValue& value : arguments)
        stack.push_back(rehearsed(value));
    try {
        op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), &stack);
        return true;
    } catch (const c10::Error&) {
        stack.clear();
        return false;
    }
}

void size_results(const c10::OperatorHandle& op, const std::vector<c10::IValue>& arguments) {
    const auto is_result = [&](std::size_t i) {
        return op.schema().arguments()[i].is_out() && arguments[i].isTensor() &&
               is_here(arguments[i].toTensor());
    };
    bool any_empty = false;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        any_empty = any_empty || (is_result(i) && arguments[i].toTensor().numel() == 0);
    if (!any_empty) return;
    torch::jit::Stack shapes;
    for (const c10::IValue& value : arguments)
        shapes.push_back(with_tensors(value, shape_only));
    if (!infer_results(op, shapes)) return;
    std::size_t result = 0; // they are returned in the order of the arguments
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (is_result(i)) {
            const at::Tensor& given = arguments[i].toTensor();
            const at::Tensor& wanted = shapes[result++].toTensor();
            if (given.sizes() != wanted.sizes()) given.resize_(wanted.sizes());
        }
}

} // namespace tunedesk::simulated
