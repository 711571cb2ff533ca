// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that are stored in fewer bits than they are computed with.

#include "kernel/nf4.h"
#include "kernel/sets.h"
#include "kernel/simd.h"

#include <algorithm>

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

/// Both numbers of each byte of codes; the first is in the upper half.
struct CodePairs {
    float values[256][2];
};

const CodePairs& code_pairs() {
    static const CodePairs pairs = [] {
        CodePairs made{};
        for (int byte = 0; byte < 256; ++byte) {
            made.values[byte][0] = nf4_values[byte >> 4];
            made.values[byte][1] = nf4_values[byte & 15];
        }
        return made;
    }();
    return pairs;
}

template <class Value>
void widen_blocks(Value, const FourBit& f, std::int64_t begin, std::int64_t end) {
    const CodePairs& pairs = code_pairs();
    auto* out = static_cast<Value*>(f.out);
    alignas(Vec) float block[nf4_block];
    for (std::int64_t number = begin; number < end; ++number) {
        const std::int64_t first = number * nf4_block, count = std::min(nf4_block, f.count - first);
        for (std::int64_t byte = 0; byte < (count + 1) / 2; ++byte)
            std::memcpy(block + 2 * byte, pairs.values[f.codes[first / 2 + byte]], 2 * sizeof(float));
        const Vec scale = splat(f.scales[number]);
        for (std::int64_t i = 0; i < count; i += lanes)
            store_up_to(out + first + i, load(block + i) * scale, count - i);
    }
}

constexpr int outputs_at_once = 4;

/// Computes `Count` adjacent outputs.
template <int Count, class Value>
void dot_products(const RowProduct& p, const Value* weight, float* out) {
    Vec sums[Count] = {};
    for (std::int64_t i = 0; i < p.inputs; i += lanes) {
        const std::int64_t rest = p.inputs - i;
        const Vec x = load_up_to(p.x + i, rest);
        for (int j = 0; j < Count; ++j)
            sums[j] += x * load_up_to(weight + j * p.weight_stride + i, rest);
    }
    for (int j = 0; j < Count; ++j)
        out[j] = sum(sums[j]);
}

template <class Value>
void multiply_row(Value, const RowProduct& p, std::int64_t begin, std::int64_t end) {
    const auto* weight = static_cast<const Value*>(p.weight);
    std::int64_t output = begin;
    for (; output + outputs_at_once <= end; output += outputs_at_once)
        dot_products<outputs_at_once>(p, weight + output * p.weight_stride, p.out + output);
    for (; output < end; ++output)
        dot_products<1>(p, weight + output * p.weight_stride, p.out + output);
}

} // namespace

void four_bit_values(const FourBit& f, std::int64_t begin, std::int64_t end) {
    with_number(f.number, [&](auto value) { widen_blocks(value, f, begin, end); });
}

void row_product(const RowProduct& p, std::int64_t begin, std::int64_t end) {
    with_number(p.number, [&](auto value) { multiply_row(value, p, begin, end); });
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
