// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Included only by the files that are compiled once per instruction set.

#include "kernel/simd.h"

namespace tunedesk::kernel {
namespace {

inline Vec square_root(Vec x) {
#if defined(__AVX512F__)
    return reinterpret_cast<Vec>(_mm512_sqrt_ps(reinterpret_cast<__m512>(x)));
#elif defined(__AVX2__)
    const auto root = [](FloatRegister part) {
        return reinterpret_cast<FloatRegister>(_mm256_sqrt_ps(reinterpret_cast<__m256>(part)));
    };
    return by_register(root, x);
#else
    const auto root = [](FloatRegister part) {
        for (std::size_t i = 0; i < sizeof part / sizeof(float); ++i)
            part[i] = __builtin_sqrtf(part[i]);
        return part;
    };
    return by_register(root, x);
#endif
}

/// PyTorch's formula: m += (1-b1)(g-m); v = b2 v + (1-b2) g g; p -= lr/c1 * m / (sqrt(v)/sqrt(c2) + eps).
struct AdamFactors {
    float b1, b2, c2, rate, denominator, eps, scale, keep, decay;

    explicit AdamFactors(const OptimizerStep& o)
        : b1(static_cast<float>(1 - o.beta1)), b2(static_cast<float>(o.beta2)),
          c2(static_cast<float>(1 - o.beta2)), rate(static_cast<float>(o.learning_rate / o.bias_correction1)),
          denominator(static_cast<float>(1.0 / __builtin_sqrt(o.bias_correction2))),
          eps(static_cast<float>(o.epsilon)), scale(static_cast<float>(o.gradient_scale)),
          keep(static_cast<float>(o.decoupled ? 1 - o.learning_rate * o.weight_decay : 1)),
          decay(static_cast<float>(o.decoupled ? 0 : o.weight_decay)) {}

    /// Returns the updated parameter; updates m and v in place.
    Vec step(Vec parameter, Vec gradient, Vec& m, Vec& v) const {
        const Vec p = parameter * keep, g = gradient * scale + p * decay;
        m += (g - m) * b1;
        v = v * b2 + g * g * c2;
        return p - rate * m / (square_root(v) * denominator + eps);
    }
};

} // namespace
} // namespace tunedesk::kernel
