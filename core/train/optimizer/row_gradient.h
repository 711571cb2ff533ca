// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tunedesk::train {

/// A parameter's gradient as the fused optimizer reads it: whole, or of a table of embeddings the rows alone
/// that a step has used, where autograd gave a sparse tensor. Thread rule: may be read by many.
class RowGradient {
public:
    /// Rows that were given several times, by several micro-batches, are added up.
    explicit RowGradient(const at::Tensor& gradient);

    /// What is not known to be zero, contiguous.
    const at::Tensor& values() const { return values_; }

    /// Calls body(begin, end, gradient) for parts of the parameter's elements [begin, end), in order:
    /// `gradient` is where element 0 would be if the part's values continued on both sides, or null for a
    /// part of zeros. Rows without values whose entry of `used` is 0 are left out; no row is where `used` is
    /// empty.
    template <class Body>
    void for_parts(std::int64_t begin, std::int64_t end, const std::vector<std::uint8_t>& used,
                   Body body) const {
        if (!rows_.defined()) return body(begin, end, values_.const_data_ptr());
        const auto* const rows = rows_.const_data_ptr<std::int64_t>();
        const auto* const values = static_cast<const std::byte*>(values_.const_data_ptr());
        const std::int64_t row_bytes = width_ * static_cast<std::int64_t>(values_.element_size());
        std::int64_t next = first_at_least(begin / width_);
        while (begin < end) {
            const std::int64_t row = begin / width_;
            if (next < rows_.numel() && rows[next] == row) {
                const std::int64_t stop = std::min(end, (row + 1) * width_);
                body(begin, stop, values + (next - row) * row_bytes);
                begin = stop;
                ++next;
                continue;
            }
            const std::int64_t last = next < rows_.numel() ? std::min(end, rows[next] * width_) : end;
            for_zeros(begin, last, used, body);
            begin = last;
        }
    }
    /// Notes the rows that have values.
    void note_rows(std::vector<std::uint8_t>& used) const;

private:
    std::int64_t first_at_least(std::int64_t row) const;

    template <class Body>
    void for_zeros(std::int64_t begin, std::int64_t end, const std::vector<std::uint8_t>& used,
                   Body body) const {
        if (used.empty()) return body(begin, end, nullptr);
        const auto is_used = [&](std::int64_t at) {
            return used[static_cast<std::size_t>(at / width_)] != 0;
        };
        while (begin < end) {
            std::int64_t stop = std::min(end, (begin / width_ + 1) * width_);
            if (is_used(begin)) {
                while (stop < end && is_used(stop))
                    stop = std::min(end, stop + width_);
                body(begin, stop, nullptr);
            }
            begin = stop;
        }
    }

    at::Tensor values_, rows_; ///< [rows, width] and their ascending numbers; or all, and undefined
    std::int64_t width_ = 1;
};

} // namespace tunedesk::train
