// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/applies.h"

#include "base/text.h"
#include "preset/schema/checks.h"
#include "preset/schema/combinations/combinations.h"

namespace tunedesk::preset {

namespace {

/// Values beside the current one that a key could be set to.
std::vector<std::string> other_values(const Key& key, const std::string& current) {
    std::vector<std::string> values = key.choices;
    if (key.type == Type::boolean) values = {"true", "false"};
    if (key.type == Type::integer || key.type == Type::number || !key.free_form.empty())
        values.insert(values.end(), {"2", "3"});
    std::erase(values, current);
    return values;
}

/// The key's value once the choice is taken.
std::string with_choice(const Preset& preset, const Key& key, const std::string& choice) {
    if (key.type != Type::choice_list) return choice;
    const std::string current = get(preset, key);
    for (const std::string_view one : split(current, ','))
        if (trimmed(one) == choice) return current;
    return current.empty() ? choice : current + ',' + choice;
}

} // namespace

Phrase inapplicable(const Preset& preset, const Key& key) {
    const std::string dotted = key.dotted();
    for (const Combination& row : combinations())
        if (row.kind == Combination::Kind::not_used && row.concerns(dotted) && row.applies(preset))
            return row.reason(preset);
    return {};
}

Phrase unsupported_value(const Preset& preset, const Key& key, const std::string& value) {
    Preset changed = preset;
    if (set(changed, key, value)) return {};
    for (Problem& problem : unsupported(changed))
        if (problem.key == key.dotted()) return std::move(problem.what);
    return {};
}

Phrase unavailable_choice(const Preset& preset, const Key& key, const std::string& choice) {
    const std::string value = with_choice(preset, key, choice);
    if (Phrase reason = unsupported_value(preset, key, value); !reason.is_empty()) return reason;
    Preset changed = preset;
    if (set(changed, key, value)) return {};
    const std::string dotted = key.dotted();
    for (const Combination& row : combinations())
        if (row.kind == Combination::Kind::refused && row.keys == dotted && row.applies(changed))
            return row.reason(changed);
    return {};
}

Phrase nothing_to_choose(const Preset& preset, const Key& key) {
    if (key.holds_paths() || key.type == Type::text) return {};
    const std::string current = get(preset, key);
    if (!unsupported_value(preset, key, current).is_empty()) return {};
    bool is_refused = false;
    for (const std::string& value : other_values(key, current)) {
        Preset changed = preset;
        if (set(changed, key, value)) continue;
        if (unsupported_value(preset, key, value).is_empty()) return {};
        is_refused = true;
    }
    if (!is_refused) return {};
    return current.empty() ? Phrase(PhraseId::no_choice) : Phrase(PhraseId::only_choice, {current});
}

} // namespace tunedesk::preset
