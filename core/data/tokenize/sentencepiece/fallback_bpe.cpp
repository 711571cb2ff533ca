// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/sentencepiece/fallback_bpe.h"

#include "data/unicode/unicode.h"

namespace tunedesk::data {

FallbackBpe::FallbackBpe(const CharacterFallback& fallback, std::span<const BpeMerge> merges,
                         std::span<const VocabularyPiece> vocab)
    : fallback_(fallback), merges_(merges) {
    ascii_ids_.fill(CharacterFallback::no_token);
    for (const VocabularyPiece& piece : vocab) {
        std::size_t end = 0;
        if (piece.text.empty()) continue;
        const char32_t character = unicode::next(piece.text, end);
        if (end != piece.text.size()) continue;
        if (character < ascii_ids_.size())
            ascii_ids_[character] = piece.id;
        else
            ids_[character] = piece.id;
    }
}

std::int32_t FallbackBpe::id_of(char32_t character) const {
    if (character < ascii_ids_.size()) return ascii_ids_[character];
    const auto found = ids_.find(character);
    return found == ids_.end() ? CharacterFallback::no_token : found->second;
}

void FallbackBpe::tokenize(std::string_view word, std::vector<std::int32_t>& ids,
                           std::vector<std::uint32_t>* ends) const {
    thread_local BpeWord symbols;
    symbols.clear();
    std::uint32_t end = 0, unknown = 0; // byte ends of the tokens so far, and of a pending unknown one
    const auto add = [&](std::int32_t id, std::uint32_t size) { symbols.add(id, end += size); };
    const auto flush = [&] {
        if (unknown > 0) add(fallback_.unknown_id, unknown);
        unknown = 0;
    };
    for (std::size_t position = 0; position < word.size();) {
        const std::size_t begin = position;
        const std::int32_t id = id_of(unicode::next(word, position));
        const auto size = static_cast<std::uint32_t>(position - begin);
        if (id != CharacterFallback::no_token) {
            flush();
            add(id, size);
            continue;
        }
        const auto byte_id = [&](std::size_t i) {
            return fallback_.byte_ids[static_cast<unsigned char>(word[i])];
        };
        bool has_bytes = true;
        for (std::size_t i = begin; i < position; ++i)
            has_bytes &= byte_id(i) != CharacterFallback::no_token;
        if (has_bytes) { // as the library does, before a pending unknown token
            for (std::size_t i = begin; i < position; ++i)
                add(byte_id(i), 1);
        } else if (fallback_.unknown_id != CharacterFallback::no_token) {
            if (!fallback_.fuses_unknown) flush();
            unknown += size;
        }
    }
    flush();
    merges_.apply(symbols);
    symbols.take(ids, ends);
    symbols.shrink();
}

} // namespace tunedesk::data
