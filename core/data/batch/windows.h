// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::data {

/// The samples of a language model: windows of concatenated tokens. The target of each token is the next one.
class Windows {
public:
    struct Window {
        std::uint64_t begin = 0;  ///< in all tokens
        std::uint32_t length = 0; ///< tokens; their targets begin one later
    };

    /// No windows.
    Windows() = default;
    /// Windows of one stream of tokens (batchify and bptt in PyTorch's tutorial): the stream is divided into
    /// `columns` equal parts, without the remainder, and each part into windows of `length` tokens, the last
    /// one shorter. Windows at the same position of all columns are adjacent, so that `columns` consecutive
    /// samples form a batch.
    static Windows of_stream(std::uint64_t tokens, std::uint64_t columns, std::uint64_t length);
    /// Windows of documents with `tokens` tokens each: every document is divided into windows of `length`
    /// tokens, the last one shorter. A document with fewer than two tokens has no window.
    static Windows of_documents(std::span<const std::uint64_t> tokens, std::uint64_t length);

    std::uint64_t count() const;
    Window at(std::uint64_t number) const;
    /// Number of tokens with a target in all windows.
    std::uint64_t targets() const;

private:
    /// Number of tokens with a target in a column.
    std::uint64_t of_column() const;

    std::uint64_t tokens_ = 0, columns_ = 0, length_ = 1; ///< of a stream
    std::vector<Window> listed_;                          ///< of documents
};

} // namespace tunedesk::data
