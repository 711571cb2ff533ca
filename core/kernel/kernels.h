// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Fused CPU kernels of the training core, on raw memory, in fp32 unless otherwise stated, and independent of
/// LibTorch. Every kernel processes a range of its items and starts no threads: the caller splits the range.
/// Results do not depend on the split.
///
/// Dropout is counter-based (Philox4x32-7, base/philox.h): a mask is a function of seed, optimizer step,
/// site, sample and the element's position in its own sequence. It is therefore the same in every batching
/// and with any number of ranks, and backward passes generate it again instead of storing it.
namespace tunedesk::kernel {

constexpr int dropout_rounds = 7; ///< rounds of Philox4x32

/// One dropout layer at one step. The probability is rounded to a multiple of 2^-16, and the remaining
/// elements are scaled by the inverse of exactly the rounded keep probability.
struct Dropout {
    std::uint64_t seed = 0;
    std::uint32_t step = 0;
    std::uint32_t site = 0; ///< index of the dropout layer, below 2^16
    double probability = 0;
    std::uint32_t first_head = 0; ///< heads before the slice, if attention is over a slice of the heads

    std::uint32_t threshold() const { return static_cast<std::uint32_t>(probability * 65536.0 + 0.5); }
    float scale() const { return static_cast<float>(65536.0 / (65536.0 - threshold())); }
};

/// Whether element `index` is kept; the scalar reference for the vector kernels. Elements are numbered in
/// rows padded to a multiple of 64 (hidden states: position * padded width + column; attention: query *
/// padded keys + key, with keys padded to 16, and `head` the head).
bool dropout_keeps(const Dropout& dropout, std::uint32_t sample, std::uint32_t head, std::uint64_t index);

/// Storage type of numbers; computations are in fp32.
enum class Number { fp32, bf16, fp16 };

/// The rows of one sequence: queries [query_start, query_start + queries) of q and out, keys [key_start,
/// key_start + keys) of k and v. In self-attention both are the same; a last layer of which only the first
/// token is read has one query.
struct Sequence {
    std::int64_t query_start = 0, key_start = 0;
    std::int32_t queries = 0, keys = 0;
    std::uint32_t sample = 0;
};

/// Softmax(q k^T / sqrt(head_dim)) with dropout, times v, per sequence and head (Vaswani et al., 2017;
/// recomputation in the backward pass as in Dao et al., 2022). Row r of head h begins at q + r * q_stride + h
/// * head_dim; the same holds for out and the gradients, and for k and v with head h / group. `lse` [heads,
/// query_rows] receives the log-sum-exp of each row of scores.
struct Attention {
    const void *q = nullptr, *k = nullptr, *v = nullptr; ///< fp32, or bf16 for AttentionKernels
    std::int64_t q_stride = 0, kv_stride = 0;
    float* out = nullptr;
    std::int64_t out_stride = 0;
    float* lse = nullptr;
    std::int64_t query_rows = 0;
    const Sequence* sequences = nullptr;
    std::int64_t sequence_count = 0;
    int heads = 0, head_dim = 0; ///< number of query heads; head_dim at most 256
    int group = 1;               ///< query heads per head of k and v, which have heads / group heads
    bool causal = false;         ///< query i of a sequence attends only to keys 0 to i; then queries <= keys
    Dropout dropout;
    // only for the backward pass
    const float* d_out = nullptr; ///< gradient of out, rows of out_stride
    float *dq = nullptr, *dk = nullptr, *dv = nullptr;
    std::int64_t dq_stride = 0, dkv_stride = 0;
};

/// A block of keys in the list of a block of queries; each of its keys counts `times` times.
struct KeyBlock {
    std::int32_t number = 0, times = 1;
};

/// The key blocks for each block of queries, in one head of one sequence: query block i attends to
/// seen[starts[i]] to seen[starts[i + 1] - 1], which are unique and ascending.
struct BlockList {
    const KeyBlock* seen = nullptr;
    const std::int32_t* starts = nullptr;
};

/// Block-sparse attention: queries and keys of a sequence are divided into blocks of `block_size`, the last
/// of which may be shorter, and a query attends only to the key blocks in its block's list. Without dropout
/// and causal mask. Products are computed in fp32 for every type of q, k and v.
struct BlockAttention {
    Attention attention;
    Number number{}; ///< type of q, k and v
    std::int32_t block_size = 0;
    const BlockList* lists = nullptr; ///< [heads, sequence_count]
};

/// Sample and position of each row of a hidden-state matrix; used only for dropout.
struct Rows {
    const std::uint32_t* sample = nullptr;
    const std::uint32_t* position = nullptr;
    std::int64_t count = 0, width = 0;
};

/// y = LayerNorm(dropout(x + bias) + residual). `x` is overwritten by the normalized rows before gamma and
/// beta; the backward pass needs only these and `rstd`. Without residual (the embeddings) dropout follows the
/// norm: y = dropout(LayerNorm(x)), and bias is not used. Without `centred` the mean is not subtracted:
/// RMSNorm (Zhang and Sennrich, 2019).
struct ResidualNorm {
    Rows rows;
    float* x = nullptr;
    const float *bias = nullptr, *residual = nullptr, *gamma = nullptr, *beta = nullptr;
    float eps = 0;
    bool centred = true;
    float *y = nullptr, *rstd = nullptr;
    Dropout dropout;
    // backward: dy is read; dx may be dy itself; d_residual may be null. Column sums go to `sums`,
    // [chunks, 3, width] for d_bias, d_gamma, d_beta, one part per chunk of rows.
    const float* dy = nullptr;
    float *dx = nullptr, *d_residual = nullptr, *sums = nullptr;
};

/// Rows of one chunk of a column sum: constant, so that sums do not depend on the number of threads.
constexpr std::int64_t rows_per_chunk = 256;
inline std::int64_t chunk_count(std::int64_t rows) {
    return (rows + rows_per_chunk - 1) / rows_per_chunk;
}

/// A bfloat16 number: the upper half of an fp32 one, rounded to nearest even.
struct BFloat16 {
    std::uint16_t bits;
};

/// An IEEE binary16 number, rounded to nearest even; larger values become infinite.
struct Float16 {
    std::uint16_t bits;
};

enum class Activation { gelu, gelu_tanh, relu, silu };

/// activation(gate) * up of a gated MLP; both [rows, width] of one type.
struct Gated {
    Activation activation{};
    Number number{};
    const void *gate = nullptr, *up = nullptr;
    void* out = nullptr;
    // only for the backward pass: the gradients of gate and up from that of out; `out` may be null
    const void* d_out = nullptr;
    void *d_gate = nullptr, *d_up = nullptr;
};

/// Softmax cross-entropy of rows of logits over a vocabulary.
struct WordLosses {
    float* logits = nullptr; ///< [rows, words]
    std::int64_t words = 0;
    const std::int32_t* targets = nullptr; ///< the word of each row; negative: no target
    float* normalisers = nullptr;          ///< log-sum-exp of each row
    // only for the losses
    float* losses = nullptr;
    bool* right = nullptr; ///< whether the target is the most likely word, the first of equal ones
    // only for the gradients
    const float* factors = nullptr; ///< factor of each row's loss; 0 for a row without one
    Number gradient{}; ///< type of the gradients, which replace the logits; rows keep their addresses
};

/// Rotates pairs (i, i + head_width / 2) of each head's columns by the angle of the row's position; `cosines`
/// and `sines` [positions, head_width / 2] hold those of the angles.
struct Rotation {
    Number number{};
    const void* x = nullptr; ///< [rows, heads * head_width], rows x_stride apart
    std::int64_t x_stride = 0;
    void* out = nullptr;                     ///< contiguous rows
    const std::uint32_t* position = nullptr; ///< position of each row
    const float *cosines = nullptr, *sines = nullptr;
    std::int64_t heads = 0, head_width = 0;
    bool back = false; ///< rotates by the negative angle: the backward pass
};

/// A matrix in 4-bit NormalFloat (kernel/nf4.h), two numbers per byte, the first in the upper half.
struct FourBit {
    const std::uint8_t* codes = nullptr;
    const float* scales = nullptr; ///< one per block of nf4_block numbers
    std::int64_t count = 0;        ///< number of elements
    Number number{};               ///< type of `out`
    void* out = nullptr;
};

/// The product of one row x [inputs] and a weight [outputs, inputs] whose rows are weight_stride apart: out
/// [outputs] in fp32. The weight is converted to fp32 as it is read.
struct RowProduct {
    const float* x = nullptr;
    const void* weight = nullptr;
    Number number{};
    std::int64_t inputs = 0, weight_stride = 0;
    float* out = nullptr;
};

/// Elements of 8-bit optimizer state that share a scale.
constexpr std::int64_t state_block = 256;

/// One parameter tensor's optimizer update; see the functions for the formulas. The state is fp32 if the
/// parameters are fp16, because squares of gradients often underflow in fp16; otherwise it has the
/// parameter's type.
struct OptimizerStep {
    Number number = Number::fp32; ///< type of parameter and gradient
    void* parameter = nullptr;
    const void* gradient = nullptr;           ///< null: zeros; not null in adam_8bit
    void *first = nullptr, *second = nullptr; ///< exp_avg and exp_avg_sq, or momentum_buffer and null
    /// For 8-bit state `first` and `second` are codes of kernel/codebook.h, one byte per element; these hold
    /// the largest magnitude of each block of state_block elements.
    float *first_scales = nullptr, *second_scales = nullptr;
    double learning_rate = 0, beta1 = 0, beta2 = 0, epsilon = 0, weight_decay = 0;
    double gradient_scale = 1; ///< factor of gradient clipping
    double bias_correction1 = 1, bias_correction2 = 1;
    bool decoupled = false; ///< decoupled weight decay (AdamW)
    double momentum = 0;
    bool nesterov = false, first_step = false;
};

struct Kernels {
    const char* name; ///< "avx512", "avx2", "plain"

