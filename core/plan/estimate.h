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
///   weights      P b; where c < b also a rounded copy of the largest matrix, for they are made for one
///                product at a time, but where a GPU's step is recorded: P c
///   gradients    those of the layers above, T b at the end; all from the start with accumulation or several
///                ranks, or a recorded step; with optimizer_in_backward one tensor's alone; in an evaluation
///                none, but for several ranks and GPUs
///   optimizer    T b (fp32 beside fp16) times 2 for Adam and AdamW, 1 for SGD with momentum, 0 without; in
///                8 bits 2 bytes and the blocks' scales
///   activations  tokens of the largest micro-batch x what a layer keeps (constants.h) x the layers not yet
///                gone through, and one layer's passing values; with activation_checkpointing only the inputs
///                of the checkpoints and what one checkpoint's layers keep; or, where that is more, what all
///                layers keep and a language model's head needs for a chunk of logits (word_head.h), or the
///                passing values of the largest evaluation batch, with such a head's
///   runtime      LibTorch itself, and the copies of weights that its products pack; on the host the decoded
///                images that are kept (decoded_images_limit), with
///                checkpoint.asynchronous also the copy that is written, with zero1 what a rank reads of the
///                others' gradients in shared memory
/// Pipeline stages and tensor ranks divide weights, gradients, optimizer and activations, of which a
/// pipeline's first stage has those of micro_batches_in_flight(); zero1 divides the optimizer's part by the
/// data ranks, zero2 the gradients' too, zero3 and fsdp the weights' too, except for two blocks, which are
/// gathered. What memory.offload leaves on a device: of the encoder layers' parameters two layers, and of
/// their gradients one more than go forward again together; of the optimizer's state two parts of state_part
/// numbers; of activations what the layer at work keeps, and tensors_ahead.
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
