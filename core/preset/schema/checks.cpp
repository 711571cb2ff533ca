#include "preset/schema/checks.h"

#include "base/text.h"
#include "preset/schema/placement.h"
#include "preset/schema/schema.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tunedesk::preset {

namespace {

using Conflicts = std::vector<Conflict>;

void check_required(const Preset& preset, Conflicts& out) {
    for (const Key& key : keys())
        if (key.required && get(preset, key).empty())
            out.push_back({key.dotted(), {}, fmt::format("is missing: {}", key.help)});
}

void check_data(const Preset& preset, Conflicts& out) {
    const auto& d = preset.data;
    if (!d.validation.empty() && d.validation_split > 0)
        out.push_back({"data.validation_split",
                       {"data.validation"},
                       "stands beside data.validation; keep the file or the fraction"});
    if (!d.test.empty() && d.test_split > 0)
        out.push_back(
            {"data.test_split", {"data.test"}, "stands beside data.test; keep the file or the fraction"});
    if (d.validation_split + d.test_split >= 1)
        out.push_back({"data.validation_split",
                       {"data.test_split"},
                       "and data.test_split leave no rows to train on; together they must stay below 1"});
    for (const auto& [name, value] :
         {std::pair{"data.text_column", &d.text_column}, std::pair{"data.label_column", &d.label_column}})
        if (value->empty()) out.push_back({name, {}, "is empty; name a column of the files"});
    if (d.text_column == d.label_column)
        out.push_back(
            {"data.label_column", {"data.text_column"}, "is the text column too; name the label's"});
    if (!d.text_pair_column.empty() && d.text_pair_column == d.text_column)
        out.push_back({"data.text_pair_column",
                       {"data.text_column"},
                       "is the text column too; name the second text's or leave it empty"});
    constexpr std::size_t most_separator_bytes = 16;
    if (d.label_separator.size() > most_separator_bytes)
        out.push_back({"data.label_separator",
                       {},
                       fmt::format("is longer than {} bytes; give what stands between two labels, such as ;",
                                   most_separator_bytes)});
    const int budget = preset.training.max_tokens_per_batch;
    if (budget > 0 && budget < d.max_length)
        out.push_back(
            {"training.max_tokens_per_batch",
             {"data.max_length"},
             fmt::format("({}) cannot hold a row of data.max_length ({}) tokens; raise it, or lower "
                         "data.max_length",
                         budget, d.max_length)});
}

void check_optimizer(const Preset& preset, Conflicts& out) {
    const auto& t = preset.training;
    if (t.max_steps == 0) out.push_back({"training.max_steps", {}, "0 trains nothing; use -1 or at least 1"});
    if (t.momentum > 0 && t.optim != Preset::Optim::sgd)
        out.push_back(
            {"training.momentum", {"training.optim"}, "belongs to optim: sgd; use that, or momentum: 0"});
    if (t.nesterov && t.optim != Preset::Optim::sgd)
        out.push_back(
            {"training.nesterov", {"training.optim"}, "belongs to optim: sgd; use that, or nesterov: false"});
    else if (t.nesterov && t.momentum == 0)
        out.push_back({"training.nesterov",
                       {"training.momentum"},
                       "needs momentum above 0; set training.momentum (0.9 is usual), or nesterov: false"});
    if (t.loss_spike_factor > 0 && t.loss_spike_factor <= 1)
        out.push_back({"training.loss_spike_factor", {}, "must be above 1, or 0 for never"});
    if (preset.logging.level == Preset::LogLevel::none && t.on_nonfinite == Preset::OnNonfinite::rewind)
        out.push_back({"training.on_nonfinite",
                       {"logging.level"},
                       "rewind needs checkpoints, which logging.level: none leaves out; use skip or stop"});
}

void check_evaluation(const Preset& preset, Conflicts& out) {
    const auto& e = preset.evaluation;
    const auto& t = preset.training;
    const bool evaluates = e.strategy != Preset::EvalStrategy::no;
    if (e.strategy == Preset::EvalStrategy::steps && e.every_n_steps == 0)
        out.push_back({"evaluation.every_n_steps",
                       {"evaluation.strategy"},
                       "must be above 0 with strategy: steps; say how many steps"});
    if (evaluates && preset.data.validation.empty() && preset.data.validation_split == 0 &&
        preset.data.split_file.empty())
        out.push_back({"evaluation.strategy",
                       {"data.validation", "data.validation_split"},
                       "needs validation rows; give data.validation, or data.validation_split (0.1 is "
                       "usual), or use strategy: no"});
    if (!evaluates && t.early_stopping_patience > 0)
        out.push_back({"training.early_stopping_patience",
                       {"evaluation.strategy"},
                       "needs evaluations; use evaluation.strategy: epoch or steps, or patience 0"});
    if (preset.logging.level == Preset::LogLevel::none && t.early_stopping_patience > 0)
        out.push_back(
            {"training.early_stopping_patience",
             {"logging.level"},
             "is a callback, which logging.level: none leaves out; use level: full, or patience 0"});
    const task::Task& task = task::task_of(preset.task);
    if (!evaluates || !task.runs()) return;
    const task::Metric* monitored = task.monitored(preset.checkpoint.monitor);
    if (!monitored) {
        out.push_back({"checkpoint.monitor",
                       {"task"},
                       fmt::format("({}) is no metric of task: {}; use {}", preset.checkpoint.monitor,
                                   task.name, fmt::join(task.monitors(), ", "))});
        return;
    }
    const bool less_is_better = !monitored->more_is_better;
    if (preset.checkpoint.mode != best_mode(*monitored))
        out.push_back({"checkpoint.mode",
                       {"checkpoint.monitor", "evaluation.strategy"},
                       fmt::format("must be {} for monitor: {}, which is better when it is {}",
                                   less_is_better ? "min" : "max", preset.checkpoint.monitor,
                                   less_is_better ? "low" : "high")});
}

void check_task(const Preset& preset, Conflicts& out) {
    const task::Task& task = task::task_of(preset.task);
    if (!task.runs() || task.target == task::Target::one_class) return;
    const auto of_classes = [&](const char* key, bool given, const char* off) {
        if (given)
            out.push_back(
                {key,
                 {"task"},
                 fmt::format("is of rows with one class each, and task: {} has none; {}", task.name, off)});
    };
    of_classes("training.class_weights", preset.training.class_weights != "none", "use none");
    of_classes("training.label_smoothing_factor", preset.training.label_smoothing_factor > 0, "use 0");
}

/// On the host's processors the key does nothing, but a preset shall say the same everywhere.
void check_static_graph(const Preset& preset, Conflicts& out) {
    const auto cannot = [&](bool conflict, const char* other, const char* why) {
        if (preset.precision.static_graph && conflict)
            out.push_back({"precision.static_graph", {other}, why});
    };
    cannot(!preset.memory.offload.empty(), "memory.offload",
           "records addresses that memory.offload moves; use one of the two");
    cannot(preset.data.batching != Preset::Batching::packed, "data.batching",
           "records a few sizes of packed batches; use data.batching: packed, or static_graph: false");
    cannot(preset.memory.activation_checkpointing != "none", "memory.activation_checkpointing",
           "cannot record random numbers that are drawn again, as memory.activation_checkpointing does; use "
           "one of the two");
    cannot(preset.memory.optimizer_in_backward, "memory.optimizer_in_backward",
           "records each shape's passes after a pass that changes nothing, but "
           "memory.optimizer_in_backward makes updates there; use one of the two");
    cannot(
        preset.model.train == Preset::Train::features, "model.train",
        "has nothing to record: with model.train: features the encoder runs once; use static_graph: false");
    cannot(preset.parallel.processes > 1, "parallel.processes",
           "records one process's step, without the exchange between ranks; use processes: 1 with strategy: "
           "single, or static_graph: false");
}

void check_memory(const Preset& preset, Conflicts& out) {
    const auto& p = preset.precision;
    const auto& m = preset.memory;
    using Compute = Preset::Compute;
    const auto in_backward = [&](bool cannot, const char* other, const char* why) {
        if (m.optimizer_in_backward && cannot)
            out.push_back({"memory.optimizer_in_backward",
                           {other},
                           fmt::format("steps each parameter at once, so {} cannot hold: {}; use "
                                       "optimizer_in_backward: false, or change {}",
                                       other, why, other)});
    };
    in_backward(preset.training.gradient_accumulation_steps > 1, "training.gradient_accumulation_steps",
                "there is no gradient left to add to");
    in_backward(preset.training.max_grad_norm > 0, "training.max_grad_norm",
                "the norm of all gradients is known only at the end");
    in_backward(preset.training.loss_spike_factor > 0 &&
                    preset.training.on_loss_spike == Preset::OnLossSpike::skip,
                "training.on_loss_spike", "the update is made before the loss of all ranks is known");
    in_backward(preset.parallel.processes > 1, "parallel.processes", "the other ranks' gradients come later");
    in_backward(p.compute == Compute::fp16, "precision.compute",
                "its scaler must see all gradients before any step");
    check_static_graph(preset, out);
    if (offloads(preset, "optimizer") && preset.training.optim == Preset::Optim::adamw_8bit)
        out.push_back(
            {"memory.offload",
             {"training.optim"},
             "passes the optimizer's state through the GPU in parts, which training.optim: adamw_8bit "
             "cannot take apart; use adamw, or leave optimizer out"});
    if (p.params == Compute::tf32)
        out.push_back({"precision.params", {}, "tf32 is a type to compute in, not to store; use fp32"});
    const bool half = p.params == Compute::fp16 || p.params == Compute::bf16;
    if (half && p.compute != p.params)
        out.push_back({"precision.compute",
                       {"precision.params"},
                       "must be the type of 16-bit params; use the same for both, or params: fp32"});
}

void check_parallel(const Preset& preset, Conflicts& out) {
    const auto& p = preset.parallel;
    const std::int64_t slice = std::int64_t{p.pipeline_stages} * p.tensor_size;
    if (p.processes % slice != 0)
        out.push_back({"parallel.processes",
                       {"parallel.pipeline_stages", "parallel.tensor_size"},
                       fmt::format("({}) must be a multiple of pipeline_stages x tensor_size ({})",
                                   p.processes, slice)});
    else if (p.strategy == Preset::Strategy::single && p.processes / slice > 1)
        out.push_back({"parallel.strategy",
                       {"parallel.processes"},
                       fmt::format("single is one data rank, but processes is {}; use strategy: ddp, or "
                                   "processes: {}",
                                   p.processes, slice)});
    const bool words = p.devices == "auto" || p.devices == "cpu" || p.devices == "cuda";
    if (!words && split(p.devices, ',').size() < static_cast<std::size_t>(p.processes))
        out.push_back(
            {"parallel.devices",
             {"parallel.processes"},
             fmt::format("lists fewer devices than processes ({}); each rank needs its own", p.processes)});
    if (p.backend == Preset::Backend::nccl && !uses_gpus(preset))
        out.push_back(
            {"parallel.backend",
             {"parallel.devices"},
             "nccl runs on GPUs alone, and devices: auto may take the processors; use gloo or auto, "
             "or parallel.devices: cuda"});
    if (preset.supervision.rank_timeout_seconds < 2 * preset.supervision.heartbeat_seconds)
        out.push_back({"supervision.rank_timeout_seconds",
                       {"supervision.heartbeat_seconds"},
                       "must be at least twice heartbeat_seconds, or healthy ranks count as hung"});
}

} // namespace

Preset::Mode best_mode(const task::Metric& metric) {
    return metric.more_is_better ? Preset::Mode::max : Preset::Mode::min;
}

std::vector<Conflict> check_combinations(const Preset& preset) {
    Conflicts out;
    check_required(preset, out);
    check_task(preset, out);
    check_data(preset, out);
    check_optimizer(preset, out);
    check_evaluation(preset, out);
    check_memory(preset, out);
    check_parallel(preset, out);
    return out;
}

} // namespace tunedesk::preset
