// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "kernel/kernels.h"
#include "model/batch.h"
#include "model/layers/rotary_table.h"
#include "model/linear_cross_entropy.h"
#include "model/loss.h"

#include <ATen/core/Tensor.h>
#include <memory>
#include <span>
#include <utility>
#include <vector>

/// What the models' blocks are made of. There are two sets of the same operations: the fused one computes on
/// the host's processors, LibTorch's own on any device. Both take fp32 tensors, row-major, with a row a
/// token: [rows, width], and give fp32 ones; parameters may be of a 16-bit type. Matrix products of the
/// encoder's dense layers are taken in the type `compute`: operands are rounded to it, sums are fp32. What
/// is between two products, or is kept of one for the backward pass, may stay in that type: attention's
/// projections, its context, the values before the activation. Everything else is fp32.
namespace tunedesk::model {

class KeyValueCache;
class TensorRanks;

/// How a forward pass runs: without dropout, or with dropout drawn for this place of the training. The fused
/// operations draw by seed, step and sample; LibTorch's by rank and micro-batch too.
struct Pass {
    bool training = false;
    std::uint64_t seed = 0;
    std::uint32_t step = 0;
    std::uint32_t micro_batch = 0;   ///< of the step
    std::uint32_t micro_batches = 1; ///< at most, of any step
    std::uint32_t rank = 0;
    bool begun = false;             ///< Operations::begin() was called for the whole pass: its parts must not
    KeyValueCache* cache = nullptr; ///< of a text that is continued: rows are those behind what it holds
    bool sparse = false;            ///< the word embeddings' gradient is a sparse tensor of the rows used
};

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
    at::Tensor gamma, beta; ///< [width]; without beta it is an RMSNorm
    double eps = 1e-12;
};

/// A linear layer's parameters: weight [outputs, inputs], bias [outputs] or undefined.
struct LinearParameters {
    at::Tensor weight, bias;
};

/// Query, key and value layers whose weights lie one after another: `weight` [3 * width, width] and `bias`
/// [3 * width] hold the parameters' memory, the others are the parameters themselves.
struct ProjectionParameters {
    at::Tensor weight, bias;
    at::Tensor query_weight, key_weight, value_weight, query_bias, key_bias, value_bias;
};

/// The head's layers: dense [width, width], then the classifier [labels, width].
struct HeadParameters {
    at::Tensor dense_weight, dense_bias, classifier_weight, classifier_bias;
    arch::Activation activation = arch::Activation::tanh; ///< between them
};

/// Which keys of its sequence a query sees.
enum class AttentionMask {
    full,
    causal, ///< those up to its own position
    blocks  ///< those of some blocks, where the sequence is long enough, with no dropout; else all
};

struct AttentionKind {
    AttentionMask mask = AttentionMask::full;
    int heads = 0;           ///< of the queries
    int key_value_heads = 0; ///< each serves heads / key_value_heads heads of the queries
    arch::BlockPattern blocks{};
    std::uint32_t layer = 0; ///< whose random blocks they are
    bool training = false;   ///< random blocks are drawn
};

/// The memory that holds the tensors of a set of operations.
enum class OperandDevice {
    host, ///< host memory alone: a result exists when the call returns
    any   ///< any device of LibTorch's: results may still be under computation when the call returns
};

/// The source of dropout masks.
enum class DropoutSource {
    counters, ///< a function of seed, step, site, sample and element: no state
    generator ///< the next numbers of the device's generator: Operations::begin() sets its place
};

/// What a set of operations reads of a batch.
enum class BatchForm {
    host,   ///< the vectors of Batch
    tensors ///< Batch::tensors, on the model's device
};

/// One set of operations.
struct Operations {
    const char* name; ///< "fused", "aten"
    OperandDevice device;
    DropoutSource dropout_source;
    BatchForm batch_form;

    /// Prepares the drawing of dropout in a part of a pass: the encoder's (0) or the head's (1).
    void (*begin)(const Pass& pass, at::Device device, int part);

    /// dropout(LayerNorm(word[id] + position[place] + type[type id])): [rows, width]. `type` is undefined for
    /// models without type embeddings. Token id `pad_id` gets no gradient, as torch.nn.Embedding's
    /// padding_idx. With `sparse` the gradient of `word` is a sparse tensor of rows.
    at::Tensor (*embed)(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                        const at::Tensor& position, const at::Tensor& type, const NormParameters& norm,
                        const kernel::Dropout& dropout, std::int64_t pad_id, bool sparse);

    /// Multi-head self-attention before its output layer, of a kind that is not causal and has as many
    /// key-value heads as heads. Returns the context and the hidden rows it belongs to: all of `hidden`, or
    /// with first_only those of the first tokens, [sequences, width], where every token is still a key.
    std::pair<at::Tensor, at::Tensor> (*self_attention)(const std::shared_ptr<const Batch>& batch,
                                                        const at::Tensor& hidden,
                                                        const ProjectionParameters& projections,
                                                        const AttentionKind& kind,
                                                        const kernel::Dropout& dropout, bool first_only,
                                                        at::ScalarType compute);

    /// LayerNorm(dropout(x weight^T + bias) + residual).
    at::Tensor (*linear_residual_norm)(const RowView& view, const at::Tensor& x, const at::Tensor& weight,
                                       const at::Tensor& bias, const at::Tensor& residual,
                                       const NormParameters& norm, const kernel::Dropout& dropout,
                                       at::ScalarType compute);

