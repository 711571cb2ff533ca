// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/host/matrix_product.h"

#include "kernel/product.h"
#include "memory/torch_headers.h"
#include "model/host/functions.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <algorithm>

namespace tunedesk::model {

namespace {

/// MKL limits processors of other vendors to AVX2. Measured on an AMD EPYC with two threads, 3,000 x 384 x
/// 1,536: oneDNN 195 GFLOP/s, MKL 125 to 160. For dy^T x, a weight's gradient, MKL is faster.
bool mkl_is_narrow() {
    static const bool narrow = __builtin_cpu_supports("avx512f") && !__builtin_cpu_is("intel");
    return narrow;
}

at::Tensor onednn_linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    using Scalars = c10::List<std::optional<at::Scalar>>;
    using Linear =
        at::Tensor(const at::Tensor&, const at::Tensor&, const std::optional<at::Tensor>&, std::string_view,
                   c10::List<std::optional<at::Scalar>>, std::optional<std::string_view>);
    static const auto operation =
        c10::Dispatcher::singleton().findSchemaOrThrow("mkldnn::_linear_pointwise", "").typed<Linear>();
    return operation.call(x, weight, bias.defined() ? std::optional(bias) : std::nullopt, "none", Scalars(),
                          "");
}

/// Describes a matrix for the project's kernels; false if neither of its strides is 1.
bool describe(const at::Tensor& tensor, kernel::Matrix& matrix) {
    matrix = {tensor.const_data_ptr(), number_of(tensor.scalar_type()), tensor.stride(0), tensor.stride(1)};
    return matrix.row_stride == 1 || matrix.column_stride == 1;
}

bool is_for_our_kernels(const at::Tensor& a, const at::Tensor& b) {
    return kernel::bf16_products() && a.scalar_type() == at::kBFloat16 && b.scalar_type() != at::kHalf;
}

/// Packs the operands and multiplies with all threads, in parts of a few hundred rows, the same number per
/// thread.
void multiply(const at::Tensor& a, const at::Tensor& b, const at::Tensor& out, bool add,
              const at::Tensor& bias = {}) {
    kernel::Product p;
    if (bias.defined()) p.bias = bias.const_data_ptr<float>();
    at::Tensor dense_a = a, dense_b = b;
    if (!describe(dense_a, p.a)) describe(dense_a = a.contiguous(), p.a);
    if (!describe(dense_b, p.b)) describe(dense_b = b.contiguous(), p.b);
    p.m = a.size(0);
    p.n = b.size(1);
    p.k = a.size(1);
    p.out = out.mutable_data_ptr();
    p.out_number = number_of(out.scalar_type());
    p.out_stride = out.stride(0);
    p.add = add;
    const kernel::ProductKernels& kernels = *kernel::bf16_products();
    const auto room = [&](std::int64_t size, std::int64_t width) {
        return at::empty({kernels.packed_pairs(size, width, p.k)}, at::kInt);
    };
    const auto address = [](const at::Tensor& tensor) {
        return static_cast<std::uint32_t*>(tensor.mutable_data_ptr());
    };
    const at::Tensor packed_b = room(p.n, kernel::product_columns);
    p.packed_b = address(packed_b);
    for_range(kernel::product_panels(p.n, kernel::product_columns),
              [&](std::int64_t begin, std::int64_t end) { kernels.pack_b(p, begin, end); });
    at::Tensor packed_a;
    if (!kernels.reads_in_place(p)) {
        packed_a = room(p.m, kernels.rows);
        p.packed_a = address(packed_a);
        for_range(kernel::product_panels(p.m, kernels.rows),
                  [&](std::int64_t begin, std::int64_t end) { kernels.pack_a(p, begin, end); });
    }
    const auto panels = [](std::int64_t size, std::int64_t width) {
        return kernel::product_panels(size, width);
    };
    const std::int64_t threads = at::get_num_threads(),
                       items = threads * panels(p.m, threads * p.rows_per_item);
    p.rows_per_item = panels(panels(p.m, items), kernels.rows) * kernels.rows;
    for_range(panels(p.m, p.rows_per_item),
              [&](std::int64_t begin, std::int64_t end) { kernels.multiply(p, begin, end); });
}

/// Whether a is one row and b a weight's transposed view, whose numbers are read once: then the product is
/// limited by memory bandwidth, and neither packing nor converting the weight pays off. A small fp32 weight
/// stays in the caches.
bool is_row_by_weight(const at::Tensor& a, const at::Tensor& b) {
    constexpr std::int64_t beyond_caches = 1 << 18; // numbers
    const at::ScalarType of_a = a.scalar_type(), of_b = b.scalar_type();
    return a.size(0) == 1 && b.size(0) > 1 && b.stride(0) == 1 && of_a != at::kHalf &&
           (of_a == at::kFloat || of_a == of_b) && (of_b != at::kFloat || b.numel() >= beyond_caches);
}

/// The result is fp32.
at::Tensor row_by_weight(const at::Tensor& a, const at::Tensor& b) {
    const at::Tensor row = a.to(at::kFloat).contiguous();
    const at::Tensor out = at::empty({1, b.size(1)}, at::kFloat);
    kernel::RowProduct p;
    p.x = row.const_data_ptr<float>();
    p.weight = b.const_data_ptr();
    p.number = number_of(b.scalar_type());
    p.inputs = b.size(0);
    p.weight_stride = b.stride(1);
    p.out = out.mutable_data_ptr<float>();
    constexpr std::int64_t outputs_an_item = 32;
    const std::int64_t outputs = b.size(1);
    for_range((outputs + outputs_an_item - 1) / outputs_an_item, [&](std::int64_t begin, std::int64_t end) {
        kernel::kernels().row_product(p, begin * outputs_an_item, std::min(outputs, end * outputs_an_item));
    });
    return out;
}

} // namespace

