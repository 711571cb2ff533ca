#pragma once

#include "kernel/kernels.h"

/// Matrix products of bf16 operands with sums in fp32, through AVX512-BF16. Unlike a library's, they compile
/// nothing for a shape: packed batches have ever new numbers of rows.
namespace tunedesk::kernel {

/// A matrix in fp32 or bf16; one of its strides, in elements, is 1. Numbers in fp32 are rounded as they are
/// read.
struct Matrix {
    const void* data = nullptr;
    Number number = Number::bf16;
    std::int64_t row_stride = 0, column_stride = 1;
};

/// out = a b, or out += a b; a [m, k], b [k, n], out [m, n] in fp32, or without adding in bf16. `a` is in
/// bf16 with k and its row stride even, or is packed, as `b` always is.
struct Product {
    Matrix a, b;
    std::int64_t m = 0, n = 0, k = 0;
    void* out = nullptr;
    Number out_number = Number::fp32;
    std::int64_t out_stride = 0;
    bool add = false;
    /// Room for the packed operands, product_panels() bytes each; packed_a is null where `a` is read in
    /// place.
    std::uint32_t *packed_a = nullptr, *packed_b = nullptr;
    std::int64_t rows_per_item = 256; ///< a multiple of product_rows
};

constexpr std::int64_t product_rows = 8, product_columns = 48; ///< of a panel of a, and of b

inline std::int64_t product_panels(std::int64_t size, std::int64_t width) {
    return (size + width - 1) / width;
}
/// Pairs of bf16 in a packed operand of `size` rows of a, or columns of b.
inline std::int64_t packed_pairs(std::int64_t size, std::int64_t width, std::int64_t k) {
    return product_panels(size, width) * width * ((k + 1) / 2);
}

/// Three steps, each over a range of its items, and each after the one before it is done.
struct ProductKernels {
    void (*pack_a)(const Product&, std::int64_t begin, std::int64_t end);   ///< panels of product_rows
    void (*pack_b)(const Product&, std::int64_t begin, std::int64_t end);   ///< panels of product_columns
    void (*multiply)(const Product&, std::int64_t begin, std::int64_t end); ///< rows_per_item rows of out
};

/// Null where the processor has no AVX512-BF16, or TUNEDESK_KERNELS asks for a slower set.
const ProductKernels* bf16_products();

} // namespace tunedesk::kernel
