// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/layout_search.h"

#include "base/text.h"
#include "plan/constants.h"
#include "plan/ranks/exchange.h"
#include "plan/strategy_plans.h"
#include "preset/schema/combinations/combinations.h"
#include "preset/schema/placement.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace tunedesk::run {

namespace {

constexpr const char* layout_keys[] = {"parallel.strategy",
                                       "parallel.processes",
                                       "parallel.pipeline_stages",
                                       "parallel.pipeline_chunks",
                                       "parallel.tensor_size",
                                       "training.per_device_train_batch_size",
                                       "training.gradient_accumulation_steps",
                                       "memory.activation_checkpointing"};

bool is_runnable(const Preset& preset) {
    return std::ranges::none_of(preset::combinations(), [&](const preset::Combination& row) {
        return row.kind != preset::Combination::Kind::not_used && row.applies(preset);
    });
}

std::vector<int> divisors_of(std::int64_t number, std::int64_t most) {
    std::vector<int> all;
    for (std::int64_t i = 1; i <= std::min(number, most); ++i)
        if (number % i == 0) all.push_back(static_cast<int>(i));
    return all;
}

std::vector<Preset::Strategy> strategies_of(int data_ranks) {
    using enum Preset::Strategy;
    return data_ranks == 1 ? std::vector{single} : std::vector{ddp, zero1, zero2, zero3};
}

/// What planning a layout needs.
class Planner {
public:
    Planner(const Check& check, const LayoutSearch& search) : check_(check), search_(search) {}

    std::uint64_t limit_of(const Layout& layout) const {
        return search_.limit / (check_.cuda ? 1 : static_cast<std::uint64_t>(layout.processes));
    }

    /// std::nullopt if the layout is refused, or does not fit its ranks' memory.
    std::optional<LayoutTrial> planned(const Layout& layout) const try {
        const Preset preset = layout.put_into(check_.preset);
        if (!is_runnable(preset)) return std::nullopt;
        const plan::Estimate e = plan::estimate(
            preset, *check_.inputs.config, check_.inputs.outputs, check_.inputs.train_lengths, 0,
            {check_.cuda, std::max(check_.machine.cores, layout.processes)}, check_.inputs.kept_images);
        if (e.steps == 0 || e.total_bytes > limit_of(layout)) return std::nullopt;
        LayoutTrial trial{layout, e.total_bytes, e.seconds / static_cast<double>(e.steps)};
        const plan::Link link = check_.cuda ? plan::gpu_link() : plan::shared_memory_link();
        trial.planned_seconds +=
            plan::exchange_seconds(e, plan::plan_of(layout.strategy, e.strategies), link);
        return trial;
    } catch (const Error&) { // more stages than layers, a technique that the model does not take
        return std::nullopt;
    }

private:
    const Check& check_;
    const LayoutSearch search_;
};

/// Calls `add` with every division of the samples a step among as many ranks and micro-batches.
void for_each_layout(const Check& check, int devices, const std::function<void(const Layout&)>& add) {
    const Layout own = Layout::of(check.preset);
    const std::int64_t samples = own.samples(), most_micro_batches = 64;
    const auto layers = static_cast<std::int64_t>(check.inputs.config->num_hidden_layers);
    const auto add_all = [&](int processes, int stages, int slices) {
        const int data = processes / (stages * slices);
        if (samples % data != 0) return;
        for (const Preset::Strategy strategy : strategies_of(data))
            for (const int accumulation : divisors_of(samples / data, most_micro_batches))
                for (const bool checkpoints : {false, true})
                    add({.processes = processes,
                         .stages = stages,
                         .strategy = strategy,
                         .batch_size = static_cast<int>(samples / data / accumulation),
                         .accumulation = accumulation,
                         .checkpoints = checkpoints,
                         .slices = slices});
    };
    for (const int processes : divisors_of(devices, devices))
        for (const int stages : divisors_of(processes, layers))
            for (const int slices : divisors_of(processes / stages, processes))
                add_all(processes, stages, slices);
}

} // namespace

Layout Layout::of(const Preset& preset) {
    return {std::max(1, preset.parallel.processes),
            std::max(1, preset.parallel.pipeline_stages),
            preset.parallel.strategy,
            preset.training.per_device_train_batch_size,
            preset.training.gradient_accumulation_steps,
            preset.memory.activation_checkpointing != "none",
            std::max(1, preset.parallel.pipeline_chunks),
            std::max(1, preset.parallel.tensor_size)};
}

