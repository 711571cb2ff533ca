// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/measured_runs.h"

#include "base/text.h"
#include "preset/schema/schema.h"
#include "run/folder/remote_place.h"
#include "run/registry/known_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <span>

namespace tunedesk::run {

namespace {

using Settings = std::map<std::string, std::string>;

// What makes two runs of one model compute in the same way, deal out the same batches, and hold the same in
// memory.
constexpr const char* work_keys[] = {"parallel.devices",
                                     "parallel.processes",
                                     "parallel.strategy",
                                     "parallel.pipeline_stages",
                                     "parallel.tensor_size",
                                     "parallel.pipeline_schedule",
                                     "parallel.stage_layers",
                                     "precision.compute",
                                     "precision.params",
                                     "parallel.pipeline_chunks",
                                     "precision.static_graph",
                                     "memory.offload",
                                     "memory.activation_checkpointing",
                                     "training.threads"};
constexpr const char* batch_keys[] = {"data.batching",
                                      "data.max_length",
                                      "data.stride",
                                      "data.max_windows",
                                      "data.documents",
                                      "training.per_device_train_batch_size",
                                      "training.max_tokens_per_batch",
                                      "training.gradient_accumulation_steps"};
constexpr const char* memory_keys[] = {"model.path",
                                       "data.train",
                                       "data.validation",
                                       "data.extra_validation",
                                       "data.test",
                                       "training.optim",
                                       "training.momentum",
                                       "training.per_device_eval_batch_size",
                                       "memory.optimizer_in_backward",
                                       "logging.level"};

std::string values_of(const Settings& settings, std::span<const char* const> keys) {
    std::string text;
    for (const char* key : keys) {
        const auto found = settings.find(key);
        text += (found == settings.end() ? preset::find_key(key)->default_text : found->second) + '\n';
    }
    return text;
}

Settings settings_of(const Preset& preset) {
    Settings settings;
    for (const preset::Key& key : preset::keys())
        settings.emplace(key.dotted(), preset::get(preset, key));
    return settings;
}

} // namespace

MeasuredRuns::MeasuredRuns() {
    for (const RegisteredRun& entry : registered_runs()) {
        if (remote_run_of(entry.path)) continue; // measured elsewhere
        try {
            const KnownRun known = read_known_run(entry.path);
            const auto& report = known.compared.summary.report;
            if (!report || report->train_tokens_per_second <= 0) continue;
            const Settings settings(known.compared.settings.begin(), known.compared.settings.end());
            Run& run = runs_.emplace_back();
            run.name = known.compared.summary.folder_name();
            run.work = values_of(settings, work_keys);
            run.batches = values_of(settings, batch_keys);
            run.memory = values_of(settings, memory_keys);
            run.parameters = report->parameters;
            run.trainable = report->trainable;
            run.peak_rss_bytes = report->peak_rss_bytes;
            run.peak_gpu_bytes = report->peak_gpu_bytes;
            run.tokens_per_second = report->train_tokens_per_second;
        } catch (const Error&) {
        }
    }
}

const MeasuredRuns::Run* MeasuredRuns::find(const Run& like, bool same_batches, bool same_memory) const {
    const auto found = std::ranges::find_if(runs_, [&](const Run& run) {
        return run.parameters == like.parameters && run.trainable == like.trainable &&
               run.work == like.work && (!same_batches || run.batches == like.batches) &&
               (!same_memory || run.memory == like.memory);
    });
    return found == runs_.end() ? nullptr : &*found;
}

plan::Estimate MeasuredRuns::measured(const Preset& preset, const plan::Estimate& planned,
                                      const plan::Machine& machine) const {
    plan::Estimate result = planned;
    if (planned.train_tokens == 0 || planned.epochs <= 0 || runs_.empty()) return result;
    const Settings settings = settings_of(preset);
    Run like;
    like.work = values_of(settings, work_keys);
    like.batches = values_of(settings, batch_keys);
    like.memory = values_of(settings, memory_keys);
    like.parameters = planned.parameters;
    like.trainable = planned.trainable;
    const Run* same = find(like, true, false);
    if (const Run* rated = same ? same : find(like, false, false)) {
        const double tokens = planned.epochs * static_cast<double>(planned.train_tokens);
        const int ranks = std::max(1, preset.parallel.processes);
        result.flops_per_second = rated->tokens_per_second * planned.train_flops / tokens / ranks;
        result.seconds = tokens / rated->tokens_per_second;
        result.measured_run = rated->name;
        result.basis = fmt::format("measured: {} tokens/s in {}{}",
                                   grouped(static_cast<std::uint64_t>(rated->tokens_per_second)), rated->name,
                                   same ? "" : ", with other batches");
    }
    if (const Run* held = find(like, true, true)) {
        result.measured_bytes = machine.cuda ? held->peak_gpu_bytes : held->peak_rss_bytes;
        if (machine.cuda)
            result.beside_measured_bytes = planned.runtime_bytes; // a GPU's peak is of tensors alone
        if (result.measured_bytes > 0) result.measured_bytes_run = held->name;
    }
    return result;
}

} // namespace tunedesk::run
