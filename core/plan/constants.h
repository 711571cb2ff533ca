// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Every number of the estimates that is measured or assumed rather than derived from the model's shapes.
namespace tunedesk::plan {

// What a layer keeps of each token for its backward pass follows from its kind: arch/layer_costs.h.
/// What exists for a moment while one layer's MLP, the widest part, goes backward: three gradients of the
/// hidden values, copies of two, one of the intermediate size. (Attention's needs no more: its values in fp32
/// are there when the MLP's are gone.)
constexpr double transient_hidden = 3, transient_copies = 2, transient_intermediate = 1;
/// On the host fp16's products are taken in fp32: a wide operand or product and a narrow one.
constexpr double widened_intermediate = 1, widened_hidden = 1;
/// The same of a forward pass without gradients (evaluation, features): the layer's input, the attention's
/// output, the MLP's input and its product, two copies, and the MLP's values before and after the activation.
constexpr double forward_hidden = 4, forward_copies = 2, forward_intermediate = 2;
/// LibTorch's own operations, on a device, keep more than the fused ones. A layer's input that is rounded is
/// rounded for Q, for K and for V: two copies more, of the last layer one. Two dropouts keep masks, a byte a
/// value. The MLP's values before the activation are fp32, and those after it are kept too; two of them in
/// fp32 are there while it goes backward or forward. The kernels of a recorded step draw masks again, and
/// keep both of the MLP's values in the compute type.
constexpr double device_input_copies = 2, device_input_copies_last_layer = 1, device_masks = 2,
                 device_passing_intermediate = 2;
/// Of a language model's head in fp16 on the host, bytes an element of its weight: the weight rounded and
/// then widened, for the logits; its gradient as it was made, rounded and widened, beside the sum.
constexpr double widened_table = 2 + 4, widened_gradient = 4 + 2 + 4;
/// Rows, the longest, that model.train: features encodes at a time at most.
constexpr std::size_t feature_batch_rows = 32;

/// Tensors that memory.offload: activations has on their way back to the device before they are asked for.
constexpr std::size_t tensors_ahead = 4;
/// Numbers of the optimizer's state that memory.offload: optimizer has on the device at a time, twice.
constexpr std::int64_t state_part = 8 << 20;

/// What a training worker holds beside tensors, as report.json's peak_rss_bytes less the most that its meter
/// counted (tests/bench/memory_estimate.py --parts; LibTorch 2.11, 19 presets): about 110 MiB are pages of
/// libraries, the rest heap. It grows with the widest weight, of which oneDNN's products keep packed copies:
/// 222 MiB for MiniLM, 283 for DistilBERT in fp32, 210 and 258 in bf16, and 8 to 18 more with huge pages.
constexpr std::uint64_t runtime_cpu_bytes = 206ull << 20;
constexpr double packed_copies = 9;
/// The same on a device: context and kernels, counted in the device's memory.
constexpr std::uint64_t runtime_cuda_bytes = 700ull << 20;
/// Workspaces of cuBLAS and cuBLASLt, which LibTorch's allocator gives: 32 MiB each on an H200.
constexpr std::uint64_t device_workspace_bytes = 64ull << 20;

/// Floating-point operations a second that training reaches on one core in fp32 and with products in bf16
/// (measured with tests/bench/compare_hf.py on two cores of an AMD EPYC with AVX512-BF16: 2,286 to 2,549 and
/// 3,238 tokens/s on IMDb, 2,368 on SST-2), and on a GPU by compute type: an H200 reached 151 and 254 TFLOP/s
/// in bf16 (DistilBERT on IMDb, recorded steps of 3,300 and 16,000 tokens), the others are assumed.
constexpr double core_flops_per_second = 78e9, core_flops_per_second_bf16 = 99e9;
constexpr double gpu_flops_per_second_fp32 = 20e12, gpu_flops_per_second_tf32 = 100e12,
                 gpu_flops_per_second_16bit = 200e12;
/// Seconds a step takes the host on a GPU whatever its size, a layer, launched kernel by kernel and recorded:
/// 19 and 24 ms, and 3 ms, for six layers on a virtual machine with an H200 (MiniLM and DistilBERT). A
/// machine whose processors are faster takes less.
constexpr double gpu_layer_launch_seconds = 3.5e-3, gpu_layer_replay_seconds = 0.5e-3;

/// Bytes a second in which ranks exchange what they share, assumed: through shared memory; between GPUs of a
/// machine.
constexpr double host_exchange_bytes_per_second = 1e10, gpu_exchange_bytes_per_second = 5e10;
/// Of a network: bytes on the link for each that Gloo sends, and seconds a message takes beside them (sums of
/// 0.25 to 16 MiB over links of 10 to 1,000 Mbit/s; tests/bench/links.py).
constexpr double network_byte_overhead = 1.1, network_message_seconds = 1.2e-3;

/// Bytes on disk beside the weights: a step's share of the journal, a logging step's of journal, metrics.csv
/// and TensorBoard, a model folder's configuration and tokenizer, a checkpoint's state and manifest.
constexpr std::uint64_t journal_bytes_per_step = 150, logs_bytes_per_logging_step = 1200,
                        model_folder_bytes = 1u << 20, checkpoint_extra_bytes = 64u << 10;

/// Bytes of decoded images that a process keeps of each split.
constexpr std::uint64_t decoded_images_limit = std::uint64_t{1} << 30;

/// Epochs that are dealt out in full to count steps; later ones are taken as their mean.
constexpr std::int64_t dealt_epochs = 10;

/// Parts of what is free that a plan may use: up to `fits` it fits, up to `tight` it is tight.
constexpr double fits_share = 0.8, tight_share = 1.0;

} // namespace tunedesk::plan