    /// LayerNorm(dropout(activation(x up^T + up_bias) down^T + down_bias) + x).
    at::Tensor (*feed_forward)(const RowView& view, const at::Tensor& x, const at::Tensor& up,
                               const at::Tensor& up_bias, const at::Tensor& down, const at::Tensor& down_bias,
                               const NormParameters& norm, arch::Activation activation,
                               const kernel::Dropout& dropout, at::ScalarType compute);

    // The same layers from operations between which something may stand: an adapter, a sum over ranks.

    /// x weight^T + bias in the type `result`; bias may be undefined. Operands are rounded to `compute`.
    at::Tensor (*linear)(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                         at::ScalarType compute, at::ScalarType result);

    /// The same of several layers of one input, each in the type `compute`.
    std::vector<at::Tensor> (*linears)(const at::Tensor& x, std::span<const LinearParameters> layers,
                                       at::ScalarType compute);

    /// activation(u) weight^T in fp32, or with `gate` (activation(gate) * u) weight^T. The backward pass may
    /// work in the memory of u and gate.
    at::Tensor (*activated_product)(const at::Tensor& u, const at::Tensor& gate, const at::Tensor& weight,
                                    arch::Activation activation, at::ScalarType compute);

    /// The view's rows of hidden [rows, width], which are all of a batch's.
    at::Tensor (*select)(const RowView& view, const at::Tensor& hidden);

    /// Multi-head attention within each sequence: q [rows of `queries`, heads * head width]; k and v [rows,
    /// key-value heads * head width], of all of a batch's rows; all of the type that products are taken in,
    /// as the result, which is shaped as q.
    at::Tensor (*attention)(const RowView& queries, const at::Tensor& q, const at::Tensor& k,
                            const at::Tensor& v, const AttentionKind& kind, const kernel::Dropout& dropout);

    /// dropout(x + bias) + residual; bias may be undefined.
    at::Tensor (*bias_dropout_residual)(const RowView& view, const at::Tensor& x, const at::Tensor& bias,
                                        const at::Tensor& residual, const kernel::Dropout& dropout);

    /// LayerNorm(x), or RMSNorm(x), of the rows of x, fp32.
    at::Tensor (*norm)(const RowView& view, const at::Tensor& x, const NormParameters& norm);

    at::Tensor (*activation)(const at::Tensor& x, arch::Activation activation);

    /// activation(gate) * up, both of one type, as the result.
    at::Tensor (*gated)(const at::Tensor& gate, const at::Tensor& up, arch::Activation activation);

    /// x [rows, heads * head width] of a batch's rows, each head rotated by its row's position, whose angles
    /// are among these.
    at::Tensor (*rotate)(const std::shared_ptr<const Batch>& batch, const at::Tensor& x, int heads,
                         const RotaryTable::Angles& angles);

    /// word[id] + position[place] + type[type id] in fp32; `position` and `type` may be undefined. `pad_id`
    /// and `sparse` as embed().
    at::Tensor (*embedding)(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                            const at::Tensor& position, const at::Tensor& type, std::int64_t pad_id,
                            bool sparse);

    /// Dropout of rows [rows, width] that belong to the view.
    at::Tensor (*drop)(const RowView& view, const at::Tensor& rows, const kernel::Dropout& dropout);

    /// classifier(dropout(activation(dense(rows)))): logits [rows, labels] of the view's rows, computed in
    /// fp32 whatever the parameters' type.
    at::Tensor (*classify)(const RowView& view, const at::Tensor& rows, const HeadParameters& head,
                           const kernel::Dropout& dropout);

    /// As model/loss.h says, by the batch's labels.
    LossParts (*cross_entropy)(const at::Tensor& logits, const Batch& batch, const at::Tensor& class_weights,
                               double label_smoothing, double normaliser);

    /// Cross-entropy of rows of tokens over a vocabulary, from what the last layer is applied to: see
    /// model/linear_cross_entropy.h.
    LossParts (*linear_cross_entropy)(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                                      const WordTargets& targets, at::ScalarType compute,
                                      std::int64_t chunk_rows);
};

const Operations& fused_operations();
const Operations& aten_operations();

/// The device of a model's parameters, the operations that compute on them, and their type.
struct Placement {
    at::Device device = at::kCPU;
    const Operations* operations = &fused_operations();
    at::ScalarType compute = at::kFloat; ///< or kBFloat16, kHalf
    at::ScalarType params = at::kFloat;  ///< the type in which parameters are stored, likewise
    bool small_operations = false;       ///< blocks run from the small operations, for comparison
    bool layers_on_host = false;         ///< layers' values are made in host memory (Parameter::host_value)
    const TensorRanks* tensor = nullptr; ///< that share a model's matrices; null if this rank has all

    /// Whether what an operation returns exists when it returns. False too for LibTorch's operations on the
    /// host, which are run there as a device's are.
    bool is_on_host() const { return operations->device == OperandDevice::host; }
};

/// The one place where the choice is made: on the host the fused operations, elsewhere LibTorch's.
/// TUNEDESK_OPERATIONS=aten takes LibTorch's on the host too, for comparison.
Placement placement_on(at::Device device, at::ScalarType compute = at::kFloat,
                       at::ScalarType params = at::kFloat);

} // namespace tunedesk::model
