// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/normal/text_rewrite.h"
#include "data/tokenize/token_model.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::data {

/// A normalization step: inserts `content` before the text, or replaces each `pattern` by it.
struct TextStep {
    std::string pattern; ///< empty: insert before the text, unless it is empty
    std::string content;
};

/// A text that is normalized step by step and, if aligned, the bytes of the original that each byte comes
/// from, as in `tokenizers`. Throws Error 4201 if a text becomes more than 16 times as long as the original.
class AlignedText {
public:
    /// Invalid UTF-8 bytes become U+FFFD. `origins` are relative to `offset`.
    AlignedText(std::string_view original, std::size_t offset, bool is_aligned);
    /// The bytes [begin, end) of another aligned text, with their origins.
    AlignedText(const AlignedText& whole, std::size_t begin, std::size_t end);

    void prepend(std::string_view prefix);
    /// Replaces each occurrence of the pattern, which is not empty, from the left.
    void replace(std::string_view pattern, std::string_view content);
    /// Returns the first non-empty match that begins at or after this byte.
    using FindMatch = std::function<std::optional<ByteSpan>(std::size_t from)>;
    /// Replaces each match, from the left.
    void replace_matches(const FindMatch& find, std::string_view content);
    /// Keeps only the bytes [begin, end).
    void keep(std::size_t begin, std::size_t end);
    /// Applies the changes of a step to text(); no effect if the step changed nothing.
    void take(TextRewrite rewrite);

    void apply(const TextStep& step);

    TextRewrite rewrite() const { return {text_.size(), is_aligned_, most_bytes_}; }
    const std::string& text() const { return text_; }
    bool is_aligned() const { return is_aligned_; }
    /// The original bytes of the non-empty range [begin, end).
    ByteSpan origin(std::size_t begin, std::size_t end) const {
        return {origins_[begin].begin, origins_[end - 1].end};
    }
    std::string take_text() { return std::move(text_); }
    std::vector<ByteSpan> take_origins() { return std::move(origins_); }

private:
    std::string text_;
    std::vector<ByteSpan> origins_; ///< by byte; empty if not aligned
    bool is_aligned_;
    std::size_t most_bytes_; ///< steps of an untrusted file could grow a text without limit
};

} // namespace tunedesk::data
