// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shared by the fused kernels on the simulated device: their tensors as read by the kernels' bodies.

#include "cuda/row_parts.cuh"

#include "cuda/alone.h"
#include "simulated/generator.h"
#include "simulated/kernels.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <c10/core/DeviceGuard.h>
#include <c10/util/Half.h>

namespace rows {

inline float load(const Half* from) {
    return c10::Half(from->bits, c10::Half::from_bits());
}
inline void store(Half* to, float number) {
    to->bits = c10::Half(number).x;
}

} // namespace rows

namespace tunedesk::cuda {

using at::Tensor;
using simulated::RandomStart;
using test::Alone;
using Tensors = std::vector<Tensor>;

inline Tensor as_read(const Tensor& tensor) { // as required by the launches of core/cuda
    return tensor.to(at::kFloat).contiguous();
}

/// Kernels receive null for an undefined tensor.
inline Tensor or_none(const Tensor& tensor, const Tensor& like) {
    return tensor.defined() ? tensor.contiguous() : at::empty({0}, like.options());
}

template <class Number = float>
Number* numbers(const Tensor& tensor) {
    return tensor.numel() == 0 ? nullptr : static_cast<Number*>(tensor.mutable_data_ptr());
}

inline void each_row(std::int64_t count, const auto& body) {
    for (std::int64_t row = 0; row < count; ++row)
        body(static_cast<rows::Long>(row));
}

/// Calls body() with a null pointer of the type that kernels compute in.
inline void with_type(at::ScalarType type, const auto& body) {
    if (type == at::kFloat)
        body(static_cast<float*>(nullptr));
    else if (type == at::kBFloat16)
        body(static_cast<rows::Bf16*>(nullptr));
    else
        body(static_cast<rows::Half*>(nullptr));
}

inline void refuse_other_types(at::ScalarType type) {
    TORCH_CHECK(type == at::kFloat || type == at::kBFloat16 || type == at::kHalf,
                "the row kernels take fp32, bf16 and fp16, not ", type);
}

} // namespace tunedesk::cuda
