// SPDX-License-Identifier: GPL-3.0-or-later
// The products of attention and of dense layers, of bench_kernels.

#include "kernel_rates.h"

#include "kernel/kernels.h"
#include "memory/torch_headers.h"
#include "model/host/functions.h"
#include "model/host/matrix_product.h"

#include <ATen/native/CPUBlas.h>

namespace {

using namespace tunedesk;
using namespace tunedesk::model;
using namespace tunedesk::bench;

/// The attention's own products: 2 in the forward pass, 5 in the backward pass, which makes the scores again.
void attention(benchmark::State& state, bool backward, bool in_bf16, double dropout) {
    const kernel::AttentionKernels* const narrow = in_bf16 ? kernel::bf16_attention() : nullptr;
    if (in_bf16 && !narrow) return state.SkipWithError("this processor has no products of bf16 pairs");
    const auto batch = reviews();
    const at::Tensor
        qkv = at::randn({batch->rows(), 3 * width}).mul_(0.3).to(in_bf16 ? at::kBFloat16 : at::kFloat),
        out = at::empty({batch->rows(), width});
    const at::Tensor lse = at::empty({heads, batch->rows()}), d_out = at::randn_like(out),
                     d = at::empty_like(qkv, at::kFloat);
    kernel::Attention a;
    const auto* const rows = static_cast<const char*>(qkv.const_data_ptr());
    const std::int64_t part = width * static_cast<std::int64_t>(qkv.itemsize());
    a.q = rows;
    a.k = rows + part;
    a.v = rows + 2 * part;
    a.q_stride = a.kv_stride = a.dq_stride = a.dkv_stride = 3 * width;
    a.out = out.mutable_data_ptr<float>();
    a.out_stride = width;
    a.lse = lse.mutable_data_ptr<float>();
    a.query_rows = batch->rows();
    a.sequences = batch->sequences.data();
    a.sequence_count = batch->size();
    a.heads = heads;
    a.head_dim = width / heads;
    a.dropout = {1, 1, 1, dropout};
    a.d_out = d_out.const_data_ptr<float>();
    a.dq = d.mutable_data_ptr<float>();
    a.dk = a.dq + width;
    a.dv = a.dk + width;
    const auto run = [&](auto kernel) {
        for_range(heads * batch->size(),
                  [&](std::int64_t begin, std::int64_t end) { kernel(a, begin, end); });
    };
    const auto forward = narrow ? narrow->forward : kernel::kernels().attention_forward;
    run(forward);
    double pairs = 0;
    for (const kernel::Sequence& sequence : batch->sequences)
        pairs += static_cast<double>(sequence.queries) * sequence.keys;
    measure(state, "FLOP/s", pairs * width * 2 * (backward ? 5 : 2),
            in_bf16 ? limits.flops_in_bf16 : limits.flops, [&] {
                run(!backward ? forward : narrow ? narrow->backward : kernel::kernels().attention_backward);
            });
}
BENCHMARK_CAPTURE(attention, forward, false, false, dropout_share)->UseManualTime();
BENCHMARK_CAPTURE(attention, backward, true, false, dropout_share)->UseManualTime();
BENCHMARK_CAPTURE(attention, bf16 forward, false, true, dropout_share)->UseManualTime();
BENCHMARK_CAPTURE(attention, bf16 backward, true, true, dropout_share)->UseManualTime();
BENCHMARK_CAPTURE(attention, bf16 forward without dropout, false, true, 0.0)->UseManualTime();
BENCHMARK_CAPTURE(attention, bf16 backward without dropout, true, true, 0.0)->UseManualTime();

/// x weight^T of the wide layer in bf16 by LibTorch's small products, which pack the weight where the
/// processor has AMX: what our own kernels are compared with.
at::Tensor by_brgemm(const at::Tensor& x, const at::Tensor& weight) {
    namespace blas = at::native::cpublas;
    constexpr std::int64_t rows_at_once = 64, columns_at_once = 64;
    const std::int64_t rows = x.size(0), inner = x.size(1), columns = weight.size(0);
    const bool packs = blas::could_pack(at::kBFloat16);
    const at::Tensor b = weight.t().contiguous(), out = at::empty({rows, columns}, at::kFloat);
    at::Tensor packed = b;
    if (packs) {
        packed = at::empty_like(b);
        blas::pack(inner, columns, columns, columns, at::kBFloat16, at::kBFloat16, b.const_data_ptr(),
                   packed.mutable_data_ptr());
    }
    const auto* const from = x.const_data_ptr<at::BFloat16>();
    const auto* const weights = packed.const_data_ptr<at::BFloat16>();
    for_range((rows + rows_at_once - 1) / rows_at_once, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin * rows_at_once; row < std::min(rows, end * rows_at_once);
             row += rows_at_once)
            for (std::int64_t column = 0; column < columns; column += columns_at_once)
                blas::brgemm(std::min(rows_at_once, rows - row), columns_at_once, inner, inner, columns,
                             columns, false, from + row * inner, weights + column * (packs ? 2 : 1),
                             out.mutable_data_ptr<float>() + row * columns + column, packs);
        blas::brgemm_release(packs);
    });
    return out;
}

void product_in_bf16(benchmark::State& state, bool ours) {
    const std::int64_t rows = reviews()->rows();
    const at::Tensor x = at::randn({rows, width}).to(at::kBFloat16),
                     weight = at::randn({wide, width}).to(at::kBFloat16);
    const auto product = [&] {
        return ours ? matrix_product(x, weight.t(), at::kFloat) : by_brgemm(x, weight);
    };
    try {
        if (!product().allclose(at::mm(x.to(at::kFloat), weight.to(at::kFloat).t()), 1e-3, 1e-2))
            return state.SkipWithError("another product");
    } catch (const c10::Error& error) {
        return state.SkipWithError(error.what_without_backtrace());
    }
    measure(state, "FLOP/s", limits.product_flops, limits.flops_in_bf16,
            [&] { benchmark::DoNotOptimize(product()); });
}
BENCHMARK_CAPTURE(product_in_bf16, ours, true)->UseManualTime();
BENCHMARK_CAPTURE(product_in_bf16, brgemm, false)->UseManualTime();

} // namespace
