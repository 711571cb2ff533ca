// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tunedesk::train {

/// A parameter's gradient for the fused optimizer: dense, or only the used rows of an embedding table, if
/// autograd returned a sparse tensor. Thread rule: any thread may read.
class RowGradient {
public:
    /// Adds up rows that occur several times, from several micro-batches.
    explicit RowGradient(const at::Tensor& gradient);

    /// The gradient's values, or those of its nonzero rows, contiguous.
    const at::Tensor& values() const { return values_; }

    /// Calls body(begin, end, gradient) for parts of the parameter's elements [begin, end), in order:
    /// `gradient` is a base pointer: element i of the part is gradient[i], begin <= i < end. It is null for a
    /// part of zeros. Rows without values whose entry of `used` is 0 are skipped; if `used` is empty, none
    /// is.
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
    /// Marks the rows that have values in `used`.
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
