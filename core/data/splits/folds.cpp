// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/splits/folds.h"

#include "base/philox.h"

#include <map>
#include <utility>

namespace tunedesk::data {

std::vector<std::uint32_t> stratified_folds(std::span<const std::int32_t> labels, std::uint32_t folds,
                                            std::uint64_t seed) {
    // "FOLDS": distinct from other uses of the seed
    constexpr std::uint64_t stream = 0x464f'4c44'5300'0000ULL;
    std::map<std::int32_t, std::vector<std::size_t>> classes;
    for (std::size_t row = 0; row < labels.size(); ++row)
        classes[labels[row]].push_back(row);
    std::vector<std::uint32_t> fold_of(labels.size());
    std::uint32_t next = 0; // continues across classes, so that the fold sizes are even overall
    std::uint64_t of_class = 0;
    for (auto& [label, rows] : classes) {
        PhiloxStream random(seed, stream + of_class++);
        for (std::size_t i = rows.size(); i > 1; --i)
            std::swap(rows[i - 1], rows[random.below(i)]);
        for (const std::size_t row : rows) {
            fold_of[row] = next;
            next = (next + 1) % folds;
        }
    }
    return fold_of;
}

} // namespace tunedesk::data
