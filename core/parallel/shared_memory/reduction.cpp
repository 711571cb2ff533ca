// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/shared_memory/reduction.h"

#include <algorithm>
#include <cstring>

namespace tunedesk::parallel {

namespace {

/// fits the cache together with the memory that is read and written
constexpr std::size_t strip_bytes = 8 << 10;

template <class T, class Combine>
void reduce_strips(std::span<const std::byte* const> from, std::span<std::byte* const> to, std::size_t count,
                   Combine combine) {
    constexpr std::size_t strip = strip_bytes / sizeof(T);
    alignas(64) T sums[strip];
    for (std::size_t begin = 0; begin < count; begin += strip) {
        const std::size_t size = std::min(strip, count - begin);
        std::memcpy(sums, reinterpret_cast<const T*>(from[0]) + begin, size * sizeof(T));
        for (const std::byte* one : from.subspan(1)) {
            const T* const values = reinterpret_cast<const T*>(one) + begin;
            for (std::size_t i = 0; i < size; ++i)
                sums[i] = combine(sums[i], values[i]);
        }
        for (std::byte* one : to)
            std::memcpy(reinterpret_cast<T*>(one) + begin, sums, size * sizeof(T));
    }
}

template <class T>
void reduce_as(Reduce reduce, std::span<const std::byte* const> from, std::span<std::byte* const> to,
               std::size_t count) {
    switch (reduce) {
    case Reduce::sum:
        return reduce_strips<T>(from, to, count, [](T a, T b) { return static_cast<T>(a + b); });
    case Reduce::max:
        return reduce_strips<T>(from, to, count, [](T a, T b) { return std::max(a, b); });
    case Reduce::min:
        return reduce_strips<T>(from, to, count, [](T a, T b) { return std::min(a, b); });
    }
}

} // namespace

std::size_t size_of(ElementType type) {
    switch (type) {
    case ElementType::f64:
    case ElementType::i64:
        return 8;
    case ElementType::f32:
    case ElementType::i32:
        return 4;
    case ElementType::u8:
        break;
    }
    return 1;
}

void reduce_into(ElementType type, Reduce reduce, std::span<const std::byte* const> from,
                 std::span<std::byte* const> to, std::size_t count) {
    switch (type) {
    case ElementType::f32:
        return reduce_as<float>(reduce, from, to, count);
    case ElementType::f64:
        return reduce_as<double>(reduce, from, to, count);
    case ElementType::i64:
        return reduce_as<std::int64_t>(reduce, from, to, count);
    case ElementType::i32:
        return reduce_as<std::int32_t>(reduce, from, to, count);
    case ElementType::u8:
        return reduce_as<std::uint8_t>(reduce, from, to, count);
    }
}

} // namespace tunedesk::parallel
