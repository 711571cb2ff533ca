// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/unicode/composition.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Records the result of a normalization step character by character, and the old characters that each new
/// one comes from. Thread rule: one thread.
class TextRewrite {
public:
    /// For a text of `old_bytes` bytes, which must not move. Changes are recorded if `is_aligned`; the result
    /// is limited to `most_bytes`.
    TextRewrite(std::size_t old_bytes, bool is_aligned, std::size_t most_bytes)
        : is_aligned_(is_aligned), old_bytes_(old_bytes), most_bytes_(most_bytes) {}

    /// Appends the next characters of the text unchanged.
    void keep(std::string_view characters);
    /// Appends ASCII characters, each replacing one character.
    void add_ascii(std::string_view characters);
    void add(char32_t point, int change);
    void add(std::span<const unicode::Change> changes) {
        for (const unicode::Change& change : changes)
            add(change.point, change.change);
    }
    /// Appends `content` for `replaced`; characters are matched one to one as far as both have them. Throws
    /// Error 4201 if the text becomes too long.
    void replace(std::string_view replaced, std::string_view content);
    /// Removes a character.
    void remove();

    bool is_changed() const { return is_changed_; }
    std::string& text() { return text_; }
    const std::vector<unicode::Change>& changes() const { return changes_; }
    std::size_t removed_first() const { return changes_.empty() ? 0 : removed_first_; }

private:
    /// Called before the first change: copies the part kept so far.
    void begin_change();

    std::string text_;
    std::string_view kept_;                ///< part of the old text before the first change, if not aligned
    std::vector<unicode::Change> changes_; ///< only if aligned
    std::size_t removed_first_ = 0;        ///< number of characters that remove() removed at the beginning
    bool is_aligned_, is_changed_ = false;
    std::size_t old_bytes_, most_bytes_;
};

} // namespace tunedesk::data
