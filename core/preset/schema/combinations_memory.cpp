#include "preset/schema/combination_row.h"
#include "preset/schema/placement.h"

#include <fmt/format.h>

namespace tunedesk::preset {

namespace {

using P = Preset;

Combination refused_in_backward(const char* other, Condition applies, const char* why) {
    return refused(
        "memory.optimizer_in_backward", other,
        [applies](const P& p) { return p.memory.optimizer_in_backward && applies(p); },
        fmt::format("steps each parameter at once, so {} cannot hold: {}; use "
                    "optimizer_in_backward: false, or change {}",
                    other, why, other));
}

/// On the host's processors the key does nothing, but a preset says the same everywhere.
Combination refused_in_graph(const char* other, Condition applies, const char* why) {
    return refused(
        "precision.static_graph", other,
        [applies](const P& p) { return p.precision.static_graph && applies(p); }, why);
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
        "there is no gradient left to add to"));
    rows.push_back(refused_in_backward(
        "training.max_grad_norm", [](const P& p) { return p.training.max_grad_norm > 0; },
        "the norm of all gradients is known only at the end"));
    rows.push_back(refused_in_backward(
        "training.on_loss_spike",
        [](const P& p) {
            return p.training.loss_spike_factor > 0 && p.training.on_loss_spike == P::OnLossSpike::skip;
        },
        "the update is made before the loss of all ranks is known"));
    rows.push_back(refused_in_backward(
        "parallel.processes", [](const P& p) { return p.parallel.processes > 1; },
        "the other ranks' gradients come later"));
    rows.push_back(
        refused_in_backward("parallel.strategy", shards_state, "it updates chunks of summed gradients"));
    rows.push_back(refused_in_backward("precision.compute", is_fp16,
                                       "its scaler must see all gradients before any step"));
}

void add_static_graph(Rows& rows) {
    rows.push_back(refused_in_graph(
        "memory.offload", [](const P& p) { return !p.memory.offload.empty(); },
        "records addresses that memory.offload moves; use one of the two"));
    rows.push_back(refused_in_graph(
        "data.batching", [](const P& p) { return p.data.batching != P::Batching::packed; },
        "records a few sizes of packed batches; use data.batching: packed, or static_graph: false"));
    rows.push_back(refused_in_graph(
        "memory.activation_checkpointing",
        [](const P& p) { return p.memory.activation_checkpointing != "none"; },
        "cannot record random numbers that are drawn again, as memory.activation_checkpointing does; use "
        "one of the two"));
    rows.push_back(refused_in_graph(
        "memory.optimizer_in_backward", [](const P& p) { return p.memory.optimizer_in_backward; },
        "records each shape's passes after a pass that changes nothing, but "
        "memory.optimizer_in_backward makes updates there; use one of the two"));
    rows.push_back(refused_in_graph(
        "model.train", [](const P& p) { return p.model.train == P::Train::features; },
        "has nothing to record: with model.train: features the encoder runs once; use static_graph: false"));
    rows.push_back(refused_in_graph(
        "parallel.processes", [](const P& p) { return p.parallel.processes > 1; },
        "records one process's step, without the exchange between ranks; use processes: 1 with strategy: "
        "single, or static_graph: false"));
    rows.push_back(refused_in_graph(
        "parallel.strategy", shards_state,
        "records one process's step, and parallel.strategy divides its state; use strategy: single, or "
        "static_graph: false"));
}

void add_precision(Rows& rows) {
    rows.push_back(refused(
        "precision.params", "", [](const P& p) { return p.precision.params == P::Compute::tf32; },
        "tf32 is a type to compute in, not to store; use fp32"));
    rows.push_back(refused(
        "precision.compute", "precision.params",
        [](const P& p) {
            const P::Compute params = p.precision.params;
            return (params == P::Compute::fp16 || params == P::Compute::bf16) &&
                   p.precision.compute != params;
        },
        "must be the type of 16-bit params; use the same for both, or params: fp32"));
    rows.push_back(not_used(
        "precision.loss_scale", [](const P& p) { return !is_fp16(p); }, "used with precision.compute: fp16"));
    rows.push_back(not_used(
        "precision.initial_scale_power precision.loss_scale_window precision.loss_scale_growth "
        "precision.loss_scale_backoff precision.hysteresis precision.min_loss_scale",
        [](const P& p) { return !is_fp16(p) || p.precision.loss_scale != 0; },
        "used with precision.compute: fp16 and loss_scale: 0"));
}

void add_offload(Rows& rows) {
    rows.push_back(refused(
        "memory.offload", "training.optim",
        [](const P& p) { return offloads(p, "optimizer") && p.training.optim == P::Optim::adamw_8bit; },
        "passes the optimizer's state through the GPU in parts, which training.optim: "
        "adamw_8bit cannot take apart; use adamw, or leave optimizer out"));
    rows.push_back(not_in_version(
        "memory.offload", "parallel.processes",
        [](const P& p) { return offloads_from_gpu(p, "parameters") && p.parallel.processes > 1; },
        "leave parameters out on several GPUs, or use parallel.processes: 1"));
    rows.push_back(not_in_version(
        "memory.optimizer_in_backward", "memory.offload",
        [](const P& p) { return p.memory.optimizer_in_backward && offloads_from_gpu(p, "optimizer"); },
        "leave optimizer out of memory.offload, or use false"));
    rows.push_back(not_in_version(
        "memory.optimizer_in_backward", "memory.offload memory.activation_checkpointing",
        [](const P& p) {
            return p.memory.optimizer_in_backward && offloads_from_gpu(p, "parameters") &&
                   recomputes_blocks_together(p);
        },
        "where several blocks run again together, use memory.activation_checkpointing: block, or leave "
        "parameters out of memory.offload"));
}

} // namespace

/// Of precision and memory techniques.
Rows memory_combinations() {
    Rows rows;
    add_in_backward(rows);
    add_static_graph(rows);
    add_offload(rows);
    add_precision(rows);
    return rows;
}

} // namespace tunedesk::preset
