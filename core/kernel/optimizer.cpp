// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/adam.h"
#include "kernel/sets.h"
#include "kernel/simd.h"

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

/// The gradient's elements, or zeros where there is none.
template <class Value>
Vec gradient_at(const Value* gradient, std::int64_t i, std::int64_t rest) {
    return gradient ? load_up_to(gradient + i, rest) : Vec{};
}

template <class Value, class State>
void adam_of(const OptimizerStep& o, std::int64_t begin, std::int64_t end) {
    auto* const parameter = static_cast<Value*>(o.parameter);
    const auto* const gradient = static_cast<const Value*>(o.gradient);
    auto* const first = static_cast<State*>(o.first);
    auto* const second = static_cast<State*>(o.second);
    const AdamFactors factors(o);
    for (std::int64_t i = begin; i < end; i += lanes) {
        const std::int64_t rest = end - i;
        Vec m = load_up_to(first + i, rest), v = load_up_to(second + i, rest);
        const Vec p = factors.step(load_up_to(parameter + i, rest), gradient_at(gradient, i, rest), m, v);
        store_up_to(first + i, m, rest);
        store_up_to(second + i, v, rest);
        store_up_to(parameter + i, p, rest);
    }
}

template <class Value, class State>
void sgd_of(const OptimizerStep& o, std::int64_t begin, std::int64_t end) {
    auto* const parameter = static_cast<Value*>(o.parameter);
    const auto* const gradient = static_cast<const Value*>(o.gradient);
    auto* const first = static_cast<State*>(o.first);
    const auto rate = static_cast<float>(o.learning_rate), decay = static_cast<float>(o.weight_decay);
    const auto momentum = static_cast<float>(o.momentum), scale = static_cast<float>(o.gradient_scale);
    for (std::int64_t i = begin; i < end; i += lanes) {
        const std::int64_t rest = end - i;
        const Vec p = load_up_to(parameter + i, rest);
        Vec g = gradient_at(gradient, i, rest) * scale + p * decay;
        if (first) {
            const Vec buffer = o.first_step ? g : load_up_to(first + i, rest) * momentum + g;
            store_up_to(first + i, buffer, rest);
            g = o.nesterov ? g + buffer * momentum : buffer;
        }
        store_up_to(parameter + i, p - g * rate, rest);
    }
}

} // namespace

void adam(const OptimizerStep& o, std::int64_t begin, std::int64_t end) {
    if (o.number == Number::bf16) return adam_of<BFloat16, BFloat16>(o, begin, end);
    if (o.number == Number::fp16) return adam_of<Float16, float>(o, begin, end);
    adam_of<float, float>(o, begin, end);
}

void sgd(const OptimizerStep& o, std::int64_t begin, std::int64_t end) {
    if (o.number == Number::bf16) return sgd_of<BFloat16, BFloat16>(o, begin, end);
    if (o.number == Number::fp16) return sgd_of<Float16, float>(o, begin, end);
    sgd_of<float, float>(o, begin, end);
}

double sum_of_squares(Number number, const void* values, std::int64_t begin, std::int64_t end) {
    return with_number(number, [&](auto value) {
        const auto* const x = static_cast<const decltype(value)*>(values);
        double total = 0;
        for (std::int64_t i = begin; i < end;) {
            const std::int64_t part = end - i < 4096 ? end : i + 4096; // short fp32 sums, added up in fp64
            Vec squares{};
            for (; i < part; i += lanes) {
                const Vec v = load_up_to(x + i, part - i);
                squares += v * v;
            }
            i = part;
            total += static_cast<double>(sum(squares));
        }
        return total;
    });
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
