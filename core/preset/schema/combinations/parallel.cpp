// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "preset/schema/combinations/combination_row.h"
#include "preset/schema/placement.h"

#include <iterator>

namespace tunedesk::preset {

namespace {

using P = Preset;

bool is_divisible(const Preset& preset) {
    return preset.parallel.processes % ranks_of_model(preset) == 0;
}

/// A sentence with parallel.processes and the number of ranks of a copy of the model as values.
auto of_ranks(PhraseId what) {
    return [what](const Preset& preset) {
        return Phrase(what,
                      {std::to_string(preset.parallel.processes), std::to_string(ranks_of_model(preset))});
    };
}

bool has_stages(const Preset& preset) {
    return preset.parallel.pipeline_stages > 1;
}

std::size_t listed_stages(const Preset& preset) {
    return split(preset.parallel.stage_layers, ',').size();
}

/// What does not run in a pipeline yet: a key's value that `applies` to, and what to use instead.
Combination not_with_stages(std::string key, Condition applies, std::string instead) {
    return not_in_version(std::move(key), "parallel.pipeline_stages",
                          [applies = std::move(applies)](const P& p) { return has_stages(p) && applies(p); },
                          PhraseId::not_yet_with_stages, {std::move(instead)});
}

bool has_slices(const Preset& preset) {
    return preset.parallel.tensor_size > 1;
}

/// The same of the slices of a model's matrices.
Combination not_with_slices(std::string key, Condition applies, std::string instead) {
    return not_in_version(std::move(key), "parallel.tensor_size",
                          [applies = std::move(applies)](const P& p) { return has_slices(p) && applies(p); },
                          PhraseId::not_yet_with_slices, {std::move(instead)});
}

Rows slice_combinations() {
    return {
        not_with_slices("parallel.devices", uses_gpus, "cpu"),
        not_with_slices(
            "parallel.elastic", [](const P& p) { return p.parallel.elastic; }, "false"),
        not_with_slices(
            "task", [](const P& p) { return task::task_of(p.task).embeds(); }, "text-classification"),
        not_with_slices(
            "evaluation.prompts", [](const P& p) { return !p.evaluation.prompts.empty(); }, "\"\""),
        not_with_slices(
            "model.train", [](const P& p) { return p.model.train == P::Train::features; }, "all"),
        not_with_slices(
            "lora.quantization",
            [](const P& p) {
                return p.model.train == P::Train::lora && p.lora.quantization != P::Quantization::none;
            },
            "none"),
        not_with_slices(
            "training.optim", [](const P& p) { return p.training.optim == P::Optim::adamw_8bit; }, "adamw"),
        not_with_slices(
            "precision.static_graph", [](const P& p) { return p.precision.static_graph; }, "false"),
        not_with_slices(
            "training.ema_decay", [](const P& p) { return p.training.ema_decay > 0; }, "0"),
        not_with_slices(
            "memory.optimizer_in_backward", [](const P& p) { return p.memory.optimizer_in_backward; },
            "false"),
        not_with_slices(
            "memory.offload", [](const P& p) { return !p.memory.offload.empty(); }, "[]"),
    };
}

Rows stage_combinations() {
    return {
        refused(
            "parallel.strategy", "parallel.pipeline_stages",
            [](const P& p) { return has_stages(p) && divided_by(p.parallel.strategy).gradients; },
            [](const P& p) { return Phrase(PhraseId::shards_of_stages, {name_of(p.parallel.strategy)}); }),
        refused(
            "parallel.stage_layers", "parallel.pipeline_stages",
            [](const P& p) {
                return has_stages(p) && p.parallel.stage_layers != "auto" &&
                       listed_stages(p) != static_cast<std::size_t>(p.parallel.pipeline_stages);
            },
            [](const P& p) {
                return Phrase(PhraseId::stage_layers_of_others,
                              {std::to_string(listed_stages(p)), std::to_string(p.parallel.pipeline_stages)});
            }),
        not_with_stages("parallel.devices", uses_gpus, "cpu"),
        not_with_stages(
            "parallel.elastic", [](const P& p) { return p.parallel.elastic; }, "false"),
        not_with_stages(
            "task", [](const P& p) { return task::task_of(p.task).embeds(); }, "text-classification"),
        not_with_stages(
            "evaluation.prompts", [](const P& p) { return !p.evaluation.prompts.empty(); }, "\"\""),
        not_with_stages(
            "model.train", [](const P& p) { return p.model.train != P::Train::all; }, "all"),
        not_with_stages(
            "model.freeze", [](const P& p) { return p.model.freeze != "none"; }, "none"),
        not_with_stages(
            "data.sharding", [](const P& p) { return p.data.sharding == P::Sharding::per_rank; }, "exact"),
        not_with_stages(
            "precision.static_graph", [](const P& p) { return p.precision.static_graph; }, "false"),
        not_with_stages(
            "training.ema_decay", [](const P& p) { return p.training.ema_decay > 0; }, "0"),
        not_with_stages(
            "memory.optimizer_in_backward", [](const P& p) { return p.memory.optimizer_in_backward; },
            "false"),
        not_with_stages(
            "memory.offload", [](const P& p) { return !p.memory.offload.empty(); }, "[]"),
    };
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

Phrase few_devices(const Preset& preset) {
    return Phrase(PhraseId::few_devices, {std::to_string(preset.parallel.processes)});
}

} // namespace

/// Rules for ranks, their devices, and their supervision.
Rows parallel_combinations() {
    Rows rows{
        refused(
            "parallel.processes", "parallel.pipeline_stages parallel.tensor_size",
            [](const P& p) { return !is_divisible(p); }, of_ranks(PhraseId::processes_no_multiple)),
        refused(
            "parallel.strategy", "parallel.processes",
            [](const P& p) {
                return is_divisible(p) && p.parallel.strategy == P::Strategy::single &&
                       p.parallel.processes / ranks_of_model(p) > 1;
            },
            of_ranks(PhraseId::single_of_several)),
        refused(
            "parallel.join", "training.max_tokens_per_batch data.sharding",
            [](const P& p) {
                return joins(p) && p.parallel.join == P::Join::raise && p.training.max_tokens_per_batch > 0;
            },
            PhraseId::join_raises_by_tokens),
        refused("parallel.devices", "parallel.processes", has_few_devices, few_devices),
        refused(
            "parallel.backend", "parallel.devices",
            [](const P& p) { return p.parallel.backend == P::Backend::nccl && !uses_gpus(p); },
            PhraseId::nccl_without_gpus),
        refused(
            "supervision.rank_timeout_seconds", "supervision.heartbeat_seconds",
            [](const P& p) {
                return p.supervision.rank_timeout_seconds < 2 * p.supervision.heartbeat_seconds;
            },
            PhraseId::timeout_short),

        not_used("parallel.bucket_mb", shards_state, PhraseId::unused_buckets),
        not_used(
            "parallel.processes parallel.tensor_size parallel.backend "
            "parallel.bucket_mb parallel.master_port parallel.elastic parallel.oversubscribe",
            [](const P& p) { return p.parallel.strategy == P::Strategy::single && ranks_of_model(p) == 1; },
            PhraseId::unused_one_process),
        not_used(
            "parallel.pipeline_schedule parallel.pipeline_chunks parallel.stage_layers",
            [](const P& p) { return !has_stages(p); }, used_with("parallel.pipeline_stages: 2")),
        not_used(
            "data.sharding parallel.join parallel.divide_by_initial_world_size",
            [](const P& p) { return !has_data_ranks(p); }, PhraseId::unused_one_data_rank),
        not_used(
            "parallel.join parallel.divide_by_initial_world_size",
            [](const P& p) { return has_data_ranks(p) && !joins(p); }, used_with("data.sharding: per_rank")),
        not_used(
            "parallel.divide_by_initial_world_size",
            [](const P& p) { return joins(p) && p.parallel.join == P::Join::raise; },
            used_with("parallel.join: shadow")),
    };
    std::ranges::move(stage_combinations(), std::back_inserter(rows));
    std::ranges::move(slice_combinations(), std::back_inserter(rows));
    return rows;
}

} // namespace tunedesk::preset
