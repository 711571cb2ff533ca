// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/sets.h"
#include "kernel/simd.h"

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

/// Lanes beyond a row's end count for nothing in a sum of exponentials.
constexpr float beyond_end = -1e30f;

[[gnu::always_inline]] inline Vec load_logits(const float* x, std::int64_t rest) {
    if (rest >= lanes) return load(x);
    alignas(Vec) float part[lanes];
    for (std::int64_t i = 0; i < lanes; ++i)
        part[i] = i < rest ? x[i] : beyond_end;
    return load(part);
}

float largest_of(const float* x, std::int64_t words) {
    Vec most = splat(beyond_end);
    for (std::int64_t c = 0; c < words; c += lanes)
        most = max(load_logits(x + c, words - c), most);
    return largest(most);
}

/// Added up in fp32 for a few vectors, then in fp64.
double exponentials_of(const float* x, std::int64_t words, float shift) {
    constexpr std::int64_t block = 64 * lanes;
    double total = 0;
    for (std::int64_t first = 0; first < words; first += block) {
        const std::int64_t last = words - first < block ? words : first + block;
        Vec part{};
        for (std::int64_t c = first; c < last; c += lanes)
            part += exp(load_logits(x + c, last - c) - shift);
        total += static_cast<double>(sum(part));
    }
    return total;
}

/// Whether the target is the first of the largest.
bool is_first(const float* x, std::int64_t target, float most) {
    if (!(x[target] >= most)) return false;
    for (std::int64_t c = 0; c < target; ++c)
        if (x[c] >= most) return false;
    return true;
}

template <class Value>
void gradients(const WordLosses& w, std::int64_t row, Value) {
    float* const x = w.logits + row * w.words;
    auto* const out = reinterpret_cast<Value*>(x); // never ahead of what is read
    const std::int32_t target = w.targets[row];
    const float normaliser = w.normalisers[row], factor = w.factors[row];
    const float at_target = target < 0 ? 0 : x[target];
    for (std::int64_t c = 0; c < w.words; c += lanes) {
        const std::int64_t rest = w.words - c;
        store_up_to(out + c, exp(load_up_to(x + c, rest) - normaliser) * factor, rest);
    }
    if (target >= 0) store_up_to(out + target, (exp(splat(at_target) - normaliser) - 1.0f) * factor, 1);
}

} // namespace

void word_losses(const WordLosses& w, std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
        const float* const x = w.logits + row * w.words;
        const std::int32_t target = w.targets[row];
        const float most = largest_of(x, w.words);
        w.normalisers[row] = most + static_cast<float>(__builtin_log(exponentials_of(x, w.words, most)));
        w.losses[row] = target < 0 ? 0 : w.normalisers[row] - x[target];
        w.right[row] = target >= 0 && is_first(x, target, most);
    }
}

void word_gradients(const WordLosses& w, std::int64_t begin, std::int64_t end) {
    with_number(w.gradient, [&](auto value) {
        for (std::int64_t row = begin; row < end; ++row)
            gradients(w, row, value);
    });
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