    /// Items [begin, end) of heads * sequence_count, head by head.
    void (*attention_forward)(const Attention&, std::int64_t begin, std::int64_t end);
    /// Items of heads / group * sequence_count, so that one thread accumulates the gradients of k and v; the
    /// sequences' rows of dq, dk and dv are overwritten.
    void (*attention_backward)(const Attention&, std::int64_t begin, std::int64_t end);
    /// Items as for attention.
    void (*block_attention_forward)(const BlockAttention&, std::int64_t begin, std::int64_t end);
    void (*block_attention_backward)(const BlockAttention&, std::int64_t begin, std::int64_t end);

    /// Rows [begin, end).
    void (*residual_norm_forward)(const ResidualNorm&, std::int64_t begin, std::int64_t end);
    /// Chunks [begin, end) of rows_per_chunk rows.
    void (*residual_norm_backward)(const ResidualNorm&, std::int64_t begin, std::int64_t end);

    /// u += bias (in place), a = activation(u); u and a are [rows, width] of the same type; rows [begin,
    /// end).
    void (*activation_forward)(Activation, Number, void* u, const float* bias, void* a, std::int64_t width,
                               std::int64_t begin, std::int64_t end);
    /// da becomes du = da * activation'(u); u becomes activation(u) again; sums [chunks, width] of du. Items
    /// are chunks of rows.
    void (*activation_backward)(Activation, Number, void* u, void* da, float* sums, std::int64_t width,
                                std::int64_t rows, std::int64_t begin, std::int64_t end);

