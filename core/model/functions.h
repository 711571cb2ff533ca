#pragma once

#include "kernel/kernels.h"
#include "model/batch.h"

#include <ATen/core/Tensor.h>
#include <functional>
#include <memory>
#include <utility>

/// The model's fused operations, each an autograd function with its parameters among its inputs, so that
/// gradient hooks fire parameter by parameter. Dense layers are matrix products of LibTorch; everything
/// between them is a kernel of kernel/kernels.h. All tensors are fp32, row-major, and hold a row a token:
/// [rows, width].
namespace tunedesk::model {

/// The rows that an operation works on: all of a batch's, or the first token's of each sequence.
struct RowView {
    std::shared_ptr<const Batch> batch;
    bool first_only = false;
    std::vector<std::uint32_t> sample, position; ///< filled for first_only alone

    RowView() = default;
    RowView(std::shared_ptr<const Batch> all, bool first);
    kernel::Rows rows(std::int64_t width) const;
};

struct NormParameters {
    at::Tensor gamma, beta; ///< [width]
    double eps = 1e-12;
};

/// dropout(LayerNorm(word[id] + position[place] + type[type id])): [rows, width]. `type` is undefined for
/// models without type embeddings. Token id `pad_id` gets no gradient, as torch.nn.Embedding's padding_idx.
at::Tensor embed(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                 const at::Tensor& position, const at::Tensor& type, const NormParameters& norm,
                 const kernel::Dropout& dropout, std::int64_t pad_id);

/// Query, key and value layers whose weights lie one after another: `weight` [3 * width, width] and `bias`
/// [3 * width] hold the parameters' memory, the others are the parameters themselves.
struct ProjectionParameters {
    at::Tensor weight, bias;
    at::Tensor query_weight, key_weight, value_weight, query_bias, key_bias, value_bias;
};

/// Multi-head self-attention before its output layer. Returns the context and the hidden rows it belongs to:
/// all of `hidden`, or with first_only those of the first tokens, [sequences, width], where every token is
/// still a key.
std::pair<at::Tensor, at::Tensor> self_attention(const std::shared_ptr<const Batch>& batch,
                                                 const at::Tensor& hidden,
                                                 const ProjectionParameters& projections, int heads,
                                                 const kernel::Dropout& dropout, bool first_only);

/// LayerNorm(dropout(x weight^T + bias) + residual).
at::Tensor linear_residual_norm(const RowView& view, const at::Tensor& x, const at::Tensor& weight,
                                const at::Tensor& bias, const at::Tensor& residual,
                                const NormParameters& norm, const kernel::Dropout& dropout);

/// LayerNorm(dropout(activation(x up^T + up_bias) down^T + down_bias) + x). Of the wide activations only
/// those before the non-linearity are kept for the backward pass.
at::Tensor feed_forward(const RowView& view, const at::Tensor& x, const at::Tensor& up,
                        const at::Tensor& up_bias, const at::Tensor& down, const at::Tensor& down_bias,
                        const NormParameters& norm, kernel::Activation activation,
                        const kernel::Dropout& dropout);

/// Counter-based dropout of [sequences, width], one row a sequence.
at::Tensor dropout_rows(const RowView& view, const at::Tensor& x, const kernel::Dropout& dropout);

/// Runs body(begin, end) over [0, count) on LibTorch's threads.
void for_range(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body);

} // namespace tunedesk::model
