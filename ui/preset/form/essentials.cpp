// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/form/essentials.h"

#include "preset/schema/applies.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace tunedesk::ui {

namespace {

constexpr std::array<std::string_view, 11> always{"model.path",
                                                  "data.train",
                                                  "data.text_column",
                                                  "data.max_length",
                                                  "training.per_device_train_batch_size",
                                                  "training.num_train_epochs",
                                                  "training.optim",
                                                  "training.learning_rate",
                                                  "training.lr_scheduler_type",
                                                  "training.seed",
                                                  "precision.compute"};
constexpr std::array<std::string_view, 20> where_used{"data.label_column",
                                                      "data.validation_split",
                                                      "training.class_weights",
                                                      "training.warmup_ratio",
                                                      "data.negative_column",
                                                      "data.score_column",
                                                      "model.pooling",
                                                      "training.similarity_scale",
                                                      "data.documents",
                                                      "data.token_column",
                                                      "data.tag_column",
                                                      "data.tag_names",
                                                      "model.last_layers",
                                                      "lora.rank",
                                                      "lora.alpha",
                                                      "lora.dropout",
                                                      "lora.targets",
                                                      "lora.rank_stabilized",
                                                      "lora.quantization",
                                                      "lora.double_quantization"};

/// Whether the trained parameters are an essential choice: language models are rarely trained completely,
/// other models rarely partially.
bool chooses_parameters(const Preset& preset) {
    return preset.model.train != Preset::Train::all || preset.model.freeze != "none" ||
           task::task_of(preset.task).has_words();
}

bool is_among(std::span<const std::string_view> names, const std::string& dotted) {
    return std::ranges::find(names, dotted) != names.end();
}

} // namespace

bool is_essential(const preset::Key& key, const Preset& preset) {
    const std::string dotted = key.dotted();
    if (is_among(always, dotted)) return true;
    if (dotted == "model.train") return chooses_parameters(preset);
    // otherwise warmup_ratio is shown
    if (dotted == "training.warmup_steps") return preset.training.warmup_steps != 0;
    if (dotted == "data.validation_split" && task::task_of(preset.task).target == task::Target::next_token)
        return false; // rejected
    if (dotted == "data.text_pair_column") return task::task_of(preset.task).embeds();
    if (dotted == "model.freeze" && preset.model.freeze != "none") return true; // rejected together with lora
    const bool may_be =
        is_among(where_used, dotted) || (dotted == "model.freeze" && chooses_parameters(preset));
    return may_be && preset::inapplicable(preset, key).is_empty();
}

} // namespace tunedesk::ui