std::int64_t Layout::samples() const {
    return std::int64_t{batch_size} * accumulation * std::max(1, processes / (stages * slices));
}

Preset Layout::put_into(Preset preset) const {
    const bool did = preset.memory.activation_checkpointing != "none";
    if (stages != preset.parallel.pipeline_stages) preset.parallel.stage_layers = "auto";
    preset.parallel.processes = processes;
    preset.parallel.pipeline_stages = stages;
    preset.parallel.pipeline_chunks = chunks;
    preset.parallel.tensor_size = slices;
    preset.parallel.strategy = strategy;
    preset.training.per_device_train_batch_size = batch_size;
    preset.training.gradient_accumulation_steps = accumulation;
    if (checkpoints != did) preset.memory.activation_checkpointing = checkpoints ? "block" : "none";
    return preset;
}

std::string Layout::text() const {
    std::string text = name_of(strategy);
    if (processes > 1) text += fmt::format(", {} ranks", processes);
    if (stages > 1) text += fmt::format(", {} stages", stages);
    if (slices > 1) text += fmt::format(", {} slices", slices);
    text += fmt::format(", {} samples", batch_size);
    if (accumulation > 1) text += fmt::format(" x {}", accumulation);
    if (chunks > 1) text += fmt::format(" in {} chunks", chunks);
    return checkpoints ? text + ", checkpointing" : text;
}

int devices_for(const Check& check) {
    const int there = check.cuda ? static_cast<int>(check.machine.gpus.size()) : check.machine.cores;
    return std::max({1, there, check.preset.parallel.processes});
}

std::uint64_t usual_layout_limit(const Check& check) {
    return static_cast<std::uint64_t>(0.8 * static_cast<double>(check.memory_free()));
}

std::vector<LayoutTrial> planned_layouts(const Check& check, const LayoutSearch& search) {
    const Planner planner(check, search);
    std::vector<LayoutTrial> trials;
    for_each_layout(check, search.devices, [&](const Layout& layout) {
        if (auto trial = planner.planned(layout)) trials.push_back(std::move(*trial));
    });
    std::ranges::stable_sort(trials, {}, &LayoutTrial::planned_seconds);
    return trials;
}

LayoutTrial find_layout(const Check& check, const LayoutSearch& search,
                        const std::function<void(const LayoutTrial&)>& on_trial) {
    const Planner planner(check, search);
    std::vector<LayoutTrial> planned = planned_layouts(check, search), chosen;
    const Layout own = Layout::of(check.preset);
    chosen.push_back(planner.planned(own).value_or(LayoutTrial{own}));
    std::set<std::tuple<int, int, int, Preset::Strategy>> kinds;
    for (LayoutTrial& trial : planned) {
        const Layout& layout = trial.layout;
        const bool is_new =
            kinds.emplace(layout.processes, layout.stages, layout.slices, layout.strategy).second;
        if (is_new && layout != own && static_cast<int>(chosen.size()) <= search.trials)
            chosen.push_back(std::move(trial));
    }
    std::optional<LayoutTrial> best;
    for (LayoutTrial& trial : chosen) {
        const std::uint64_t limit = planner.limit_of(trial.layout);
        trial.was_tried = true;
        try {
            trial.measured = measure(trial.layout.put_into(check.preset), check.cuda ? 0 : limit);
            const std::uint64_t beside = check.cuda ? plan::runtime_cuda_bytes : 0; // tensors
            trial.fits = trial.measured->peak_bytes() + beside <= limit;
        } catch (const Error& error) {
            if (!is_out_of_memory(error)) throw;
        }
        on_trial(trial);
        if (trial.fits &&
            (!best || trial.measured->tokens_per_second() > best->measured->tokens_per_second()))
            best = trial;
    }
    if (!best) throw Error(ErrorId::no_layout_fits, {human_bytes(search.limit)});
    return *best;
}

std::vector<std::pair<std::string, std::string>> changes_of(const Layout& layout, const Preset& preset) {
    const Preset with = layout.put_into(preset);
    std::vector<std::pair<std::string, std::string>> changes;
    for (const char* name : layout_keys) {
        const preset::Key& key = *preset::find_key(name);
        if (std::string value = preset::get(with, key); value != preset::get(preset, key))
            changes.emplace_back(name, std::move(value));
    }
    return changes;
}

} // namespace tunedesk::run
