// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The highest rates of a machine's kernels, measured in the same process with the same threads.

#include "base/clock.h"
#include "kernel/kernels.h"
#include "memory/torch_headers.h"
#include "model/host/matrix_product.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <vector>

namespace tunedesk::bench {

struct Limits {
    double flops = 0, flops_in_bf16 = 0, bytes = 0; ///< per second
    std::function<void()> product, product_in_bf16; ///< the faster ones, of product_flops each
    double product_flops = 0;
};

inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Seconds of the fastest of many calls.
inline double shortest(const std::function<void()>& work) {
    double best = 1e9;
    for (int i = 0; i < 40; ++i) {
        const double start = monotonic_seconds();
        work();
        best = std::min(best, monotonic_seconds() - start);
    }
    return best;
}

/// Measures and prints the limits for products [rows, width] x [width, wide], and for a copy larger than the
/// caches.
inline Limits measure_limits(std::int64_t rows, std::int64_t width, std::int64_t wide) {
    const at::NoGradGuard no_gradients;
    Limits limits;
    limits.product_flops = 2.0 * static_cast<double>(rows * width * wide);
    const auto faster = [&](std::function<void()> first, std::function<void()> second, double& rate) {
        const double one = shortest(first), other = shortest(second);
        rate = limits.product_flops / std::min(one, other);
        return one < other ? first : second;
    };
    const at::Tensor a = at::randn({rows, width}), b = at::randn({wide, width});
    limits.product = faster([=] { at::mm(a, b.t()); }, [=] { model::dense_layer(a, b); }, limits.flops);
    const at::Tensor a16 = a.to(at::kBFloat16), b16 = b.to(at::kBFloat16);
    limits.product_in_bf16 =
        faster([=] { at::mm(a16, b16.t()); }, [=] { model::matrix_product(a16, b16.t(), at::kBFloat16); },
               limits.flops_in_bf16);
    const at::Tensor from = at::ones({1 << 25}), to = at::empty_like(from); // 128 MiB
    limits.bytes = 2.0 * static_cast<double>(from.nbytes()) / shortest([&] { to.copy_(from); });
    fmt::print("{} threads, kernels: {}; limits: matrix products {:.0f} GFLOP/s, in bf16 {:.0f}, memory "
               "{:.1f} GB/s\n",
               at::get_num_threads(), kernel::kernels().name, limits.flops * 1e-9,
               limits.flops_in_bf16 * 1e-9, limits.bytes * 1e-9);
    return limits;
}

} // namespace tunedesk::bench
