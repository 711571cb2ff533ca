// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/sentencepiece/fallback_bpe.h"

#include <bitset>

namespace tunedesk::data {

/// Where a text may be cut so that its parts, each encoded by itself, give what the whole gives: between two
/// characters that stand side by side in nothing that merges make. The first merge across such a place would
/// have to make it. Thread rule: immutable.
class WordCuts {
public:
    /// `mark` is the character that spaces become; with `spaces_are_marks` texts still have the spaces. With
    /// `at_each_mark` a text is cut there whatever the merges say.
    WordCuts(const CharacterFallback& fallback, std::span<const BpeMerge> merges,
             std::span<const VocabularyPiece> vocab, std::string mark, bool spaces_are_marks,
             bool at_each_mark);

    /// Where the part that begins at `begin` ends, which is before the end of the text.
    std::size_t end_of_part(std::string_view text, std::size_t begin) const;
    /// The same with the cuts before marks alone, which are found much faster; but where such a part would
    /// be longer than `most` bytes, with all cuts.
    std::size_t end_of_word(std::string_view text, std::size_t begin, std::size_t most) const;

private:
    static constexpr unsigned other = 128, mark = 129, classes = 130; ///< characters that are not ASCII

    /// The class of the character at `position`, which moves past it.
    unsigned next_class(std::string_view text, std::size_t& position, bool spaces_are_marks) const;
    /// The class of the character that ends before `position`, which is not 0.
    unsigned class_before(std::string_view text, std::size_t position) const;
    bool is_mark_at(std::string_view text, std::size_t position) const;
    void forbid_joined(std::span<const BpeMerge> merges, std::span<const VocabularyPiece> vocab);

    std::string mark_;
    bool spaces_are_marks_;
    std::bitset<classes> may_cut_[classes]; ///< by the character before, then the one behind
};

} // namespace tunedesk::data
