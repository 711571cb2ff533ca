// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of flash attention and of memory-efficient attention over packed sequences, which LibTorch has
// for CUDA alone. Queries, keys and values are [tokens, heads, width]; sequence i is rows starts[i] to
// starts[i + 1].
#include "simulated/generator.h"
#include "simulated/kernels.h"
#include "simulated/runtime.h"
#include "simulated/settings.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/bernoulli.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/softmax.h>
#include <c10/core/DeviceGuard.h>
#include <cmath>
#include <torch/library.h>

namespace tunedesk::simulated {

namespace {

using at::Tensor;
using std::optional;

constexpr std::uint64_t numbers_of_a_call = 1024;
constexpr std::int64_t causal_mask = 1; ///< of memory-efficient attention: from the top left

/// What the kernels were called with beside their tensors.
struct Dropout {
    double p = 0;
    RandomStart drawn;
};

Dropout dropout_of(double p, const Tensor& tensor) {
    const int device = tensor.device().index();
    if (p == 0) return {};
    return {p, implementation(default_generator(device)).draw(current_stream(device), numbers_of_a_call)};
}

Tensor keep_mask(const Tensor& weights, double p, std::uint64_t place) {
    const Tensor kept = at::empty_like(weights).bernoulli_(1 - p, host_generator({place, 0}, {}));
    return kept / (1 - p);
}

Tensor heads_first(const Tensor& tensor, std::int64_t first, std::int64_t count) {
    return tensor.narrow(0, first, count).to(c10::kFloat).transpose(0, 1);
}

struct Range {
    std::int64_t first, count;
};

template <class Visit>
void for_each_sequence(const Tensor& starts_q, const Tensor& starts_k, Visit&& visit) {
    const auto* q = starts_q.const_data_ptr<std::int32_t>();
    const auto* k = starts_k.const_data_ptr<std::int32_t>();
    for (std::int64_t i = 0; i + 1 < starts_q.numel(); ++i)
        visit(Range{q[i], q[i + 1] - q[i]}, Range{k[i], k[i + 1] - k[i]}, static_cast<std::uint64_t>(i));
}

struct Inputs {
    Tensor q, k, v, starts_q, starts_k;
    double p, scale;
    std::uint64_t place;
    bool causal;
};

Tensor weights_of(const Inputs& in, const Range& q, const Range& k) {
    const Tensor products =
        at::matmul(heads_first(in.q, q.first, q.count), heads_first(in.k, k.first, k.count).transpose(1, 2));
    if (!in.causal) return at::softmax(products * in.scale, -1);
    const Tensor later = at::ones_like(products, c10::kBool).triu(1);
    return at::softmax((products * in.scale).masked_fill(later, -INFINITY), -1);
}

void forward(const Inputs& in, const Tensor& out) {
    for_each_sequence(in.starts_q, in.starts_k, [&](const Range& q, const Range& k, std::uint64_t i) {
        Tensor weights = weights_of(in, q, k);
        if (in.p > 0) weights = weights * keep_mask(weights, in.p, in.place + i);
        const Tensor sums = at::matmul(weights, heads_first(in.v, k.first, k.count));
        out.narrow(0, q.first, q.count).copy_(sums.transpose(0, 1));
    });
}

void backward(const Inputs& in, const Tensor& gradient, const Tensor& dq, const Tensor& dk,
              const Tensor& dv) {
    for_each_sequence(in.starts_q, in.starts_k, [&](const Range& q, const Range& k, std::uint64_t i) {
        const Tensor weights = weights_of(in, q, k), dy = heads_first(gradient, q.first, q.count);
        const Tensor mask = in.p > 0 ? keep_mask(weights, in.p, in.place + i) : at::ones_like(weights);
        dv.narrow(0, k.first, k.count)
            .copy_(at::matmul((weights * mask).transpose(1, 2), dy).transpose(0, 1));
        const Tensor dw = at::matmul(dy, heads_first(in.v, k.first, k.count).transpose(1, 2)) * mask;
        const Tensor ds = weights * (dw - (dw * weights).sum(-1, true)) * in.scale;
        dq.narrow(0, q.first, q.count)
            .copy_(at::matmul(ds, heads_first(in.k, k.first, k.count)).transpose(0, 1));
        dk.narrow(0, k.first, k.count)
            .copy_(at::matmul(ds.transpose(1, 2), heads_first(in.q, q.first, q.count)).transpose(0, 1));
    });
}

/// [1, tokens, heads, width] as [tokens, heads, width]; the flash kernel's are so already.
Tensor rows_of(const Tensor& tensor) {
    return tensor.dim() == 4 ? tensor[0] : tensor;
}

std::vector<Tensor> rows_of(const std::vector<Tensor>& tensors) {
    std::vector<Tensor> rows;
    for (const Tensor& tensor : tensors)
        rows.push_back(rows_of(tensor));
    return rows;
}

/// Returns the output and the place of its random numbers, int64.
std::pair<Tensor, Tensor> launch_forward(const char* name, const Tensor& q, const Tensor& k, const Tensor& v,
                                         const Tensor& starts_q, const Tensor& starts_k, double p,
                                         double scale, bool causal, c10::IntArrayRef place_shape) {
    const c10::DeviceGuard guard(q.device());
    const Tensor out = at::empty_like(q), place = at::empty(place_shape, q.options().dtype(c10::kLong));
    const Dropout dropout = dropout_of(p, q);
    launch(name, {q, k, v, starts_q, starts_k}, {out, place},
           [=](const std::vector<Tensor>& given, const RandomStart& at_replay) {
               const std::vector<Tensor> t = rows_of(given);
               const std::uint64_t number = random_seed(dropout.drawn, at_replay) >> 1;
               forward({t[0], t[1], t[2], t[3], t[4], p, scale, number, causal}, t[5]);
               t[6].fill_(static_cast<std::int64_t>(number));
           });
    return {out, place};
}

std::tuple<Tensor, Tensor, Tensor> launch_backward(const char* name, const Tensor& gradient, const Tensor& q,
                                                   const Tensor& k, const Tensor& v, const Tensor& starts_q,
                                                   const Tensor& starts_k, double p, const Tensor& place,
                                                   double scale, bool causal) {
    const c10::DeviceGuard guard(q.device());
    const Tensor dq = at::empty_like(q), dk = at::empty_like(k), dv = at::empty_like(v);
    launch(name, {gradient, q, k, v, starts_q, starts_k, place}, {dq, dk, dv},
           [=](const std::vector<Tensor>& given, const RandomStart&) {
               const std::vector<Tensor> t = rows_of(given);
               const auto number = static_cast<std::uint64_t>(*t[6].const_data_ptr<std::int64_t>());
               backward({t[1], t[2], t[3], t[4], t[5], p, scale, number, causal}, t[0], t[7], t[8], t[9]);
           });
    return {dq, dk, dv};
}

using Sizes = optional<c10::SymInt>;

std::tuple<Tensor, Tensor, Tensor, Tensor, c10::SymInt, c10::SymInt>
efficient_forward(const Tensor& q, const Tensor& k, const Tensor& v, const optional<Tensor>&,
                  const optional<Tensor>& starts_q, const optional<Tensor>& starts_k, Sizes longest_q,
                  Sizes longest_k, double p, std::int64_t mask, bool, optional<double> scale,
                  const optional<Tensor>&, optional<std::int64_t>) {
    TORCH_CHECK(q.size(3) % 4 == 0, "the kernel reads heads in words of 16 bytes");
    const auto [out, place] = launch_forward("_efficient_attention_forward", q, k, v, *starts_q, *starts_k, p,
                                             scale.value(), mask == causal_mask, {});
    const Tensor logsumexp = at::empty({1}, q.options().dtype(c10::kFloat));
    return {out, logsumexp, place, place, longest_q.value(), longest_k.value()};
}

std::tuple<Tensor, Tensor, Tensor, Tensor>
efficient_backward(const Tensor& gradient, const Tensor& q, const Tensor& k, const Tensor& v,
                   const optional<Tensor>&, const Tensor&, const optional<Tensor>& starts_q,
                   const optional<Tensor>& starts_k, c10::SymInt, c10::SymInt, const Tensor&, double p,
                   const Tensor& place, const Tensor&, std::int64_t mask, bool, optional<double> scale,
                   optional<std::int64_t>, optional<std::int64_t>, bool) {
    const auto [dq, dk, dv] = launch_backward("_efficient_attention_backward", gradient, q, k, v, *starts_q,
                                              *starts_k, p, place, scale.value(), mask == causal_mask);
    return {dq, dk, dv, Tensor()};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor>
flash_forward(const Tensor& q, const Tensor& k, const Tensor& v, const optional<Tensor>& starts_q,
              const optional<Tensor>& starts_k, c10::SymInt, c10::SymInt, double p, bool causal, bool,
              optional<double> scale, Sizes, Sizes, const optional<Tensor>&, const optional<Tensor>&) {
    TORCH_CHECK(settings().has_flash_attention, "flash attention is for compute capability 8.0 and above");
    TORCH_CHECK(q.scalar_type() == c10::kHalf || q.scalar_type() == c10::kBFloat16,
                "flash attention takes 16-bit types alone");
    TORCH_CHECK(q.size(2) % 8 == 0, "flash attention takes heads of a multiple of 8");
    const auto [out, place] = launch_forward("_flash_attention_forward", q, k, v, *starts_q, *starts_k, p,
                                             scale.value(), causal, {2});
    const Tensor logsumexp = at::empty({1}, q.options().dtype(c10::kFloat));
    return {out, logsumexp, place, at::empty({}, q.options().dtype(c10::kLong)), at::empty({0}, q.options())};
}

std::tuple<Tensor, Tensor, Tensor> flash_backward(const Tensor& gradient, const Tensor& q, const Tensor& k,
                                                  const Tensor& v, const Tensor&, const Tensor&,
                                                  const Tensor& starts_q, const Tensor& starts_k, c10::SymInt,
                                                  c10::SymInt, double p, bool causal, const Tensor& place,
                                                  const Tensor&, optional<double> scale, Sizes, Sizes) {
    return launch_backward("_flash_attention_backward", gradient, q, k, v, starts_q, starts_k, p, place,
                           scale.value(), causal);
}

} // namespace

void install_attention(torch::Library& aten) {
    aten.impl("_efficient_attention_forward", efficient_forward);
    aten.impl("_efficient_attention_backward", efficient_backward);
    aten.impl("_flash_attention_forward", flash_forward);
    aten.impl("_flash_attention_backward", flash_backward);
}

} // namespace tunedesk::simulated
