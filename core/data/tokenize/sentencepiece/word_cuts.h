// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/sentencepiece/fallback_bpe.h"

#include <bitset>

namespace tunedesk::data {

/// Positions at which a text may be split such that encoding the parts equals encoding the whole: between two
/// characters that are adjacent in no result of a merge. The first merge across such a position would have to
/// produce such a result. Thread rule: immutable.
class WordCuts {
public:
    /// `mark` is the replacement of spaces; with `spaces_are_marks` texts still contain spaces. With
    /// `at_each_mark` a text is split there regardless of the merges.
    WordCuts(const CharacterFallback& fallback, std::span<const BpeMerge> merges,
             std::span<const VocabularyPiece> vocab, std::string mark, bool spaces_are_marks,
             bool at_each_mark);

    /// End of the part that begins at `begin`; it is before the end of the text.
    std::size_t end_of_part(std::string_view text, std::size_t begin) const;
    /// The same with splits before marks only, which are found much faster; if such a part is longer than
    /// `most` bytes, all splits are used.
    std::size_t end_of_word(std::string_view text, std::size_t begin, std::size_t most) const;

private:
    /// classes of characters that are not ASCII
    static constexpr unsigned other = 128, mark = 129, classes = 130;

    /// Returns the class of the character at `position` and advances `position`.
    unsigned next_class(std::string_view text, std::size_t& position, bool spaces_are_marks) const;
    /// The class of the character that ends before `position`, which is not 0.
    unsigned class_before(std::string_view text, std::size_t position) const;
    bool is_mark_at(std::string_view text, std::size_t position) const;
    void forbid_joined(std::span<const BpeMerge> merges, std::span<const VocabularyPiece> vocab);

    std::string mark_;
    bool spaces_are_marks_;
    std::bitset<classes> may_cut_[classes]; ///< by the classes of the characters before and after the split
};

} // namespace tunedesk::data
