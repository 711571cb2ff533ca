// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/combinations/combination_row.h"

namespace tunedesk::preset {

namespace {

bool is_of_tags(const Preset& preset) {
    return task::task_of(preset.task).target == task::Target::tags;
}

} // namespace

/// Rules for rows that are lists of words with one tag each.
Rows tag_combinations() {
    return {
        not_used(
            "data.token_column data.tag_column data.tag_names",
            [](const Preset& preset) { return !is_of_tags(preset); },
            used_with("task: token-classification")),
        not_used("data.text_pair_column", is_of_tags, used_with("a task of whole texts")),
    };
}

} // namespace tunedesk::preset
