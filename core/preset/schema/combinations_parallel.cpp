#include "base/text.h"
#include "preset/schema/combination_row.h"
#include "preset/schema/placement.h"

#include <fmt/format.h>

namespace tunedesk::preset {

namespace {

using P = Preset;

/// Ranks that hold one copy of the model together.
std::int64_t ranks_of_model(const Preset& preset) {
    return std::int64_t{preset.parallel.pipeline_stages} * preset.parallel.tensor_size;
}

bool is_divisible(const Preset& preset) {
    return preset.parallel.processes % ranks_of_model(preset) == 0;
}

std::string no_multiple(const Preset& preset) {
    return fmt::format("({}) must be a multiple of pipeline_stages x tensor_size ({})",
                       preset.parallel.processes, ranks_of_model(preset));
}

std::string several_data_ranks(const Preset& preset) {
    return fmt::format("single is one data rank, but processes is {}; use strategy: ddp, or processes: {}",
                       preset.parallel.processes, ranks_of_model(preset));
}

bool has_data_ranks(const Preset& preset) {
    return preset.parallel.strategy != P::Strategy::single &&
           preset.parallel.processes > ranks_of_model(preset);
}

/// Whether ranks may have different numbers of batches.
bool joins(const Preset& preset) {
    return has_data_ranks(preset) && preset.data.sharding == P::Sharding::per_rank;
}

bool has_few_devices(const Preset& preset) {
    const auto& p = preset.parallel;
    const bool is_word = p.devices == "auto" || p.devices == "cpu" || p.devices == "cuda";
    return !is_word && split(p.devices, ',').size() < static_cast<std::size_t>(p.processes);
}

std::string few_devices(const Preset& preset) {
    return fmt::format("lists fewer devices than processes ({}); each rank needs its own",
                       preset.parallel.processes);
}

} // namespace

/// Of ranks, their devices, and their supervision.
Rows parallel_combinations() {
    return {
        refused(
            "parallel.processes", "parallel.pipeline_stages parallel.tensor_size",
            [](const P& p) { return !is_divisible(p); }, no_multiple),
        refused(
            "parallel.strategy", "parallel.processes",
            [](const P& p) {
                return is_divisible(p) && p.parallel.strategy == P::Strategy::single &&
                       p.parallel.processes / ranks_of_model(p) > 1;
            },
            several_data_ranks),
        refused(
            "parallel.join", "training.max_tokens_per_batch data.sharding",
            [](const P& p) {
                return joins(p) && p.parallel.join == P::Join::raise && p.training.max_tokens_per_batch > 0;
            },
            "raise ends the run where a rank has fewer batches than another, and batches counted in tokens "
            "(training.max_tokens_per_batch) differ in number nearly always; use shadow"),
        refused("parallel.devices", "parallel.processes", has_few_devices, few_devices),
        refused(
            "parallel.backend", "parallel.devices",
            [](const P& p) { return p.parallel.backend == P::Backend::nccl && !uses_gpus(p); },
            "nccl runs on GPUs alone, and devices: auto may take the processors; use gloo or auto, or "
            "parallel.devices: cuda"),
        refused(
            "supervision.rank_timeout_seconds", "supervision.heartbeat_seconds",
            [](const P& p) {
                return p.supervision.rank_timeout_seconds < 2 * p.supervision.heartbeat_seconds;
            },
            "must be at least twice heartbeat_seconds, or healthy ranks count as hung"),

        not_in_version(
            "parallel.pipeline_stages", "", [](const P& p) { return p.parallel.pipeline_stages > 1; },
            "use 1"),
        not_in_version(
            "parallel.tensor_size", "", [](const P& p) { return p.parallel.tensor_size > 1; }, "use 1"),

        not_used("parallel.bucket_mb", shards_state,
                 "the strategy sums gradients block by block; buckets are those of ddp"),
        not_used(
            "parallel.processes parallel.pipeline_stages parallel.tensor_size parallel.backend "
            "parallel.bucket_mb parallel.master_port parallel.elastic parallel.oversubscribe",
            [](const P& p) { return p.parallel.strategy == P::Strategy::single; },
            "parallel.strategy is single: one process"),
        not_used(
            "data.sharding parallel.join parallel.divide_by_initial_world_size",
            [](const P& p) { return !has_data_ranks(p); },
            "used with several data ranks: parallel.strategy: ddp or a later one, and parallel.processes"),
        not_used(
            "parallel.join parallel.divide_by_initial_world_size",
            [](const P& p) { return has_data_ranks(p) && !joins(p); }, "used with data.sharding: per_rank"),
        not_used(
            "parallel.divide_by_initial_world_size",
            [](const P& p) { return joins(p) && p.parallel.join == P::Join::raise; },
            "used with parallel.join: shadow"),
    };
}

} // namespace tunedesk::preset
