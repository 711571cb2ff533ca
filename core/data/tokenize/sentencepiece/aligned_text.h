#pragma once

#include "data/tokenize/token_model.h"

#include <string>
#include <vector>

namespace tunedesk::data {

/// A step from a text to its normal form: `content` before it, or in place of each `pattern`.
struct TextStep {
    std::string pattern; ///< empty: before the text, where it is not empty
    std::string content;
};

/// A text that is changed step by step, and, where wanted, of each of its bytes those of the original that it
/// stands for, as `tokenizers` aligns them.
class AlignedText {
public:
    /// Bytes that are not UTF-8 become U+FFFD. `origins` count from `offset`.
    AlignedText(std::string_view original, std::size_t offset, bool is_aligned);

    void prepend(std::string_view prefix);
    /// Each occurrence of the pattern, which is not empty, from the left. Throws Error 4201 where the text
    /// becomes more than 16 times as long as the original.
    void replace(std::string_view pattern, std::string_view content);

    void apply(const TextStep& step);

    const std::string& text() const { return text_; }
    /// What the bytes [begin, end), not none, stand for.
    ByteSpan origin(std::size_t begin, std::size_t end) const {
        return {origins_[begin].begin, origins_[end - 1].end};
    }
    std::string take_text() { return std::move(text_); }
    std::vector<ByteSpan> take_origins() { return std::move(origins_); }

private:
    std::string text_;
    std::vector<ByteSpan> origins_; ///< by byte; empty where not wanted
    bool is_aligned_;
    std::size_t most_bytes_; ///< a stranger's steps could double a text for ever
};

} // namespace tunedesk::data
