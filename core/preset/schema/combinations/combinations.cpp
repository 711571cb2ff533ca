// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/combinations/combinations.h"

#include "base/text.h"
#include "preset/schema/combinations/combination_row.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <stdexcept>

namespace tunedesk::preset {

bool Combination::concerns(std::string_view dotted) const {
    const std::vector<std::string_view> all = split(keys, ' ');
    return std::ranges::find(all, dotted) != all.end();
}

std::vector<std::string> Combination::other_keys() const {
    if (others.empty()) return {};
    const std::vector<std::string_view> all = split(others, ' ');
    return {all.begin(), all.end()};
}

std::span<const Combination> combinations() {
    static const Rows rows = [] {
        Rows all;
        for (Rows (*subject)() :
             {data_combinations, image_combinations, tag_combinations, embedding_combinations,
              window_combinations, training_combinations, evaluation_combinations, prompt_combinations,
              memory_combinations, parallel_combinations})
            std::ranges::move(subject(), std::back_inserter(all));
        return all;
    }();
    return rows;
}

void require_runnable(const Preset& preset) {
    for (const Combination& row : combinations())
        if (row.kind != Combination::Kind::not_used && row.applies(preset))
            throw std::logic_error(fmt::format("a preset is to run that the checks refuse: {}: {}", row.keys,
                                               sentence(row.reason(preset))));
}

} // namespace tunedesk::preset
