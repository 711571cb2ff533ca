// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/aten/aten_attention.h"

#include "memory/torch_headers.h"
#include "model/aten/aten_block_attention.h"

#include <cmath>

namespace tunedesk::model {

namespace {

/// The memory-efficient kernel reads heads in 16-byte words: narrower heads are padded with zeros, which do
/// not change scores and are removed from the result.
constexpr std::int64_t head_dim_multiple = 4;
/// The same for flash attention with 16-bit numbers.
constexpr std::int64_t flash_head_dim_multiple = 8;

/// [.., head_dim] padded to a multiple.
at::Tensor filled_up(const at::Tensor& x, std::int64_t multiple) {
    const std::int64_t missing = (multiple - x.size(-1) % multiple) % multiple;
    return missing ? at::constant_pad_nd(x, {0, missing}) : x;
}

/// Removes the padding. Returns x itself if there is none: the derivative of narrow() would be a copy.
at::Tensor cut_off(const at::Tensor& x, std::int64_t head_dim) {
    return x.size(-1) == head_dim ? x : x.narrow(-1, 0, head_dim);
}

at::Tensor by_flash_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                              const Segments& queries, const Segments& keys, double dropout, bool causal,
                              double scale) {
    const auto filled = [](const at::Tensor& x) { return filled_up(x, flash_head_dim_multiple); };
    const at::Tensor out = std::get<0>(at::_flash_attention_forward(
        filled(q), filled(k), filled(v), queries.starts, keys.starts, queries.longest, keys.longest, dropout,
        causal, /*return_debug_mask=*/false, scale));
    return cut_off(out, q.size(2));
}

/// Whether this GPU supports flash attention (since compute capability 8.0), determined by running it once.
bool flash_attention_runs(at::Device device) {
    const at::NoGradGuard no_gradients;
    const at::Tensor one = at::zeros({16, 1, 8}, at::TensorOptions(device).dtype(at::kHalf));
    const Segments rows{at::tensor({0, 16}, at::TensorOptions(at::kInt)).to(device), {16}, 16};
    try {
        by_flash_attention(one, one, one, rows, rows, 0, false, 1);
        return true;
    } catch (const c10::Error&) {
        return false;
    }
}

at::Tensor by_efficient_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                                  const Segments& queries, const Segments& keys, double dropout, bool causal,
                                  double scale) {
    const auto batched = [&](const at::Tensor& x) { // the packed form is a batch of size 1
        return filled_up(x, head_dim_multiple).unsqueeze(0);
    };
    const bool trains =
        at::GradMode::is_enabled() && (q.requires_grad() || k.requires_grad() || v.requires_grad());
    const at::Tensor out = std::get<0>(at::_efficient_attention_forward(
        batched(q), batched(k), batched(v), /*bias=*/{}, queries.starts, keys.starts, queries.longest,
        keys.longest, dropout, /*custom_mask_type=*/causal ? 1 : 0, /*compute_log_sumexp=*/trains, scale));
    return cut_off(out.squeeze(0), q.size(2));
}

/// Attention of one segment by plain matrix products.
at::Tensor plain_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, double dropout,
                           bool causal, double scale) {
    const at::Tensor scores = at::matmul(q.transpose(0, 1), k.permute({1, 2, 0})) * scale;
    const at::Tensor later =
        at::ones({scores.size(1), scores.size(2)}, scores.options().dtype(at::kBool)).triu(1);
    at::Tensor weights = at::softmax(causal ? scores.masked_fill(later, -INFINITY) : scores, -1);
    if (dropout > 0) weights = at::dropout(weights, dropout, /*train=*/true);
    return at::matmul(weights, v.transpose(0, 1)).transpose(0, 1);
}

/// Calls work(number, q, k, v) for each segment.
template <class Work>
at::Tensor each_segment(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                        const Segments& queries, const Segments& keys, Work work) {
    const std::vector<at::Tensor> q_parts = q.split_with_sizes(queries.lengths),
                                  k_parts = k.split_with_sizes(keys.lengths),
                                  v_parts = v.split_with_sizes(keys.lengths);
    std::vector<at::Tensor> parts;
    for (std::size_t i = 0; i < q_parts.size(); ++i)
        parts.push_back(work(i, q_parts[i], k_parts[i], v_parts[i]));
    return at::cat(parts);
}

at::Tensor segment_by_segment(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                              const Segments& queries, const Segments& keys, double dropout, bool causal,
                              double scale) {
    return each_segment(
        q, k, v, queries, keys,
        [&](std::size_t, const at::Tensor& own_q, const at::Tensor& own_k, const at::Tensor& own_v) {
            return plain_attention(own_q, own_k, own_v, dropout, causal, scale);
        });
}

} // namespace

at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const Segments& queries,
                     const Segments& keys, double dropout, bool causal) {
    const double scale = 1 / std::sqrt(static_cast<double>(q.size(2)));
    const auto way = !q.is_cuda()                    ? segment_by_segment
                     : q.scalar_type() == at::kFloat ? by_efficient_attention
                                                     : by_flash_attention;
    return way(q, k, v, queries, keys, dropout, causal, scale);
}

at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const Segments& queries,
                     const Segments& keys, double dropout, const BlockLists& blocks) {
    const double scale = 1 / std::sqrt(static_cast<double>(q.size(2)));
    return each_segment(
        q.to(at::kFloat), k.to(at::kFloat), v.to(at::kFloat), queries, keys,
        [&](std::size_t i, const at::Tensor& own_q, const at::Tensor& own_k, const at::Tensor& own_v) {
            return blocks.is_sparse(i) ? block_attention(own_q, own_k, own_v, blocks, i)
                                       : plain_attention(own_q, own_k, own_v, dropout, false, scale);
        });
}

at::ScalarType attention_type(at::Device device, at::ScalarType compute) {
    if (!device.is_cuda() || compute == at::kFloat) return at::kFloat;
    static const bool flash = flash_attention_runs(device); // one GPU per process
    return flash ? compute : at::kFloat;
}

} // namespace tunedesk::model