at::Tensor dense_layer(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
    // for fewer rows, preparing oneDNN's primitive takes longer than the product
    constexpr std::int64_t few_rows = 64;
    if (x.size(0) >= few_rows && mkl_is_narrow()) return onednn_linear(x, weight, bias);
    if (is_row_by_weight(x, weight.t())) {
        const at::Tensor product = row_by_weight(x, weight.t());
        return bias.defined() ? product.add_(bias) : product;
    }
    return bias.defined() ? at::addmm(bias, x, weight.t()) : at::mm(x, weight.t());
}

at::Tensor matrix_product(const at::Tensor& a, const at::Tensor& b, at::ScalarType result,
                          const at::Tensor& bias) {
    if (is_row_by_weight(a, b)) {
        const at::Tensor out = row_by_weight(a, b);
        return (bias.defined() ? out.add_(bias) : out).to(result);
    }
    if (is_for_our_kernels(a, b) && result != at::kHalf) {
        const at::Tensor out = at::empty({a.size(0), b.size(1)}, a.options().dtype(result));
        multiply(a, b, out, false, bias);
        return out;
    }
    if (bias.defined()) return matrix_product(a, b, at::kFloat).add_(bias).to(result);
    const at::ScalarType type = a.scalar_type();
    const at::Tensor same = b.to(type); // rounded like the first operand
    if (type == at::kHalf) {
        // a is transposed in a weight's gradient: MKL reads it directly
        const at::Tensor wide = matrix_product(a.to(at::kFloat), same.to(at::kFloat), at::kFloat);
        return wide.to(at::kHalf).to(result);
    }
    if (type == at::kFloat && a.stride(1) == 1) return dense_layer(a, same.t()).to(result);
    return at::mm(a, same).to(result);
}

void add_product(const at::Tensor& sum, const at::Tensor& a, const at::Tensor& b) {
    if (is_for_our_kernels(a, b) && sum.is_contiguous())
        multiply(a, b, sum, true);
    else if (a.scalar_type() == at::kFloat && b.scalar_type() == at::kFloat && !mkl_is_narrow())
        sum.addmm_(a, b);
    else
        sum.add_(matrix_product(a, b, at::kFloat));
}

} // namespace tunedesk::model
