// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/frozen.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <numeric>

namespace tunedesk::arch {

namespace {

constexpr std::size_t most_named = 3;

/// With the model's prefix or without it, whichever is nearer.
std::size_t distance_of(std::string_view pattern, std::string_view name, std::string_view prefix) {
    std::size_t distance = pattern_distance(pattern, name);
    if (!prefix.empty() && name.starts_with(prefix))
        distance = std::min(distance, pattern_distance(pattern, name.substr(prefix.size())));
    return distance;
}

} // namespace

/// The edit distance of Levenshtein, but that a * takes characters for nothing.
std::size_t pattern_distance(std::string_view pattern, std::string_view name) {
    std::vector<std::size_t> row(name.size() + 1); // of the pattern's beginning, by the name's
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char wanted : pattern) {
        std::size_t diagonal = row[0];
        row[0] += wanted != '*';
        for (std::size_t i = 1; i <= name.size(); ++i) {
            const std::size_t above = row[i];
            if (wanted == '*')
                row[i] = std::min(above, row[i - 1]);
            else
                row[i] = std::min(
                    {above + 1, row[i - 1] + 1, diagonal + (wanted != '?' && wanted != name[i - 1])});
            diagonal = above;
        }
    }
    return row[name.size()];
}

void freeze(ModelSpec& spec, std::span<const std::string> patterns) {
    const auto freeze_in = [&](BlockSpec& block) {
        for (ParameterSpec& parameter : block.parameters)
            if (std::ranges::any_of(patterns, [&](const std::string& pattern) {
                    return distance_of(pattern, parameter.name, spec.prefix) == 0;
                }))
                parameter.trained = false;
    };
    freeze_in(spec.embeddings);
    std::ranges::for_each(spec.layers, freeze_in);
    freeze_in(spec.head);
}

void require_fitting(const ModelSpec& spec, std::span<const std::string> patterns) {
    for (const std::string& pattern : patterns) {
        std::vector<std::pair<std::size_t, std::string>> names;
        for (const BlockSpec* block : spec.blocks())
            for (const ParameterSpec& parameter : block->parameters)
                names.emplace_back(distance_of(pattern, parameter.name, spec.prefix), parameter.name);
        std::ranges::stable_sort(names, {}, &std::pair<std::size_t, std::string>::first);
        if (names.front().first == 0) continue;
        names.resize(std::min(most_named, names.size()));
        std::vector<std::string> nearest;
        for (auto& [distance, name] : names)
            nearest.push_back(std::move(name));
        throw Error(ErrorId::frozen_unknown,
                    {shortened(pattern, 100), fmt::format("{}", fmt::join(nearest, ", "))}, "model.freeze");
    }
}

} // namespace tunedesk::arch
