// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "preset/schema/schema_row.h"

#include <algorithm>

namespace tunedesk::preset {

namespace {

bool is_index_list(const std::string& text) {
    std::vector<double> seen;
    for (const std::string_view part : split(text, ',')) {
        const auto index = read_number(trimmed(part));
        if (!index || *index < 0 || *index > 1023 || *index != static_cast<int>(*index)) return false;
        for (const double other : seen)
            if (other == *index) return false;
        seen.push_back(*index);
    }
    return true;
}

bool is_layer_counts(const std::string& text) {
    return std::ranges::all_of(
        split(text, ','), [](std::string_view part) { return is_layer_count(std::string(trimmed(part))); });
}

void add_strategy(Table& t) {
    t.section("parallel");
    t.key("strategy", TUNEDESK_AT(parallel.strategy))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Data parallelism"))
        .help(
            "How ranks share the samples' work. single: one process. ddp: a copy of everything on each rank; "
            "the choice where it fits. zero1: the optimizer's state is divided among the ranks. zero2: "
            "gradients too; where the optimizer does not fit. zero3 and fsdp: parameters too, gathered block "
            "by block; where the model does not fit.");
    t.key("processes", TUNEDESK_AT(parallel.processes))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Ranks"))
        .from(1)
        .to(65536)
        .unit("ranks")
        .help("Ranks in all.");
}

/// How the ranks of one copy of the model divide it.
void add_divisions(Table& t) {
    t.key("pipeline_stages", TUNEDESK_AT(parallel.pipeline_stages))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Pipeline stages"))
        .from(1)
        .to(65536)
        .help("Parts of consecutive layers that the model is divided into, each on a rank of its own.");
    t.key("pipeline_schedule", TUNEDESK_AT(parallel.pipeline_schedule))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Pipeline schedule"))
        .help("Order of a stage's passes. gpipe: all forward, then all backward passes of a step. 1f1b: in "
              "turn, which keeps activations of at most as many micro-batches as there are stages.");
    t.key("pipeline_chunks", TUNEDESK_AT(parallel.pipeline_chunks))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Pipeline chunks"))
        .from(1)
        .to(1000000)
        .help("Micro-batches into which each batch is divided, so that stages work at the same time. A step "
              "has this number times gradient_accumulation_steps; more micro-batches shorten the pipeline's "
              "idle time.");
    t.key("stage_layers", TUNEDESK_AT(parallel.stage_layers))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Layers per stage"))
        .choices({"auto"})
        .or_else(TUNEDESK_TRANSLATABLE("FreeForm", "a list of numbers of layers, as [4, 4, 4]"),
                 is_layer_counts)
        .help("Layers of each pipeline stage; auto balances their costs.");
    t.key("tensor_size", TUNEDESK_AT(parallel.tensor_size))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Tensor parallelism"))
        .from(1)
        .to(65536)
        .unit("ranks")
        .help("Ranks that share each linear layer.");
}

void add_ranks(Table& t) {
    t.key("devices", TUNEDESK_AT(parallel.devices))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Devices"))
        .choices({"auto", "cpu", "cuda"})
        .or_else(TUNEDESK_TRANSLATABLE("FreeForm", "a list of different CUDA indices, as [0, 1]"),
                 is_index_list)
        .alias("use_cpu", {{"true", "cpu"}, {"false", ""}})
        .help(
            "Where the ranks run; auto takes GPUs that passed `tunedesk device check`, else the processors.");
    t.key("backend", TUNEDESK_AT(parallel.backend))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Collectives backend"))
        .alias("ddp_backend")
        .help("Collectives: auto takes nccl for GPUs, shm (shared memory) for ranks on one host, else gloo.");
    t.key("bucket_mb", TUNEDESK_AT(parallel.bucket_mb))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Gradient bucket size"))
        .above(0)
        .to(65536)
        .unit("MiB")
        .alias("ddp_bucket_cap_mb")
        .help("Size of the buckets in which gradients are reduced during the backward pass.");
    t.key("join", TUNEDESK_AT(parallel.join))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Uneven batches"))
        .help("When a rank has no batch left that others have: shadow their collectives with gradients of "
              "zero until all are done; or raise: end the run on all ranks, with exit code 3.");
    t.key("divide_by_initial_world_size", TUNEDESK_AT(parallel.divide_by_initial_world_size))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Average over all ranks"))
        .help("While ranks shadow: average gradients over all ranks, as those without a batch counted with "
              "gradients of zero; false: over the ranks that still have one.");
    t.key("master_port", TUNEDESK_AT(parallel.master_port))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Rendezvous port"))
        .from(0)
        .to(65535)
        .help("Port of the rendezvous; 0 takes a free one.");
    t.key("elastic", TUNEDESK_AT(parallel.elastic))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Continue after a lost rank"))
        .help("When a rank is lost, continue from the last checkpoint with the remaining ranks, keeping the "
              "batch per step; else the run ends with code 7.");
    t.key("oversubscribe", TUNEDESK_AT(parallel.oversubscribe))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Allow oversubscription"))
        .help("Start the ranks although the host has fewer cores (beyond 8 ranks) or too little memory.");
}

} // namespace

void add_parallel(Table& t) {
    add_strategy(t);
    add_divisions(t);
    add_ranks(t);
}

} // namespace tunedesk::preset
