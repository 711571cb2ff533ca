// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support.h"

#include "model/language_modeling.h"

/// Shared by the tests of language models: rows of golden files.
namespace tunedesk::model {

/// The golden rows; each token with its successor.
struct Rows {
    explicit Rows(const Golden& golden) : ids(golden.ints("batch.ids")), next(ids.size(), -100) {
        std::size_t start = 0;
        for (const std::int32_t length : golden.ints("batch.lengths")) {
            const auto count = static_cast<std::size_t>(length);
            std::copy_n(ids.begin() + static_cast<std::ptrdiff_t>(start) + 1, count - 1,
                        next.begin() + static_cast<std::ptrdiff_t>(start));
            Sample sample;
            sample.index = static_cast<std::uint32_t>(list.size());
            sample.ids = std::span(ids).subspan(start, count);
            sample.token_targets = std::span(next).subspan(start, count);
            list.push_back(sample);
            start += count;
        }
    }
    double targets() const { return static_cast<double>(ids.size() - list.size()); }

    std::vector<std::int32_t> ids, next;
    std::vector<Sample> list;
};

/// The rows of a batch that are tokens, without padding.
inline at::Tensor of_tokens(const Batch& batch, const at::Tensor& rows) {
    std::vector<at::Tensor> parts;
    for (const kernel::Sequence& sequence : batch.sequences)
        parts.push_back(rows.narrow(0, sequence.key_start, sequence.keys));
    return at::cat(parts);
}

inline double relative(const std::vector<float>& found, const std::vector<float>& expected) {
    return difference(found, expected) / largest(expected);
}

} // namespace tunedesk::model
