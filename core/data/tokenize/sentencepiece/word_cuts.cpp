// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/sentencepiece/word_cuts.h"

#include "data/unicode/byte_scan.h"

#include <algorithm>
#include <unordered_set>

namespace tunedesk::data {

WordCuts::WordCuts(const CharacterFallback& fallback, std::span<const BpeMerge> merges,
                   std::span<const VocabularyPiece> vocab, std::string mark_character, bool spaces_are_marks,
                   bool at_each_mark)
    : mark_(std::move(mark_character)), spaces_are_marks_(spaces_are_marks) {
    // The text of a byte token or the unknown token is not its vocabulary entry.
    std::unordered_set<std::int32_t> substitutes(fallback.byte_ids.begin(), fallback.byte_ids.end());
    const bool leaves_out = fallback.unknown_id == CharacterFallback::no_token &&
                            substitutes.contains(CharacterFallback::no_token);
    substitutes.insert(fallback.unknown_id);
    const bool is_known = std::ranges::none_of(merges, [&](const BpeMerge& merge) {
        return substitutes.contains(merge.left) || substitutes.contains(merge.right);
    });
    if (is_known && !leaves_out) { // omitted characters make others adjacent
        // Before a character that is a token; others may be merged with the previous one into an unknown
        // token.
        for (const VocabularyPiece& piece : vocab) {
            if (piece.text != mark_ && piece.text.size() != 1) continue;
            const unsigned behind = piece.text == mark_ ? mark : static_cast<unsigned char>(piece.text[0]);
            for (auto& row : may_cut_)
                row.set(behind);
        }
        forbid_joined(merges, vocab);
    }
    if (at_each_mark)
        for (auto& row : may_cut_)
            row.set(mark);
}

void WordCuts::forbid_joined(std::span<const BpeMerge> merges, std::span<const VocabularyPiece> vocab) {
    std::vector<bool> is_made;
    for (const BpeMerge& merge : merges) {
        const auto id = static_cast<std::size_t>(merge.merged);
        if (id >= is_made.size()) is_made.resize(id + 1);
        is_made[id] = true;
    }
    for (const VocabularyPiece& piece : vocab) {
        const auto id = static_cast<std::size_t>(piece.id);
        if (id >= is_made.size() || !is_made[id] || piece.text.empty()) continue;
        std::size_t position = 0;
        for (unsigned before = next_class(piece.text, position, false); position < piece.text.size();) {
            const unsigned behind = next_class(piece.text, position, false);
            may_cut_[before].reset(behind);
            before = behind;
        }
    }
}

unsigned WordCuts::next_class(std::string_view text, std::size_t& position, bool spaces_are_marks) const {
    const std::size_t begin = position++;
    if (text[begin] == mark_[0] && text.substr(begin).starts_with(mark_)) {
        position = begin + mark_.size();
        return mark;
    }
    const auto byte = static_cast<unsigned char>(text[begin]);
    if (byte < other) return byte == ' ' && spaces_are_marks ? mark : byte;
    while (position < text.size() && (static_cast<unsigned char>(text[position]) & 0xC0) == 0x80)
        ++position;
    return other;
}

std::size_t WordCuts::end_of_part(std::string_view text, std::size_t begin) const {
    std::size_t position = begin;
    for (unsigned before = next_class(text, position, spaces_are_marks_); position < text.size();) {
        const std::size_t end = position;
        const unsigned behind = next_class(text, position, spaces_are_marks_);
        if (may_cut_[before].test(behind)) return end;
        before = behind;
    }
    return text.size();
}

unsigned WordCuts::class_before(std::string_view text, std::size_t position) const {
    if (text.substr(0, position).ends_with(mark_)) return mark;
    const auto byte = static_cast<unsigned char>(text[position - 1]);
    if (byte >= other) return other;
    return byte == ' ' && spaces_are_marks_ ? mark : byte;
}

bool WordCuts::is_mark_at(std::string_view text, std::size_t position) const {
    return (text[position] == ' ' && spaces_are_marks_) || text.substr(position).starts_with(mark_);
}

std::size_t WordCuts::end_of_word(std::string_view text, std::size_t begin, std::size_t most) const {
    const char space = spaces_are_marks_ ? ' ' : mark_[0];
    const std::size_t limit = begin + std::min(text.size() - begin, most + 1);
    for (std::size_t end = begin + 1; (end = find_either(text, end, limit, space, mark_[0])) < limit; ++end)
        if (is_mark_at(text, end) && may_cut_[class_before(text, end)].test(mark)) return end;
    return limit - begin > most ? end_of_part(text, begin) : limit;
}

} // namespace tunedesk::data
