// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/adam.h"
#include "kernel/codebook.h"
#include "kernel/sets.h"
#include "kernel/simd.h"

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

/// A block of state in fp32.
struct Block {
    float values[state_block];

    void decode(const std::uint8_t* codes, float scale, const Codebook& book, std::int64_t count) {
        for (std::int64_t i = 0; i < state_block; ++i)
            values[i] = i < count ? book.values[codes[i]] * scale : 0.0f;
    }
    /// Returns the block's scale, its largest magnitude.
    float encode(std::uint8_t* codes, const Codebook& book, std::int64_t count) {
        Vec top{};
        for (std::int64_t i = 0; i < state_block; i += lanes) {
            const Vec x = load(values + i);
            top = max(top, choose(x < Vec{}, -x, x));
        }
        const float scale = largest(top), divisor = scale > 0 ? scale : 1.0f;
        for (std::int64_t i = 0; i < state_block; i += lanes)
            store(values + i, load(values + i) / divisor);
        for (std::int64_t i = 0; i < count; ++i)
            codes[i] = book.nearest(values[i]);
        return scale;
    }
};

template <class Value>
void adam_of(const OptimizerStep& o, std::int64_t begin, std::int64_t end) {
    const Codebook &of_first = codebook(true), &of_second = codebook(false);
    const AdamFactors factors(o);
    for (std::int64_t start = begin; start < end; start += state_block) {
        const std::int64_t count = end - start < state_block ? end - start : state_block;
        auto* const parameter = static_cast<Value*>(o.parameter) + start;
        const auto* const gradient = static_cast<const Value*>(o.gradient) + start;
        auto* const first_codes = static_cast<std::uint8_t*>(o.first) + start;
        auto* const second_codes = static_cast<std::uint8_t*>(o.second) + start;
        float& first_scale = o.first_scales[start / state_block];
        float& second_scale = o.second_scales[start / state_block];
        Block first, second;
        first.decode(first_codes, first_scale, of_first, count);
        second.decode(second_codes, second_scale, of_second, count);
        for (std::int64_t i = 0; i < count; i += lanes) {
            const std::int64_t rest = count - i;
            Vec m = load(first.values + i), v = load(second.values + i);
            store_up_to(parameter + i,
                        factors.step(load_up_to(parameter + i, rest), load_up_to(gradient + i, rest), m, v),
                        rest);
            store_up_to(first.values + i, m, rest);
            store_up_to(second.values + i, v, rest);
        }
        first_scale = first.encode(first_codes, of_first, count);
        second_scale = second.encode(second_codes, of_second, count);
    }
}

} // namespace

void adam_8bit(const OptimizerStep& o, std::int64_t begin, std::int64_t end) {
    with_number(o.number, [&](auto value) { adam_of<decltype(value)>(o, begin, end); });
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