    /// Elements [begin, end) of all rows.
    void (*gated_forward)(const Gated&, std::int64_t begin, std::int64_t end);
    void (*gated_backward)(const Gated&, std::int64_t begin, std::int64_t end);

    /// Rows [begin, end). word_losses computes normalisers, losses and right; the second function replaces
    /// the logits by the gradient of the sum of the losses, each times its factor, and requires the
    /// normalisers.
    void (*word_losses)(const WordLosses&, std::int64_t begin, std::int64_t end);
    void (*word_gradients)(const WordLosses&, std::int64_t begin, std::int64_t end);

    /// Rows [begin, end).
    void (*rotate)(const Rotation&, std::int64_t begin, std::int64_t end);

    /// Blocks [begin, end) of nf4_block numbers.
    void (*four_bit_values)(const FourBit&, std::int64_t begin, std::int64_t end);
    /// Outputs [begin, end).
    void (*row_product)(const RowProduct&, std::int64_t begin, std::int64_t end);

    /// out = dropout(x) by rows; called with gradients for the backward pass.
    void (*dropout_rows)(const Dropout&, const Rows&, const float* x, float* out, std::int64_t begin,
                         std::int64_t end);

    /// torch.optim.Adam / AdamW and SGD over elements [begin, end) of one tensor.
    void (*adam)(const OptimizerStep&, std::int64_t begin, std::int64_t end);
    void (*sgd)(const OptimizerStep&, std::int64_t begin, std::int64_t end);
    /// Adam / AdamW with 8-bit state; `begin` is a multiple of state_block.
    void (*adam_8bit)(const OptimizerStep&, std::int64_t begin, std::int64_t end);
    /// Sum of squares of elements [begin, end).
    double (*sum_of_squares)(Number, const void*, std::int64_t begin, std::int64_t end);
};

/// Attention with q, k and v in bf16: products have 16-bit operands, including probabilities and their
/// gradients, and sum in fp32. Items as for Kernels.
struct AttentionKernels {
    void (*forward)(const Attention&, std::int64_t begin, std::int64_t end);
    void (*backward)(const Attention&, std::int64_t begin, std::int64_t end);
};
/// Null if the processor lacks the instructions, or TUNEDESK_KERNELS selects a set without them.
const AttentionKernels* bf16_attention();

/// The fastest set that this processor supports, unless TUNEDESK_KERNELS=plain|avx2|avx512 selects another.
const Kernels& kernels();
/// All sets that this processor supports, slowest first.
const Kernels* const* available_kernels(int& count);

} // namespace tunedesk::kernel
