// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/splitter.h"

#include <span>

namespace tunedesk::data {

/// Iterates over the words of a text; each splitter splits the parts of the previous one. Without splitters
/// the text is one word. Thread rule: one thread.
class Words {
public:
    /// Needs well-formed UTF-8. The text and the splitters must outlive it.
    Words(std::string_view text, std::span<const Splitter> splitters);

    /// The next non-empty word; false if there is none. Throws Error 4202 if a regular expression takes too
    /// long.
    bool next(TextRange& word);

private:
    struct Part {
        TextRange range;
        bool is_match = false;
    };
    /// The state of one splitter.
    struct Level {
        TextRange piece;         ///< the range that it splits; for a WordPattern, the rest of it
        std::size_t parted = 0;  ///< bytes of the piece that have been returned as parts
        std::size_t search = 0;  ///< start of the next search; beyond the piece: no search
        std::size_t matched = 0; ///< end of the last match; an empty match there is ignored
        bool has_matched = false, before_matched = false;
        std::optional<Part> behind_gap;   ///< the match that follows the part before it
        std::optional<TextRange> merging; ///< a part that may be joined with the next one
    };
    bool split(std::size_t index, TextRange& word);
    bool next_part(const SplitRule& rule, Level& level, Part& part);
    bool next_by_rule(const SplitRule& rule, Level& level, TextRange& word);

    std::string_view text_;
    std::span<const Splitter> splitters_;
    std::vector<Level> levels_;
    MatchBudget budget_;
    bool is_given_ = false; ///< whether the whole text was returned, without splitters
};

} // namespace tunedesk::data
