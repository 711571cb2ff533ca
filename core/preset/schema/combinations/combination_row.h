// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/combinations/combinations.h"
#include "preset/schema/schema.h"

#include <concepts>
#include <utility>

// How the rows of the table of combinations are written; only the files that hold rows include this.
namespace tunedesk::preset {

using Condition = std::function<bool(const Preset&)>;
using Rows = std::vector<Combination>;

/// A reason that does not depend on the preset, or one that is made of its values.
struct Reason {
    Reason(Phrase phrase) : of([phrase = std::move(phrase)](const Preset&) { return phrase; }) {}
    Reason(PhraseId id) : Reason(Phrase(id)) {}
    template <std::invocable<const Preset&> Make>
    Reason(Make make) : of(std::move(make)) {}
    std::function<Phrase(const Preset&)> of;
};

inline Combination refused(std::string key, std::string others, Condition applies, Reason reason) {
    return {Combination::Kind::refused, std::move(key), std::move(others), std::move(applies),
            std::move(reason.of)};
}
inline Combination not_used(std::string keys, Condition applies, Reason reason) {
    return {Combination::Kind::not_used, std::move(keys), {}, std::move(applies), std::move(reason.of)};
}
/// `what` is of a sentence that names the key's value first, then `allowed`.
inline Combination not_in_version(std::string key, std::string others, Condition applies, PhraseId what,
                                  std::vector<std::string> allowed = {}) {
    const auto reason = [key, what, allowed = std::move(allowed)](const Preset& preset) {
        std::vector<std::string> values{get(preset, *find_key(key))};
        values.insert(values.end(), allowed.begin(), allowed.end());
        return Phrase(what, std::move(values));
    };
    return {Combination::Kind::not_in_version, std::move(key), std::move(others), std::move(applies), reason};
}

/// A reason for not_used(): the key that decides instead, or the values with which the key is used.
inline Reason decided_by(std::string key) {
    return Phrase(PhraseId::unused_decided, {std::move(key)});
}
inline Reason used_with(std::string values) {
    return Phrase(PhraseId::unused_beside, {std::move(values)});
}

/// Whether rows have no labels: their text itself is what is learnt.
inline bool is_of_next_token(const Preset& preset) {
    return task::task_of(preset.task).target == task::Target::next_token;
}

// The rows by subject, in the order of combinations().
Rows data_combinations();
Rows image_combinations();
Rows tag_combinations();
Rows embedding_combinations();
Rows window_combinations();
Rows training_combinations();
Rows evaluation_combinations();
Rows prompt_combinations();
Rows memory_combinations();
Rows parallel_combinations();

} // namespace tunedesk::preset
