// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/normal/text_rewrite.h"
#include "data/tokenize/token_model.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::data {

/// A step from a text to its normal form: `content` before it, or in place of each `pattern`.
struct TextStep {
    std::string pattern; ///< empty: before the text, where it is not empty
    std::string content;
};

/// A text that is changed step by step, and, where wanted, of each of its bytes those of the original that it
/// stands for, as `tokenizers` aligns them. Throws Error 4201 if a text becomes more than 16 times as long as
/// the original.
class AlignedText {
public:
    /// Bytes that are not UTF-8 become U+FFFD. `origins` count from `offset`.
    AlignedText(std::string_view original, std::size_t offset, bool is_aligned);
    /// The bytes [begin, end) of another, with their origins.
    AlignedText(const AlignedText& whole, std::size_t begin, std::size_t end);

    void prepend(std::string_view prefix);
    /// Each occurrence of the pattern, which is not empty, from the left.
    void replace(std::string_view pattern, std::string_view content);
    /// The first match that begins at this byte or behind it, not an empty one.
    using FindMatch = std::function<std::optional<ByteSpan>(std::size_t from)>;
    /// Each match, from the left.
    void replace_matches(const FindMatch& find, std::string_view content);
    /// Keeps the bytes [begin, end) alone.
    void keep(std::size_t begin, std::size_t end);
    /// Takes over what a step has made of text(), or nothing where it changed nothing.
    void take(TextRewrite rewrite);

    void apply(const TextStep& step);

    TextRewrite rewrite() const { return {text_.size(), is_aligned_, most_bytes_}; }
    const std::string& text() const { return text_; }
    bool is_aligned() const { return is_aligned_; }
    /// What the bytes [begin, end), not none, stand for.
    ByteSpan origin(std::size_t begin, std::size_t end) const {
        return {origins_[begin].begin, origins_[end - 1].end};
    }
    std::string take_text() { return std::move(text_); }
    std::vector<ByteSpan> take_origins() { return std::move(origins_); }

private:
    std::string text_;
    std::vector<ByteSpan> origins_; ///< by byte; empty if not wanted
    bool is_aligned_;
    std::size_t most_bytes_; ///< a stranger's steps could double a text for ever
};

} // namespace tunedesk::data
