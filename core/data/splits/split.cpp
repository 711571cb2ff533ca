// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/labels.h"

#include "base/error.h"
#include "base/philox.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace tunedesk::data {

namespace {

/// The number of rows of each class for a part of `total` rows: its proportion of `fraction`, rounded by
/// largest remainder (Hare-Niemeyer), at most `available`. Equal remainders: the lower class first.
std::vector<std::size_t> shares(const std::vector<std::size_t>& counts,
                                const std::vector<std::size_t>& available, double fraction,
                                std::size_t total) {
    std::vector<std::size_t> taken(counts.size());
    std::vector<double> remainder(counts.size());
    std::size_t sum = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const double quota = static_cast<double>(counts[k]) * fraction;
        // The small addition keeps 0.1 x 30 at 3 despite rounding errors.
        taken[k] = std::min(available[k], static_cast<std::size_t>(std::floor(quota + 1e-9)));
        remainder[k] = quota - static_cast<double>(taken[k]);
        sum += taken[k];
    }
    std::vector<std::size_t> order(counts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainder[a] > remainder[b]; });
    for (const std::size_t k : order) {
        if (sum >= total) break;
        if (taken[k] < available[k] && remainder[k] > 1e-9) {
            ++taken[k];
            ++sum;
        }
    }
    return taken;
}

void shuffle(std::vector<std::uint32_t>& rows, PhiloxStream& random) {
    for (std::size_t i = rows.size(); i > 1; --i)
        std::swap(rows[i - 1], rows[random.below(i)]);
}

void check(double validation, double test) {
    const auto possible = [](double fraction) { return fraction >= 0 && fraction < 1; };
    if (!possible(validation) || !possible(test) || validation + test >= 1)
        throw Error(ErrorId::split_fractions_invalid, {fmt::to_string(validation), fmt::to_string(test)});
}

} // namespace

RowSplit stratified_split(std::span<const std::int32_t> labels, double validation, double test,
                          std::uint64_t seed) {
    check(validation, test);
    std::map<std::int32_t, std::vector<std::uint32_t>> classes;
    for (std::size_t i = 0; i < labels.size(); ++i)
        classes[labels[i]].push_back(static_cast<std::uint32_t>(i));
    std::vector<std::size_t> counts, available;
    for (const auto& [label, rows] : classes) {
        counts.push_back(rows.size());
        available.push_back(rows.size() - 1); // the last one stays in training
    }
    const auto total = [&](double fraction) {
        return static_cast<std::size_t>(std::llround(static_cast<double>(labels.size()) * fraction));
    };
    const auto for_validation = shares(counts, available, validation, total(validation));
    for (std::size_t k = 0; k < counts.size(); ++k)
        available[k] -= for_validation[k];
    const auto for_test = shares(counts, available, test, total(test));

    RowSplit split;
    std::size_t k = 0;
    for (auto& [label, rows] : classes) {
        PhiloxStream random(seed,
                            // "SPLIT": distinct from every other use of the seed
                            0x5350'4c49'5400'0000ULL + k);
        shuffle(rows, random);
        const auto first = rows.begin(), middle = first + static_cast<std::ptrdiff_t>(for_validation[k]),
                   last = middle + static_cast<std::ptrdiff_t>(for_test[k]);
        split.validation.insert(split.validation.end(), first, middle);
        split.test.insert(split.test.end(), middle, last);
        split.train.insert(split.train.end(), last, rows.end());
        ++k;
    }
    for (auto* part : {&split.train, &split.validation, &split.test})
        std::sort(part->begin(), part->end());
    const auto require = [&](const char* name, double fraction, const std::vector<std::uint32_t>& part) {
        if (fraction > 0 && part.empty())
            throw Error(ErrorId::split_empty, {name, fmt::to_string(fraction), grouped(labels.size())});
    };
    require("training", 1, split.train);
    require("validation", validation, split.validation);
    require("test", test, split.test);
    return split;
}

} // namespace tunedesk::data
