// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phrases/combinations.h"
#include "base/phrases/mistakes.h"
#include "base/phrases/runs.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace tunedesk {

namespace {

constexpr auto joined() {
    std::array<PhraseForm, static_cast<std::size_t>(PhraseId::count)> all{};
    auto next = all.begin();
    for (const std::span<const PhraseForm> part : {std::span<const PhraseForm>(phrases::of_runs),
                                                   std::span<const PhraseForm>(phrases::of_combinations),
                                                   std::span<const PhraseForm>(phrases::of_mistakes)})
        next = std::copy(part.begin(), part.end(), next);
    return all;
}

constexpr auto all_forms = joined();

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < all_forms.size(); ++i)
        if (static_cast<std::size_t>(all_forms[i].of) != i) return false;
    return true;
}
static_assert(is_in_order());
static_assert(all_forms.size() == std::size(phrases::of_runs) + std::size(phrases::of_combinations) +
                                      std::size(phrases::of_mistakes));

} // namespace

std::span<const PhraseForm> phrase_catalogue() {
    return all_forms;
}

} // namespace tunedesk
