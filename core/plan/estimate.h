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

/// What one stage of a pipeline holds; see plan_stages().
struct StagePlan {
    arch::StageLayers layers;
    std::uint64_t parameters = 0;
    std::int64_t micro_batches = 0; ///< whose activations it keeps at once, at most
    double cost = 0;                ///< of its passes, in parts of the most expensive stage's
    MemoryParts memory{};           ///< of a rank
};

/// What a preset will need, computed without a worker. Bytes are per rank: of the device's memory with
/// Machine::cuda, else of the host's.
///
/// Parameters and FLOPs follow from the shapes alone. Steps come from the sampler itself, which deals out the
/// first epochs with the rows' real lengths. Memory is that of the moment when there is most of it: while one
/// of the layers goes backward, while a language model's head does, or in an evaluation. With P parameters of
/// which T are trained, b bytes a parameter (precision.params) and c bytes of what products read
/// (precision.compute):
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
    std::uint64_t train_samples = 0, train_tokens = 0; ///< an epoch's
    std::uint64_t steps = 0;                           ///< optimizer steps of the run
    double epochs = 0;                                 ///< that these steps make
    std::vector<std::uint64_t>
        rank_batches;                     ///< of each rank in the first epoch; data.sharding per_rank alone
    std::uint64_t batch_tokens = 0;       ///< of the largest micro-batch of a rank, padding included
    std::vector<StrategyPlan> strategies; ///< see plan_strategies()
    std::vector<StagePlan> stages;        ///< see plan_stages(); the memory above is that of the largest
    Traffic model_traffic;                ///< a step's, of a rank with those that hold the model with it
    std::uint64_t checkpoint_bytes = 0, disk_bytes = 0; ///< one checkpoint; all that the run will leave
    double train_flops = 0;                             ///< the whole run's
    double seconds = 0;                                 ///< training alone, at `flops_per_second`
    double flops_per_second = 0;                        ///< a rank's
    std::string basis;                                  ///< where flops_per_second comes from
    // What finished runs of the same shape have measured; it goes before what is computed above.
    std::string measured_run;                ///< whose rate flops_per_second is; empty: no run's
    std::uint64_t measured_bytes = 0;        ///< peak memory a rank; 0: not known
    std::string measured_bytes_run;          ///< whose that is
    std::uint64_t beside_measured_bytes = 0; ///< that a rank needs too

    /// Bytes a rank needs: measured where that is known, else total_bytes.
    std::uint64_t needed_bytes() const {
        return measured_bytes > 0 ? measured_bytes + beside_measured_bytes : total_bytes;
    }
};

/// Seconds of a step that a rank with this strategy's plan sends over a link, beside what `estimate` says of
/// it.
double exchange_seconds(const Estimate& estimate, const StrategyPlan& plan, const Link& link);

/// What the ranks run on.
struct Machine {
    bool cuda = false; ///< a device of its own for each rank
    int cores = 0;     ///< shared by the ranks of this machine; 0: those that this process may use
};

/// Parameters that model.train leaves gradients to: all; with last_layers those of the last N layers and the
/// head (BERT's pooler or DistilBERT's pre_classifier, and the classifier); with features the classifier's.
/// Without those that `spec` does not train.
std::uint64_t trainable_count(const arch::ModelSpec& spec, const Preset& preset);

/// Encoder layers between two checkpoints of activations; 0 without activation checkpointing.
std::int64_t checkpoint_interval(const Preset& preset);

/// `lengths`: tokens of each training row. `kept_images`: bytes of decoded images that a rank keeps.
/// `flops_per_second`: measured rate a rank, or 0 to take a stated
/// default for the machine (`basis` names it).
Estimate estimate(const Preset& preset, const arch::ModelConfig& config, std::size_t labels,
                  std::span<const std::uint32_t> lengths, double flops_per_second = 0, Machine machine = {},
                  std::uint64_t kept_images = 0);

/// Whether `needed` bytes go into `available`: "fits", "tight" or "no".
std::string verdict(std::uint64_t needed, std::uint64_t available);

} // namespace tunedesk::plan
