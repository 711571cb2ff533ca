// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernel/kernels.h"

/// Matrix products of bf16 operands with sums in fp32, using AMX or AVX512-BF16. Unlike libraries such as
/// oneDNN, they need no compilation per shape: the number of rows differs between packed batches.
namespace tunedesk::kernel {

/// A matrix in fp32 or bf16; one of its strides, in elements, is 1. fp32 numbers are rounded as they are
/// read.
struct Matrix {
    const void* data = nullptr;
    Number number = Number::bf16;
    std::int64_t row_stride = 0, column_stride = 1;
};

/// out = a b + bias, or out += a b; a [m, k], b [k, n], out [m, n] in fp32, or without `add` also in bf16.
/// `a` is read in place if ProductKernels::reads_in_place(), else packed; `b` is always packed.
struct Product {
    Matrix a, b;
    std::int64_t m = 0, n = 0, k = 0;
    void* out = nullptr;
    Number out_number = Number::fp32;
    std::int64_t out_stride = 0;
    bool add = false;
    const float* bias = nullptr; ///< [n] or null; not with `add`
    /// Memory for the packed operands, ProductKernels::packed_pairs() each; packed_a is null if `a` is read
    /// in place.
    std::uint32_t *packed_a = nullptr, *packed_b = nullptr;
    std::int64_t rows_per_item = 256; ///< a multiple of ProductKernels::rows
};

constexpr std::int64_t product_columns = 48; ///< columns of a panel of b

inline std::int64_t product_panels(std::int64_t size, std::int64_t width) {
    return (size + width - 1) / width;
}

/// Three steps, each over a range of items; each begins after the previous one is complete.
struct ProductKernels {
    const char* name;
    std::int64_t rows;  ///< rows of a panel of a
    std::int64_t inner; ///< packed operands are padded with zeros to a multiple of this inner dimension

    void (*pack_a)(const Product&, std::int64_t begin, std::int64_t end);   ///< panels of `rows`
    void (*pack_b)(const Product&, std::int64_t begin, std::int64_t end);   ///< panels of product_columns
    void (*multiply)(const Product&, std::int64_t begin, std::int64_t end); ///< rows_per_item rows of out

    bool reads_in_place(const Product& p) const {
        return p.a.number == Number::bf16 && p.a.column_stride == 1 && p.k % inner == 0 &&
               p.a.row_stride % 2 == 0;
    }
    /// Pairs of bf16 in a packed operand of `size` rows of a, or columns of b, in panels of `width`.
    std::int64_t packed_pairs(std::int64_t size, std::int64_t width, std::int64_t k) const {
        return product_panels(size, width) * width * product_panels(k, inner) * (inner / 2);
    }
};

/// The sets that this processor supports, the fastest last.
const ProductKernels* const* available_bf16_products(int& count);
/// The fastest set; null if the processor supports none. TUNEDESK_KERNELS selects another one, or a set of
/// kernels without bf16 products.
const ProductKernels* bf16_products();

} // namespace tunedesk::kernel
