// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/global_batch.h"

#include "base/error.h"
#include "format/checkpoint.h"
#include "format/training_state.h"
#include "preset/schema/placement.h"
#include "preset/yaml/load.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

namespace tunedesk::run {

namespace {

constexpr std::uint64_t most_state_bytes = 16u << 20;
constexpr const char *accumulation_key = "training.gradient_accumulation_steps",
                     *size_key = "training.per_device_train_batch_size",
                     *budget_key = "training.max_tokens_per_batch";

/// The settings that determine the batch of a step, in samples or, with a budget, tokens.
struct Batch {
    std::int64_t ranks, size, accumulation;
    bool is_budget;

    std::int64_t of_step() const { return ranks * size * accumulation; }
    bool has_settings_of(const Batch& other) const {
        return size == other.size && accumulation == other.accumulation && is_budget == other.is_budget;
    }
};

Batch batch_of(const Preset& preset, std::int64_t ranks) {
    const auto& t = preset.training;
    const bool is_budget = t.max_tokens_per_batch > 0;
    return {ranks, is_budget ? t.max_tokens_per_batch : t.per_device_train_batch_size,
            t.gradient_accumulation_steps, is_budget};
}

Batch batch_of(const Preset& preset) {
    return batch_of(preset, data_ranks_of(preset));
}

/// std::nullopt if no checkpoint can be read: the ranks report unreadable ones.
std::optional<Batch> batch_of_newest(const event::RunFolder& folder) try {
    const std::vector<std::int64_t> steps = format::list_checkpoints(folder.checkpoints());
    if (steps.empty()) return {};
    const fs::path state = folder.checkpoints() / format::checkpoint_name(steps.front()) / "state.json";
    const format::SavedState saved =
        format::parse_state(read_file(state, ErrorId::state_unreadable, most_state_bytes), state.string());
    if (!saved.run) return {};
    const Preset preset = preset::parse(saved.run->preset_yaml, "checkpoint", folder.root).preset;
    return batch_of(preset, data_ranks_of(preset, saved.run->world_size));
} catch (const Error&) {
    return {};
}

bool names_batch(std::span<const std::string> sets) {
    constexpr std::array keys{accumulation_key, size_key, budget_key};
    return std::ranges::any_of(sets, [&](const std::string& set) {
        return std::ranges::any_of(keys,
                                   [&](const char* key) { return set.starts_with(std::string(key) + '='); });
    });
}

} // namespace

std::string keep_global_batch(Preset& preset, const event::RunFolder& folder, const Preset& on_disk,
                              std::span<const std::string> sets) {
    if (names_batch(sets)) return {};
    const Batch edited = batch_of(on_disk), now = batch_of(preset);
    const Batch then = batch_of_newest(folder).value_or(edited);
    if (then.ranks == now.ranks || then.of_step() == now.of_step()) return {};
    // An earlier resume may also have changed the accumulation, and ended before a checkpoint.
    if (!edited.has_settings_of(then) && edited.of_step() != then.of_step()) return {};
    const char* const unit = now.is_budget ? "tokens" : "samples";
    if (then.of_step() % (now.ranks * now.size) != 0)
        throw Error(now.is_budget ? ErrorId::budget_not_kept : ErrorId::batch_not_kept,
                    {std::to_string(now.ranks), std::to_string(now.size), std::to_string(then.of_step()),
                     std::to_string(then.ranks)},
                    "parallel.processes");
    preset.training.gradient_accumulation_steps =
        static_cast<decltype(preset.training.gradient_accumulation_steps)>(then.of_step() /
                                                                           (now.ranks * now.size));
    return fmt::format("{} is {} instead of {}: {} ranks instead of {} keep {} {} a step", accumulation_key,
                       preset.training.gradient_accumulation_steps, then.accumulation, now.ranks, then.ranks,
                       then.of_step(), unit);
}

} // namespace tunedesk::run
