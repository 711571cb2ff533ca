// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/splitter.h"

#include <span>

namespace tunedesk::data {

/// The words of a text that each splitter splits further than the one before it; without splitters it is one
/// word. Thread rule: one thread.
class Words {
public:
    /// Needs well-formed UTF-8. The text and the splitters must outlive it.
    Words(std::string_view text, std::span<const Splitter> splitters);

    /// The next word, which is not empty; false if none is left. Throws Error 4202 if a regular expression
    /// takes too long.
    bool next(TextRange& word);

private:
    struct Part {
        TextRange range;
        bool is_match = false;
    };
    /// What one splitter is at.
    struct Level {
        TextRange piece;         ///< of the text: what it splits, of a WordPattern what is left of that
        std::size_t parted = 0;  ///< bytes of the piece that parts were made of
        std::size_t search = 0;  ///< where the next match is looked for, beyond the piece: nowhere
        std::size_t matched = 0; ///< where the last match ended; an empty one there is none
        bool has_matched = false, before_matched = false;
        std::optional<Part> behind_gap;   ///< the match that comes after the part before it
        std::optional<TextRange> merging; ///< a part that the next one may join
    };
    bool split(std::size_t index, TextRange& word);
    bool next_part(const SplitRule& rule, Level& level, Part& part);
    bool next_by_rule(const SplitRule& rule, Level& level, TextRange& word);

    std::string_view text_;
    std::span<const Splitter> splitters_;
    std::vector<Level> levels_;
    MatchBudget budget_;
    bool is_given_ = false; ///< the whole text, where nothing splits it
};

} // namespace tunedesk::data
