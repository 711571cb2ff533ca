// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/number_conversion.h"

#include "base/error.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace tunedesk::format {

namespace {

constexpr int half_fraction_bits = 10, half_bias = 15;

float float_of_half(std::uint16_t half) {
    const int exponent = (half >> half_fraction_bits) & 0x1F, fraction = half & 0x3FF;
    const float sign = half & 0x8000 ? -1.0f : 1.0f;
    if (exponent == 0x1F) return fraction ? std::nanf("") : sign * INFINITY;
    if (exponent == 0)
        return sign * std::ldexp(static_cast<float>(fraction), 1 - half_bias - half_fraction_bits);
    return sign * std::ldexp(static_cast<float>(fraction | 0x400), exponent - half_bias - half_fraction_bits);
}

std::uint16_t half_of_float(float value) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const float size = std::fabs(value);
    if (std::isnan(value)) return 0x7E00;
    if (size >= 65520.0f) return sign | 0x7C00; // rounds to infinity
    int exponent = 0;
    std::frexp(size, &exponent); // size < 2^exponent
    // The distance between two adjacent halves; it is constant below the smallest normal one.
    const int step = std::max(exponent - half_fraction_bits - 1, 1 - half_bias - half_fraction_bits);
    const auto steps = static_cast<std::uint16_t>(std::nearbyint(std::ldexp(size, -step)));
    const int raised = step + half_bias + half_fraction_bits - 1; // 0 for the smallest distance
    return static_cast<std::uint16_t>(sign |
                                      (static_cast<std::uint16_t>(raised << half_fraction_bits) + steps));
}

std::uint16_t bfloat_of_float(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value)) return 0x7FC0;
    return static_cast<std::uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

template <class From, class To, class Convert>
void convert(const From* from, std::size_t count, To* to, Convert each) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = each(from[i]);
}

[[noreturn]] void refuse(DType dtype) {
    throw Error(ErrorId::weight_dtype_unsupported, {name_of(dtype)});
}

} // namespace

std::vector<float> to_floats(std::span<const std::byte> data, DType dtype) {
    std::vector<float> values(data.size() / size_of(dtype));
    if (dtype == DType::F32) {
        std::memcpy(values.data(), data.data(), data.size());
        return values;
    }
    if (dtype != DType::BF16 && dtype != DType::F16) refuse(dtype);
    std::vector<std::uint16_t> narrow(values.size()); // a copy, because the file's numbers may be unaligned
    std::memcpy(narrow.data(), data.data(), data.size());
    if (dtype == DType::F16)
        convert(narrow.data(), narrow.size(), values.data(), float_of_half);
    else
        convert(narrow.data(), narrow.size(), values.data(),
                [](std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); });
    return values;
}

std::vector<std::byte> from_floats(std::span<const float> values, DType dtype) {
    std::vector<std::byte> data(values.size() * size_of(dtype));
    if (dtype == DType::F32) {
        std::memcpy(data.data(), values.data(), data.size());
        return data;
    }
    if (dtype != DType::BF16 && dtype != DType::F16) refuse(dtype);
    std::vector<std::uint16_t> narrow(values.size());
    convert(values.data(), values.size(), narrow.data(),
            dtype == DType::F16 ? half_of_float : bfloat_of_float);
    std::memcpy(data.data(), narrow.data(), data.size());
    return data;
}

std::vector<float> transposed(std::span<const float> values, std::size_t rows) {
    const std::size_t columns = values.size() / rows;
    std::vector<float> out(values.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            out[column * rows + row] = values[row * columns + column];
    return out;
}

} // namespace tunedesk::format
