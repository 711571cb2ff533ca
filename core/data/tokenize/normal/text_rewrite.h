// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/unicode/composition.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// What a step makes of a text, character by character, and which of the old characters each stands for.
/// Thread rule: one thread.
class TextRewrite {
public:
    /// Of a text of so many bytes, which must stay in place. Changes are kept where it is aligned, and not
    /// more than `most_bytes` of text.
    TextRewrite(std::size_t old_bytes, bool is_aligned, std::size_t most_bytes)
        : is_aligned_(is_aligned), old_bytes_(old_bytes), most_bytes_(most_bytes) {}

    /// Appends the next characters of the text, which stay as they are.
    void keep(std::string_view characters);
    /// Appends ASCII, each character in place of one.
    void add_ascii(std::string_view characters);
    void add(char32_t point, int change);
    void add(std::span<const unicode::Change> changes) {
        for (const unicode::Change& change : changes)
            add(change.point, change.change);
    }
    /// Appends `content` in place of `replaced`, as many of its characters as there are in place of one each.
    /// Throws Error 4201 if the text becomes too long.
    void replace(std::string_view replaced, std::string_view content);
    /// Leaves a character out.
    void remove();

    bool is_changed() const { return is_changed_; }
    std::string& text() { return text_; }
    const std::vector<unicode::Change>& changes() const { return changes_; }
    std::size_t removed_first() const { return changes_.empty() ? 0 : removed_first_; }

private:
    /// Before the first change: writes down what was kept so far.
    void begin_change();

    std::string text_;
    std::string_view kept_; ///< of the old text, before the first change, where it is not aligned
    std::vector<unicode::Change> changes_; ///< where the text is aligned
    std::size_t removed_first_ = 0;        ///< characters that remove() left out before all others
    bool is_aligned_, is_changed_ = false;
    std::size_t old_bytes_, most_bytes_;
};

} // namespace tunedesk::data
