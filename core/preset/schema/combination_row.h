#pragma once

#include "preset/schema/combinations.h"

#include <concepts>
#include <utility>

// How the rows of the table of combinations are written; only the files that hold rows include this.
namespace tunedesk::preset {

using Condition = std::function<bool(const Preset&)>;
using Rows = std::vector<Combination>;

/// A reason that does not depend on the preset, or one that is made of its values.
struct Reason {
    Reason(std::string text) : of([text = std::move(text)](const Preset&) { return text; }) {}
    Reason(const char* text) : Reason(std::string(text)) {}
    template <std::invocable<const Preset&> Make>
    Reason(Make make) : of(std::move(make)) {}
    std::function<std::string(const Preset&)> of;
};

inline Combination refused(std::string key, std::string others, Condition applies, Reason reason) {
    return {Combination::Kind::refused, std::move(key), std::move(others), std::move(applies),
            std::move(reason.of)};
}
inline Combination not_used(std::string keys, Condition applies, Reason reason) {
    return {Combination::Kind::not_used, std::move(keys), {}, std::move(applies), std::move(reason.of)};
}
inline Combination not_in_version(std::string key, std::string others, Condition applies, Reason remedy) {
    return {Combination::Kind::not_in_version, std::move(key), std::move(others), std::move(applies),
            std::move(remedy.of)};
}

// The rows by subject, in the order of combinations().
Rows data_combinations();
Rows training_combinations();
Rows evaluation_combinations();
Rows memory_combinations();
Rows parallel_combinations();

} // namespace tunedesk::preset
