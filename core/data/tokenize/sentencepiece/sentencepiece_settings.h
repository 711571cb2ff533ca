#pragma once

#include "data/pretokenize/splitter.h"
#include "data/tokenize/sentencepiece/aligned_text.h"
#include "data/tokenize/sentencepiece/fallback_bpe.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::data {

/// The pre-tokenizer that writes spaces as a character.
struct Metaspace {
    enum class Prepend { first, always, never };

    std::string replacement = "\u2581"; ///< one character
    Prepend prepend = Prepend::always;  ///< before a text that does not begin with it; `first`: of a row
    bool splits = true;                 ///< before each
};

/// How `bytes` of tokens make a text.
struct SpaceDecoding {
    std::string space = "\u2581"; ///< what stands for a space
    std::size_t leading = 0;      ///< spaces that a text's beginning loses, where it has them
};

/// BPE of characters with tokens of bytes, as Llama 2, Mistral and Gemma have it.
struct SentencePieceSettings {
    std::vector<TextStep> normalizer;
    std::optional<Metaspace> metaspace;
    std::vector<Splitter> splitters; ///< behind it
    CharacterFallback fallback;
    std::vector<BpeMerge> merges; ///< in the order of their ranks
    bool ignore_merges = false;   ///< a word of the vocabulary is one token
    SpaceDecoding decoding;
};

} // namespace tunedesk::data
