// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::data {

/// The samples of a language model: parts of texts that lie one behind the other as tokens. Each token of a
/// window has the one after it for its target. A value.
class Windows {
public:
    struct Window {
        std::uint64_t begin = 0;  ///< in all tokens
        std::uint32_t length = 0; ///< tokens; their targets begin one later
    };

    /// None.
    Windows() = default;
    /// Of one stream of tokens (PyTorch's tutorial calls it batchify and bptt): it is cut into `columns`
    /// equal parts, whose remainder is left out, and each part into windows of `length` tokens, the last
    /// shorter. The windows of all columns at one place follow each other, so that a batch of `columns`
    /// samples in order is one place of all columns.
    static Windows of_stream(std::uint64_t tokens, std::uint64_t columns, std::uint64_t length);
    /// Of documents of so many tokens each: every one is cut into windows of `length` tokens, the last
    /// shorter. One of less than two tokens has no window.
    static Windows of_documents(std::span<const std::uint64_t> tokens, std::uint64_t length);

    std::uint64_t count() const;
    Window at(std::uint64_t number) const;
    /// Tokens that have a target, in all windows.
    std::uint64_t targets() const;

private:
    /// Tokens of a column that have a target.
    std::uint64_t of_column() const;

    std::uint64_t tokens_ = 0, columns_ = 0, length_ = 1; ///< of a stream
    std::vector<Window> listed_;                          ///< of documents
};

} // namespace tunedesk::data
