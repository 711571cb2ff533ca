// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "arch/stage_layers.h"
#include "plan/memory_parts.h"
#include "plan/ranks/exchange.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::plan {

/// Memory and cost of one pipeline stage; see plan_stages().
struct StagePlan {
    arch::StageLayers layers;
    std::uint64_t parameters = 0;
    std::int64_t micro_batches = 0; ///< most micro-batches whose activations it keeps at once
    double cost = 0;                ///< cost of its passes, relative to the most expensive stage
    MemoryParts memory{};           ///< memory per rank
};

/// The resources that a preset needs, computed without a worker. Bytes are per rank: of device memory with
/// Machine::cuda, else of host memory.
///
/// Parameters and FLOPs follow from the shapes. Steps come from the sampler itself, which divides the first
/// epochs with the rows' real lengths. Memory is the peak: during the backward pass of a layer or of a
/// language model's head, or in an evaluation. With P parameters of which T are trained, b bytes per
/// parameter (precision.params) and c bytes per operand of a product (precision.compute):
///   weights      P b; if c < b also a rounded copy of the largest matrix, since copies are made for one
///                product at a time, or P c if a GPU's steps are recorded
///   gradients    those of the layers above the current one, T b at the end; all from the start with
///                accumulation, several ranks or recorded steps; with optimizer_in_backward those of one
///                tensor; none in an evaluation, except with several ranks and on GPUs
///   optimizer    T b (fp32 if parameters are fp16) times 2 for Adam and AdamW, 1 for SGD with momentum, 0
///                without; with 8 bits 2 bytes per parameter and the scales of the blocks
///   activations  tokens of the largest micro-batch x values kept per layer (constants.h) x remaining layers,
///                and one layer's temporary values; with activation_checkpointing only the inputs of the
///                checkpoints and the values kept by one checkpoint's layers. Or, if larger, the values kept
///                by all layers plus those of a language model's head for a chunk of logits (word_head.h), or
///                the temporary values of the largest evaluation batch, including such a head's
///   runtime      LibTorch itself, and the copies of weights that its products pack; on the host the decoded
///                images that are kept (decoded_images_limit), with checkpoint.asynchronous also the copy
///                that is written, with zero1 the part of the others' gradients that a rank reads in shared
///                memory
/// Pipeline stages and tensor ranks divide weights, gradients, optimizer and activations; a pipeline's first
/// stage has the activations of micro_batches_in_flight() micro-batches. zero1 divides the optimizer's part
/// by the data ranks, zero2 also the gradients, zero3 and fsdp also the weights, except for two blocks, which
/// are gathered. With memory.offload a device holds: the parameters of two encoder layers, and the gradients
/// of one more layer than are recomputed together; two parts of state_part elements of the optimizer's state;
/// the activations of the current layer, and tensors_ahead prefetched tensors.
struct Estimate : MemoryParts {
    std::uint64_t parameters = 0, trainable = 0;
    std::uint64_t train_samples = 0, train_tokens = 0; ///< samples and tokens of an epoch
    std::uint64_t steps = 0;                           ///< optimizer steps of the run
    double epochs = 0;                                 ///< number of epochs in these steps
    /// batches of each rank in the first epoch; only for data.sharding per_rank
    std::vector<std::uint64_t> rank_batches;
    std::uint64_t batch_tokens = 0;       ///< tokens of a rank's largest micro-batch, padding included
    std::vector<StrategyPlan> strategies; ///< see plan_strategies()
    std::vector<StagePlan> stages; ///< see plan_stages(); the memory above is that of the largest stage
    Traffic model_traffic; ///< per step, of a rank with the others that hold the same copy of the model
    std::uint64_t checkpoint_bytes = 0, disk_bytes = 0; ///< one checkpoint; all files of the run
    double train_flops = 0;                             ///< of the whole run
    double seconds = 0;                                 ///< of training alone, at `flops_per_second`
    double flops_per_second = 0;                        ///< rate of one rank
    std::string basis;                                  ///< source of flops_per_second
    // Measurements of finished runs of the same shape, which take precedence over the values above.
    std::string measured_run;                ///< the run that flops_per_second was measured in; empty: none
    std::uint64_t measured_bytes = 0;        ///< peak memory of a rank; 0: unknown
    std::string measured_bytes_run;          ///< the run that it was measured in
    std::uint64_t beside_measured_bytes = 0; ///< additional bytes that a rank needs

    /// Bytes that a rank needs: measured if known, else total_bytes.
    std::uint64_t needed_bytes() const {
        return measured_bytes > 0 ? measured_bytes + beside_measured_bytes : total_bytes;
    }
};

/// Seconds per step in which a rank with this strategy's plan sends over a link, in addition to those in
/// `estimate`.
double exchange_seconds(const Estimate& estimate, const StrategyPlan& plan, const Link& link);

/// The hardware of the ranks.
struct Machine {
    bool cuda = false; ///< one device per rank
    int cores = 0;     ///< shared by the ranks of this machine; 0: those available to this process
};

/// Number of parameters that model.train trains: all; with last_layers those of the last N layers and the
/// head (BERT's pooler or DistilBERT's pre_classifier, and the classifier); with features those of the
/// classifier. Excludes those that `spec` does not train.
std::uint64_t trainable_count(const arch::ModelSpec& spec, const Preset& preset);

/// Encoder layers between two activation checkpoints; 0 without activation checkpointing.
std::int64_t checkpoint_interval(const Preset& preset);

/// Computes the estimate. `lengths`: tokens of each training row. `kept_images`: bytes of decoded images that
/// a rank keeps. `flops_per_second`: measured rate per rank, or 0 for a default for the machine (named in
/// `basis`).
Estimate estimate(const Preset& preset, const arch::ModelConfig& config, std::size_t labels,
                  std::span<const std::uint32_t> lengths, double flops_per_second = 0, Machine machine = {},
                  std::uint64_t kept_images = 0);

/// Whether `needed` bytes fit into `available`: "fits", "tight" or "no".
std::string verdict(std::uint64_t needed, std::uint64_t available);

} // namespace tunedesk::plan
