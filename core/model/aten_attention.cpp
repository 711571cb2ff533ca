#include "model/aten_attention.h"

#include "model/torch_headers.h"

#include <cmath>

namespace tunedesk::model {

namespace {

/// The memory-efficient kernel reads heads in words of 16 bytes: narrower ones are filled up with zeros,
/// which add nothing to a score and are cut off the result.
constexpr std::int64_t head_dim_multiple = 4;

at::Tensor on_cuda(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const Segments& queries,
                   const Segments& keys, double dropout, double scale) {
    const std::int64_t head_dim = q.size(2),
                       missing = (head_dim_multiple - head_dim % head_dim_multiple) % head_dim_multiple;
    const auto batched = [&](const at::Tensor& x) { // the packed form is a batch of one
        return (missing ? at::constant_pad_nd(x, {0, missing}) : x).unsqueeze(0);
    };
    const bool trains =
        at::GradMode::is_enabled() && (q.requires_grad() || k.requires_grad() || v.requires_grad());
    const at::Tensor out = std::get<0>(at::_efficient_attention_forward(
        batched(q), batched(k), batched(v), /*bias=*/{}, queries.starts, keys.starts, queries.longest,
        keys.longest, dropout, /*custom_mask_type=*/0, /*compute_log_sumexp=*/trains, scale));
    return out.squeeze(0).narrow(2, 0, head_dim);
}

at::Tensor segment_by_segment(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                              const Segments& queries, const Segments& keys, double dropout, double scale) {
    const std::vector<at::Tensor> q_parts = q.split_with_sizes(queries.lengths),
                                  k_parts = k.split_with_sizes(keys.lengths),
                                  v_parts = v.split_with_sizes(keys.lengths);
    std::vector<at::Tensor> parts;
    for (std::size_t i = 0; i < q_parts.size(); ++i) {
        const at::Tensor scores =
            at::matmul(q_parts[i].transpose(0, 1), k_parts[i].permute({1, 2, 0})) * scale;
        at::Tensor weights = at::softmax(scores, -1);
        if (dropout > 0) weights = at::dropout(weights, dropout, /*train=*/true);
        parts.push_back(at::matmul(weights, v_parts[i].transpose(0, 1)).transpose(0, 1));
    }
    return at::cat(parts);
}

} // namespace

at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const Segments& queries,
                     const Segments& keys, double dropout) {
    const double scale = 1 / std::sqrt(static_cast<double>(q.size(2)));
    return q.is_cuda() ? on_cuda(q, k, v, queries, keys, dropout, scale)
                       : segment_by_segment(q, k, v, queries, keys, dropout, scale);
}

} // namespace tunedesk::model
