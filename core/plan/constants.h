#pragma once

#include <cstdint>

/// Every number of the estimates that is measured or assumed rather than derived from the model's shapes.
namespace tunedesk::plan {

// What a layer keeps of each token for its backward pass, in values of the compute type. Fused attention
// keeps its output and the log-sum-exp of each head (in fp32); dropout masks are computed again from
// counters.
/// Times hidden_size: the layer's input, Q, K and V, the attention's output, the first residual sum, its
/// layer norm, the second residual sum. (The second layer norm is the next layer's input.)
constexpr double saved_hidden_per_layer = 8;
/// Times intermediate_size: before the activation function; what comes after it is computed again.
constexpr double saved_intermediate_per_layer = 1;
/// Times hidden_size, of the last layer, whose other values are those of the first tokens alone: input, K and
/// V.
constexpr double saved_hidden_last_layer = 3;
/// fp32 values: mean and reciprocal deviation of two layer norms.
constexpr double saved_statistics_per_layer = 4;
/// Times hidden_size, once: the sum of the embeddings and its layer norm's input.
constexpr double saved_hidden_embeddings = 2;
/// The largest set of values that exist for a moment while one layer goes backward: times hidden_size, times
/// intermediate_size.
constexpr double transient_hidden = 4, transient_intermediate = 2;
/// One forward pass without gradients (evaluation, features) holds this of one layer at a time.
constexpr double forward_hidden = 6, forward_intermediate = 2;

/// A worker that has loaded LibTorch and nothing else: its libraries' pages, heaps, thread stacks. With it
/// the estimates of tests/bench/memory_estimate.py are near the measured peaks.
constexpr std::uint64_t runtime_cpu_bytes = 250ull << 20;
/// The same on a device: context, kernels and workspaces, counted in the device's memory.
constexpr std::uint64_t runtime_cuda_bytes = 700ull << 20;

/// Floating-point operations a second that training reaches in fp32 on one core, and on a GPU by compute
/// type, where nobody has measured them.
constexpr double core_flops_per_second = 60e9;
constexpr double gpu_flops_per_second_fp32 = 20e12, gpu_flops_per_second_tf32 = 100e12,
                 gpu_flops_per_second_16bit = 200e12;

/// Bytes on disk beside the weights: a step's share of the journal, a logging step's of journal, metrics.csv
/// and TensorBoard, a model folder's configuration and tokenizer, a checkpoint's state and manifest.
constexpr std::uint64_t journal_bytes_per_step = 150, logs_bytes_per_logging_step = 1200,
                        model_folder_bytes = 1u << 20, checkpoint_extra_bytes = 64u << 10;

/// Epochs that are dealt out in full to count steps; later ones are taken as their mean.
constexpr std::int64_t dealt_epochs = 10;

/// Parts of what is free that a plan may use: up to `fits` it fits, up to `tight` it is tight.
constexpr double fits_share = 0.8, tight_share = 1.0;

} // namespace tunedesk::plan
