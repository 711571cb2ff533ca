// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/aten/aten_block_attention.h"

#include "memory/torch_headers.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::model {

namespace {

/// The key blocks of all blocks except the first and the last, padded to the longest list.
struct Gathered {
    at::Tensor blocks; ///< [heads * inner * most], indices among the blocks of all heads
    at::Tensor more;   ///< [heads, inner, 1, most * block_size], added to scores: -infinity masks
};

Gathered gathered_blocks(const BlockLists& lists, std::size_t sequence, std::int64_t heads,
                         std::int64_t blocks, std::int64_t tokens, at::Device device) {
    const std::int64_t size = lists.block_size(), inner = blocks - 2;
    std::int64_t most = 0;
    for (int head = 0; head < heads; ++head) {
        const kernel::BlockList list = lists.of(sequence, head);
        for (std::int64_t i = 1; i <= inner; ++i)
            most = std::max<std::int64_t>(most, list.starts[i + 1] - list.starts[i]);
    }
    const at::Tensor places = at::zeros({heads, inner, most}, at::kLong),
                     more = at::full({heads, inner, most, size}, -INFINITY, at::kFloat);
    auto* place = places.mutable_data_ptr<std::int64_t>();
    auto* added = more.mutable_data_ptr<float>();
    for (int head = 0; head < heads; ++head) {
        const kernel::BlockList list = lists.of(sequence, head);
        for (std::int64_t i = 1; i <= inner; ++i, place += most, added += most * size)
            for (std::int32_t at = list.starts[i], n = 0; at < list.starts[i + 1]; ++at, ++n) {
                const kernel::KeyBlock& seen = list.seen[at];
                place[n] = head * blocks + seen.number;
                std::fill_n(added + n * size, std::min(size, tokens - seen.number * size),
                            std::log(static_cast<float>(seen.times)));
            }
    }
    return {places.flatten().to(device), more.view({heads, inner, 1, most * size}).to(device)};
}

/// Softmax of scores [.., queries, keys] times values [.., keys, head_dim].
at::Tensor attend_by(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const at::Tensor& more) {
    const double scale = 1 / std::sqrt(static_cast<double>(q.size(-1)));
    at::Tensor scores = at::matmul(q, k.transpose(-2, -1)) * scale;
    if (more.defined()) scores = scores + more;
    return at::matmul(at::softmax(scores, -1), v);
}

} // namespace

at::Tensor block_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                           const BlockLists& lists, std::size_t sequence) {
    const std::int64_t size = lists.block_size(), tokens = k.size(0), heads = k.size(1), width = k.size(2);
    const std::int64_t blocks = (tokens + size - 1) / size;
    const auto by_head = [](const at::Tensor& x) { return x.transpose(0, 1); };
    const at::Tensor keys = by_head(k), values = by_head(v), queries = by_head(q);
    if (q.size(0) == 1) return attend_by(queries, keys, values, {}).transpose(0, 1);
    const at::Tensor first = queries.narrow(1, 0, size),
                     last = queries.narrow(1, (blocks - 1) * size, tokens - (blocks - 1) * size),
                     inner = queries.narrow(1, size, (blocks - 2) * size).reshape({heads, -1, size, width});
    const Gathered seen = gathered_blocks(lists, sequence, heads, blocks, tokens, k.device());
    const auto gather = [&](const at::Tensor& rows) {
        return at::constant_pad_nd(rows, {0, 0, 0, blocks * size - tokens})
            .reshape({heads * blocks, size, width})
            .index_select(0, seen.blocks)
            .view({heads, blocks - 2, -1, width});
    };
    const at::Tensor between = attend_by(inner, gather(keys), gather(values), seen.more);
    return at::cat({attend_by(first, keys, values, {}), between.reshape({heads, -1, width}),
                    attend_by(last, keys, values, {})},
                   1)
        .transpose(0, 1);
}

} // namespace tunedesk::model
