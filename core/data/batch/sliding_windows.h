// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::data {

/// How a long text is read as several sequences that overlap, as Hugging Face `tokenizers` does with a stride
/// (`overflowing` encodings). Each window has the special tokens of a row around its part of the text; all
/// but a row's last are as long as a row may be, so that rows of windows, one behind the other, need no marks
/// between them. A value; off where the stride is 0.
struct SlidingWindows {
    std::size_t stride = 0;   ///< tokens of the text that a window shares with the one before it
    std::size_t most = 16;    ///< windows of a row; what does not fit is cut off
    std::size_t length = 512; ///< tokens of a window, special ones included

    bool is_on() const { return stride > 0; }
    /// Tokens of the longest row that is not cut, with its special tokens once.
    std::size_t longest_row(std::size_t specials) const;
    /// Windows of a row of so many tokens, its special ones included.
    std::size_t count(std::size_t tokens, std::size_t specials) const;
    /// Tokens of all windows of such a row.
    std::size_t total(std::size_t tokens, std::size_t specials) const;
    /// Appends the windows of a row, in the frame of whose special tokens it stands.
    void divide(std::span<const std::int32_t> row, const RowFrame& frame,
                std::vector<std::int32_t>& ids) const;

    /// Tokens of the text that a window begins with and the one before it ends with.
    std::size_t overlap(std::size_t specials) const { return room(specials) - step(specials); }

private:
    std::size_t room(std::size_t specials) const;
    std::size_t step(std::size_t specials) const;
};

} // namespace tunedesk::data
