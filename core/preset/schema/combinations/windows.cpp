// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/combinations/combination_row.h"

namespace tunedesk::preset {

namespace {

using P = Preset;

Combination refused_of_windows(const char* other, Condition applies, PhraseId why) {
    return refused(
        "data.stride", other, [applies](const P& p) { return p.data.stride > 0 && applies(p); }, why);
}

Phrase windows_over_budget(const Preset& preset) {
    return Phrase(PhraseId::windows_over_budget,
                  {std::to_string(preset.data.max_windows), std::to_string(preset.data.max_length),
                   std::to_string(preset.training.max_tokens_per_batch)});
}

} // namespace

/// Rules for rows that are read in windows.
Rows window_combinations() {
    return {
        refused_of_windows(
            "data.max_length", [](const P& p) { return 2 * p.data.stride > p.data.max_length; },
            PhraseId::stride_large),
        refused_of_windows(
            "data.text_pair_column", [](const P& p) { return !p.data.text_pair_column.empty(); },
            PhraseId::windows_of_pairs),
        refused_of_windows(
            "model.train", [](const P& p) { return p.model.train == P::Train::features; },
            PhraseId::windows_of_features),
        refused_of_windows(
            "precision.static_graph", [](const P& p) { return p.precision.static_graph; },
            PhraseId::windows_in_graph),
        refused(
            "data.max_windows", "data.stride data.max_length training.max_tokens_per_batch",
            [](const P& p) {
                return p.data.stride > 0 && p.training.max_tokens_per_batch >= p.data.max_length &&
                       p.training.max_tokens_per_batch / p.data.max_length < p.data.max_windows;
            },
            windows_over_budget),
        not_used(
            "data.stride data.max_windows",
            [](const P& p) { return !task::task_of(p.task).is_of_whole_texts(); },
            used_with("a task of whole texts")),
        not_used(
            "data.max_windows", [](const P& p) { return p.data.stride == 0; },
            used_with("data.stride above 0")),
    };
}

} // namespace tunedesk::preset
