// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/splitter.h"
#include "data/tokenize/normal/aligned_text.h"
#include "data/tokenize/sentencepiece/fallback_bpe.h"
#include "data/tokenize/sentencepiece/metaspace.h"

#include <optional>
#include <vector>

namespace tunedesk::data {

/// BPE of characters with byte tokens, as in Llama 2, Mistral and Gemma.
struct SentencePieceSettings {
    std::vector<TextStep> normalizer;
    std::optional<Metaspace> metaspace;
    std::vector<Splitter> splitters; ///< applied after Metaspace
    CharacterFallback fallback;
    std::vector<BpeMerge> merges; ///< in the order of their ranks
    bool ignore_merges = false;   ///< a word of the vocabulary is always one token
    SpaceDecoding decoding;
};

} // namespace tunedesk::data
