// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/block_lists.h"

/// Private to the library.
namespace tunedesk::model {

/// Block-sparse attention without dropout of one sequence, `sequence` of `lists`: q [queries, heads,
/// head_dim] of its tokens, or of the first token only; k and v [tokens, heads, head_dim]. The keys that a
/// block sees are gathered, so that memory grows with the tokens and not with their square.
at::Tensor block_attention(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                           const BlockLists& lists, std::size_t sequence);

} // namespace tunedesk::model
