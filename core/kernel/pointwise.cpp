// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/sets.h"
#include "kernel/simd.h"

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

struct ValueAndSlope {
    Vec value, slope;
};

/// x Phi(x) and its derivative Phi(x) + x phi(x). Phi by the error function's rational approximation 7.1.26
/// of Abramowitz and Stegun (absolute error below 1.5e-7); its exponential is the density's.
[[gnu::always_inline]] inline ValueAndSlope gelu(Vec x) {
    const Vec magnitude = choose(x < Vec{}, -x, x) * 0.70710678f;
    const Vec density = exp(-0.5f * x * x);
    const Vec t = 1.0f / (1.0f + 0.3275911f * magnitude);
    const Vec tail = t * (0.254829592f +
                          t * (-0.284496736f + t * (1.421413741f + t * (-1.453152027f + t * 1.061405429f))));
    const Vec upper = 0.5f * tail * density; // 1 - Phi(|x|)
    const Vec phi = choose(x < Vec{}, upper, 1.0f - upper);
    return {x * phi, phi + x * density * 0.39894228f};
}

/// The tanh form: 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
[[gnu::always_inline]] inline ValueAndSlope gelu_tanh(Vec x) {
    const Vec inner = 0.79788456f * (x + 0.044715f * x * x * x);
    const Vec e = exp(min(max(2.0f * inner, splat(-80)), splat(80)));
    const Vec tanh = 1.0f - 2.0f / (e + 1.0f);
    const Vec slope = 0.79788456f * (1.0f + 0.134145f * x * x);
    return {0.5f * x * (1.0f + tanh), 0.5f * (1.0f + tanh) + 0.5f * x * (1.0f - tanh * tanh) * slope};
}

[[gnu::always_inline]] inline ValueAndSlope relu(Vec x) {
    return {choose(x > Vec{}, x, choose(x == x, Vec{}, x)), choose(x > Vec{}, splat(1), Vec{})};
}

/// x sigmoid(x).
[[gnu::always_inline]] inline ValueAndSlope silu(Vec x) {
    const Vec sigmoid = 1.0f / (1.0f + exp(min(-x, splat(88))));
    return {x * sigmoid, sigmoid * (1.0f + x * (1.0f - sigmoid))};
}

template <class Function, class Value>
void forward(Function function, Value* u, const float* bias, Value* a, std::int64_t width, std::int64_t begin,
             std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r)
        for (std::int64_t c = 0; c < width; c += lanes) {
            const std::int64_t rest = width - c, i = r * width + c;
            store_up_to(u + i, load_up_to(u + i, rest) + load_up_to(bias + c, rest), rest);
            store_up_to(a + i, function(load_up_to(u + i, rest)).value, rest); // of u as it is kept
        }
}

template <class Function, class Value>
void backward(Function function, Value* u, Value* da, float* sums, std::int64_t width, std::int64_t rows,
              std::int64_t begin, std::int64_t end) {
    for (std::int64_t chunk = begin; chunk < end; ++chunk) {
        float* d_bias = sums + chunk * width;
        std::memset(d_bias, 0, static_cast<std::size_t>(width) * sizeof(float));
        const std::int64_t last = (chunk + 1) * rows_per_chunk < rows ? (chunk + 1) * rows_per_chunk : rows;
        for (std::int64_t r = chunk * rows_per_chunk; r < last; ++r)
            for (std::int64_t c = 0; c < width; c += lanes) {
                const std::int64_t rest = width - c, i = r * width + c;
                const ValueAndSlope f = function(load_up_to(u + i, rest));
                const Vec du = load_up_to(da + i, rest) * f.slope;
                store_up_to(u + i, f.value, rest);
                store_up_to(da + i, du, rest);
                store_up_to(d_bias + c, load_up_to(d_bias + c, rest) + du, rest);
            }
    }
}

/// Calls work() with the function of the activation.
template <class Work>
void with(Activation activation, Work work) {
    switch (activation) {
    case Activation::gelu:
        return work([](Vec x) { return gelu(x); });
    case Activation::gelu_tanh:
        return work([](Vec x) { return gelu_tanh(x); });
    case Activation::relu:
        return work([](Vec x) { return relu(x); });
    case Activation::silu:
        return work([](Vec x) { return silu(x); });
    }
}

template <class Function, class Value>
void gated(Function function, Value, const Gated& g, std::int64_t begin, std::int64_t end) {
    const auto *gate = static_cast<const Value*>(g.gate), *up = static_cast<const Value*>(g.up);
    auto* out = static_cast<Value*>(g.out);
    for (std::int64_t i = begin; i < end; i += lanes) {
        const std::int64_t rest = end - i;
        store_up_to(out + i, function(load_up_to(gate + i, rest)).value * load_up_to(up + i, rest), rest);
    }
}

template <class Function, class Value>
void gated_gradients(Function function, Value, const Gated& g, std::int64_t begin, std::int64_t end) {
    const auto *gate = static_cast<const Value*>(g.gate), *up = static_cast<const Value*>(g.up),
               *d_out = static_cast<const Value*>(g.d_out);
    auto *d_gate = static_cast<Value*>(g.d_gate), *d_up = static_cast<Value*>(g.d_up),
         *out = static_cast<Value*>(g.out);
    for (std::int64_t i = begin; i < end; i += lanes) {
        const std::int64_t rest = end - i;
        const ValueAndSlope f = function(load_up_to(gate + i, rest));
        const Vec other = load_up_to(up + i, rest), d = load_up_to(d_out + i, rest);
        if (out) store_up_to(out + i, f.value * other, rest);
        store_up_to(d_gate + i, d * other * f.slope, rest);
        store_up_to(d_up + i, d * f.value, rest);
    }
}

} // namespace

void gated_forward(const Gated& g, std::int64_t begin, std::int64_t end) {
    with(g.activation, [&](auto function) {
        with_number(g.number, [&](auto value) { gated(function, value, g, begin, end); });
    });
}

void gated_backward(const Gated& g, std::int64_t begin, std::int64_t end) {
    with(g.activation, [&](auto function) {
        with_number(g.number, [&](auto value) { gated_gradients(function, value, g, begin, end); });
    });
}

void activation_forward(Activation activation, Number number, void* u, const float* bias, void* a,
                        std::int64_t width, std::int64_t begin, std::int64_t end) {
    with(activation, [&](auto function) {
        with_number(number, [&](auto value) {
            using Value = decltype(value);
            forward(function, static_cast<Value*>(u), bias, static_cast<Value*>(a), width, begin, end);
        });
    });
}

void activation_backward(Activation activation, Number number, void* u, void* da, float* sums,
                         std::int64_t width, std::int64_t rows, std::int64_t begin, std::int64_t end) {
    with(activation, [&](auto function) {
        with_number(number, [&](auto value) {
            using Value = decltype(value);
            backward(function, static_cast<Value*>(u), static_cast<Value*>(da), sums, width, rows, begin,
                     end);
        });
    });
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
