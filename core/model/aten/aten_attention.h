// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/batch.h"
#include "model/block_lists.h"

/// Private to the library.
namespace tunedesk::model {

/// Softmax(q k^T / sqrt(head_dim)) with dropout, times v, per segment and head: the queries of segment i see
/// the keys of segment i alone; `causal`, query r of them the keys 0 to r alone. q [queries, heads,
/// head_dim]; k and v [rows, heads, head_dim]; the result is as q. On CUDA LibTorch's kernels for sequences
/// of varying length: flash attention for 16-bit numbers, the memory-efficient one for fp32. Elsewhere plain
/// products, segment by segment.
at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const Segments& queries,
                     const Segments& keys, double dropout, bool causal);
/// The same of segments whose blocks see those of `blocks`, in fp32 by plain products.
at::Tensor attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v, const Segments& queries,
                     const Segments& keys, double dropout, const BlockLists& blocks);

/// The type for attention()'s tensors, of a model that computes in `compute`: that one where flash attention
/// runs, else fp32.
at::ScalarType attention_type(at::Device device, at::ScalarType compute);

} // namespace tunedesk::model
