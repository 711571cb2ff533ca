// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/codebook.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tunedesk::kernel {

namespace {

Codebook make(bool with_sign) {
    std::vector<double> numbers{0, 1};
    for (int decade = 0; decade < 7; ++decade) {
        const double top = std::pow(10.0, decade - 6);
        const int parts = 1 << (with_sign ? decade : decade + 1);
        for (int i = 0; i < parts; ++i) {
            const double number = top * (0.1 + 0.9 * (i + 0.5) / parts);
            numbers.push_back(number);
            if (with_sign) numbers.push_back(-number);
        }
    }
    std::sort(numbers.begin(), numbers.end());
    Codebook book{};
    std::copy(numbers.begin(), numbers.end(), book.values);
    for (int i = 0; i < 255; ++i)
        book.midpoints[i] = static_cast<float>((double{book.values[i]} + double{book.values[i + 1]}) / 2);
    book.midpoints[255] = std::numeric_limits<float>::infinity();
    for (std::uint32_t upper = 0; upper < 1u << 16; ++upper) {
        // Among negative numbers the least has the largest lower half.
        const auto least = std::bit_cast<float>(upper << 16 | (upper >> 15 ? 0xFFFFu : 0u));
        const float* const above = std::lower_bound(book.midpoints, book.midpoints + 255, least);
        book.first[upper] = std::isnan(least) ? 0 : static_cast<std::uint8_t>(above - book.midpoints);
    }
    return book;
}

} // namespace

const Codebook& codebook(bool with_sign) {
    static const Codebook books[] = {make(false), make(true)};
    return books[with_sign];
}

} // namespace tunedesk::kernel
