// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/checks.h"

#include "preset/schema/combinations/combinations.h"
#include "preset/schema/schema.h"

#include <algorithm>

namespace tunedesk::preset {

Preset::Mode best_mode(const task::Metric& metric) {
    return metric.more_is_better ? Preset::Mode::max : Preset::Mode::min;
}

std::vector<Conflict> check_combinations(const Preset& preset) {
    std::vector<Conflict> conflicts;
    const bool makes_model = preset.model.architecture != Preset::Architecture::none;
    for (const Key& key : keys())
        if (key.required && get(preset, key).empty() && !(makes_model && key.dotted() == "model.path"))
            conflicts.push_back({key.dotted(), {}, Phrase(PhraseId::key_missing, {key.help})});
    for (const Combination& row : combinations())
        if (row.kind == Combination::Kind::refused && row.applies(preset))
            conflicts.push_back({row.keys, row.other_keys(), row.reason(preset)});
    return conflicts;
}

std::vector<Problem> unsupported(const Preset& preset) {
    std::vector<Problem> problems;
    for (const Combination& row : combinations()) {
        if (row.kind != Combination::Kind::not_in_version || !row.applies(preset) ||
            std::ranges::find(problems, row.keys, &Problem::key) != problems.end())
            continue;
        problems.push_back({"", row.keys, row.reason(preset), true});
    }
    return problems;
}

} // namespace tunedesk::preset
