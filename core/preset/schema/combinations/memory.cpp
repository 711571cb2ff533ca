// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/combinations/combination_row.h"
#include "preset/schema/placement.h"

namespace tunedesk::preset {

namespace {

using P = Preset;

Combination refused_in_backward(const char* other, Condition applies, PhraseId what) {
    return refused(
        "memory.optimizer_in_backward", other,
        [applies](const P& p) { return p.memory.optimizer_in_backward && applies(p); }, what);
}

/// On the host's processors the key does nothing, but a preset says the same everywhere.
Combination refused_in_graph(const char* other, Condition applies, PhraseId what) {
    return refused(
        "precision.static_graph", other,
        [applies](const P& p) { return p.precision.static_graph && applies(p); }, what);
}

bool is_fp16(const Preset& preset) {
    return preset.precision.compute == Preset::Compute::fp16;
}

bool offloads_from_gpu(const Preset& preset, std::string_view part) {
    return uses_gpus(preset) && offloads(preset, part);
}

bool recomputes_blocks_together(const Preset& preset) {
    const std::string& checkpointed = preset.memory.activation_checkpointing;
    return checkpointed != "none" && checkpointed != "block" && checkpointed != "1";
}

void add_in_backward(Rows& rows) {
    rows.push_back(refused_in_backward(
        "training.gradient_accumulation_steps",
        [](const P& p) { return p.training.gradient_accumulation_steps > 1; },
        PhraseId::in_backward_accumulation));
    rows.push_back(refused_in_backward(
        "training.max_grad_norm", [](const P& p) { return p.training.max_grad_norm > 0; },
        PhraseId::in_backward_norm));
    rows.push_back(refused_in_backward(
        "training.on_loss_spike",
        [](const P& p) {
            return p.training.loss_spike_factor > 0 && p.training.on_loss_spike == P::OnLossSpike::skip;
        },
        PhraseId::in_backward_spike));
    rows.push_back(refused_in_backward(
        "parallel.processes", [](const P& p) { return p.parallel.processes > 1; },
        PhraseId::in_backward_ranks));
    rows.push_back(refused_in_backward("parallel.strategy", shards_state, PhraseId::in_backward_shards));
    rows.push_back(refused_in_backward("precision.compute", is_fp16, PhraseId::in_backward_scaler));
}

void add_static_graph(Rows& rows) {
    rows.push_back(refused_in_graph(
        "memory.offload", [](const P& p) { return !p.memory.offload.empty(); }, PhraseId::graph_offload));
    rows.push_back(refused_in_graph(
        "data.batching", [](const P& p) { return p.data.batching != P::Batching::packed; },
        PhraseId::graph_batches));
    rows.push_back(refused_in_graph(
        "memory.activation_checkpointing",
        [](const P& p) { return p.memory.activation_checkpointing != "none"; },
        PhraseId::graph_checkpointing));
    rows.push_back(refused_in_graph(
        "memory.optimizer_in_backward", [](const P& p) { return p.memory.optimizer_in_backward; },
        PhraseId::graph_in_backward));
    rows.push_back(refused_in_graph(
        "model.train", [](const P& p) { return p.model.train == P::Train::features; },
        PhraseId::graph_features));
    rows.push_back(refused_in_graph(
        "parallel.processes", [](const P& p) { return p.parallel.processes > 1; }, PhraseId::graph_ranks));
    rows.push_back(refused_in_graph("parallel.strategy", shards_state, PhraseId::graph_shards));
}

void add_precision(Rows& rows) {
    rows.push_back(refused(
        "precision.params", "", [](const P& p) { return p.precision.params == P::Compute::tf32; },
        PhraseId::tf32_stored));
    rows.push_back(refused(
        "precision.compute", "precision.params",
        [](const P& p) {
            const P::Compute params = p.precision.params;
            return (params == P::Compute::fp16 || params == P::Compute::bf16) &&
                   p.precision.compute != params;
        },
        PhraseId::compute_unlike_params));
    rows.push_back(not_used(
        "precision.loss_scale", [](const P& p) { return !is_fp16(p); },
        used_with("precision.compute: fp16")));
    rows.push_back(not_used(
        "precision.initial_scale_power precision.loss_scale_window precision.loss_scale_growth "
        "precision.loss_scale_backoff precision.hysteresis precision.min_loss_scale",
        [](const P& p) { return !is_fp16(p) || p.precision.loss_scale != 0; },
        used_with("precision.compute: fp16, precision.loss_scale: 0")));
}

void add_offload(Rows& rows) {
    rows.push_back(refused(
        "memory.offload", "training.optim",
        [](const P& p) { return offloads(p, "optimizer") && p.training.optim == P::Optim::adamw_8bit; },
        PhraseId::offload_8bit));
    rows.push_back(not_in_version(
        "memory.offload", "parallel.processes",
        [](const P& p) { return offloads_from_gpu(p, "parameters") && p.parallel.processes > 1; },
        PhraseId::not_yet_offload_ranks));
    rows.push_back(not_in_version(
        "memory.optimizer_in_backward", "memory.offload",
        [](const P& p) { return p.memory.optimizer_in_backward && offloads_from_gpu(p, "optimizer"); },
        PhraseId::not_yet_in_backward_optimizer));
    rows.push_back(not_in_version(
        "memory.optimizer_in_backward", "memory.offload memory.activation_checkpointing",
        [](const P& p) {
            return p.memory.optimizer_in_backward && offloads_from_gpu(p, "parameters") &&
                   recomputes_blocks_together(p);
        },
        PhraseId::not_yet_in_backward_parameters));
}

} // namespace

/// Rules for precision and memory techniques.
Rows memory_combinations() {
    Rows rows;
    add_in_backward(rows);
    add_static_graph(rows);
    add_offload(rows);
    add_precision(rows);
    return rows;
}

} // namespace tunedesk::preset
