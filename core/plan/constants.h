// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// The measured or assumed numbers of the estimates; all others are derived from the model's shapes.
namespace tunedesk::plan {

// What a layer keeps per token for its backward pass follows from its kind: arch/layer_costs.h.
// Temporary values during the backward pass of one layer's MLP, the widest part: three gradients of the
// hidden values, two copies, one of the intermediate size. (Attention needs no more: its fp32 values exist
// after the MLP's are freed.)
constexpr double transient_hidden = 3, transient_copies = 2, transient_intermediate = 1;
/// On the host the products of fp16 are computed in fp32: one wide and one narrow operand or result.
constexpr double widened_intermediate = 1, widened_hidden = 1;
/// The same for a forward pass without gradients (evaluation, features): the layer's input, the attention's
/// output, the MLP's input and its product, two copies, and the MLP's values before and after the activation.
constexpr double forward_hidden = 4, forward_copies = 2, forward_intermediate = 2;
/// LibTorch's own operations on a device keep more than the fused ones. A layer's input is rounded separately
/// for Q, K and V: two additional copies, one in the last layer. Two dropouts keep masks, one byte per value.
/// The MLP's values before the activation are fp32, and those after it are kept too; two fp32 tensors of them
/// exist during its forward or backward pass. The kernels of a recorded step generate masks again, and keep
/// both of the MLP's tensors in the compute type.
constexpr double device_input_copies = 2, device_input_copies_last_layer = 1, device_masks = 2,
                 device_passing_intermediate = 2;
/// For a language model's head in fp16 on the host, bytes per element of its weight: the weight rounded and
/// then converted to fp32, for the logits; its gradient as computed, rounded and converted, in addition to
/// the sum.
constexpr double widened_table = 2 + 4, widened_gradient = 4 + 2 + 4;
/// The most rows, the longest ones, that model.train: features encodes at a time.
constexpr std::size_t feature_batch_rows = 32;

/// Tensors that memory.offload: activations prefetches to the device.
constexpr std::size_t tensors_ahead = 4;
/// Elements of optimizer state that memory.offload: optimizer keeps on the device, in each of two parts.
constexpr std::int64_t state_part = 8 << 20;

/// Memory of a training worker without tensors: peak_rss_bytes in report.json less the peak of its meter
/// (tests/bench/memory_estimate.py --parts; LibTorch 2.11, 19 presets). About 110 MiB are pages of libraries,
/// the rest heap. It grows with the widest weight, of which oneDNN's products keep packed copies: 222 MiB for
/// MiniLM, 283 for DistilBERT in fp32, 210 and 258 in bf16, and 8 to 18 more with huge pages.
constexpr std::uint64_t runtime_cpu_bytes = 206ull << 20;
constexpr double packed_copies = 9;
/// The same on a device: context and kernels, in device memory.
constexpr std::uint64_t runtime_cuda_bytes = 700ull << 20;
/// Workspaces of cuBLAS and cuBLASLt, allocated by LibTorch's allocator: 32 MiB each on an H200.
constexpr std::uint64_t device_workspace_bytes = 64ull << 20;

/// Floating-point operations per second that training reaches on one core in fp32 and with products in bf16
/// (measured with tests/bench/compare_hf.py on two cores of an AMD EPYC with AVX512-BF16: 2,286 to 2,549 and
/// 3,238 tokens/s on IMDb, 2,368 on SST-2), and on a GPU by compute type: an H200 reached 151 and 254 TFLOP/s
/// in bf16 (DistilBERT on IMDb, recorded steps of 3,300 and 16,000 tokens), the others are assumed.
constexpr double core_flops_per_second = 78e9, core_flops_per_second_bf16 = 99e9;
constexpr double gpu_flops_per_second_fp32 = 20e12, gpu_flops_per_second_tf32 = 100e12,
                 gpu_flops_per_second_16bit = 200e12;
/// Host seconds per layer and step with a GPU, independent of the step's size, for kernels launched one by
/// one and for recorded steps. Measured: 19 and 24 ms, and 3 ms, for six layers on a virtual machine with an
/// H200 (MiniLM and DistilBERT). Faster processors need less.
constexpr double gpu_layer_launch_seconds = 3.5e-3, gpu_layer_replay_seconds = 0.5e-3;

/// Assumed rates of exchange between ranks in bytes per second: through shared memory, and between GPUs of
/// one machine.
constexpr double host_exchange_bytes_per_second = 1e10, gpu_exchange_bytes_per_second = 5e10;
/// For a network: bytes on the link per byte that Gloo sends, and additional seconds per message (sums of
/// 0.25 to 16 MiB over links of 10 to 1,000 Mbit/s; tests/bench/links.py).
constexpr double network_byte_overhead = 1.1, network_message_seconds = 1.2e-3;

/// Bytes on disk besides the weights: the journal per step; journal, metrics.csv and TensorBoard per logging
/// step; configuration and tokenizer of a model folder; state and manifest of a checkpoint.
constexpr std::uint64_t journal_bytes_per_step = 150, logs_bytes_per_logging_step = 1200,
                        model_folder_bytes = 1u << 20, checkpoint_extra_bytes = 64u << 10;

/// The most bytes of decoded images that a process keeps per split.
constexpr std::uint64_t decoded_images_limit = std::uint64_t{1} << 30;

/// Epochs that the sampler computes fully to count steps; later ones are assumed to have their mean.
constexpr std::int64_t dealt_epochs = 10;

/// Fractions of the free memory or disk: a plan fits up to `fits`, and is tight up to `tight`.
constexpr double fits_share = 0.8, tight_share = 1.0;

} // namespace tunedesk::plan
