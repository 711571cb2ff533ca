#pragma once

#include <algorithm>
#include <cstdint>

namespace tunedesk::data {

/// How one stream of tokens is read as a language model's samples (PyTorch's tutorial calls it batchify and
/// bptt): the stream is cut into `columns` equal parts, whose remainder is left out, and each part into
/// windows of `length` tokens, the last shorter. The windows of all columns at one place follow each other,
/// so that a batch of `columns` samples in order is one place of all columns. Each token's target is the one
/// after it. A value.
struct Windows {
    struct Window {
        std::uint64_t begin = 0;  ///< in the stream
        std::uint32_t length = 0; ///< tokens; their targets begin one later
    };

    std::uint64_t tokens = 0; ///< of the stream
    std::uint64_t columns = 1, length = 1;

    /// Tokens of a column that have a target.
    std::uint64_t of_column() const { return std::max<std::uint64_t>(1, tokens / columns) - 1; }
    std::uint64_t count() const { return columns * ((of_column() + length - 1) / length); }
    Window at(std::uint64_t number) const {
        const std::uint64_t place = number / columns * length;
        return {number % columns * (of_column() + 1) + place,
                static_cast<std::uint32_t>(std::min(length, of_column() - place))};
    }
};

} // namespace tunedesk::data
